import { describe, expect, it, type TestContext, vi } from 'vitest';
import { createEmbeddedTimetable } from '../../src/watches/embedded.ts';
import { createRedisTimetable } from '../../src/watches/redis-schedule.ts';
import { type Ask, ownTimes } from '../support/own-times.ts';
import { isRedisMissing } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { redisOf, useRedis } from '../support/stores.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';

useRedis();

const soonMs = () => Date.now() + 100;
const hourMs = 60 * 60_000;
const references = async () => [];

/** Opens the timetable of one process after another: one that shares nothing has but one. */
type Open = (test: TestContext) => () => Promise<ReturnType<typeof timetableOf>>;

const media: Record<string, Open> = {
  'of one process'(test) {
    const times = ownTimes();
    const only = timetableOf(createEmbeddedTimetable({ references, nextAtMs: times.nextAtMs }), times, test);
    return async () => only;
  },
  'in Redis'(test) {
    const times = ownTimes();
    const namespace = `txnbot:{A0:${test.task.id}}`;
    return async () => {
      const { connections, log } = connectionsTo(redisOf().url, test);
      const options = { connections, namespace, logger: log.logger, references, nextAtMs: times.nextAtMs };
      const timetable = createRedisTimetable(options);
      await waitFor(() => expect(connections.isReady()).toBe(true));
      return timetableOf(timetable, times, test);
    };
  },
};

function timetableOf(
  timetable: ReturnType<typeof createRedisTimetable>,
  times: ReturnType<typeof ownTimes>,
  { onTestFinished }: TestContext,
) {
  onTestFinished(() => timetable.stop());
  return {
    set: (reference: string, atMs: number) => times.set(timetable, reference, atMs),
    stop: timetable.stop,
    /** Starts it, and says what was due. */
    async start(next: Ask = async () => undefined) {
      const onDue = vi.fn<Ask>(next);
      await timetable.start(times.onDue(onDue));
      return { onDue, asked: () => onDue.mock.calls.map(([reference]) => reference) };
    },
  };
}

describe.each(Object.entries(media))('a timetable %s', { concurrent: true }, (medium, open) => {
  const on = it.skipIf(medium === 'in Redis' && isRedisMissing);

  on(
    'wakes in one process for each reference, at its time and not before, with the time that was planned',
    async (test) => {
      const next = open(test);
      const timetables = [...new Set([await next(), await next(), await next()])];
      const woken: { reference: string; plannedAtMs: number | undefined; atMs: number }[] = [];
      for (const timetable of timetables)
        await timetable.start(async (reference, plannedAtMs) => {
          woken.push({ reference, plannedAtMs, atMs: Date.now() });
          return undefined;
        });
      const planned = new Map(
        Array.from({ length: 60 }, (_, place) => [`GARO-${place}`, Date.now() + 200 + place * 5]),
      );
      const set = [...planned].map(([reference, atMs], place) =>
        timetables[place % timetables.length]?.set(reference, atMs),
      );
      await Promise.all([...set, timetables[0]?.set('GARO-far', Date.now() + hourMs)]);
      await waitFor(() => expect(woken).toHaveLength(60));
      expect(new Map(woken.map(({ reference, plannedAtMs }) => [reference, plannedAtMs]))).toEqual(planned);
      for (const { reference, atMs } of woken) expect(atMs).toBeGreaterThanOrEqual(planned.get(reference) ?? 0);
    },
  );

  on('wakes again for as long as it is told to, and anew when it was over', async (test) => {
    const next = open(test);
    const [timetable, other] = [await next(), await next()];
    const rounds: string[] = [];
    for (const each of new Set([timetable, other]))
      await each.start(async (reference) => {
        rounds.push(reference);
        return rounds.length < 4 ? Date.now() + 20 : undefined;
      });
    await timetable.set('GARO-1', soonMs());
    await waitFor(() => expect(rounds).toHaveLength(4));
    await waitFor(async () => {
      await other.set('GARO-1', Date.now());
      expect(rounds.length).toBeGreaterThan(4);
    });
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
    expect(asked()).toHaveLength(1);
    resolve();
    await waitFor(() => expect(asked()).toHaveLength(2));
  });

  on('stops when what is under way has ended, and wakes for nothing more', async (test) => {
    const timetable = await open(test)();
    const { promise, resolve } = withResolvers();
    const { asked } = await timetable.start(async () => {
      await promise;
      return undefined;
    });
    await timetable.set('GARO-1', soonMs());
    await waitFor(() => expect(asked()).toEqual(['GARO-1']));
    let hasStopped = false;
    const stopped = timetable.stop().then(() => {
      hasStopped = true;
    });
    await timetable.set('GARO-2', Date.now());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([hasStopped, asked()]).toEqual([false, ['GARO-1']]);
    resolve();
    await stopped;
    expect(asked()).toEqual(['GARO-1']);
  });
});
