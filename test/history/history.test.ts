import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Entry } from '../../src/history/hints.ts';
import { createHistory, RecentEntries } from '../../src/history/history.ts';

const hourMs = 3_600_000;
const rememberMs = 24 * hourMs;
const look = { asked: 'txn GARO-8f3k2j1', words: 'pending', group: 'moving', bank: '000013' } as const;

describe('the entries that one process remembers', () => {
  const entry = (fingerprint: string): Entry => ({ fingerprint, atMs: Date.now(), personId: 'U0ONE', group: 'moving' });
  const hold = () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    return new RecentEntries(rememberMs);
  };

  it('hold no reference in clear', async () => {
    const recent = hold();
    const history = createHistory(recent);
    await Promise.all([history.remember([look], 'U0ONE'), history.remember([look, look], 'U0ONE')]);
    expect(new Set(recent.all().map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(JSON.stringify(recent.all())).not.toContain('GARO');
    expect(recent.all()[0]?.fingerprint).toMatch(/^[\w-]{22}$/);
  });

  it('are not older than they may be', () => {
    const recent = hold();
    recent.add([entry('a')]);
    vi.setSystemTime(Date.now() + rememberMs - 1);
    expect(recent.all()).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    expect(recent.all()).toEqual([]);
  });

  it('are the latest ten thousand', () => {
    const recent = hold();
    for (const part of [0, 1, 2, 3, 4])
      recent.add(Array.from({ length: 5_000 }, (_, index) => entry(`m${part * 5_000 + index}`)));
    expect(recent.all()).toHaveLength(10_000);
    expect(recent.all()[0]?.fingerprint).toBe('m15000');
  });

  it('are none that are later than now, after a clock was set back', () => {
    const recent = hold();
    recent.add([entry('a')]);
    vi.setSystemTime(Date.now() - hourMs);
    expect(recent.all()).toEqual([]);
    recent.add([entry('b')]);
    expect(recent.all().map(({ fingerprint }) => fingerprint)).toEqual(['b']);
  });
});
