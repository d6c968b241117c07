import { describe, expect, it, type TestContext } from 'vitest';
import { createRedisState } from '../../src/store/redis.ts';
import { createMemoryState, type State } from '../../src/store/state.ts';
import { claimFor } from '../support/claim-for.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { waitFor } from '../support/wait-for.ts';

/** What every state must do, whoever has it. */
const media: Record<string, (test: TestContext) => Promise<State>> = {
  memory: async () => createMemoryState(),
  Redis: async (test) => {
    const { connections } = connectionsTo((await startRedis(test)).url, test);
    await waitFor(() => expect(connections.isReady()).toBe(true));
    return createRedisState({ connections, namespace: 'txnbot:{A0:T0}', onFallback: () => {} });
  },
};

describe.each(Object.entries(media))('a claim in %s', { concurrent: true }, (medium, start) => {
  const on = it.skipIf(medium === 'Redis' && isRedisMissing);

  on('is the first one’s until its time is over', async (test) => {
    const state = await start(test);
    const isMine = async (key: string) => (await claimFor(state, key, 60_000)) !== undefined;
    expect((await Promise.all(['a', 'a', 'b'].map(isMine))).filter((each) => each)).toHaveLength(2);
    expect(await isMine('a')).toBe(false);
    expect(await claimFor(state, 'brief', 100)).toBeDefined();
    expect(await isMine('brief')).toBe(false);
    await waitFor(async () => expect(await isMine('brief')).toBe(true));
  });

  on('may be released before, and never takes a later one along', async (test) => {
    const state = await start(test);
    const first = await claimFor(state, 'a', 60_000);
    await first?.release();
    expect(await claimFor(state, 'a', 60_000)).toBeDefined();
    await first?.release();
    await first?.commit(1);
    expect(await claimFor(state, 'a', 60_000)).toBeUndefined();
  });

  on('without an end is held until it is released, or kept for a time', async (test) => {
    const { lease } = await start(test);
    const first = await lease('a', 'wait');
    expect([await lease('a', 'wait'), await lease('a', 'give up')]).toEqual([undefined, undefined]);
    await first?.release();
    const second = await lease('a', 'wait');
    await second?.commit(100);
    expect(await lease('a', 'give up')).toBeUndefined();
    await waitFor(async () => expect(await lease('a', 'give up')).toBeDefined());
  });
});

describe.each(Object.entries(media))('a limit in %s', (medium, start) => {
  const on = it.skipIf(medium === 'Redis' && isRedisMissing);

  on('says how long to wait once it is used up, for each key and each name apart', async (test) => {
    const { createLimiter } = await start(test);
    const take = createLimiter({ name: 'questions', points: 2, windowSeconds: 60 });
    expect([await take('ann'), await take('ann'), await take('ben')]).toEqual([undefined, undefined, undefined]);
    const waitMs = await take('ann');
    expect(waitMs).toBeGreaterThan(50_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    expect(await createLimiter({ name: 'others', points: 1, windowSeconds: 60 })('ann')).toBeUndefined();
  });
});

it('a claim in memory is forgotten when twenty thousand others were kept after it, and no other is', async () => {
  const { lease } = createMemoryState();
  for (let place = 0; place <= 20_000; place += 1) await (await lease(`delivery ${place}`, 'wait'))?.commit(60_000);
  expect(await lease('delivery 1', 'wait')).toBeUndefined();
  expect(await lease('delivery 20000', 'wait')).toBeUndefined();
  expect(await lease('delivery 0', 'wait')).toBeDefined();
});
