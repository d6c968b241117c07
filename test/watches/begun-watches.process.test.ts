import { describe, expect, it, type TestContext } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { createRedisEngine } from '../../src/watches/redis-schedule.ts';
import { createSchedule } from '../../src/watches/schedule.ts';
import { createWatches } from '../../src/watches/watches.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { waitFor } from '../support/wait-for.ts';

const namespace = 'txnbot:{A0:T0}';

/** What commands do with watches in one process of those that share this Redis. */
async function watchesOn({ url }: TestRedis, test: TestContext, totalMax = 3) {
  const { connections, log } = connectionsTo(url, test);
  const { logger } = log;
  const schedule = createSchedule({ waitsMs: [60_000], lastsMs: 24 * 60 * 60_000 });
  const engine = createRedisEngine({ connections, namespace, schedule, logger });
  const watches = createWatches({ engine, schedule, totalMax, logger });
  await waitFor(() => expect(connections.isReady()).toBe(true));
  return {
    log,
    begin: (reference: string, personId = 'U0ANN', status = 'pending') =>
      watches.begin(
        { reference, status },
        { personId, teamId: 'T0', channelId: 'C0', threadTs: undefined },
        async () => {},
      ),
    of: async (personId = 'U0ANN') =>
      (await watches.of(personId)).map(({ reference, seen }) => `${reference} ${seen.status}`),
  };
}

describe.skipIf(isRedisMissing)('watches that are begun in Redis', { concurrent: true }, () => {
  it('leave the older one of the same reference alone while Redis is full, and take its place later', async (test) => {
    const redis = await startRedis(test);
    const { begin, of } = await watchesOn(redis, test);
    await begin('GARO-1');
    await redis.client.config('SET', 'maxmemory', '1');
    await expect(begin('GARO-1', 'U0ANN', 'processing')).rejects.toThrow(UserError);
    expect(await of()).toEqual(['GARO-1 pending']);
    await redis.client.config('SET', 'maxmemory', '0');
    await begin('GARO-1', 'U0ANN', 'processing');
    expect(await of()).toEqual(['GARO-1 processing']);
  });

  it('are no more than the limits, whichever processes they are begun in', async (test) => {
    const redis = await startRedis(test);
    const [one, other] = [await watchesOn(redis, test), await watchesOn(redis, test)];
    const people = Array.from({ length: 10 }, (_, place) => `U0P${place}`);
    const begun = people.map((person, place) => (place % 2 === 0 ? one : other).begin(`GARO-${place}`, person));
    const outcomes = await Promise.allSettled(begun);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(`${outcome.reason}`).toMatch(/^UserError: 3 transactions are watched/);
    expect(await redis.client.hlen(`${namespace}:watch:all`)).toBe(3);
    const place = outcomes.findIndex(({ status }) => status === 'fulfilled');
    await other.begin(`GARO-${place}`, people[place], 'processing'); // takes the place of one
    expect(await one.of(people[place])).toEqual([`GARO-${place} processing`]);
  });

  it('are 25 of one person at most, whichever processes they are begun in', async (test) => {
    const redis = await startRedis(test);
    const both = [await watchesOn(redis, test, 1_000), await watchesOn(redis, test, 1_000)];
    const begun = Array.from({ length: 40 }, (_, place) => both[place % 2]?.begin(`GARO-${place}`));
    const outcomes = await Promise.allSettled(begun);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    expect(await redis.client.hlen(`${namespace}:watch:all`)).toBe(25);
  });

  it('have begun when they are kept, though nothing says yet when they are due', async (test) => {
    const redis = await startRedis(test);
    const { begin, of, log } = await watchesOn(redis, test);
    const kept = ['all', 'references', 'reference:*', 'person:*'].map((key) => `~*:watch:${key}`);
    await redis.client.call('ACL', 'SETUSER', 'default', 'resetkeys', ...kept);
    expect(await begin('GARO-1')).toMatchObject({ watch: { reference: 'GARO-1' }, isDurable: true });
    expect(await of()).toEqual(['GARO-1 pending']);
    expect(log.entries()).toContainEqual(
      expect.objectContaining({ level: 'warn', code: 'NOPERM', msg: 'a watch is kept, and gets its time later' }),
    );
  });
});
