import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEvents } from '../../src/ops/events.ts';
import { createLineWriter } from '../../src/ops/logger.ts';
import { holdClock } from '../support/hold-clock.ts';
import { logLines } from '../support/log-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const dropped = vi.fn();
const gone = vi.fn();
beforeEach(() => {
  dropped.mockClear();
  gone.mockClear();
});

/** A pipe as Node's stdout is one, whose other end reads when the test does. */
function openPipe() {
  const name = path.join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [name]);
  const readEnd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  const fd = openSync(name, constants.O_WRONLY | constants.O_NONBLOCK);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(readEnd);
    isOpen = false;
  };
  onTestFinished(() => {
    close();
    closeSync(fd);
  });
  const bytes = Buffer.alloc(64 * 1024);
  let read = '';
  /** What has come out so far. */
  const readNow = () => {
    try {
      read += bytes.toString('utf8', 0, readSync(readEnd, bytes));
    } catch (error) {
      expect(error).toMatchObject({ code: 'EAGAIN' });
    }
    return read;
  };
  const writer = createLineWriter(
    fd,
    createEvents().on('droppedLines', dropped).on('unread', gone),
  );
  return { writer, readNow, close };
}

/** The names of the lines, when the last of them has come out. */
async function namesUntil(last: string, readNow: () => string): Promise<string[]> {
  await waitFor(() => {
    if (vi.isFakeTimers()) vi.advanceTimersByTime(20);
    expect(readNow().split('\n').at(-2)).toMatch(new RegExp(`^${last} `));
  });
  return namesIn(readNow());
}

/** The first word of each line. */
const namesIn = (text: string): string[] => text.match(/^\S+/gm) ?? [];

const line = (name: string, length = 100) => `${name} ${'x'.repeat(length)}\n`;
const outcomeOf = (written: Promise<void>) =>
  written.then(
    () => 'written',
    (error: Error & { code?: string }) => error.code,
  );

describe('lines', () => {
  it('lines are written in order, and at the end all that wait are written at once', async () => {
    const { writer, readNow } = openPipe();
    writer.write('one\n');
    const second = writer.writeInTime('two\n');
    writer.write('three\n');
    writer.flush();
    expect(readNow()).toBe('one\ntwo\nthree\n');
    await second;
  });

  it('lines that nobody reads never block; those over the limit are dropped and counted', async () => {
    const { writer, readNow } = openPipe();
    for (let count = 0; count < 3_000; count += 1) writer.write(line(String(count), 1_000));
    await turn();
    expect(dropped).not.toHaveBeenCalled();
    dropped.mockImplementationOnce(() => writer.write(line('told')));
    const names = await namesUntil('told', readNow);
    expect(names.slice(0, -1)).toEqual(names.slice(0, -1).map((_, place) => String(place))); // the first ones, each whole
    expect(names.length).toBeGreaterThan(900);
    expect(dropped).toHaveBeenCalledExactlyOnceWith(3_000 - (names.length - 1));
  });
});

describe('a line that has to be written', () => {
  it('while the pipe is full, such a line fails after a second, and is not written later', async () => {
    const { writer, readNow } = openPipe();
    writer.write(line('full', 100_000));
    await turn();
    holdClock();
    const first = outcomeOf(writer.writeInTime(line('first')));
    vi.advanceTimersByTime(999);
    expect(await Promise.race([first, turn()])).toBeUndefined();
    const second = outcomeOf(writer.writeInTime(line('second')));
    vi.advanceTimersByTime(1);
    expect(await first).toBe('ETIMEDOUT');
    expect(await namesUntil('second', readNow)).toEqual(['full', 'second']);
    expect(await second).toBe('written');
  });

  it('lines that were not written in time leave their room to others', async () => {
    const { writer, readNow } = openPipe();
    writer.write(line('full', 100_000));
    await turn();
    holdClock();
    const late = [1, 2, 3].map(() => outcomeOf(writer.writeInTime(line('late', 300_000))));
    vi.advanceTimersByTime(1_000);
    expect(await Promise.all(late)).toEqual(['ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT']);
    writer.write(line('next', 300_000));
    expect(await namesUntil('next', readNow)).toEqual(['full', 'next']);
  });

  it('a line that is half written at its deadline is still finished', async () => {
    const { writer, readNow } = openPipe();
    writer.write(line('full', 100_000));
    await turn();
    holdClock();
    const [first, torn] = [line('first'), line('torn', 100_000)].map((text) =>
      outcomeOf(writer.writeInTime(text)),
    );
    readNow();
    vi.advanceTimersByTime(20);
    expect(await first).toBe('written');
    vi.advanceTimersByTime(1_000);
    expect(await torn).toBe('ETIMEDOUT');
    writer.write(line('last'));
    expect(await namesUntil('last', readNow)).toEqual(['full', 'first', 'torn', 'last']);
  });

  it('a line that must be written fails when its reader is gone, which is reported', async () => {
    const { writer, close } = openPipe();
    close();
    await expect(writer.writeInTime(line('one'))).rejects.toThrow('EPIPE');
    expect(gone).toHaveBeenCalledOnce();
  });

  it('a line that must be written fails on a full disk, which does not end the process', async () => {
    const fd = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(fd));
    const writer = createLineWriter(fd, createEvents().on('unread', gone));
    await expect(writer.writeInTime(line('one'))).rejects.toThrow('ENOSPC');
    expect(gone).not.toHaveBeenCalled();
  });
});

describe('last words', () => {
  it('last lines are written whole while somebody reads, even through a full pipe', () => {
    const { writer, readNow } = openPipe();
    const wait = vi
      .spyOn(Atomics, 'wait')
      .mockImplementation(() => (readNow() ? 'timed-out' : 'not-equal'));
    onTestFinished(() => wait.mockRestore());
    for (let count = 0; count < 800; count += 1) writer.write(line(String(count), 1_000));
    writer.flush();
    expect(namesIn(readNow())).toEqual(Array.from({ length: 800 }, (_, place) => String(place)));
  });

  it('last lines that nobody reads delay an exit by half a second at most', async () => {
    const { writer, readNow } = openPipe();
    const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
    onTestFinished(() => wait.mockRestore());
    writer.write(line('fatal', 100_000));
    writer.flush();
    expect(wait.mock.calls.reduce((sum, [, , , ms = 0]) => sum + ms, 0)).toBe(500);
    expect(await namesUntil('fatal', readNow)).toEqual(['fatal']);
  });
});

describe('a log line', () => {
  it('a log line is JSON with its level in words and its time; an error has name and stack', () => {
    const { logger, entries } = logLines();
    logger.warn({ command: 'txn', durationMs: 12 }, 'command');
    logger.fatal({ error: new RangeError('too far') }, 'uncaught exception');
    logger.fatal({ error: 'words' }, 'unhandled rejection');
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const stack = expect.stringContaining('lines.test.ts');
    expect(entries()).toEqual([
      { level: 'warn', time, command: 'txn', durationMs: 12, msg: 'command' },
      { level: 'fatal', time, error: { name: 'RangeError', stack }, msg: 'uncaught exception' },
      { level: 'fatal', time, error: 'words', msg: 'unhandled rejection' },
    ]);
  });

  it('secrets are removed from every log line, wherever they stand', () => {
    const { logger, lines } = logLines(['sesame-"quoted"', '']);
    logger.error({ deep: { in: ['sesame-"quoted"'] } }, 'token sesame-"quoted" refused');
    logger.error(new Error('xoxb-1-canary and xapp-2-canary'));
    logger.error('posting to https://hooks.slack.com/commands/T1/2/canary failed');
    logger.error({ to: 'http://127.0.0.1:4000/actions/T1/canary' });
    logger.error('GET with authorization: Bearer renewed+/~canary, or bearer lower~canary');
    logger.error(
      'https://hooks.slack-gov.com/triggers/T1/2/canary is a URL that starts a workflow',
    );
    logger.error("connecting to 'rediss://txnbot:canary@redis:6379/0' failed");
    logger.error('wss://wss-primary.slack.com/link/?ticket=canary&app_id=1 closed');
    expect(lines).toHaveLength(8);
    expect(lines.join()).not.toMatch(/sesame|canary/);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });
});

/** One turn of the event loop: all that was due has been tried. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
