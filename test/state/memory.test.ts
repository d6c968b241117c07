import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryState } from '../../src/store/state.ts';
import { claimFor } from '../support/claim-for.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
/** The cache looks at the clock once a millisecond. */
const cacheClock = () => new Promise((resolve) => setTimeout(resolve, 10));
const later = async (ms: number) => {
  vi.setSystemTime(Date.now() + ms);
  await cacheClock();
};

describe('a claim', () => {
  it('is the first one’s until its time is over', async () => {
    const state = createMemoryState();
    const isMine = async (key: string) => (await claimFor(state, key, 1_000)) !== undefined;
    expect(await Promise.all(['a', 'a', 'b'].map(isMine))).toEqual([true, false, true]);
    await later(999);
    expect(await isMine('a')).toBe(false);
    await later(2);
    expect(await isMine('a')).toBe(true);
  });

  it('may be released before, and never takes a later one along', async () => {
    const state = createMemoryState();
    const first = await claimFor(state, 'a', 1_000);
    await first?.release();
    const second = await claimFor(state, 'a', 1_000);
    expect(second).toBeDefined();
    await first?.release();
    expect(await claimFor(state, 'a', 1_000)).toBeUndefined();
  });

  it('without an end is held until it is released, or kept for a time', async () => {
    const { lease } = createMemoryState();
    const first = await lease('a', 'wait');
    expect(first).toBeDefined();
    await later(60 * 60_000);
    expect([await lease('a', 'wait'), await lease('a', 'give up')]).toEqual([undefined, undefined]);
    await first?.release();
    const second = await lease('a', 'wait');
    await first?.commit(60_000);
    await second?.commit(1_000);
    expect(await lease('a', 'wait')).toBeUndefined();
    await later(1_001);
    expect(await lease('a', 'wait')).toBeDefined();
  });

  it('is forgotten when twenty thousand others were kept after it, and no other is', async () => {
    const { lease } = createMemoryState();
    for (let place = 0; place <= 20_000; place += 1) await (await lease(`delivery ${place}`, 'wait'))?.commit(60_000);
    expect(await lease('delivery 1', 'wait')).toBeUndefined();
    expect(await lease('delivery 20000', 'wait')).toBeUndefined();
    expect(await lease('delivery 0', 'wait')).toBeDefined();
  });

  it('is of one state, and not of another', async () => {
    await claimFor(createMemoryState(), 'a', 1_000);
    expect(await claimFor(createMemoryState(), 'a', 1_000)).toBeDefined();
  });
});

describe('a limit', () => {
  it('says how long to wait once it is used up, for each key and each name apart', async () => {
    const { createLimiter } = createMemoryState();
    const take = createLimiter({ name: 'questions', points: 2, windowSeconds: 60 });
    expect([await take('ann'), await take('ann'), await take('ben')]).toEqual([undefined, undefined, undefined]);
    const waitMs = await take('ann');
    expect(waitMs).toBeGreaterThan(59_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    expect(await createLimiter({ name: 'others', points: 1, windowSeconds: 60 })('ann')).toBeUndefined();
  });
});
