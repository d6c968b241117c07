import { describe, expect, it, onTestFinished, type TestContext, vi } from 'vitest';
import { EmbeddedTimetable } from '../../src/watches/embedded.ts';
import { createRedisStore } from '../../src/watches/redis-store.ts';
import { RedisTimetable } from '../../src/watches/redis-timetable.ts';
import type { NextTime, Timetable } from '../../src/watches/watch.ts';
import { isRedisMissing, startRedis, type TestRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { watchLimits, watchOf } from '../support/stored-watch.ts';
import { redisOf, useRedis } from '../support/stores.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

useRedis();

const soonMs = () => Date.now() + 100;
const hourMs = 60 * 60_000;
const namespace = 'txnbot:{A0:T0}';
const references = (count: number) => Array.from({ length: count }, (_, place) => `GARO-${place}`);

/** What a test does when a reference is due. Resolves with when it is due next, `undefined` for never. */
type Ask = (reference: string, plannedAtMs?: number) => Promise<number | undefined>;

/** Times that a test gives to references, in the place of watches and their schedule: of several the earliest counts. */
function ownTimes() {
  const times = new Map<string, number>();
  return {
    times,
    nextAtMs: async (reference: string) => times.get(reference),
    name: (reference: string, atMs: number) =>
      times.set(reference, Math.min(atMs, times.get(reference) ?? Number.POSITIVE_INFINITY)),
  };
}

/** A timetable for the times that the test names. */
function timetableOf(timetable: Timetable, { times, name }: ReturnType<typeof ownTimes>) {
  return {
    set(reference: string, atMs: number) {
      name(reference, atMs);
      return timetable.set(reference);
    },
    stop: () => timetable.stop(),
    /** Starts it, and says what was due. */
    async start(next: Ask = async () => undefined) {
      const onDue = vi.fn<Ask>(next);
      await timetable.start(async (reference, plannedAtMs) => {
        times.delete(reference);
        const nextAtMs = await onDue(reference, plannedAtMs);
        if (nextAtMs !== undefined) name(reference, nextAtMs);
      });
      return { onDue, asked: () => onDue.mock.calls.map(([reference]) => reference) };
    },
  };
}

function inProcess(watched: readonly string[] = []) {
  const times = ownTimes();
  const options = { references: async () => watched, nextAtMs: times.nextAtMs };
  return timetableOf(new EmbeddedTimetable(options), times);
}

/** Opens the timetable of one process after another, which share a Redis and the times that the test names. */
function sharing({ url }: TestRedis, test: TestContext, name = namespace) {
  const times = ownTimes();
  return async (nextAtMs: NextTime = times.nextAtMs) => {
    const { connections, log } = connectionsTo(url, test);
    const options = { connections, namespace: name, logger: log.logger };
    const store = createRedisStore({ ...options, connection: connections.open('watches') });
    const timetable = new RedisTimetable({ ...options, references: store.references, nextAtMs });
    test.onTestFinished(() => timetable.stop());
    const whenReady = () => waitFor(() => expect(connections.isReady()).toBe(true));
    await whenReady();
    return { ...timetableOf(timetable, times), timetable, store, whenReady };
  };
}

/** Opens the timetable of one process after another: one that shares nothing has but one. */
type Open = (test: TestContext) => () => Promise<ReturnType<typeof timetableOf>>;

const media: Record<string, Open> = {
  'of one process'({ onTestFinished }) {
    const only = inProcess();
    onTestFinished(() => only.stop());
    return async () => only;
  },
  'in Redis': (test) => {
    const open = sharing(redisOf(), test, `txnbot:{A0:${test.task.id}}`);
    return () => open();
  },
};

describe.each(Object.entries(media))('a timetable %s', { concurrent: true }, (medium, open) => {
  const on = it.skipIf(medium === 'in Redis' && isRedisMissing);

  on('wakes in one process for each reference, not before its time, and says which was planned', async (test) => {
    const next = open(test);
    const timetables = [...new Set([await next(), await next(), await next()])];
    const woken: { reference: string; plannedAtMs: number | undefined; atMs: number }[] = [];
    for (const timetable of timetables)
      await timetable.start(async (reference, plannedAtMs) => {
        woken.push({ reference, plannedAtMs, atMs: Date.now() });
        return undefined;
      });
    const planned = new Map(references(60).map((reference, place) => [reference, Date.now() + 200 + place * 5]));
    const set = [...planned].map(([reference, atMs], place) =>
      timetables[place % timetables.length]?.set(reference, atMs),
    );
    await Promise.all([...set, timetables[0]?.set('GARO-far', Date.now() + hourMs)]);
    await waitFor(() => expect(woken).toHaveLength(60));
    expect(new Map(woken.map(({ reference, plannedAtMs }) => [reference, plannedAtMs]))).toEqual(planned);
    for (const { reference, atMs } of woken) expect(atMs).toBeGreaterThanOrEqual(planned.get(reference) ?? 0);
  });

  on('takes the earlier of two times, whichever was said first', async (test) => {
    const timetable = await open(test)();
    const { asked } = await timetable.start();
    await timetable.set('later first', Date.now() + hourMs);
    await timetable.set('later first', soonMs());
    await timetable.set('earlier first', soonMs());
    await timetable.set('earlier first', Date.now() + hourMs);
    await waitFor(() => expect(asked().sort()).toEqual(['earlier first', 'later first']));
  });

  on.for(['goes on', 'ends'])('does not miss a time that is said while it asks, and it %s', async (how, test) => {
    const next = open(test);
    const [timetable, other] = [await next(), await next()];
    const { promise, resolve } = withResolvers();
    let underWay = 0;
    const { asked } = await timetable.start(async () => {
      underWay += 1;
      expect(underWay).toBe(1); // of one reference at a time
      await promise;
      underWay -= 1;
      return how === 'ends' ? undefined : Date.now() + hourMs;
    });
    await timetable.set('GARO-1', soonMs());
    await waitFor(() => expect(asked()).toHaveLength(1));
    await other.set('GARO-1', Date.now());
    resolve();
    await waitFor(() => expect(asked()).toHaveLength(2));
  });

  on('stops when what is under way has ended, and leaves what is due to the next', async (test) => {
    const next = open(test);
    const timetable = await next();
    const { promise, resolve } = withResolvers();
    const { asked } = await timetable.start(() => promise.then(() => undefined));
    await timetable.set('GARO-1', soonMs());
    await waitFor(() => expect(asked()).toEqual(['GARO-1']));
    let hasStopped = false;
    const stopped = timetable.stop().then(() => {
      hasStopped = true;
    });
    await timetable.set('GARO-2', Date.now());
    expect([hasStopped, asked()]).toEqual([false, ['GARO-1']]);
    resolve();
    await stopped;
    const later = await (await next()).start();
    await waitFor(() => expect(later.asked()).toEqual(['GARO-2']));
    expect(asked()).toEqual(['GARO-1']);
  });
});

describe('the timetable of one process', () => {
  /** Starts it under a clock that stands still; `dueMs` tells when something was due, after the start. */
  async function started(watched: readonly string[], next?: Ask) {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) });
    onTestFinished(() => void vi.useRealTimers());
    const startedAtMs = performance.now();
    const dueMs: number[] = [];
    const timetable = inProcess(watched);
    const running = await timetable.start(async (...due) => {
      dueMs.push(performance.now() - startedAtMs);
      return next?.(...due);
    });
    return { ...timetable, ...running, dueMs };
  }

  it('makes everything due within seconds of the start, one after the other, planned or not', async () => {
    const { onDue, dueMs } = await started(references(100));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(onDue.mock.calls).toEqual(references(100).map((reference) => [reference, undefined]));
    expect(new Set(dueMs.map(Math.round)).size).toBeGreaterThan(50);
  });

  it('asks about no more than fifty at once, and about the next when one is over', async () => {
    const answers = new Map(references(52).map((reference) => [reference, withResolvers()]));
    const { asked } = await started([...answers.keys()], async (reference) => {
      await answers.get(reference)?.promise;
      return undefined;
    });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked()).toHaveLength(50);
    answers.get('GARO-7')?.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toHaveLength(51);
  });

  it('tries again after a failure, later each time, and keeps what was planned', async () => {
    const { set, onDue, dueMs } = await started([], async () => {
      if (dueMs.length < 9) throw new Error('no answer');
      return undefined;
    });
    const plannedAtMs = Date.now() + 1_000;
    await set('one', plannedAtMs);
    await vi.advanceTimersByTimeAsync(3_600_000);
    const waitsMs = dueMs.slice(1).map((ms, step) => ms - (dueMs[step] ?? 0));
    expect(waitsMs).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000, 120_000]);
    expect(new Set(onDue.mock.calls.map(([, planned]) => planned))).toEqual(new Set([plannedAtMs]));
  });

  it('asks sooner than it would again after a failure, when somebody begins a watch meanwhile', async () => {
    const answer = withResolvers();
    const { set, dueMs } = await started(['GARO-1'], async () => {
      await answer.promise;
      throw new Error('no answer');
    });
    await vi.advanceTimersByTimeAsync(5_000);
    await set('GARO-1', Date.now() + 1_000);
    answer.resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(dueMs).toEqual([5_000, 6_000]);
  });

  it('notices within seconds that the clock was set forward', async () => {
    const { set, asked } = await started([]);
    await set('GARO-1', Date.now() + hourMs);
    vi.setSystemTime(Date.now() + 2 * hourMs);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(asked()).toEqual(['GARO-1']);
  });
});

describe.skipIf(isRedisMissing)('a timetable in Redis', { concurrent: true }, () => {
  it.for(['goes on', 'ends'] as const)('does not miss a time that is said just when it %s', async (how, test) => {
    const open = sharing(redisOf(), test, `txnbot:{A0:${test.task.id}}`);
    const [timetable, other] = [await open(), await open()];
    const { asked } = await timetable.start(async (reference) => {
      // The other process says it while this one ends, sooner or later by parts of a millisecond.
      if (asked().filter((each) => each === reference).length === 1) said.push(other.set(reference, soonMs()));
      return how === 'ends' ? undefined : Date.now() + hourMs;
    });
    const said: Promise<void>[] = [];
    for (const reference of references(200)) await timetable.set(reference, Date.now());
    await waitFor(() =>
      expect(references(200).filter((each) => asked().filter((one) => one === each).length < 2)).toEqual([]),
    );
    await Promise.all(said);
  });

  it('asks again some seconds after it failed, with the time that was planned', async (test) => {
    const { set, start } = await sharing(redisOf(), test, `txnbot:{A0:${test.task.id}}`)();
    const { onDue } = await start(async () => {
      if (onDue.mock.calls.length === 1) throw new Error('the service is down');
      return undefined;
    });
    const atMs = soonMs();
    await set('GARO-1', atMs);
    await waitFor(() => expect(onDue.mock.calls).toEqual(Array(2).fill(['GARO-1', atMs])));
    expect(Date.now()).toBeGreaterThan(atMs + 4_900);
  });

  it('wakes for a reference whose process ended before it had a job, and leaves those with one at their time', async (test) => {
    const open = sharing(redisOf(), test, `txnbot:{A0:${test.task.id}}`);
    const before = await open();
    for (const reference of references(3)) await before.store.put(watchOf(reference), watchLimits);
    await before.set('GARO-1', Date.now() + hourMs);
    const { asked } = await (await open()).start();
    await waitFor(() => expect(asked().sort()).toEqual(['GARO-0', 'GARO-2']));
  });
});

describe.skipIf(isRedisMissing)('a timetable, when Redis goes away,', { concurrent: true }, () => {
  it.for(['gone', 'silent'] as const)('(%s) takes nothing at once, and goes on when it is back', async (how, test) => {
    const redis = await startRedis(test, { isKept: true });
    const open = sharing(redis, test);
    const [one, other] = [await open(), await open()];
    const runs = [await one.start(), await other.start()];
    const asked = () => runs.flatMap((run) => run.asked()).sort();
    await Promise.all(references(20).map((reference) => one.set(reference, Date.now() + 1_500)));

    await (how === 'gone' ? redis.stop() : redis.pause());
    await expect(one.set('GARO-away', soonMs())).rejects.toMatchObject({ name: 'StoreError' });
    await (how === 'gone' ? redis.start() : redis.resume());

    await waitFor(() => expect(asked()).toEqual(references(20).sort()));
    await one.whenReady();
    await one.set('GARO-back', soonMs());
    await waitFor(() => expect(asked()).toContain('GARO-back'));
    expect(asked()).toHaveLength(21);
  });

  it('loses nothing that was under way', async (test) => {
    const redis = await startRedis(test, { isKept: true });
    const { set, start } = await sharing(redis, test)();
    const { promise, resolve } = withResolvers();
    const { asked } = await start(async () => {
      if (asked().length > 1) return undefined;
      await promise;
      return Date.now() + 50;
    });
    await set('GARO-1', soonMs());
    await waitFor(() => expect(asked()).toHaveLength(1));
    await redis.stop();
    resolve();
    await redis.start();
    await waitFor(() => expect(asked()).toEqual(['GARO-1', 'GARO-1']));
  });
});
