import { describe, expect, it, type TestContext, vi } from 'vitest';
import { createDeliveryLog } from '../../src/watches/delivery-log.ts';
import { createRedisStore } from '../../src/watches/redis-store.ts';
import type { Watch } from '../../src/watches/watch.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { watchLimits, watchOf } from '../support/stored-watch.ts';
import { waitFor } from '../support/wait-for.ts';

const told = (watch: Watch, status: string): Watch => ({
  ...watch,
  seen: { status },
  tellings: (watch.tellings ?? 0) + 1,
});

/** The notes of one process of those that share this Redis. */
async function notesOn({ url }: TestRedis, test: TestContext) {
  const { connections, log } = connectionsTo(url, test);
  const connection = connections.open('watches');
  const store = createRedisStore({ connection, namespace: 'txnbot:{A0:T0}', logger: log.logger });
  await waitFor(() => expect(connections.isReady()).toBe(true));
  const onUnkept = vi.fn();
  return {
    ...createDeliveryLog(store, onUnkept),
    store,
    onUnkept,
    /** Only this process cannot reach Redis. */
    async leave() {
      connection.redis.disconnect();
      await waitFor(() => expect(connection.redis.status).toBe('end'));
    },
    comeBack: () => connection.redis.connect(),
  };
}

describe.skipIf(isRedisMissing)('what was told, noted in Redis', { concurrent: true }, () => {
  it('late, is not written over what another process has noted since', async (test) => {
    const redis = await startRedis(test);
    const [late, other] = [await notesOn(redis, test), await notesOn(redis, test)];
    const watch = watchOf('GARO-1');
    await late.store.put(watch, watchLimits);
    await late.leave();
    await late.note(told(watch, 'processing'), watch);
    expect(late.isBehind('GARO-1')).toBe(true);
    const newer = told(watch, 'on hold');
    await other.note(newer, watch);
    await late.comeBack();
    expect(await late.ofReference('GARO-1')).toEqual([newer]);
    expect(await other.ofReference('GARO-1')).toEqual([newer]);
    expect(late.isBehind('GARO-1')).toBe(false);
  });

  it('late, is kept when nobody has noted anything since, with all that was told meanwhile', async (test) => {
    const redis = await startRedis(test);
    const [late, other] = [await notesOn(redis, test), await notesOn(redis, test)];
    const watch = watchOf('GARO-1');
    await late.store.put(watch, watchLimits);
    await late.leave();
    const first = told(watch, 'processing');
    const second = told(first, 'on hold');
    await late.note(first, watch);
    await late.note(second, first);
    expect(late.onUnkept).toHaveBeenCalledTimes(2);
    await late.comeBack();
    expect(await late.ofReference('GARO-1')).toEqual([second]);
    expect(await other.ofReference('GARO-1')).toEqual([second]);
    expect(late.isBehind('GARO-1')).toBe(false);
  });

  it('brings no watch back that was stopped meanwhile', async (test) => {
    const redis = await startRedis(test);
    const [late, other] = [await notesOn(redis, test), await notesOn(redis, test)];
    const watches = Array.from({ length: 200 }, (_, place) => watchOf(`GARO-${place}`));
    await Promise.all(watches.map((watch) => late.store.put(watch, watchLimits)));
    await Promise.all(
      watches.flatMap((watch) => [late.note(told(watch, 'processing'), watch), other.store.remove(watch)]),
    );
    expect(await other.store.count()).toBe(0);
    const watch = watchOf('GARO-stopped');
    await late.store.put(watch, watchLimits);
    await late.leave();
    await late.note(told(watch, 'processing'), watch);
    await other.store.remove(watch);
    await late.comeBack();
    expect(await late.ofReference('GARO-stopped')).toEqual([]);
    expect(late.isBehind('GARO-stopped')).toBe(false);
    expect(await redis.keys()).toEqual([]);
  });
});
