import { writevSync } from 'node:fs';

interface LineWriterOptions {
  /** A file, or a non-blocking pipe or socket (`process.stdout.fd`). */
  fd: number;
  /** Called when lines are written again, with the number of those that were dropped. */
  onDropped: (count: number) => void;
  /** Called when the other end of the pipe has closed: nobody will ever read another line. */
  onGone: () => void;
}

export interface LineWriter {
  /** Queues the line until it can be written; drops it when the queue is full. */
  write(line: string): void;
  /** Resolves when the line has been written. @throws Error when it could not be written, or not in time */
  writeInTime(line: string): Promise<void>;
  /** Writes what a reader takes within half a second and blocks the process meanwhile: for its last lines. */
  flush(): void;
}

interface Kept {
  bytes: Buffer;
  /** Whether its beginning has been written. */
  isTorn: boolean;
  settle: (error?: Error) => void;
}

const keptMax = 1_000_000; // bytes
const linesAtOnce = 1_000; // the system allows 1,024
/** How long `writeInTime` waits; longer would be too late for Slack's three seconds. */
const patienceMs = 1_000;
/** How long it waits after such a time-out, until a line is written again. */
const stuckPatienceMs = 100;
const retryMs = 20;
/** For `flush`; a live reader empties a full pipe within a few of these. */
const flushRetryMs = 5;
const flushRetriesMax = 100;

/**
 * Writes lines in order and, except in `flush`, never waits: a pipe that nobody reads takes 64 kB, and then a blocking
 * write stops the process, even its exit. All lines of one turn of the event loop go out in one call.
 */
export function createLineWriter({ fd, onDropped, onGone }: LineWriterOptions): LineWriter {
  const kept: Kept[] = [];
  let keptLength = 0;
  let dropped = 0;
  let isDue = false;
  /** Whether `writeInTime` has timed out and nothing has been written since. */
  let isStuck = false;

  function keep(line: string, settle: Kept['settle']): Kept {
    const entry = { bytes: Buffer.from(line), isTorn: false, settle };
    kept.push(entry);
    keptLength += entry.bytes.length;
    if (!isDue) setImmediate(writeDue);
    isDue = true;
    return entry;
  }

  function remove(count: number, at = 0): Kept[] {
    const removed = kept.splice(at, count);
    for (const { bytes } of removed) keptLength -= bytes.length;
    return removed;
  }

  function writeDue(): void {
    const outcome = writeKept();
    isDue = outcome === 'blocked';
    if (isDue) setTimeout(writeDue, retryMs);
    if (outcome !== 'written' || dropped === 0) return;
    const count = dropped;
    dropped = 0;
    onDropped(count);
  }

  function writeKept(): 'written' | 'blocked' | 'failed' {
    try {
      while (kept.length > 0) {
        const lines = kept.slice(0, linesAtOnce).map(({ bytes }) => bytes);
        take(writevSync(fd, lines));
      }
      return 'written';
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      if (error.code === 'EAGAIN') return 'blocked';
      for (const { settle } of remove(kept.length)) settle(error);
      if (error.code === 'EPIPE') onGone();
      return 'failed';
    }
  }

  /** Removes `count` written bytes from the front. */
  function take(count: number): void {
    isStuck = false;
    let left = count;
    const whole = kept.findIndex(({ bytes }) => {
      if (bytes.length > left) return true;
      left -= bytes.length;
      return false;
    });
    for (const { settle } of remove(whole === -1 ? kept.length : whole)) settle();
    const [first] = kept;
    if (!first || left === 0) return;
    first.bytes = first.bytes.subarray(left);
    first.isTorn = true;
    keptLength -= left;
  }

  return {
    write(line) {
      if (keptLength + line.length > keptMax) dropped += 1;
      else
        keep(line, (error) => {
          if (error) dropped += 1;
        });
    },
    writeInTime(line) {
      return new Promise((resolve, reject) => {
        const entry = keep(line, (error) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve();
        });
        const timer = setTimeout(
          () => {
            isStuck = true;
            if (!entry.isTorn) remove(1, kept.indexOf(entry));
            reject(Object.assign(new Error('The line could not be written in time.'), { code: 'ETIMEDOUT' }));
          },
          isStuck ? stuckPatienceMs : patienceMs,
        );
      });
    },
    flush() {
      const nobody = new Int32Array(new SharedArrayBuffer(4));
      for (let retries = 0; writeKept() === 'blocked' && retries < flushRetriesMax; retries += 1)
        Atomics.wait(nobody, 0, 0, flushRetryMs);
    },
  };
}
