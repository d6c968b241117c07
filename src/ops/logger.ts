import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Writes JSON lines. Nobody logs a secret on purpose; the last step before a line is written redacts secrets that an
 * error message or a library's line contains.
 * @param secrets must never appear in a log line
 */
export function createLogger(level: string, secrets: readonly string[], destination: DestinationStream): Logger {
  const mapStack = createStackMap();
  const quoted = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        error: (error: unknown) =>
          error instanceof Error ? { name: error.name, stack: mapStack(String(error.stack)) } : error,
      },
      hooks: { streamWrite: createScrub(quoted) },
    },
    destination,
  );
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

/** Takes these secrets out of a text, and whatever looks like one of Slack's. */
export function createScrub(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret !== '');
  return (line) =>
    known
      .reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)
      .replace(bearer, 'Bearer [secret]') // also a token that replaced the configured one
      .replace(slackToken, '[secret]')
      .replace(address, (url) => (responseUrl.test(url) ? '[response_url]' : url))
      .replace(redisAddress, '[redis]')
      .replace(socketTicket, 'ticket=[secret]');
}

const frame = /(file:\/\/[^\s()]+\/)([\w.-]+):(\d+):(\d+)/g;
/** Reading a map takes some 50 ms, and a bug rarely comes alone. */
const framesMax = 1_000;

/**
 * Names the places of the sources in a stack of the bundle, from the maps that stand beside it. Node's own
 * `--enable-source-maps` would read all of them at every start, which takes a sixth of it.
 * @param folder the bundle's, as a URL: a message, which stands in the stack too, may name any file
 */
export function createStackMap(folder = new URL('.', import.meta.url).href): (stack: string) => string {
  const known = new LRUCache<string, string>({ max: framesMax });
  return (stack) => {
    const readers = new Map<string, PlaceOf>();
    return stack.replace(frame, (whole, from: string, name: string, line: string, column: string) => {
      if (from !== folder) return whole;
      const before = known.get(whole);
      if (before !== undefined) return before;
      const placeOf = readers.get(name) ?? readerOf(new URL(name, folder));
      readers.set(name, placeOf);
      const place = placeOf(Number(line), Number(column)) ?? whole;
      known.set(whole, place);
      return place;
    });
  };
}

/** The place in a source; `undefined` when the map knows none. Lines and columns begin with 1. */
type PlaceOf = (line: number, column: number) => string | undefined;

function readerOf(url: URL): PlaceOf {
  try {
    const file = fileURLToPath(url);
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    return (line, column) => {
      const entry = map.findEntry(line - 1, column - 1);
      if (!('originalSource' in entry) || typeof entry.originalSource !== 'string') return undefined;
      const source = path.resolve(path.dirname(file), entry.originalSource);
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    };
  } catch {
    return () => undefined; // a stack of the bundle is better than none
  }
}
