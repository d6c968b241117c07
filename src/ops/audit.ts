import { createHmac } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import pLimit from 'p-limit';
import { within } from '../async.ts';
import type { Secret } from '../config/secret.ts';
import type { LineWriter } from './logger.ts';

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
  const append = log === 'stdout' ? stdout.writeInTime : fileAppender(log);
  const hidden = (asked: string | undefined) =>
    asked === undefined || hashKey === undefined
      ? asked
      : createHmac('sha256', hashKey.reveal()).update(asked).digest('hex');
  return async (entry) => {
    const line = { event: 'audit', time: new Date().toISOString(), ...entry, asked: hidden(entry.asked) };
    await append(`${JSON.stringify(line)}\n`);
  };
}

/** Non-blocking: a pipe that nobody reads would hold one of Node's few threads for good. */
const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NONBLOCK;
const mode = 0o600;
/** Timeout of one line, with those before it; the limit of all questions together is 20 a second. */
const timeoutMs = 5_000;

/**
 * Appends lines in order, each on disk before the next. Opens the file for each, so that no line goes to a file that was
 * moved or removed. After a failure it starts a new line, to keep the next one apart from a partial one.
 */
function fileAppender(path: string): (line: string) => Promise<void> {
  assertAppendable(path);
  const inTurn = pLimit(1);
  let before = '';

  async function append(line: string): Promise<void> {
    const text = before + line;
    before = '\n';
    const file = await open(path, flags, mode);
    try {
      await file.appendFile(text);
      await file.sync();
      before = '';
    } finally {
      await file.close();
    }
  }

  return async (line) => {
    let isLate = false;
    // A line that is late is not written: nothing is answered on it.
    const written = inTurn(async () => (isLate ? undefined : append(line)));
    await within(timeoutMs, written).finally(() => {
      isLate = true;
    });
  };
}

/** @throws Error when the file cannot be opened, or not be flushed */
function assertAppendable(path: string): void {
  const file = openSync(path, flags, mode);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
