import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../src/history/counts.ts';
import type { AnsweredEntry } from '../../src/history/entry.ts';
import { expectLinear } from '../support/growth.ts';

const hourMs = 3_600_000;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const store = () => createMemoryStore(24 * hourMs, async () => new Uint8Array(32));
const entry = (fingerprint: string, changes: Partial<AnsweredEntry> = {}): AnsweredEntry => ({
  fingerprint,
  atMs: Date.now(),
  personId: 'U0ASKER',
  words: 'pending',
  group: 'moving',
  bank: '000013',
  ...changes,
});

describe('the memory of one process', () => {
  it('has the answers of a fingerprint, and not the failures', async () => {
    const kept = store();
    const [first, second] = [entry('a'), entry('a', { words: 'failed', group: 'failed' })];
    await kept.add([first, entry('b'), second, { fingerprint: 'a', atMs: Date.now(), failure: 'timeout' }]);
    expect(await kept.of('a')).toEqual([
      { personId: 'U0ASKER', words: 'pending', atMs: first.atMs },
      { personId: 'U0ASKER', words: 'failed', atMs: second.atMs },
    ]);
    expect(await kept.of('c')).toEqual([]);
    expect(kept.entries()).toHaveLength(4);
  });

  it('forgets what is older than it may be', async () => {
    const kept = store();
    await kept.add([entry('a')]);
    vi.setSystemTime(Date.now() + 24 * hourMs - 1);
    expect(await kept.of('a')).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    expect(await kept.of('a')).toEqual([]);
    expect(kept.entries()).toEqual([]);
  });

  it('holds ten thousand entries, the latest, and counts no others', async () => {
    const kept = store();
    for (let index = 0; index < 25_000; index += 1) await kept.add([entry(`m${index}`)]);
    expect(kept.entries()).toHaveLength(10_000);
    expect(kept.entries()[0]?.fingerprint).toBe('m15000');
    expect(await kept.of('m14999')).toEqual([]);
    expect(await kept.of('m15000')).toHaveLength(1);
    expect((await kept.counts(60)).banks).toEqual([{ bank: '000013', asked: 10_000, unsettled: 10_000 }]);
  });

  it('forgets the oldest answer about something, and not the later ones', async () => {
    const kept = store();
    const later = entry('same', { words: 'failed', group: 'failed' });
    await kept.add([entry('same'), later]);
    for (let index = 0; index < 9_999; index += 1) await kept.add([entry(`m${index}`)]);
    expect((await kept.of('same')).map(({ words }) => words)).toEqual(['failed']);
    await kept.add([entry('last')]);
    expect(await kept.of('same')).toEqual([]);
  });

  it('costs no more when the same people ask about the same again and again', async () => {
    const askAgain = async (times: number) => {
      const kept = store();
      for (let asked = 0; asked < times; asked += 1) {
        await kept.of('a');
        await kept.add([entry('a', { personId: `U${asked % 5}` })]);
      }
    };
    await expectLinear(2_000, askAgain);
  });

  it('tells nothing that is later than now, after a clock was set back', async () => {
    const kept = store();
    await kept.add([entry('a')]);
    vi.setSystemTime(Date.now() - hourMs);
    expect(await kept.of('a')).toEqual([]);
    await kept.add([entry('b')]);
    expect(kept.entries().map(({ fingerprint }) => fingerprint)).toEqual(['b']);
  });

  it('counts the last half hour and the last hour by themselves', async () => {
    const kept = store();
    await kept.add([entry('a')]);
    vi.setSystemTime(Date.now() + 40 * 60_000);
    await kept.add([entry('b', { group: 'settled' })]);
    expect((await kept.counts(30)).banks).toEqual([{ bank: '000013', asked: 1, unsettled: 0 }]);
    expect((await kept.counts(60)).banks).toEqual([{ bank: '000013', asked: 2, unsettled: 1 }]);
  });
});
