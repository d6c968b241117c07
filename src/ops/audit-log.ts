import { createHmac } from 'node:crypto';
import { appendFileSync, closeSync, constants, openSync } from 'node:fs';
import { pino } from 'pino';
import type { Secret } from '../secret.ts';
import type { LineWriter } from './line-writer.ts';

export interface AuditOptions {
  /** `stdout`, or a file that is appended to. */
  log: string;
  /** Set: what was asked is written as an HMAC of it, to be compared and not read. */
  hashKey: Secret | undefined;
}

/** Who asked what, where, and what became of it. */
export interface AuditEntry {
  team: string | undefined;
  user: string | undefined;
  channel: string | undefined;
  door: string;
  command: string | undefined;
  asked: string | undefined;
  outcome: string;
  durationMs: number;
  /** The short one that the person and the log have too. */
  reference: string;
}

/**
 * Writes a line; in a file it is on the disk when this resolves.
 * @throws Error when it could not be written, or not in time
 */
export type Audit = (entry: AuditEntry) => Promise<void>;

/**
 * @param stdout where the lines go that have no file
 * @throws Error when the file cannot be opened for appending
 */
export function createAudit({ log, hashKey }: AuditOptions, stdout: Pick<LineWriter, 'writeInTime'>): Audit {
  const append = log === 'stdout' ? stdout.writeInTime : fileStream(log);
  let written: Promise<void> | undefined;
  const lines = pino(
    // In the place of the level; nothing there would leave a comma, and no JSON.
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: () => ({ event: 'audit' }) } },
    {
      write(line) {
        written = append(line);
      },
    },
  );
  const hidden = (asked: string | undefined) =>
    asked === undefined || hashKey === undefined
      ? asked
      : createHmac('sha256', hashKey.reveal()).update(asked).digest('hex');
  return async (entry) => {
    lines.info({ ...entry, asked: hidden(entry.asked) });
    await written;
  };
}

/** Without waiting: a pipe that nobody reads would hold up everything, the health port too. */
const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NONBLOCK;

/**
 * Opened anew for each line: a file that was moved away or removed meanwhile is not written to unseen. The line is
 * written to its last byte, or this throws; then the next one is kept apart from what there may be of it.
 */
function fileStream(path: string): (line: string) => Promise<void> {
  let before = '';
  const append = (text: string) => {
    const file = openSync(path, flags, 0o600);
    try {
      const line = before + text;
      before = '\n';
      appendFileSync(file, line, { flush: true });
      before = '';
    } finally {
      closeSync(file);
    }
  };
  append('');
  return async (line) => append(line);
}
