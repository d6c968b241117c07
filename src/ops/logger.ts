import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import { withResolvers, withTimeout } from '../async.ts';
import { keyForm } from '../reading/personal.ts';
import type { Events } from './events.ts';

/**
 * Creates a logger that writes JSON lines. As the last step before writing a line, it redacts
 * secrets, which can get into the line through an error message or a library.
 * @param secrets values to redact
 */
export function createLogger(
  level: string,
  secrets: readonly string[],
  destination: DestinationStream,
): Logger {
  const secretsInJson = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        error: (error: unknown) =>
          error instanceof Error ? { name: error.name, stack: error.stack } : error,
      },
      hooks: { streamWrite: createScrub(secretsInJson) },
    },
    destination,
  );
}

/** Matches a whole URL, so that text with many `https://` is scanned only once. */
const urlPattern = /https?:\/\/[^\s"'\\]+/g;
/** Matches paths of URLs that let anyone who has them post to Slack, and so work like tokens. */
const responseUrl = /\/(?:commands|actions|app|workflows|services|triggers)\/./;
/** A Redis URL, which may contain the password. */
const redisAddress = /\brediss?:\/\/[^\s"'\\]+/g;
const socketTicket = /\bticket=[^\s"'\\&]+/g;
const bearerPattern = /\bBearer\s+[^\s"'\\]+/gi;

/**
 * Creates a function that redacts `secrets`, Bearer tokens, response_urls, Redis URLs, socket
 * tickets, and the keys and tokens that their form gives away.
 */
export function createScrub(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret !== '');
  return (line) =>
    known
      .reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)
      .replace(bearerPattern, 'Bearer [secret]') // even a token that replaced the configured one
      .replace(urlPattern, (url) => (responseUrl.test(url) ? '[response_url]' : url))
      .replace(redisAddress, '[redis]')
      .replace(socketTicket, 'ticket=[secret]')
      .replace(keyForm, '[secret]');
}

export interface LineWriter {
  /** Queues a line until it can be written; drops the line if the queue is full. */
  write(line: string): void;
  /** Resolves when the line has been written. @throws Error when writing failed or took too long */
  writeInTime(line: string): Promise<void>;
  /**
   * Writes the queued lines synchronously, for at most half a second. For the last lines before the
   * process exits.
   */
  flush(): void;
}

interface QueuedLine {
  bytes: Buffer;
  /** Whether the line has been partly written. */
  isTorn: boolean;
  settle: (error?: Error) => void;
}

const queueMax = 1_000_000; // bytes
/** Timeout of `writeInTime`, well within Slack's three-second deadline. */
const writeTimeoutMs = 1_000;
const writeRetryMs = 20;
/**
 * Pause between the tries of `flush`. A pipe that was full is empty after a few tries if something
 * reads it.
 */
const flushRetryMs = 5;
const flushRetriesMax = 100;

/**
 * Creates a writer that keeps lines in order and, except in `flush`, never blocks: a pipe that
 * nobody reads takes 64 kB; after that, a blocking write halts the process, even its exit.
 * sonic-boom, pino's default, cannot withdraw a line that was not written in time, and its
 * `flushSync` writes ahead of a write in progress.
 * @param fd a file, or a non-blocking pipe or socket (`process.stdout.fd`)
 */
export function createLineWriter(fd: number, events: Events): LineWriter {
  const queue: QueuedLine[] = [];
  let queuedBytes = 0;
  let droppedCount = 0;
  let isScheduled = false;

  function enqueue(text: string, settle: QueuedLine['settle']): QueuedLine {
    const line = { bytes: Buffer.from(text), isTorn: false, settle };
    queue.push(line);
    queuedBytes += line.bytes.length;
    if (!isScheduled) setImmediate(writeDue);
    isScheduled = true;
    return line;
  }

  function writeDue(): void {
    const outcome = writeQueue();
    isScheduled = outcome === 'blocked';
    if (isScheduled) setTimeout(writeDue, writeRetryMs);
    if (outcome !== 'written' || droppedCount === 0) return;

    events.emit('droppedLines', droppedCount);
    droppedCount = 0;
  }

  function writeQueue(): 'written' | 'blocked' | 'failed' {
    try {
      // Writes all lines in one call: a call per line would take a third of a command's CPU time.
      while (queue.length > 0) {
        const bytes = writeSync(fd, Buffer.concat(queue.map((line) => line.bytes)));
        queuedBytes -= bytes;
        shiftWritten(queue, bytes);
      }

      return 'written';
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      if (error.code === 'EAGAIN') return 'blocked';

      queuedBytes = 0;
      for (const { settle } of queue.splice(0)) settle(error);
      if (error.code === 'EPIPE') events.emit('unread');
      return 'failed';
    }
  }

  /** Drops a line that was not written in time, unless it is partly written. */
  function takeBack(line: QueuedLine): void {
    const at = queue.indexOf(line);
    if (at === -1 || line.isTorn) return;
    queue.splice(at, 1);
    queuedBytes -= line.bytes.length;
  }

  return {
    write(text) {
      if (queuedBytes + text.length > queueMax) droppedCount += 1;
      else
        enqueue(text, (error) => {
          if (error) droppedCount += 1;
        });
    },
    async writeInTime(text) {
      const { promise: written, resolve, reject } = withResolvers<void>();
      const line = enqueue(text, (error) => (error ? reject(error) : resolve()));
      await withTimeout(writeTimeoutMs, written).finally(() => takeBack(line));
    },
    flush() {
      // A wait that nobody ends early is a pause which blocks the process.
      const pauseCell = new Int32Array(new SharedArrayBuffer(4));
      for (let retries = 0; writeQueue() === 'blocked' && retries < flushRetriesMax; retries += 1)
        Atomics.wait(pauseCell, 0, 0, flushRetryMs);
    },
  };
}

/** Removes written bytes from the front of the queue. */
function shiftWritten(queue: QueuedLine[], bytes: number): void {
  let remaining = bytes;
  for (let line = queue[0]; line && line.bytes.length <= remaining; line = queue[0]) {
    remaining -= line.bytes.length;
    queue.shift();
    line.settle();
  }

  const [torn] = queue;
  if (torn === undefined || remaining === 0) return;

  torn.bytes = torn.bytes.subarray(remaining);
  torn.isTorn = true;
}
