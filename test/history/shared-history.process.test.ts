import { describe, expect, it, type TestContext, vi } from 'vitest';
import { createSharedHistory } from '../../src/history/redis.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { waitFor } from '../support/wait-for.ts';

const namespace = 'txnbot:{A0:T0}';
const [items, key] = [`${namespace}:history:items`, `${namespace}:history:key`];
const hourMs = 3_600_000;
const look = { asked: 'txn GARO-8f3k2j1', words: 'pending', group: 'moving', bank: '000013' } as const;
const about = (asked: string) => ({ ...look, asked });

/** The history of one process of those that share this Redis. */
async function historyOn({ url }: TestRedis, test: TestContext, rememberMs = hourMs) {
  const { connections } = connectionsTo(url, test);
  const onFallback = vi.fn();
  const { history, part } = createSharedHistory({ connections, namespace, rememberMs, onFallback });
  await connections.settled(1_000);
  await part.start();
  test.onTestFinished(part.stop);
  const countedBanks = async () => (await history.counts(60))?.banks;
  /** Who asked, but for whoever looks it up with this. */
  const peopleOf = async (asked: string) => {
    const { before } = await history.remember([about(asked)], looker);
    return before.map(({ personId }) => personId).filter((personId) => personId !== looker);
  };
  return { ...history, part, onFallback, countedBanks, peopleOf, isReady: connections.isReady };
}

const looker = 'U0LOOKS';
const counted = (asked: number) => [{ bank: '000013', asked, unsettled: asked }];

describe.skipIf(isRedisMissing)('a history in Redis', { concurrent: true }, () => {
  it('is known to a process that starts later, from its first question on', async (test) => {
    const redis = await startRedis(test);
    const one = await historyOn(redis, test);
    const looks = Array.from({ length: 1_500 }, (_, place) => about(`A-${place}`));
    await one.remember(looks, 'U0ONE');
    await waitFor(async () => expect(await redis.client.xlen(items)).toBe(1_500));
    const other = await historyOn(redis, test);
    expect(await other.countedBanks()).toEqual(counted(1_500));
    expect(await other.peopleOf('A-0')).toEqual(['U0ONE']);
  });

  it('holds no reference, under keys of this namespace that end by themselves', async (test) => {
    const redis = await startRedis(test);
    const one = await historyOn(redis, test);
    await one.remember([look], 'U0ONE');
    await one.remember([{ asked: 'txn GARO-8f3k2j1', failure: 'timeout' }], 'U0ONE');
    await waitFor(async () => expect(await redis.client.xlen(items)).toBe(2));
    expect(await redis.keys()).toEqual([items, key]);
    for (const name of [items, key]) {
      expect(await redis.client.pttl(name)).toBeGreaterThan(hourMs / 2);
      expect(await redis.client.pttl(name)).toBeLessThanOrEqual(hourMs);
    }
    const kept = JSON.stringify(await redis.client.xrange(items, '-', '+'));
    expect(kept).not.toContain('GARO');
    expect(kept.match(/U0ONE/g)).toHaveLength(1); // who met a failure is of no use
  });

  it('leaves alone what it does not know', async (test) => {
    const redis = await startRedis(test);
    const [one, other] = [await historyOn(redis, test), await historyOn(redis, test)];
    for (const text of ['{', '{"newer":1}', '{"by":"a","entry":{"fingerprint":"b","atMs":1,"of":"a newer one"}}'])
      await redis.client.xadd(items, '*', 'item', text);
    await one.remember([about('A-1')], 'U0ONE');
    await waitFor(async () => expect(await other.peopleOf('A-1')).toEqual(['U0ONE']));
    expect(await redis.client.xlen(items)).toBeGreaterThanOrEqual(5);
  });

  it('forgets a person in all processes, with nothing left that names them', async (test) => {
    const redis = await startRedis(test);
    const [one, other] = [await historyOn(redis, test), await historyOn(redis, test)];
    await one.remember([about('A-1')], 'U0GONE');
    await one.remember([about('A-1')], 'U0STAYS');
    await waitFor(async () => expect(await other.peopleOf('A-1')).toEqual(['U0GONE', 'U0STAYS']));
    expect(await (await historyOn(redis, test)).part.forget('U0GONE')).toBe(1);
    for (const each of [one, other]) await waitFor(async () => expect(await each.peopleOf('A-1')).toEqual(['U0STAYS']));
    expect(JSON.stringify(await redis.client.xrange(items, '-', '+'))).not.toContain('U0GONE');
  });

  it('of no hours keeps nothing, and empties what was kept', async (test) => {
    const redis = await startRedis(test);
    const one = await historyOn(redis, test);
    await one.remember([look], 'U0ONE');
    await waitFor(async () => expect(await redis.client.xlen(items)).toBe(1));
    await one.part.stop();
    const off = await historyOn(redis, test, 0);
    expect(await redis.keys()).toEqual([]);
    expect(await off.remember([look], 'U0ONE')).toMatchObject({ before: [], counts: { lookUps: 0 } });
    expect(await off.part.forget('U0ONE')).toBe(0);
    expect(await redis.keys()).toEqual([]);
  });
});

describe.skipIf(isRedisMissing)('a history whose Redis goes away', { concurrent: true }, () => {
  for (const isKept of [true, false])
    it(`goes on in each process, and is shared again when it is back, ${isKept ? 'with' : 'without'} what it kept`, async (test) => {
      const redis = await startRedis(test, { isKept });
      const [one, other] = [await historyOn(redis, test), await historyOn(redis, test)];
      await one.remember([about('A-1')], 'U0ONE');
      await waitFor(async () => expect(await other.countedBanks()).toEqual(counted(1)));
      await redis.stop();
      expect(await other.remember([about('A-1')], 'U0TWO')).toMatchObject({
        before: [{ personId: 'U0ONE' }],
        counts: { banks: counted(1) },
      });
      await one.remember([about('A-2')], 'U0ONE');
      expect(await one.countedBanks()).toEqual(counted(2));
      expect(await other.countedBanks()).toEqual(counted(1));
      await waitFor(() => expect(one.onFallback).toHaveBeenCalledTimes(1));
      await redis.start();
      await waitFor(async () => expect(await other.countedBanks()).toEqual(counted(2)));
      await other.remember([about('A-3')], 'U0TWO');
      await waitFor(async () => expect(await one.countedBanks()).toEqual(counted(3)));
      expect(await one.peopleOf('A-1')).toEqual(['U0ONE', 'U0TWO']);
      expect(one.onFallback).toHaveBeenCalledTimes(1);
    });

  it('keeps nobody waiting while it says nothing', async (test) => {
    const redis = await startRedis(test);
    const one = await historyOn(redis, test);
    await one.remember([about('A-1')], 'U0ONE');
    redis.pause();
    expect(await one.remember([about('A-1')], 'U0TWO')).toMatchObject({ before: [{ personId: 'U0ONE' }] });
    expect((await one.remember([about('A-2')], 'U0TWO')).counts.banks).toEqual(counted(2));
    redis.resume();
    const other = await historyOn(redis, test);
    await waitFor(async () => expect(await other.countedBanks()).toEqual(counted(2)));
  });
});
