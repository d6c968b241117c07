import { describe, expect, it, type TestContext, vi } from 'vitest';
import type { NextTime, OnDue } from '../../src/watches/engine.ts';
import { createRedisTimetable } from '../../src/watches/redis-schedule.ts';
import { createRedisStore, referenceId } from '../../src/watches/redis-store.ts';
import { type Ask, ownTimes } from '../support/own-times.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { redisUser } from '../support/redis-user.ts';
import { watchLimits, watchOf } from '../support/stored-watch.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const namespace = 'txnbot:{A0:T0}';
const references = (count: number) => Array.from({ length: count }, (_, place) => `GARO-${place}`);
const soonMs = () => Date.now() + 100;
const hourMs = 60 * 60_000;

/** What the processes that share a Redis find in it of their watches. */
const timesIn = new WeakMap<TestRedis['client'], ReturnType<typeof ownTimes>>();

/** The engine of one process of those that share this Redis. */
async function engineOn(redis: TestRedis, test: TestContext, options: { name?: string; nextAtMs?: NextTime } = {}) {
  const engine = unreadyOn(redis, test, options);
  await engine.whenReady();
  return engine;
}

function unreadyOn(
  { url, client }: TestRedis,
  test: TestContext,
  { name = namespace, nextAtMs }: { name?: string; nextAtMs?: NextTime } = {},
) {
  const times = timesIn.get(client) ?? ownTimes();
  timesIn.set(client, times);
  const { connections, log } = connectionsTo(url, test);
  const options = { connections, namespace: name, logger: log.logger };
  const store = createRedisStore({ ...options, connection: connections.open('watches') });
  const { references } = store;
  const timetable = createRedisTimetable({ ...options, references, nextAtMs: nextAtMs ?? times.nextAtMs });
  test.onTestFinished(timetable.stop);
  return {
    store,
    timetable,
    log,
    set: (reference: string, atMs: number) => times.set(timetable, reference, atMs),
    whenReady: () => waitFor(() => expect(connections.isReady()).toBe(true)),
    /** Starts it, and says what was due there. */
    async start(next: Ask = async () => undefined) {
      const onDue = vi.fn<Ask>(next);
      await timetable.start(times.onDue(onDue));
      return { onDue, asked: () => onDue.mock.calls.map(([reference]) => reference) };
    },
  };
}

describe.skipIf(isRedisMissing)('a timetable in Redis', { concurrent: true }, () => {
  it.for(['goes on', 'ends'] as const)('does not miss a time that is said just when it %s', async (how, test) => {
    const redis = await startRedis(test);
    const [engine, other] = [await engineOn(redis, test), await engineOn(redis, test)];
    const { asked } = await engine.start(async (reference) => {
      // The other process says it while this one ends, sooner or later by parts of a millisecond.
      if (asked().filter((each) => each === reference).length === 1) said.push(other.set(reference, soonMs()));
      return how === 'ends' ? undefined : Date.now() + hourMs;
    });
    const said: Promise<void>[] = [];
    for (const reference of references(200)) await engine.set(reference, Date.now());
    await waitFor(() =>
      expect(references(200).filter((each) => asked().filter((one) => one === each).length < 2)).toEqual([]),
    );
    await Promise.all(said);
  });

  it('asks again some seconds after it failed, or when somebody begins a watch, with the time of either', async (test) => {
    const engine = await engineOn(await startRedis(test), test);
    const of = (reference: string) => onDue.mock.calls.filter(([other]) => other === reference);
    const { onDue } = await engine.start(async (reference) => {
      if (of(reference).length === 1) throw new Error('the service is down');
      return undefined;
    });
    const atMs = soonMs();
    for (const reference of references(2)) await engine.set(reference, atMs);
    await waitFor(() => expect(onDue).toHaveBeenCalledTimes(2));
    const begunMs = Date.now() + 500;
    await waitFor(async () => {
      await engine.set('GARO-1', begunMs); // the job may not have moved yet
      expect(of('GARO-1')[1]).toEqual(['GARO-1', begunMs]);
    });
    await waitFor(() => expect(of('GARO-0')[1]).toEqual(['GARO-0', atMs]));
  });

  it('wakes for what was set before any process ran, and for what has no job', async (test) => {
    const redis = await startRedis(test);
    const before = await engineOn(redis, test);
    await before.set('GARO-set', soonMs());
    await before.store.put(watchOf('GARO-kept'), watchLimits);
    await before.timetable.stop();
    const { onDue } = await (await engineOn(redis, test)).start();
    await waitFor(() => expect(onDue).toHaveBeenCalledTimes(2));
    expect(onDue).toHaveBeenCalledWith('GARO-set', expect.any(Number));
    expect(onDue).toHaveBeenCalledWith('GARO-kept', undefined);
  });

  it.for([
    ['when jobs are due', 'due:delayed'],
    ['the jobs', `due:${'[0-9a-f]'.repeat(64)}`],
    ['all of the jobs', 'due:*'],
    ['the references and the jobs', 'watch:references', 'due:*'],
  ])('wakes for everything when Redis has evicted %s', async ([, ...patterns], test) => {
    const redis = await startRedis(test);
    const before = await engineOn(redis, test);
    for (const reference of references(3)) {
      await before.store.put(watchOf(reference), watchLimits);
      await before.set(reference, Date.now() + hourMs);
    }
    for (const pattern of patterns) {
      const keys = await redis.client.keys(`${namespace.replace(/[{}]/g, '?')}:${pattern}`);
      expect(await redis.client.del(...keys)).toBeGreaterThan(0);
    }
    const { asked } = await (await engineOn(redis, test)).start();
    await waitFor(() => expect(asked().sort()).toEqual(references(3)));
  });

  it('looks at the watches again once a job has moved: a process that found it under way left it alone', async (test) => {
    const nextAtMs = vi
      .fn<NextTime>(async () => undefined)
      .mockImplementationOnce(async () => Date.now())
      .mockImplementationOnce(async () => Date.now() + hourMs)
      .mockImplementationOnce(async () => Date.now() + 50);
    const { timetable } = await engineOn(await startRedis(test), test, { nextAtMs });
    await timetable.set('GARO-1');
    const onDue = vi.fn<OnDue>(async () => {});
    await timetable.start(onDue);
    await waitFor(() => expect(onDue).toHaveBeenCalledTimes(2));
  });

  it('goes on with a job that Redis evicted before it was taken', async (test) => {
    const redis = await startRedis(test);
    const onDue = vi.fn<OnDue>(async () => {});
    const nextAtMs = async () => (onDue.mock.calls.length > 0 ? undefined : Date.now());
    const { timetable, store } = await engineOn(redis, test, { nextAtMs });
    await store.put(watchOf('GARO-1'), watchLimits);
    await timetable.set('GARO-1');
    await redis.client.del(`${namespace}:due:${referenceId('GARO-1')}`);
    await timetable.start(onDue);
    await waitFor(async () => expect(await redis.client.exists(`${namespace}:due:wait`)).toBe(0));
    const other = await engineOn(redis, test, { nextAtMs: async () => undefined });
    await other.timetable.start(onDue); // it looks through all that is watched, as each does twice a minute
    await waitFor(() => expect(onDue).toHaveBeenCalled());
  });

  it('is one installation’s: another one on the same Redis has its own', async (test) => {
    const redis = await startRedis(test);
    const [engine, stranger] = [await engineOn(redis, test), await engineOn(redis, test, { name: 'txnbot:{A1:T0}' })];
    const { asked } = await engine.start();
    const { asked: askedOther } = await stranger.start();
    await Promise.all([engine.set('mine', soonMs()), stranger.set('theirs', soonMs())]);
    await waitFor(() => expect([asked(), askedOther()]).toEqual([['mine'], ['theirs']]));
    expect((await redis.keys()).every((key) => /^txnbot:\{A[01]:T0\}:/.test(key))).toBe(true);
  });
});

describe.skipIf(isRedisMissing)('a timetable, when Redis goes away,', { concurrent: true }, () => {
  it.for(['gone', 'silent'] as const)('(%s) takes nothing at once, and goes on when it is back', async (how, test) => {
    const redis = await startRedis(test, { isKept: true });
    const engines = [await engineOn(redis, test), await engineOn(redis, test)];
    const runs = await Promise.all(engines.map((engine) => engine.start()));
    const asked = () => runs.flatMap((run) => run.asked()).sort();
    const [engine] = engines;
    await Promise.all(references(20).map((reference) => engine?.set(reference, Date.now() + 1_500)));

    if (how === 'gone') await redis.stop();
    else redis.pause();
    await expect(engine?.set('GARO-away', soonMs())).rejects.toMatchObject({ name: 'StoreError' });
    if (how === 'gone') await redis.start();
    else redis.resume();

    await waitFor(() => expect(asked()).toEqual(references(20).sort()));
    await engine?.whenReady();
    await engine?.set('GARO-back', soonMs());
    await waitFor(() => expect(asked()).toContain('GARO-back'));
    expect(asked()).toHaveLength(21);
  });

  it('before it is ever there, starts nonetheless, wakes when it comes, and stops without it', async (test) => {
    const redis = await startRedis(test, { isKept: true });
    const first = await engineOn(redis, test);
    await first.set('GARO-1', soonMs());
    await redis.stop();
    const engine = unreadyOn(redis, test);
    const { onDue } = await engine.start();
    await redis.start();
    await waitFor(() => expect(onDue).toHaveBeenCalledWith('GARO-1', expect.any(Number)));
    await redis.stop();
    await engine.timetable.stop();
  });

  it('asks about nothing for some seconds when it is back: who notified meanwhile notes it first', async (test) => {
    const redis = await startRedis(test, { isKept: true });
    const askedAtMs: number[] = [];
    const nextAtMs = vi
      .fn<NextTime>(async () => undefined)
      .mockImplementationOnce(async () => Date.now())
      .mockImplementationOnce(async () => Date.now() + 500);
    const { timetable } = await engineOn(redis, test, { nextAtMs });
    await timetable.set('GARO-1');
    await timetable.start(async () => void askedAtMs.push(performance.now()));
    await waitFor(() => expect(nextAtMs).toHaveBeenCalledTimes(3)); // at once
    await redis.stop();
    const backAtMs = performance.now();
    await redis.start();
    await waitFor(() => expect(askedAtMs).toHaveLength(2));
    expect((askedAtMs[1] ?? 0) - backAtMs).toBeGreaterThan(2_900);
  });

  it('loses nothing that was under way', async (test) => {
    const redis = await startRedis(test, { isKept: true });
    const engine = await engineOn(redis, test);
    const { promise, resolve } = withResolvers();
    const { asked } = await engine.start(async () => {
      if (asked().length > 1) return undefined;
      await promise;
      return Date.now() + 50;
    });
    await engine.set('GARO-1', soonMs());
    await waitFor(() => expect(asked()).toHaveLength(1));
    await redis.stop();
    resolve();
    await redis.start();
    await waitFor(() => expect(asked()).toEqual(['GARO-1', 'GARO-1']));
  });
});

it.skipIf(isRedisMissing)('a user who may do no more than the README says may keep watches', async (test) => {
  const { settings, credentials } = redisUser();
  const redis = await startRedis(test, { settings });
  const engine = await engineOn({ ...redis, url: redis.url.replace('//', `//${credentials}@`) }, test);
  const rounds: string[] = [];
  await engine.start(async (reference) => {
    rounds.push(reference);
    return rounds.length < 3 ? Date.now() + 20 : undefined;
  });
  await engine.store.put(watchOf('GARO-1'), watchLimits);
  await engine.set('GARO-1', Date.now() + hourMs);
  await engine.set('GARO-1', soonMs());
  await waitFor(() => expect(rounds).toHaveLength(3));
  await engine.store.remove(watchOf('GARO-1'));
  expect(await engine.store.count()).toBe(0);
  expect(await redis.client.call('ACL', 'LOG')).toEqual([]);
  expect(engine.log.lines).toEqual([]);
});
