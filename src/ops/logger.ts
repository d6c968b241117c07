import { type DestinationStream, type Logger, pino } from 'pino';

export interface LoggerOptions {
  level: string;
  /** Values that must reach no log line, whatever they were put into. */
  secrets: readonly string[];
  destination: DestinationStream;
}

/** Taken as a whole, so that a text of many beginnings is read once. */
const address = /https?:\/\/[^\s"'\\]+/g;
/** Where Slack hands out the right to post: as good as a token. */
const responseUrl = /\/(?:commands|actions|app|workflows|services|triggers)\/./;
const socketTicket = /\bticket=[^\s"'\\&]+/g;
const bearer = /\bBearer\s+[^\s"'\\]+/gi;
const slackToken = /\bx(?:ox[a-z]|app)-[\w-]+/g;

/**
 * JSON lines. Nobody logs a secret on purpose; the last step before a line is written takes out
 * what an error message or a library's line brought along.
 */
export function createLogger({ level, secrets, destination }: LoggerOptions): Logger {
  const known = secrets.filter((secret) => secret !== '').map((secret) => JSON.stringify(secret).slice(1, -1));
  const scrub = (line: string) =>
    known
      .reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)
      .replace(bearer, 'Bearer [secret]') // one that was put in place of the known one, too
      .replace(slackToken, '[secret]')
      .replace(address, (url) => (responseUrl.test(url) ? '[response_url]' : url))
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
