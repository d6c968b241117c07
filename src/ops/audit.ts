import { createHmac } from 'node:crypto';
import { appendFileSync, closeSync, constants, openSync } from 'node:fs';
import type { Secret } from '../config/secret.ts';
import type { LineWriter } from './lines.ts';

interface AuditOptions {
  /** `stdout`, or the path of a file to append to. */
  log: string;
  /** When set, what was asked is written as its HMAC, which can be compared but not read. */
  hashKey: Secret | undefined;
}

/** Who asked what, where, and with what outcome. */
export interface AuditEntry {
  team: string | undefined;
  user: string | undefined;
  channel: string | undefined;
  door: string;
  command: string | undefined;
  asked: string | undefined;
  outcome: string;
  durationMs: number;
  /** The short reference that the person and the log have too. */
  reference: string;
}

/**
 * Writes a line; in a file it is on disk when this resolves.
 * @throws Error when it could not be written, or not in time
 */
export type Audit = (entry: AuditEntry) => Promise<void>;

/**
 * @param stdout takes the lines when `log` is `stdout`
 * @throws Error when the file cannot be opened for appending
 */
export function createAudit({ log, hashKey }: AuditOptions, stdout: Pick<LineWriter, 'writeInTime'>): Audit {
  const append = log === 'stdout' ? stdout.writeInTime : fileStream(log);
  const hidden = (asked: string | undefined) =>
    asked === undefined || hashKey === undefined
      ? asked
      : createHmac('sha256', hashKey.reveal()).update(asked).digest('hex');
  return async (entry) => {
    const line = { event: 'audit', time: new Date().toISOString(), ...entry, asked: hidden(entry.asked) };
    await append(`${JSON.stringify(line)}\n`);
  };
}

/** Non-blocking: a pipe that nobody reads would block the whole process, the health port included. */
const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NONBLOCK;

/**
 * Reopens the file for each line, so that no line goes to a file that was moved or removed. Writes the whole line or
 * throws; after a failure it starts a new line, to keep the next one apart from a partial one.
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
