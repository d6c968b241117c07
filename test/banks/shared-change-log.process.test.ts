import { describe, expect, it, type TestContext, vi } from 'vitest';
import { createSharedChangeLog } from '../../src/banks/changes.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { waitFor } from '../support/wait-for.ts';

const key = 'txnbot:{A0:T0}:bank-changes';
const bank = (institutionCode: string, institutionName: string) => ({
  institutionCode,
  institutionName,
  category: '2',
});
const [one, two] = [bank('000001', 'One'), bank('000002', 'Two')];
const named = ({ institutionCode, institutionName }: typeof one) => ({ institutionCode, institutionName });

/** The log of one process of those that share this Redis. */
async function logOn(redis: TestRedis, test: TestContext) {
  const { connections } = connectionsTo(redis.url, test);
  const onFallback = vi.fn();
  const log = createSharedChangeLog({ connection: connections.open('banks'), key, onFallback });
  const whenReady = () => waitFor(() => expect(connections.isReady()).toBe(true));
  await whenReady();
  return { ...log, onFallback, whenReady };
}

describe.skipIf(isRedisMissing)('a change log that processes share', () => {
  it('tells at each what any of them saw, each change once', async (test) => {
    const redis = await startRedis(test);
    const [log, other] = [await logOn(redis, test), await logOn(redis, test)];
    log.take([one, two], 100);
    await log.since(0);
    other.take([one, two], 150);
    other.take([two], 200);
    await other.since(0);
    log.take([two], 250);
    const removed = { kind: 'removed', bank: named(one), atMs: 200 };
    expect(await log.since(0)).toEqual({ changes: [removed], knownSinceMs: 100 });
    expect(await other.since(0)).toEqual({ changes: [removed], knownSinceMs: 100 });
    expect(await other.since(201)).toEqual({ changes: [], knownSinceMs: 100 });
    // One that starts later knows of it too.
    const late = await logOn(redis, test);
    late.take([two], 300);
    expect(await late.since(0)).toEqual({ changes: [removed], knownSinceMs: 100 });
    expect(await redis.keys()).toEqual([key]);
    expect(await redis.client.pttl(key)).toBeGreaterThan(0);
  });

  it('tells each change once also when all see it at the same moment', async (test) => {
    const redis = await startRedis(test);
    const logs = await Promise.all(Array.from({ length: 4 }, () => logOn(redis, test)));
    for (const log of logs) log.take([one], 100);
    await Promise.all(logs.map((log) => log.since(0)));
    for (const [place, log] of logs.entries()) log.take([one, two], 200 + place);
    await Promise.all(logs.map((log) => log.since(0)));
    for (const log of logs) expect((await log.since(0)).changes).toMatchObject([{ kind: 'added', bank: named(two) }]);
  });

  it('is not set back by a list that was loaded before the one it has', async (test) => {
    const redis = await startRedis(test);
    const [log, other] = [await logOn(redis, test), await logOn(redis, test)];
    log.take([one, two], 200);
    await log.since(0);
    other.take([one], 100);
    expect((await other.since(0)).changes).toEqual([]);
    other.take([bank('000001', 'Uno'), two], 300);
    expect((await log.since(0)).changes).toEqual([]);
    expect((await other.since(0)).changes).toEqual([
      { kind: 'renamed', bank: named(bank('000001', 'Uno')), before: 'One', atMs: 300 },
    ]);
  });

  it('tells what its own process saw while Redis is away, and to all when it is back', async (test) => {
    const redis = await startRedis(test, { isKept: true });
    const [log, other] = [await logOn(redis, test), await logOn(redis, test)];
    log.take([one], 100);
    await log.since(0);
    expect(log.onFallback).not.toHaveBeenCalled();
    await redis.stop();
    log.take([one, two], 200);
    const added = { kind: 'added', bank: expect.objectContaining(named(two)), atMs: 200 };
    expect(await log.since(0)).toEqual({ changes: [added], knownSinceMs: 100 });
    expect(log.onFallback).toHaveBeenCalledOnce();
    expect((await other.since(0)).changes).toEqual([]);
    await redis.start();
    await log.whenReady();
    await other.whenReady();
    await log.since(0);
    expect((await other.since(0)).changes).toEqual([added]);
  });

  it('begins anew where something else is in its place', async (test) => {
    const redis = await startRedis(test);
    const log = await logOn(redis, test);
    for (const text of ['{', '{"last":7}']) {
      await redis.client.set(key, text);
      log.take([one], 100);
      expect(await log.since(0)).toEqual({ changes: [], knownSinceMs: 100 });
    }
  });
});
