import { describe, expect, it, vi } from 'vitest';
import type { List } from '../../src/lists/list.ts';
import { createMemoryState } from '../../src/store/state.ts';
import type { Assignee, Sighting } from '../../src/transfers/known.ts';
import { createKnownTransactions } from '../../src/transfers/known-store.ts';
import type { Watch, WatchStore } from '../../src/watches/watch.ts';
import { isRedisMissing } from '../support/redis.ts';
import { someWatch, watchLimits } from '../support/stored-watch.ts';
import { media, useRedis } from '../support/stores.ts';
import { waitFor } from '../support/wait-for.ts';
import { recordOf } from '../transfers/serve-transfers.ts';

useRedis();

const watchOf = (id: string, changes: Partial<Watch> = {}) => ({ ...someWatch, id, ...changes });
const byId = (found: readonly Watch[]) => [...found].sort((a, b) => a.id.localeCompare(b.id));

const someList: List = {
  id: 'b1',
  personId: 'U0ANN',
  teamId: 'T0',
  file: { id: 'F0', name: 'a "list".csv' },
  isRequery: false,
  references: ['GARO-1', 'GARO-2'],
  count: 2,
  offeredAtMs: Date.now(),
  answers: {},
};
const amara: Assignee = { id: 'GARO-1', personId: 'U0AMARA', name: 'amara', atMs: Date.now() };
const bisi = { ...amara, personId: 'U0BISI', name: 'bisi' };
const sightingOf = (words: string): Sighting => ({ words, group: 'unknown', atMs: 1, sinceMs: 1 });
const settled = {
  status: 'successful',
  amount: '1.00',
  bank: '000013',
  createdAt: 1_700_000_000_000,
};

describe.each(Object.entries(media))('what is stored %s', (medium, open) => {
  const on = it.skipIf(medium === 'in Redis' && isRedisMissing);

  on('a claim ends at its release or TTL, and never ends a later one', async (test) => {
    const { lease } = (await open(test)()).state;
    const [first, again, other] = await Promise.all(
      ['a', 'a', 'b'].map((key) => lease(key, 'give up')),
    );
    expect(first).toEqual(expect.anything());
    expect(again).toBeUndefined();
    expect(other).toEqual(expect.anything());
    await first?.release();
    const second = await lease('a', 'give up');
    expect(second).toBeDefined();
    await first?.release();
    await first?.commit(1);
    expect(await lease('a', 'wait')).toBeUndefined();
    await second?.commit(100);
    expect(await lease('a', 'give up')).toBeUndefined();
    await waitFor(async () => expect(await lease('a', 'give up')).toBeDefined());
  });

  on('a value is read by its key, and gone when its time is over', async (test) => {
    const { sightings } = await open(test)();
    const one = sightingOf('one');
    const two = sightingOf('two');
    const three = sightingOf('three');
    await sightings.write([
      { key: 'a', value: one, ttlMs: 60_000 },
      { key: 'b', value: two, ttlMs: 100 },
    ]);
    await sightings.write([{ key: 'a', value: three, ttlMs: 60_000 }], true);
    expect(await sightings.read(['b', 'c', 'a'])).toEqual([two, undefined, three]);
    await waitFor(async () => expect(await sightings.read(['b'])).toEqual([undefined]));
    expect(await sightings.read([])).toEqual([]);

    const many = Array.from({ length: 1_200 }, (_, at) => `${at}`);
    await sightings.write(many.map((key) => ({ key, value: sightingOf(key), ttlMs: 60_000 })));
    expect(await sightings.read(many)).toEqual(many.map(sightingOf));
  });

  on(
    'a limit says how long to wait once it is used up, for each key and each name apart',
    async (test) => {
      const { createLimiter } = (await open(test)()).state;
      const take = createLimiter({ name: 'questions', points: 2, windowSeconds: 60 });
      expect([await take('ann'), await take('ann'), await take('ben')]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      const waitMs = await take('ann');
      expect(waitMs).toBeGreaterThan(50_000);
      expect(waitMs).toBeLessThanOrEqual(60_000);
      expect(
        await createLimiter({ name: 'others', points: 1, windowSeconds: 60 })('ann'),
      ).toBeUndefined();
    },
  );

  on(
    'watches are found as they were put, by their ids and by their person, until removed',
    async (test) => {
      const { watches } = await open(test)();
      const some = [
        someWatch,
        watchOf('w2', {
          personId: 'U0BEN',
          teamId: undefined,
          channelId: undefined,
          threadTs: '1.2',
          seen: {},
        }),
        watchOf('w3', { reference: 'GARO 2 — ünïcode:{x}' }),
      ];
      await Promise.all(some.map((watch) => watches.put(watch, watchLimits)));
      const [first, second, third] = some;
      expect(byId(await watches.find(['w2', 'w1', 'w4']))).toEqual([first, second]);
      expect(await watches.find([])).toEqual([]);
      expect(byId(await watches.ofPerson('U0ANN'))).toEqual([first, third]);
      const references = await watches.references();
      expect([...references].sort()).toEqual(['GARO 2 — ünïcode:{x}', 'GARO-1']);
      await watches.remove(watchOf('nobody’s'));
      await watches.remove(someWatch);
      expect(await watches.find(['w1', 'w2'])).toEqual([second]);
      expect(await watches.ofPerson('U0ANN')).toEqual([third]);
      for (const watch of some) await watches.remove(watch);
      expect(await watches.count()).toBe(0);
    },
  );

  on('watches keep to the limits, and a later one replaces the person’s own', async (test) => {
    const { watches } = await open(test)();
    const put = (id: string, changes: Partial<Watch> = {}) =>
      watches.put(watchOf(id, changes), { perPerson: 1, total: 2 });
    expect(await put('w1')).toBeUndefined();
    expect(await put('w2', { reference: 'GARO-2' })).toBe('perPerson');
    expect(await put('w4', { personId: 'U0BEN' })).toBeUndefined();
    expect(await put('w3', { personId: 'U0CAY' })).toBe('total');
    expect(await put('w5')).toBeUndefined();
    expect(byId(await watches.find(['w1', 'w4', 'w5'])).map(({ id }) => id)).toEqual(['w4', 'w5']);
    expect(await watches.ofPerson('U0ANN')).toEqual([watchOf('w5')]);
    expect(await watches.count()).toBe(2);
    await watches.remove(watchOf('w5'));
    expect(await put('w6', { reference: 'GARO-2' })).toBeUndefined();
  });

  on(
    'watches are no more than the limits, also when several processes put some at once',
    async (test) => {
      const next = open(test);
      const one = (await next()).watches;
      const other = medium === 'in Redis' ? (await next()).watches : one;
      const put = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6'].map((id, place) =>
        (place % 2 === 0 ? one : other).put(watchOf(id, { personId: `U0${id}` }), {
          perPerson: 1,
          total: 2,
        }),
      );
      expect((await Promise.all(put)).sort()).toEqual([
        ...Array(4).fill('total'),
        undefined,
        undefined,
      ]);
      expect(await one.count()).toBe(2);
    },
  );

  on('watches are noted once after each telling, and not when they are gone', async (test) => {
    const { watches } = await open(test)();
    await watches.put(someWatch, watchLimits);
    const told = watchOf('w1', { seen: { status: 'successful' }, tellings: 1 });
    await watches.note(told, 0);
    await watches.note(watchOf('w1', { tellings: 1 }), 0); // another process has noted it meanwhile
    expect(await watches.ofPerson('U0ANN')).toEqual([told]);
    await watches.remove(someWatch);
    for (const tellings of [0, 1]) await watches.note(told, tellings);
    expect(await watches.ofPerson('U0ANN')).toEqual([]);
  });

  on('lists are found with their changes and answers until removed', async (test) => {
    const { lists } = await open(test)();
    const answer = () =>
      Promise.all([
        lists.change('b1', { answers: { 1: settled } }),
        lists.change('b1', { isStopped: true }),
        lists.change('b1', { answers: { 0: { failure: 'not_found' } } }),
      ]);
    await lists.add(someList);
    await answer();
    const changed = { ...someList, isStopped: true };
    expect(await lists.find('b1')).toEqual({
      ...changed,
      answers: { 0: { failure: 'not_found' }, 1: settled },
    });
    const { references: _, answers: __, ...head } = changed;
    expect(await lists.all()).toEqual([expect.objectContaining(head)]);
    await lists.remove('b1');
    await answer();
    expect(await lists.find('b1')).toBeUndefined();
    expect(await lists.all()).toEqual([]);
  });

  on('lists come in the order in which they were begun, offers behind them', async (test) => {
    const { lists } = await open(test)();
    await lists.add({ ...someList, id: 'offer' });
    await lists.add({ ...someList, id: 'second', begunAtMs: 2 });
    await lists.add({ ...someList, id: 'first', begunAtMs: 1 });
    expect((await lists.all()).map(({ id }) => id)).toEqual(['first', 'second', 'offer']);
  });

  on(
    'a transaction is whose who took it first, until somebody takes it over from them',
    async (test) => {
      const { assignees } = await open(test)();
      expect(await assignees.take(amara, undefined)).toEqual(amara);
      expect(await assignees.take(bisi, undefined)).toEqual(amara);
      expect(await assignees.take(bisi, 'U0CHIDI')).toEqual(amara);
      const again = { ...amara, atMs: amara.atMs + 1 };
      expect(await assignees.take(again, undefined)).toEqual(again);
      expect(await assignees.take(bisi, 'U0AMARA')).toEqual(bisi);
      expect([await assignees.of(['GARO-0', 'GARO-1']), await assignees.of([])]).toEqual([
        [bisi],
        [],
      ]);
      await assignees.release('GARO-1', 'U0AMARA');
      expect(await assignees.of(['GARO-1'])).toEqual([bisi]);
      expect(await assignees.all()).toEqual([bisi]);
      await assignees.release('GARO-1', 'U0BISI');
      expect(await assignees.of(['GARO-1'])).toEqual([]);
      expect(await assignees.all()).toEqual([]);
    },
  );

  on(
    'what one person saw and took on is what another has open, also in another process',
    async (test) => {
      const next = open(test);
      const one = await next();
      const other = medium === 'in Redis' ? await next() : one;
      const knownIn = (stores: typeof one) =>
        createKnownTransactions({ ...stores, rememberMs: 60_000, logger: { error() {} } });
      const sessionId = '1'.repeat(30);
      const row = recordOf({ reference: 'GARO-1', id: '19261', status: 'failed', sessionId });
      await knownIn(one).recall([row], { personId: 'U0AMARA' });
      await knownIn(one).assign(amara, undefined);

      const known = knownIn(other);
      const read = vi.spyOn(other.sightings, 'read');
      const [last, unseen] = await known.lastSeen(['GARO-1', 'GARO-2']);
      expect(last).toMatchObject({ known: { last: { words: 'failed', id: '19261' } } });
      expect(last?.known?.counterpart).toBeUndefined();
      expect(unseen).toEqual({
        ...{ isRequery: false, asked: 'GARO-2', failure: 'not_asked' },
        known: { last: undefined, byAnother: undefined, counterpart: undefined },
      });
      expect(read.mock.calls.length).toBeLessThanOrEqual(2);
      expect(await known.allAssignees()).toEqual([amara]);

      const [found, none] = await known.findBySession([sessionId, '2'.repeat(30)]);
      expect(found).toMatchObject({ reference: 'GARO-1' });
      expect(none).toBeUndefined();
    },
  );

  on('an assignee of a clock that is a year ahead is none of next year', async (test) => {
    const next = open(test);
    const { assignees } = await next();
    await assignees.take({ ...amara, atMs: Date.now() + 365 * 24 * 3_600_000 }, undefined);
    for (const store of [assignees, (await next()).assignees])
      for (const { atMs } of await store.of(['GARO-1']))
        expect(atMs).toBeLessThanOrEqual(Date.now());
  });

  on('is there for the next process, where there is a place for it', async (test) => {
    const next = open(test);
    const { watches, lists, assignees } = await next();
    const isThere = medium !== 'in memory';
    expect(watches.isDurable()).toEqual(isThere);
    expect(lists.isDurable()).toEqual(isThere);
    const some = ['w1', 'w2', 'w3'].map((id) => watchOf(id, { personId: `U0${id}` }));
    await Promise.all(some.map((watch) => watches.put(watch, watchLimits)));
    const [first, second = someWatch, third] = some;
    await watches.remove(second);
    await lists.add(someList);
    await lists.change('b1', { answers: { 0: settled } });
    await assignees.take(amara, undefined);
    const after = await next();
    expect(byId(await after.watches.find(['w1', 'w2', 'w3']))).toEqual(
      isThere ? [first, third] : [],
    );
    expect(await after.lists.find('b1')).toEqual(
      isThere ? { ...someList, answers: { 0: settled } } : undefined,
    );
    expect(await after.assignees.of(['GARO-1'])).toEqual(isThere ? [amara] : []);
  });
});

it('the state in memory holds the latest twenty thousand claims', async () => {
  const { lease } = createMemoryState();
  for (let place = 0; place <= 20_000; place += 1) await lease(`delivery ${place}`, 'wait');
  expect(await lease('delivery 1', 'wait')).toBeUndefined();
  expect(await lease('delivery 0', 'wait')).toBeDefined();
});

it('an assignment expires after a day', async (test) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  test.onTestFinished(() => void vi.useRealTimers());
  const { assignees } = await media['in memory'](test)();
  await assignees.take({ ...amara, atMs: Date.now() }, undefined);
  vi.setSystemTime(Date.now() + 24 * 3_600_000 - 1);
  expect(await assignees.of(['GARO-1'])).toHaveLength(1);
  vi.setSystemTime(Date.now() + 1);
  expect(await assignees.of(['GARO-1'])).toEqual([]);
  const later = { ...bisi, atMs: Date.now() };
  expect(await assignees.take(later, undefined)).toEqual(later);
});

it('the 10,001st assignee displaces the oldest, but a refused one displaces none', async (test) => {
  const { assignees } = await media['in memory'](test)();
  for (let at = 0; at < 10_000; at += 1)
    void assignees.take({ ...amara, id: `GARO-${at}` }, undefined);
  await assignees.take({ ...amara, id: 'GARO-0' }, undefined);
  expect(await assignees.take({ ...bisi, id: 'GARO-1' }, undefined)).toMatchObject({
    personId: 'U0AMARA',
  });
  await assignees.take({ ...bisi, id: 'GARO-10000' }, undefined);
  const there = await assignees.of(['GARO-0', 'GARO-1', 'GARO-2', 'GARO-10000']);
  expect(there.map(({ id }) => id)).toEqual(['GARO-0', 'GARO-2', 'GARO-10000']);
});

/** The ids of what a leader reads. */
async function readAll(read: ReturnType<WatchStore['createReader']>) {
  const ids: string[] = [];
  for await (const watches of read()) for (const { id } of watches) ids.push(id);
  return ids.sort();
}

describe.each(['in memory', 'in Redis'] as const)('what a leader reads %s', (medium) => {
  const on = it.skipIf(medium === 'in Redis' && isRedisMissing);

  on('is everything once, then what began since, in any process', async (test) => {
    const next = media[medium](test);
    const one = (await next()).watches;
    const other = medium === 'in Redis' ? (await next()).watches : one;
    const put = (id: string, store = one) =>
      store.put(watchOf(id, { personId: `U0${id}` }), watchLimits);
    await put('w1');
    await put('w2', other);
    const read = one.createReader();
    expect(await readAll(read)).toEqual(['w1', 'w2']);
    expect(await readAll(read)).toEqual([]);
    await put('w3', other);
    expect(await readAll(read)).toContain('w3');
    expect(await readAll(one.createReader())).toHaveLength(3);
  });

  on('is everything in steps, however much began at once', async (test) => {
    const { watches } = await media[medium](test)();
    const limits = { perPerson: 1_000, total: 1_000 };
    const ids = Array.from({ length: 300 }, (_, place) => `w${place}`);
    const read = watches.createReader();
    expect(await readAll(read)).toEqual([]);
    await Promise.all(ids.map((id) => watches.put(watchOf(id, { reference: id }), limits)));
    expect(await readAll(read)).toEqual(ids.sort());
  });
});
