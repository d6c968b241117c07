import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { createEvents } from '../../src/events.ts';
import { createRedisState } from '../../src/store/redis.ts';
import { createDeliveryLog } from '../../src/watches/delivery-log.ts';
import { createNotifier, type NotifierOptions } from '../../src/watches/notifier.ts';
import { createRedisEngine } from '../../src/watches/redis-schedule.ts';
import { createRunner } from '../../src/watches/runner.ts';
import { createSchedule } from '../../src/watches/schedule.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { watchLimits, watchOf } from '../support/stored-watch.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const namespace = 'txnbot:{A0:T0}';
const references = Array.from({ length: 8 }, (_, place) => `GARO-${place}`);
const transactionOf = (reference: string) => ({ reference, status: 'processing' });

/** Begun now, as these are asked about by their schedule. */
const begun = (reference: string) => ({ ...watchOf(reference), begunAtMs: Date.now() });

/** One process of those that share this Redis: everything has changed, and `send` is how it is told. */
async function processOn({ url }: TestRedis, test: TestContext, send: NotifierOptions['deliver']) {
  const { connections, log } = connectionsTo(url, test);
  const { logger } = log;
  const schedule = createSchedule({ waitsMs: [1_000, 60 * 60_000], lastsMs: 24 * 60 * 60_000 });
  const { store, timetable } = createRedisEngine({ connections, namespace, schedule, logger });
  const { lease } = createRedisState({ connections, namespace, onFallback() {} });
  const notes = createDeliveryLog(store, () => {});
  const events = createEvents();
  const run = createRunner({
    notes,
    schedule,
    ask: async (reference) => ({ transaction: transactionOf(reference), record: {}, withheld: [] }),
    tell: createNotifier({
      notes,
      lease,
      deliver: send,
      audit: async () => {},
      admit: async () => ({ aloneBecause: undefined, mayAskInWindows: true, mayAskMany: async () => false }),
      onSeen() {},
      events,
      logger,
    }),
    events,
  });
  test.onTestFinished(timetable.stop);
  const asked: string[] = [];
  await timetable.start((reference, ...due) => run(reference, ...due).finally(() => asked.push(reference)));
  await waitFor(() => expect(connections.isReady()).toBe(true));
  return { store, timetable, asked };
}

describe.skipIf(isRedisMissing)('what three processes tell', { concurrent: true }, () => {
  it('while Redis is away is told once, and noted when it is back', { timeout: 120_000 }, async (test) => {
    const redis = await startRedis(test, { isKept: true });
    const told: string[] = [];
    const away = withResolvers();
    const send: NotifierOptions['deliver'] = async ({ news, taken }) => {
      told.push(news.reference);
      await away.promise; // Slack has it, and answers now
      await taken();
    };
    const [first] = await Promise.all([1, 2, 3].map(() => processOn(redis, test, send)));
    for (const reference of references) {
      await first?.store.put(begun(reference), watchLimits);
      await first?.timetable.set(reference);
    }
    await waitFor(() => expect(told).toHaveLength(references.length));
    await redis.stop();
    away.resolve();
    await sleep(7_000); // longer than a claim lasts that nobody renews
    await redis.start();
    // Each is noted, and due again in an hour: nobody has it under way any more.
    const over = async () => {
      const kept = await redis.client.hvals(`${namespace}:watch:all`);
      const inAnHour = (Date.now() + 10 * 60_000) * 0x1000;
      const moved = await redis.client.zcount(`${namespace}:due:delayed`, inAnHour, '+inf');
      return [kept.filter((text) => JSON.parse(text).tellings === 1).length, moved];
    };
    await test.expect.poll(over, { timeout: 60_000, interval: 50 }).toEqual([references.length, references.length]);
    expect([...told].sort()).toEqual(references);
  });

  it('is held for as long as its process lives, and for some minutes once it is noted', async (test) => {
    const redis = await startRedis(test);
    const sent = withResolvers();
    const sending = withResolvers();
    const { store, timetable, asked } = await processOn(redis, test, async ({ taken }) => {
      sending.resolve();
      await sent.promise;
      await taken();
    });
    await store.put(begun('GARO-1'), watchLimits);
    await timetable.set('GARO-1');
    await sending.promise;
    const heldForMs = async () => redis.client.pttl((await redis.client.keys('*:claim:*')).join());
    await redis.client.call('ACL', 'SETUSER', 'default', 'resetkeys', '~*:claim:*');
    sent.resolve();
    await waitFor(() => expect(asked).toEqual(['GARO-1']));
    expect(await heldForMs()).toBeLessThanOrEqual(5_000);
    await redis.client.call('ACL', 'SETUSER', 'default', 'allkeys');
    await waitFor(async () => expect(await heldForMs()).toBeGreaterThan(60_000));
    expect(await store.ofReference('GARO-1')).toMatchObject([{ tellings: 1 }]);
  });
});
