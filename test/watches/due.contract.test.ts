import { describe, expect, it, type TestContext, vi } from 'vitest';
import type { WatchStore } from '../../src/watches/watch.ts';
import { holdClock } from '../support/hold-clock.ts';
import { isRedisMissing } from '../support/redis.ts';
import { dueAtMs as nowMs, watchLimits, watchOf } from '../support/stored-watch.ts';
import { media, useRedis } from '../support/stores.ts';

useRedis();

const leaseMs = 10_000;
const references = (count: number) => Array.from({ length: count }, (_, place) => `GARO-${place}`);

/** The stores of two processes or, in memory, twice that of one; `fetch` takes what is due after some milliseconds. */
async function opened(medium: 'in memory' | 'in Redis', test: TestContext) {
  const next = media[medium](test);
  const one = (await next()).watches;
  const other = medium === 'in Redis' ? (await next()).watches : one;
  const fetch = async (afterMs: number, running: readonly string[] = [], max = 50, store: WatchStore = one) =>
    (await store.fetch({ nowMs: nowMs + afterMs, running, max })).due.map(({ reference, plannedAtMs }) => [
      reference,
      plannedAtMs === undefined ? undefined : plannedAtMs - nowMs,
    ]);
  const put = (reference: string, afterMs: number, store = one) =>
    store.put(watchOf(reference), watchLimits, nowMs + afterMs);
  /** Ends a look-up. */
  const done = async (reference: string, againAfterMs?: number) => {
    await one.done(reference);
    if (againAfterMs !== undefined) await one.advance(reference, nowMs + againAfterMs);
  };
  return { one, other, fetch, put, done };
}

describe.each(['in memory', 'in Redis'] as const)('what is due, %s,', (medium) => {
  const on = it.skipIf(medium === 'in Redis' && isRedisMissing);

  on('is one process’s alone, not before its time, and says when it was planned', async (test) => {
    const { other, fetch, put } = await opened(medium, test);
    for (const [place, reference] of references(60).entries()) await put(reference, place * 10);
    await put('GARO-far', 3_600_000);
    expect(await fetch(-1)).toEqual([]);
    const first = await fetch(600, [], 50);
    const others = await fetch(
      600,
      medium === 'in memory' ? first.map(([reference]) => String(reference)) : [],
      50,
      other,
    );
    expect([first.length, others.length]).toEqual([50, 10]);
    expect(new Set([...first, ...others].map(String))).toEqual(
      new Set(references(60).map((reference, place) => `${reference},${place * 10}`)),
    );
  });

  on('is due at the earlier of two times, whichever came first', async (test) => {
    const { one, fetch, put } = await opened(medium, test);
    await put('later first', 3_600_000);
    await one.advance('later first', nowMs + 100);
    await put('earlier first', 100);
    await one.advance('earlier first', nowMs + 3_600_000);
    expect((await fetch(100)).sort()).toEqual([
      ['earlier first', 100],
      ['later first', 100],
    ]);
  });

  on('is due again when it is done, also at a time that another process put meanwhile, or never', async (test) => {
    const { other, fetch, put, done } = await opened(medium, test);
    await put('GARO-1', 0);
    await put('GARO-2', 0);
    expect(await fetch(0)).toHaveLength(2);
    await put('GARO-2', 500, other);
    expect(await fetch(600, ['GARO-1', 'GARO-2'])).toEqual([]); // of one reference at a time
    await done('GARO-1', 60_000);
    await done('GARO-2', 500);
    expect(await fetch(600)).toEqual([['GARO-2', 500]]);
    await done('GARO-2');
    expect(await fetch(60_000)).toEqual([['GARO-1', 60_000]]);
    await done('GARO-1');
    expect(await fetch(9 * leaseMs)).toEqual([]);
  });

  on('that has no time, as after an upgrade, gets one within seconds', async (test) => {
    const { one, fetch, put, done } = await opened(medium, test);
    holdClock();
    vi.setSystemTime(nowMs);
    for (const reference of references(3)) await put(reference, 3_600_000);
    for (const reference of references(2)) await done(reference);
    await one.spread();
    expect((await fetch(5_000)).map(([reference]) => reference).sort()).toEqual(['GARO-0', 'GARO-1']);
  });

  on('of a process that was killed is due for the others when its lease ends, and not while it lives', async (test) => {
    if (medium === 'in memory') return;
    const { one, other, fetch, put } = await opened(medium, test);
    await put('GARO-1', 0);
    expect(await fetch(0)).toEqual([['GARO-1', 0]]);
    expect(await fetch(leaseMs - 1, ['GARO-1'])).toEqual([]);
    expect(await fetch(2 * leaseMs - 2, [], 50, other)).toEqual([]);
    expect(await fetch(2 * leaseMs - 1, [], 50, other)).toEqual([['GARO-1', 2 * leaseMs - 1]]);
    await one.remove(watchOf('GARO-1'));
  });
});
