import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEmbeddedHistory } from '../../src/history/embedded-history.ts';
import { createMemoryFiles } from '../../src/state/memory-files.ts';
import type { KeptFiles } from '../../src/state/state.ts';
import { logLines } from '../support/log-lines.ts';

const hourMs = 3_600_000;
const look = { asked: 'txn GARO-8f3k2j1', words: 'pending', group: 'moving', bank: '000013' } as const;

function create(files: KeptFiles, rememberMs = 24 * hourMs) {
  const log = logLines();
  const onTrouble = vi.fn();
  return { ...createEmbeddedHistory({ rememberMs, files, logger: log.logger, onTrouble }), log, onTrouble };
}

/** Memory files that say how often each was written, and can be made to fail. */
function watchedFiles() {
  const files = createMemoryFiles();
  const writes: string[] = [];
  const broken = new Set<string>();
  const spied: KeptFiles = (name) => ({
    read: () => (broken.has(`read ${name}`) ? Promise.reject(new Error('EIO')) : files(name).read()),
    async write(value) {
      if (broken.has(`write ${name}`)) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      writes.push(name);
      await files(name).write(value);
    },
  });
  return { files: spied, writes, broken };
}

function holdTime(): void {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('a history of one process', () => {
  it('outlives the process', async () => {
    const files = createMemoryFiles();
    const before = create(files);
    await before.part.start();
    await before.history.remember(look, 'U0ONE');
    await before.history.rememberAll([{ asked: 'txn A-1', failure: 'timeout' }], 'U0ONE');
    await before.part.stop();
    const after = create(files);
    await after.part.start();
    const { before: seen, counts } = await after.history.remember(look, 'U0TWO');
    expect(seen).toMatchObject([{ personId: 'U0ONE', words: 'pending' }]);
    expect(counts?.failures.get('timeout')).toBe(1);
    expect([...before.log.entries(), ...after.log.entries()]).toEqual([]);
  });

  it('forgets what was kept under another key', async () => {
    const files = createMemoryFiles();
    const before = create(files);
    await before.part.start();
    await before.history.remember(look, 'U0ONE');
    await before.part.stop();
    await files('history-key.json').write({ version: 1, key: Buffer.alloc(32).toString('base64') });
    const after = create(files);
    await after.part.start();
    expect((await after.history.remember(look, 'U0TWO')).counts?.banks).toEqual([
      { bank: '000013', asked: 1, unsettled: 1 },
    ]);
    await after.part.stop();
    expect(JSON.stringify(await files('history.json').read())).not.toContain('U0ONE');
  });

  it('is not written at each question, nor when nothing was asked', async () => {
    holdTime();
    const { files, writes } = watchedFiles();
    const { history, part } = create(files);
    await part.start();
    for (let index = 0; index < 100; index += 1) await history.remember(look, 'U0ONE');
    expect(writes).toEqual(['history-key.json']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(writes).toEqual(['history-key.json', 'history.json']);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(writes).toHaveLength(2);
    await part.stop();
    expect(writes).toHaveLength(2);
  });

  it('loses from its file what it may no longer remember', async () => {
    holdTime();
    const { files } = watchedFiles();
    const { history, part } = create(files);
    await part.start();
    await history.remember(look, 'U0ONE');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(JSON.stringify(await files('history.json').read())).toContain('U0ONE');
    await vi.advanceTimersByTimeAsync(24 * hourMs);
    expect(await files('history.json').read()).toMatchObject({ version: 1, entries: [] });
    await part.stop();
  });

  it('empties its file, and remembers nothing, when it is turned off', async () => {
    const files = createMemoryFiles();
    const on = create(files);
    await on.part.start();
    await on.history.remember(look, 'U0ONE');
    await on.part.stop();
    const off = create(files, 0);
    await off.part.start();
    expect(await off.history.remember(look, 'U0ONE')).toEqual({ before: [], counts: undefined });
    expect(await off.history.counts(60)).toBeUndefined();
    await off.part.stop();
    expect(await files('history.json').read()).toMatchObject({ version: 1, entries: [] });
  });

  it.each([
    ['of a newer version', { version: 2, entries: [] }],
    ['of another shape', { version: 1, key: '', entries: [{ fingerprint: 'a' }] }],
    ['that is none', 'history'],
  ])('never writes over a file %s, and says so', async (_what, value) => {
    const files = createMemoryFiles();
    await files('history.json').write(value);
    const { history, part, log, onTrouble } = create(files);
    await part.start();
    await history.remember(look, 'U0ONE');
    expect((await history.remember(look, 'U0ONE')).before).toHaveLength(1);
    await part.stop();
    expect(await files('history.json').read()).toEqual(value);
    expect(log.entries()).toMatchObject([{ level: 'warn', msg: expect.stringContaining('cannot be kept') }]);
    expect(onTrouble).toHaveBeenCalledTimes(1);
  });

  it('goes on with a full disk, and keeps what it has once there is room', async () => {
    holdTime();
    const { files, writes, broken } = watchedFiles();
    for (const name of ['history.json', 'history-key.json']) broken.add(`write ${name}`);
    const { history, part, log } = create(files);
    await part.start();
    await history.remember(look, 'U0ONE');
    expect((await history.remember(look, 'U0ONE')).before).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(log.entries()).toMatchObject([{ code: 'ENOSPC' }]);
    broken.clear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(writes).toEqual(['history.json']);
    expect(log.entries()).toHaveLength(2);
    await part.stop();
  });

  it('writes over no key and no file that cannot be read', async () => {
    const { files, writes, broken } = watchedFiles();
    for (const name of ['history.json', 'history-key.json']) broken.add(`read ${name}`);
    const { history, part, onTrouble } = create(files);
    await part.start();
    await history.remember(look, 'U0ONE');
    expect((await history.remember(look, 'U0ONE')).before).toHaveLength(1);
    await part.stop();
    expect(writes).toEqual([]);
    expect(onTrouble).toHaveBeenCalledTimes(2);
  });
});
