import { describe, expect, it, type TestContext, vi } from 'vitest';
import { createRedisTimetable } from '../../src/watches/redis-schedule.ts';
import { createRedisStore } from '../../src/watches/redis-store.ts';
import type { Watch } from '../../src/watches/watch.ts';
import { type Ask, ownTimes } from '../support/own-times.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { redisUser } from '../support/redis-user.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const namespace = 'txnbot:{A0:T0}';
const limits = { perPerson: 25, total: 1_000 };
const watchOf = (reference: string): Watch => ({
  id: `watch of ${reference}`,
  reference,
  personId: 'U0ANN',
  teamId: 'T0',
  channelId: undefined,
  threadTs: undefined,
  begunAtMs: 1_700_000_000_000,
  seen: {},
});
const references = (count: number) => Array.from({ length: count }, (_, place) => `GARO-${place}`);
const soonMs = () => Date.now() + 100;
const hourMs = 60 * 60_000;

/** What the processes that share a Redis find in it of their watches. */
const timesIn = new WeakMap<TestRedis['client'], ReturnType<typeof ownTimes>>();

/** The engine of one process of those that share this Redis. */
async function engineOn(redis: TestRedis, test: TestContext, name = namespace) {
  const engine = unreadyOn(redis, test, name);
  await engine.whenReady();
  return engine;
}

function unreadyOn({ url, client }: TestRedis, test: TestContext, name = namespace) {
  const times = timesIn.get(client) ?? ownTimes();
  timesIn.set(client, times);
  const { connections, log } = connectionsTo(url, test);
  const options = { connections, namespace: name, logger: log.logger };
  const store = createRedisStore({ ...options, connection: connections.open('watches') });
  const { references } = store;
  const timetable = createRedisTimetable({ ...options, references, nextAtMs: times.nextAtMs });
  test.onTestFinished(timetable.stop);
  const set = (reference: string, atMs: number) => times.set(timetable, reference, atMs);
  const start = (ask: Ask) => timetable.start(times.onDue(ask));
  const whenReady = () => waitFor(() => expect(connections.isReady()).toBe(true));
  return { store, timetable: { ...timetable, set, start }, log, whenReady };
}
type Engine = Awaited<ReturnType<typeof engineOn>>;

/** Starts it, and says what was due there. */
async function started({ timetable }: Engine, next: Ask = async () => undefined) {
  const onDue = vi.fn<Ask>(next);
  await timetable.start(onDue);
  return { onDue, asked: () => onDue.mock.calls.map(([reference]) => reference) };
}

describe.skipIf(isRedisMissing)('a timetable in Redis', { concurrent: true }, () => {
  it('wakes in one process for each reference, at its time and not before', async (test) => {
    const redis = await startRedis(test);
    const engines = [await engineOn(redis, test), await engineOn(redis, test), await engineOn(redis, test)];
    const woken: { reference: string; plannedAtMs: number | undefined; atMs: number }[] = [];
    for (const engine of engines)
      await started(engine, async (reference, plannedAtMs) => {
        woken.push({ reference, plannedAtMs, atMs: Date.now() });
        return undefined;
      });
    const planned = new Map(references(60).map((reference, place) => [reference, Date.now() + 200 + place * 5]));
    await Promise.all(
      [...planned].map(([reference, atMs], place) => engines[place % 3]?.timetable.set(reference, atMs)),
    );
    await engines[0]?.timetable.set('GARO-far', Date.now() + hourMs);
    await waitFor(() => expect(woken).toHaveLength(60));
    expect(new Set(woken.map(({ reference }) => reference))).toEqual(new Set(planned.keys()));
    for (const { reference, plannedAtMs, atMs } of woken) {
      expect(plannedAtMs).toBe(planned.get(reference));
      expect(atMs).toBeGreaterThanOrEqual(planned.get(reference) ?? 0);
    }
  });

  it('wakes again when it was told to, for as long as it is', async (test) => {
    const redis = await startRedis(test);
    const engines = [await engineOn(redis, test), await engineOn(redis, test)];
    const rounds: string[] = [];
    for (const engine of engines)
      await started(engine, async (reference) => {
        rounds.push(reference);
        return rounds.filter((other) => other === reference).length < 4 ? Date.now() + 20 : undefined;
      });
    await Promise.all(references(10).map((reference) => engines[0]?.timetable.set(reference, soonMs())));
    await waitFor(async () => expect(rounds).toHaveLength(40));
    await waitFor(async () => expect((await redis.keys()).join()).not.toMatch(/due:[0-9a-f]{64}/));
    // It may be set anew when it was over.
    await engines[1]?.timetable.set('GARO-0', soonMs());
    await waitFor(async () => expect(rounds).toHaveLength(41));
  });

  it('takes the earlier of two times, whichever was said first', async (test) => {
    const redis = await startRedis(test);
    const engine = await engineOn(redis, test);
    const { asked } = await started(engine);
    await engine.timetable.set('later first', Date.now() + hourMs);
    await engine.timetable.set('later first', soonMs());
    await engine.timetable.set('earlier first', soonMs());
    await engine.timetable.set('earlier first', Date.now() + hourMs);
    await waitFor(() => expect(asked().sort()).toEqual(['earlier first', 'later first']));
  });

  it('does not miss a time that is said while it is asking', async (test) => {
    const redis = await startRedis(test);
    const [engine, other] = [await engineOn(redis, test), await engineOn(redis, test)];
    const going = new Map(['goes on', 'ends'].map((reference) => [reference, withResolvers()]));
    const { asked } = await started(engine, async (reference) => {
      await going.get(reference)?.promise;
      return reference === 'ends' ? undefined : Date.now() + hourMs;
    });
    for (const [place, [reference, { resolve }]] of [...going].entries()) {
      await engine.timetable.set(reference, soonMs());
      await waitFor(() => expect(asked()).toHaveLength(2 * place + 1));
      await other.timetable.set(reference, soonMs());
      resolve();
      await waitFor(() => expect(asked()).toHaveLength(2 * place + 2));
    }
  });

  it.for(['goes on', 'ends'] as const)('does not miss a time that is said just when it %s', async (how, test) => {
    const redis = await startRedis(test);
    const [engine, other] = [await engineOn(redis, test), await engineOn(redis, test)];
    const { asked } = await started(engine, async (reference) => {
      // The other process says it while this one ends, sooner or later by parts of a millisecond.
      if (asked().filter((each) => each === reference).length === 1)
        said.push(other.timetable.set(reference, soonMs()));
      return how === 'ends' ? undefined : Date.now() + hourMs;
    });
    const said: Promise<void>[] = [];
    for (const reference of references(200)) await engine.timetable.set(reference, Date.now());
    await waitFor(() =>
      expect(references(200).filter((each) => asked().filter((one) => one === each).length < 2)).toEqual([]),
    );
    await Promise.all(said);
  });

  it('asks again some seconds after it failed, and says when it was to ask', async (test) => {
    const redis = await startRedis(test);
    const engine = await engineOn(redis, test);
    const { onDue } = await started(engine, async () => {
      if (onDue.mock.calls.length === 1) throw new Error('the service is down');
      return undefined;
    });
    const atMs = soonMs();
    await engine.timetable.set('GARO-1', atMs);
    await waitFor(() =>
      expect(onDue.mock.calls).toEqual([
        ['GARO-1', atMs],
        ['GARO-1', atMs],
      ]),
    );
  });

  it('asks sooner than it would again after a failure, when somebody begins a watch meanwhile', async (test) => {
    const redis = await startRedis(test);
    const engine = await engineOn(redis, test);
    const { onDue } = await started(engine, async () => {
      if (onDue.mock.calls.length === 1) throw new Error('the service is down');
      return undefined;
    });
    await engine.timetable.set('GARO-1', soonMs());
    await waitFor(() => expect(onDue).toHaveBeenCalledOnce());
    const begunMs = Date.now() + 500;
    await waitFor(async () => {
      await engine.timetable.set('GARO-1', begunMs); // the job may not have moved yet
      expect(onDue.mock.calls.at(1)).toEqual(['GARO-1', begunMs]);
    });
  });

  it('wakes for what was set before any process ran, and for what has no job', async (test) => {
    const redis = await startRedis(test);
    const before = await engineOn(redis, test);
    await before.timetable.set('GARO-set', soonMs());
    await before.store.put(watchOf('GARO-kept'), limits);
    await before.timetable.stop();
    const { onDue } = await started(await engineOn(redis, test));
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
      await before.store.put(watchOf(reference), limits);
      await before.timetable.set(reference, Date.now() + hourMs);
    }
    for (const pattern of patterns) {
      const keys = await redis.client.keys(`${namespace.replace(/[{}]/g, '?')}:${pattern}`);
      expect(await redis.client.del(...keys)).toBeGreaterThan(0);
    }
    const { asked } = await started(await engineOn(redis, test));
    await waitFor(() => expect(asked().sort()).toEqual(references(3)));
  });

  it('stops when what is under way has ended, and wakes for nothing more', async (test) => {
    const redis = await startRedis(test);
    const [engine, other] = [await engineOn(redis, test), await engineOn(redis, test)];
    const { promise, resolve } = withResolvers();
    const { asked } = await started(engine, async () => {
      await promise;
      return undefined;
    });
    await engine.timetable.set('GARO-1', soonMs());
    await waitFor(() => expect(asked()).toEqual(['GARO-1']));
    let hasStopped = false;
    const stopped = engine.timetable.stop().then(() => {
      hasStopped = true;
    });
    await other.timetable.set('GARO-2', soonMs());
    const { asked: askedOther } = await started(other);
    await waitFor(() => expect(askedOther()).toEqual(['GARO-2']));
    expect(hasStopped).toBe(false);
    resolve();
    await stopped;
    expect(asked()).toEqual(['GARO-1']);
  });

  it('is one installation’s: another one on the same Redis has its own', async (test) => {
    const redis = await startRedis(test);
    const [engine, stranger] = [await engineOn(redis, test), await engineOn(redis, test, 'txnbot:{A1:T0}')];
    const { asked } = await started(engine);
    const { asked: askedOther } = await started(stranger);
    await Promise.all([engine.timetable.set('mine', soonMs()), stranger.timetable.set('theirs', soonMs())]);
    await waitFor(() => expect([asked(), askedOther()]).toEqual([['mine'], ['theirs']]));
    expect((await redis.keys()).every((key) => /^txnbot:\{A[01]:T0\}:/.test(key))).toBe(true);
  });
});

describe.skipIf(isRedisMissing)('a timetable, when Redis goes away,', { concurrent: true }, () => {
  it.for(['gone', 'silent'] as const)('(%s) takes nothing at once, and goes on when it is back', async (how, test) => {
    const redis = await startRedis(test, { isKept: true });
    const engines = [await engineOn(redis, test), await engineOn(redis, test)];
    const runs = await Promise.all(engines.map((engine) => started(engine)));
    const asked = () => runs.flatMap((run) => run.asked()).sort();
    const [engine] = engines;
    await Promise.all(references(20).map((reference) => engine?.timetable.set(reference, Date.now() + 1_500)));

    if (how === 'gone') await redis.stop();
    else redis.pause();
    await expect(engine?.timetable.set('GARO-away', soonMs())).rejects.toMatchObject({ name: 'StoreError' });
    if (how === 'gone') await redis.start();
    else redis.resume();

    await waitFor(() => expect(asked()).toEqual(references(20).sort()));
    await engine?.whenReady();
    await engine?.timetable.set('GARO-back', soonMs());
    await waitFor(() => expect(asked()).toContain('GARO-back'));
    expect(asked()).toHaveLength(21);
  });

  it('before it is ever there, starts nonetheless, wakes when it comes, and stops without it', async (test) => {
    const redis = await startRedis(test, { isKept: true });
    const first = await engineOn(redis, test);
    await first.timetable.set('GARO-1', soonMs());
    await redis.stop();
    const engine = unreadyOn(redis, test);
    const onDue = vi.fn<Ask>(async () => undefined);
    await engine.timetable.start(onDue);
    await redis.start();
    await waitFor(() => expect(onDue).toHaveBeenCalledWith('GARO-1', expect.any(Number)));
    await redis.stop();
    await engine.timetable.stop();
  });

  it('loses nothing that was under way', async (test) => {
    const redis = await startRedis(test, { isKept: true });
    const engine = await engineOn(redis, test);
    const { promise, resolve } = withResolvers();
    const { asked } = await started(engine, async () => {
      if (asked().length > 1) return undefined;
      await promise;
      return Date.now() + 50;
    });
    await engine.timetable.set('GARO-1', soonMs());
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
  await started(engine, async (reference) => {
    rounds.push(reference);
    return rounds.length < 3 ? Date.now() + 20 : undefined;
  });
  await engine.store.put(watchOf('GARO-1'), limits);
  await engine.timetable.set('GARO-1', Date.now() + hourMs);
  await engine.timetable.set('GARO-1', soonMs());
  await waitFor(() => expect(rounds).toHaveLength(3));
  await engine.store.remove(watchOf('GARO-1'));
  expect(await engine.store.count()).toBe(0);
  expect(await redis.client.call('ACL', 'LOG')).toEqual([]);
  expect(engine.log.lines).toEqual([]);
});
