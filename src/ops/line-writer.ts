import { writevSync } from 'node:fs';

export interface LineWriterOptions {
  /** Of a file, or of a pipe or a socket that does not block (`process.stdout.fd`). */
  fd: number;
  /** Told when lines come out again, of how many did not. */
  onDropped: (count: number) => void;
  /** Told when nobody will ever read another line: the other end of the pipe has gone. */
  onGone: () => void;
}

export interface LineWriter {
  /** Keeps the line until it can be written; drops it when too much is kept already. */
  write(line: string): void;
  /** Resolves when the line has been written. @throws Error when it could not be, or not in time */
  writeInTime(line: string): Promise<void>;
  /** Writes now what a reader takes within half a second, and holds up the process for it: for its last words. */
  flush(): void;
}

interface Kept {
  bytes: Buffer;
  /** Whether its beginning is written already. */
  isTorn: boolean;
  settle: (error?: Error) => void;
}

const keptMax = 1_000_000; // bytes
const linesAtOnce = 1_000; // the system takes 1,024
/** For a line that has to be written; longer would be too late for Slack's three seconds. */
const patienceMs = 1_000;
/** For the next ones once that has passed. */
const stuckPatienceMs = 100;
const retryMs = 20;
/** For the last words; a reader that lives empties a full pipe within a few of these. */
const flushRetryMs = 5;
const flushRetriesMax = 100;

/**
 * Writes lines in their order and, but for its last words, never waits: a pipe that nobody reads takes 64 kB, and then a
 * write that blocks holds up the process, and even its end. All lines of one turn of the event loop go in one call.
 */
export function createLineWriter({ fd, onDropped, onGone }: LineWriterOptions): LineWriter {
  const kept: Kept[] = [];
  let keptLength = 0;
  let dropped = 0;
  let isDue = false;
  /** Whether a line that had to be written was given up, and nothing has come out since. */
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

  /** Takes so many bytes off the front, as they have been written. */
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
