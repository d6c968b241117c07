import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAll, stopAll } from '../../src/components.ts';
import { createHistory, type Entry, RecentEntries } from '../../src/history/history.ts';
import { createEmbeddedHistory } from '../../src/history/stored.ts';
import { createStateFolder } from '../../src/store/file.ts';
import { logLines } from '../support/log-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const hourMs = 3_600_000;
const look = { asked: 'txn GARO-8f3k2j1', words: 'pending', group: 'moving', bank: '000013' } as const;

/** The history of a process that keeps it in this folder. Time is held: an answer waits 0.2 s for it, and no test does. */
async function run(at: string, rememberMs = 24 * hourMs, isNamed = true) {
  if (!vi.isFakeTimers()) holdTime();
  const log = logLines();
  const onTrouble = vi.fn();
  const folder = createStateFolder({ path: at, isNamed, logger: log.logger });
  const { history, part } = createEmbeddedHistory({ rememberMs, folder, logger: log.logger, onTrouble });
  await startAll([folder, part]);
  return { history, part, log, onTrouble, stop: () => stopAll([folder, part]) };
}
const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('.json'));
const textOf = (folder: string, name = 'history.json') => readFileSync(path.join(folder, name), 'utf8');
const put = (folder: string, name: string, content: unknown) =>
  writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

const toFake = ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;

function holdTime(): void {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: [...toFake] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('a history of one process', () => {
  it('forgets what was kept under another key', async () => {
    const folder = temporaryFolder();
    const first = await run(folder);
    await first.history.remember([look], 'U0ONE');
    await first.stop();
    put(folder, 'history-key.json', { version: 1, key: Buffer.alloc(32).toString('base64') });
    const second = await run(folder);
    expect((await second.history.remember([look], 'U0TWO')).counts?.banks).toEqual([
      { bank: '000013', asked: 1, unsettled: 1 },
    ]);
    await second.stop();
    expect(textOf(folder)).not.toContain('U0ONE');
  });

  it('is written once a minute when something was asked, and loses what it may no longer remember', async () => {
    const folder = temporaryFolder();
    const { history, stop } = await run(folder);
    await history.remember([look], 'U0ONE');
    expect(filesIn(folder)).toEqual(['history-key.json']);
    await vi.advanceTimersByTimeAsync(60_000);
    await waitFor(() => expect(textOf(folder)).toContain('U0ONE'));
    rmSync(path.join(folder, 'history.json'));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(filesIn(folder)).toEqual(['history-key.json']);
    await vi.advanceTimersByTimeAsync(24 * hourMs);
    await stop();
    expect(JSON.parse(textOf(folder))).toMatchObject({ version: 1, entries: [] });
  });

  it('empties its file, and remembers nothing, when it is turned off', async () => {
    const folder = temporaryFolder();
    const on = await run(folder);
    await on.history.remember([look], 'U0ONE');
    await on.stop();
    const off = await run(folder, 0);
    expect(await off.history.remember([look], 'U0ONE')).toMatchObject({ before: [], counts: { lookUps: 0 } });
    expect(await off.history.counts(60)).toMatchObject({ banks: [], lookUps: 0 });
    await off.stop();
    expect(JSON.parse(textOf(folder))).toMatchObject({ version: 1, entries: [] });
  });

  it('is in memory alone where the folder is another process’s', async () => {
    const folder = temporaryFolder();
    const holder = await run(folder);
    const { history, onTrouble, stop } = await run(folder, hourMs, false);
    await history.remember([look], 'U0ONE');
    await stop();
    expect(filesIn(folder)).toEqual(['history-key.json']); // the other's
    expect(onTrouble).not.toHaveBeenCalled();
    await holder.stop();
  });
});

it('forgetting a person erases their answers at once, and nobody else’s', async () => {
  const folder = temporaryFolder();
  const earlier = await run(folder);
  for (const personId of ['U0ONE', 'U0ONE', 'U0TWO']) await earlier.history.remember([look], personId);
  await earlier.stop();
  const { history, part, stop } = await run(folder);
  expect(await part.forget('U0ONE')).toBe(2);
  expect(textOf(folder)).toContain('U0TWO');
  expect(textOf(folder)).not.toContain('U0ONE');
  const { before } = await history.remember([look], 'U0TWO');
  expect(before).toMatchObject([{ personId: 'U0TWO' }]);
  await stop();
});

describe('what cannot be kept', () => {
  it.each(['history.json', 'history-key.json'])(
    'a %s of a newer txnbot is left alone, and that is said',
    async (name) => {
      const folder = temporaryFolder();
      put(folder, name, { version: 2, what: 'else' });
      const { history, part, log, onTrouble, stop } = await run(folder);
      await history.remember([look], 'U0ONE');
      expect((await history.remember([look], 'U0ONE')).before).toHaveLength(1);
      await expect(part.forget('U0ONE')).rejects.toThrow('cannot be read');
      await stop();
      expect(JSON.parse(textOf(folder, name))).toEqual({ version: 2, what: 'else' });
      expect(log.entries()).toMatchObject([
        { level: 'warn', code: 'NEWER_VERSION', msg: expect.stringContaining('cannot be kept') },
      ]);
      expect(onTrouble).toHaveBeenCalledTimes(1);
    },
  );

  it.each([
    ['history.json', { version: 1, key: '', entries: [{ fingerprint: 'a' }] }],
    ['history-key.json', { version: 1, key: 'c2hvcnQ=' }],
  ])('a damaged %s is set aside, and kept anew', async (name, content) => {
    const folder = temporaryFolder();
    put(folder, name, content);
    const { history, log, stop } = await run(folder);
    await history.remember([look], 'U0ONE');
    await stop();
    expect(textOf(folder)).toContain('U0ONE');
    const aside = filesIn(folder).find((each) => each.startsWith(`${name}.damaged-`)) ?? '';
    expect(textOf(folder, aside)).toBe(typeof content === 'string' ? content : JSON.stringify(content));
    expect(log.entries()).toMatchObject([{ level: 'warn', name, setAside: aside }]);
  });

  it('is kept once it can be', async () => {
    const folder = temporaryFolder();
    const { history, log, stop } = await run(folder);
    await history.remember([look], 'U0ONE');
    renameSync(folder, `${folder}-away`);
    await vi.advanceTimersByTimeAsync(60_000);
    await waitFor(() => expect(log.entries()).toMatchObject([{ code: 'ENOENT' }]));
    expect((await history.remember([look], 'U0ONE')).before).toHaveLength(1);
    renameSync(`${folder}-away`, folder);
    await vi.advanceTimersByTimeAsync(60_000);
    await waitFor(() => expect(log.entries()).toMatchObject([{}, { level: 'info' }]));
    expect(textOf(folder)).toContain('U0ONE');
    await stop();
  });
});

describe('the entries that one process remembers', () => {
  const entry = (fingerprint: string): Entry => ({ fingerprint, atMs: Date.now(), personId: 'U0ONE', group: 'moving' });
  const hold = () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    return new RecentEntries(24 * hourMs);
  };

  it('hold no reference in clear', async () => {
    const recent = hold();
    const history = createHistory(recent);
    await Promise.all([history.remember([look], 'U0ONE'), history.remember([look, look], 'U0ONE')]);
    expect(new Set(recent.all().map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(JSON.stringify(recent.all())).not.toContain('GARO');
    expect(recent.all()[0]?.fingerprint).toMatch(/^[\w-]{22}$/);
  });

  it('are neither older than they may be nor later than now, after a clock was set back', () => {
    const recent = hold();
    recent.add([entry('a')]);
    vi.setSystemTime(Date.now() + 24 * hourMs - 1);
    expect(recent.all()).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    expect(recent.all()).toEqual([]);
    recent.add([entry('b')]);
    vi.setSystemTime(Date.now() - hourMs);
    expect(recent.all()).toEqual([]);
  });
});
