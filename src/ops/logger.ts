import { type DestinationStream, type Logger, pino } from 'pino';

export interface LoggerOptions {
  level: string;
  /** Values that must never appear in a log line. */
  secrets: readonly string[];
  destination: DestinationStream;
}

/** Matches a whole URL, so that a text with many URL beginnings is read once. */
const address = /https?:\/\/[^\s"'\\]+/g;
/** Paths of URLs that let their holder post to Slack, and so work like tokens. */
const responseUrl = /\/(?:commands|actions|app|workflows|services|triggers)\/./;
/** Redis's, which may hold its password. */
const redisAddress = /\brediss?:\/\/[^\s"'\\]+/g;
const socketTicket = /\bticket=[^\s"'\\&]+/g;
const bearer = /\bBearer\s+[^\s"'\\]+/gi;
const slackToken = /\bx(?:ox[a-z]|app)-[\w-]+/g;

/**
 * Writes JSON lines. Nobody logs a secret on purpose; the last step before a line is written redacts secrets that an
 * error message or a library's line contains.
 */
export function createLogger({ level, secrets, destination }: LoggerOptions): Logger {
  const known = secrets.filter((secret) => secret !== '').map((secret) => JSON.stringify(secret).slice(1, -1));
  const scrub = (line: string) =>
    known
      .reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)
      .replace(bearer, 'Bearer [secret]') // also a token that replaced the configured one
      .replace(slackToken, '[secret]')
      .replace(address, (url) => (responseUrl.test(url) ? '[response_url]' : url))
      .replace(redisAddress, '[redis]')
      .replace(socketTicket, 'ticket=[secret]');
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: scrub },
    },
    destination,
  );
}
