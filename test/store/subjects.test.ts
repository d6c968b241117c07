import { expect, it, onTestFinished, vi } from 'vitest';
import { createMemoryValues, createRedisValues } from '../../src/store/expiring-values.ts';
import { createSubjects, StoredSubject } from '../../src/store/subjects.ts';
import { expectLinear } from '../support/growth.ts';
import { connectionTo, isRedisMissing, startRedis } from '../support/redis.ts';

const thread = { channelId: 'C0SUPPORT', threadTs: '1700000000.000100' };
const direct = { channelId: 'D0AMARA', readerId: 'U0AMARA' };
const one = [{ asked: 'GARO-1', isRequery: false }];
const other = [{ asked: 'GARO-2', isRequery: false }];
const dayMs = 24 * 3_600_000;

it("a conversation's subject is what was last set, and is deleted after a day", async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const subjects = createSubjects(createMemoryValues());
  await subjects.set(thread, one);
  await subjects.set(direct, other);
  expect(await subjects.of(thread)).toEqual(one);
  expect(await subjects.of({ ...thread, readerId: 'U0AMARA' })).toEqual([]);
  expect(await subjects.of({ channelId: 'C0SUPPORT', threadTs: '1700000000.000200' })).toEqual([]);
  await subjects.set(thread, other);
  expect(await subjects.of(thread)).toEqual(other);
  vi.setSystemTime(Date.now() + dayMs - 1_000);
  expect(await subjects.of(direct)).toEqual(other);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await subjects.of(direct)).toEqual([]);
});

it("a conversation's subject holds 25 transactions at most", async () => {
  const subjects = createSubjects(createMemoryValues());
  const many = Array.from({ length: 30 }, (_, at) => ({ asked: `GARO-${at}`, isRequery: false }));
  await subjects.set(thread, many);
  expect(await subjects.of(thread)).toHaveLength(25);
});

it('nothing else of a transaction is stored than what it is about and how it was shown', async () => {
  const subjects = createSubjects(createMemoryValues());
  const shown = { standing: 'moving open', shownAt: 2, isOther: true };
  const seen = { asked: 'GARO-1', isRequery: false, ...shown, status: 'pending', group: 'moving' };
  await subjects.set(thread, [seen], '1700000000.000300');
  expect(await subjects.of(thread)).toEqual([
    { asked: 'GARO-1', isRequery: false, ...shown, ts: '1700000000.000300' },
  ]);
});

it('where there is room for few subjects, one in use outlives those that are not', async () => {
  const subjects = createSubjects(createMemoryValues(4));
  const quiet = { ...thread, threadTs: '1700000000.000200' };
  await subjects.set(quiet, other);
  await subjects.set(thread, one);
  for (let at = 0; at < 4; at += 1) {
    expect(await subjects.of(thread)).toEqual(one);
    await subjects.set({ channelId: `C${at}` }, other);
  }
  expect(await subjects.of(quiet)).toEqual([]);
});

it.skipIf(isRedisMissing)(
  "two processes share a conversation's subject; without Redis each has its own",
  async (test) => {
    const redis = await startRedis(test, { isKept: true });
    const open = async () => {
      const { connection, whenReady } = connectionTo(redis.url, test);
      await whenReady();
      const values = createRedisValues(connection, 'txnbot:{A0:T0}', StoredSubject);
      return { subjects: createSubjects(values), whenReady };
    };
    const here = await open();
    const there = await open();
    await here.subjects.set(thread, one);
    expect(await there.subjects.of(thread)).toEqual(one);
    const [key = '', ...more] = await redis.keys();
    expect(more).toEqual([]);
    expect(key).toMatch(/^txnbot:\{A0:T0\}:known:[\w-]{43}$/);
    expect(await redis.client.pttl(key)).toBeGreaterThan(dayMs - 60_000);
    expect(await redis.client.pttl(key)).toBeLessThanOrEqual(dayMs);

    for (const unknown of ['1700000000000 []', '1 2 {"of":"another version"}', 'rubbish']) {
      await redis.client.set(key, unknown);
      expect(await there.subjects.of(thread)).toEqual([]);
    }
    await here.subjects.set(thread, one);
    expect(await there.subjects.of(thread)).toEqual(one);

    await here.subjects.set(direct, other);
    await redis.stop();
    expect(await here.subjects.of(thread)).toEqual(one);
    expect(await there.subjects.of(thread)).toEqual(one);
    expect(await there.subjects.of(direct)).toEqual([]);
    await here.subjects.set(thread, other);
    await redis.start();
    await Promise.all([here.whenReady(), there.whenReady()]);
    expect(await here.subjects.of(thread)).toEqual(other); // newer than what Redis has
    expect(await there.subjects.of(thread)).toEqual(one);
    await there.subjects.set(thread, one);
    expect(await here.subjects.of(thread)).toEqual(one);
  },
);

it("reading a conversation's subject takes no longer, however many are stored", async () => {
  await expectLinear(2_000, async (size) => {
    const subjects = createSubjects(createMemoryValues());
    for (let at = 0; at < size; at += 1) {
      const conversation = { channelId: `D${at}` };
      await subjects.set(conversation, [{ asked: `GARO-${at}`, isRequery: false }]);
      await subjects.of(conversation);
    }
  });
});
