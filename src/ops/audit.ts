import { createHmac } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { withTimeout } from '../async.ts';
import type { Secret } from '../config/secret.ts';
import { errorCode } from '../errors.ts';
import { maskPersonal, shortenNumbers } from '../reading/personal.ts';
import type { LineWriter } from './logger.ts';

interface AuditOptions {
  /** `stdout`, or the path of a file to append to. */
  log: string;
  /**
   * If set, the audit line has an HMAC for each word of `asked`, in capitals. HMACs can be
   * compared, but not read.
   */
  hashKey?: Secret | undefined;
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
  /**
   * The short code that the log line has too. The person sees it in a message that says to tell the
   * operator.
   */
  reference: string;
}

/** The fields of an audit line that say who a watch, a list or an asker is, and where. */
export function auditPerson({
  teamId: team,
  personId: user,
  channelId: channel,
}: Partial<Record<'teamId' | 'personId' | 'channelId', string | undefined>>) {
  return { team, user, channel };
}

/**
 * Writes an audit line. If the log is a file, the line is on disk when the promise resolves.
 * @throws Error when the line could not be written, or was not written in time
 */
export type Audit = (entry: AuditEntry) => Promise<void>;

/**
 * @param stdout the writer used when `log` is `stdout`
 */
export function createAudit(
  { log, hashKey }: AuditOptions,
  stdout: Pick<LineWriter, 'writeInTime'>,
): Audit {
  const append = log === 'stdout' ? stdout.writeInTime : fileAppender(log);

  const hash = (word: string) =>
    createHmac('sha256', hashKey?.reveal() ?? '')
      .update(word.toUpperCase())
      .digest('hex');

  const hidePersonal = (asked: string) => {
    const masked = shortenNumbers(maskPersonal(asked));
    return hashKey === undefined ? masked : masked.replace(/[^\s,;]+/g, hash);
  };

  return async (entry) => {
    const line = {
      event: 'audit',
      time: new Date().toISOString(),
      ...entry,
      asked: entry.asked && hidePersonal(entry.asked),
    };
    await append(`${JSON.stringify(line)}\n`);
  };
}

/**
 * Opens the file without blocking: opening a pipe without a reader would block one of Node's few
 * threads forever.
 */
const openFlags =
  constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NONBLOCK;
const fileMode = 0o600;
/** Timeout of one line. A slow disk delays only those requests whose lines are being written. */
const lineTimeoutMs = 5_000;

/**
 * Appends lines in order. Lines that arrive during a write are written together after it, and
 * flushed once. Opens the file for each write, so that no line goes to a file that was moved or
 * removed. After a failed write, begins with a newline, to separate the next line from one that may
 * be partly written.
 */
function fileAppender(path: string): (line: string) => Promise<void> {
  /** A newline after a failed write, else empty. */
  let separator = '';
  let lastWrite = Promise.resolve();
  let nextBatch: { lines: Set<{ text: string }>; written: Promise<void> } | undefined;

  async function write(lines: Iterable<{ text: string }>): Promise<void> {
    const text = separator + Array.from(lines, (line) => line.text).join('');
    separator = '\n'; // until the write has succeeded

    const file = await open(path, openFlags, fileMode);

    try {
      await file.appendFile(text);
      await file.sync();
      separator = '';
    } finally {
      await file.close();
    }
  }

  function createBatch() {
    const lines = new Set<{ text: string }>();
    const written = lastWrite.then(() => {
      nextBatch = undefined;
      return write(lines);
    });

    lastWrite = written.catch(() => {});
    return { lines, written };
  }

  return async (text) => {
    nextBatch ??= createBatch();
    const { lines, written } = nextBatch;
    const line = { text };
    lines.add(line);
    // A line not written in time is removed from its flush, as its request was not answered.
    await withTimeout(lineTimeoutMs, written).finally(() => lines.delete(line));
  };
}

/** @throws Error that names the setting when the file cannot be opened, or cannot be flushed */
export async function assertAppendable({ log }: Pick<AuditOptions, 'log'>): Promise<void> {
  if (log === 'stdout') return;

  try {
    const file = openSync(log, openFlags, fileMode);
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new Error(
      `AUDIT_LOG must name a regular file that may be written (${errorCode(error)}).`,
    );
  }
}
