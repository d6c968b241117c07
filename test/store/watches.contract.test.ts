import { describe, expect, it, type TestContext } from 'vitest';
import { createStateFolder } from '../../src/store/file.ts';
import { createEmbeddedStore } from '../../src/watches/embedded.ts';
import type { WatchStore } from '../../src/watches/engine.ts';
import { createRedisStore } from '../../src/watches/redis-store.ts';
import type { Watch } from '../../src/watches/watch.ts';
import { logLines } from '../support/log-lines.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const limits = { perPerson: 25, total: 1_000 };
const someWatch: Watch = {
  id: 'w1',
  reference: 'GARO-1',
  personId: 'U0ANN',
  teamId: 'T0',
  channelId: 'C0',
  threadTs: undefined,
  begunAtMs: 1_700_000_000_000,
  seen: { status: 'pending', reversedFlag: '0', completedAt: undefined },
};
const watchOf = (id: string, changes: Partial<Watch> = {}) => ({ ...someWatch, id, ...changes });
const byId = (found: readonly Watch[]) => [...found].sort((a, b) => a.id.localeCompare(b.id));

/** Gives the store of one process after another: a process that keeps none has another one each time. */
type Start = (test: TestContext) => Promise<() => Promise<WatchStore>>;

const media: Record<string, Start> = {
  'in memory': async () => async () => {
    const { logger } = logLines();
    return createEmbeddedStore({ folder: createStateFolder({ path: '/nowhere', isNamed: true, logger }), logger });
  },
  'in a folder': async () => {
    const { logger } = logLines();
    const folder = createStateFolder({ path: temporaryFolder(), isNamed: true, logger });
    return async () => {
      await folder.stop();
      await folder.start();
      const store = createEmbeddedStore({ folder, logger });
      await store.load();
      return store;
    };
  },
  'in Redis': async (test) => {
    const { url } = await startRedis(test);
    return async () => {
      const { connections, log } = connectionsTo(url, test);
      const connection = connections.open('watches');
      await waitFor(() => expect(connections.isReady()).toBe(true));
      return createRedisStore({ connection, namespace: 'txnbot:{A0:T0}', logger: log.logger });
    };
  },
};

describe.each(Object.entries(media))('watches %s', (medium, start) => {
  const on = it.skipIf(medium === 'in Redis' && isRedisMissing);

  on('are found as they were put, by their reference and by their person', async (test) => {
    const store = await (await start(test))();
    const watches = [
      someWatch,
      watchOf('w2', { personId: 'U0BEN', teamId: undefined, channelId: undefined, threadTs: '1.2', seen: {} }),
      watchOf('w3', { reference: 'GARO 2 — ünïcode:{x}' }),
    ];
    await Promise.all(watches.map((watch) => store.put(watch, limits)));
    const [first, second, third] = watches;
    expect(byId(await store.ofReference('GARO-1'))).toEqual([first, second]);
    expect(await store.ofReference('GARO 2 — ünïcode:{x}')).toEqual([third]);
    expect(byId(await store.ofPerson('U0ANN'))).toEqual([first, third]);
    expect([await store.ofReference('GARO-9'), await store.ofPerson('U0NOBODY')]).toEqual([[], []]);
    expect(await store.count()).toBe(3);
    expect([...(await store.references())].sort()).toEqual(['GARO 2 — ünïcode:{x}', 'GARO-1']);
  });

  on('of one reference are one of each person, the last', async (test) => {
    const store = await (await start(test))();
    await store.put(someWatch, limits);
    await store.put(watchOf('w2'), limits);
    expect(await store.ofPerson('U0ANN')).toEqual([watchOf('w2')]);
    expect([await store.count(), await store.references()]).toEqual([1, ['GARO-1']]);
  });

  on('are no more than the limits, and one that takes the place of another always has room', async (test) => {
    const store = await (await start(test))();
    const full = { perPerson: 1, total: 2 };
    expect(await store.put(someWatch, full)).toBeUndefined();
    expect(await store.put(watchOf('w2', { reference: 'GARO-2' }), full)).toBe('perPerson');
    expect(await store.put(watchOf('w4', { personId: 'U0BEN' }), full)).toBeUndefined();
    expect(await store.put(watchOf('w3', { personId: 'U0CAY' }), full)).toBe('total');
    expect(await store.put(watchOf('w5'), full)).toBeUndefined();
    expect(byId(await store.ofReference('GARO-1')).map(({ id }) => id)).toEqual(['w4', 'w5']);
    expect(await store.count()).toBe(2);
  });

  on('are noted once after each telling, and not when they are gone', async (test) => {
    const store = await (await start(test))();
    await store.put(someWatch, limits);
    const told = watchOf('w1', { seen: { status: 'successful' }, tellings: 1 });
    await store.note(told, 0);
    await store.note(watchOf('w1', { tellings: 1 }), 0); // another process has noted it meanwhile
    expect(await store.ofPerson('U0ANN')).toEqual([told]);
    await store.remove(someWatch);
    await store.note(told, 1);
    expect(await store.ofPerson('U0ANN')).toEqual([]);
  });

  on('are removed with nothing left of them', async (test) => {
    const store = await (await start(test))();
    const other = watchOf('w2', { personId: 'U0BEN' });
    for (const watch of [someWatch, other]) await store.put(watch, limits);
    await store.remove(watchOf('nobody’s'));
    await store.remove(someWatch);
    expect([await store.ofReference('GARO-1'), await store.ofPerson('U0ANN')]).toEqual([[other], []]);
    await store.remove(other);
    expect([await store.ofReference('GARO-1'), await store.count(), await store.references()]).toEqual([[], 0, []]);
  });

  (medium === 'in memory' ? it.skip : on)('are there for the next process', async (test) => {
    const next = await start(test);
    const store = await next();
    expect(store.isDurable()).toBe(true);
    await Promise.all(['w1', 'w2', 'w3'].map((id) => store.put(watchOf(id, { personId: `U0${id}` }), limits)));
    await store.remove(watchOf('w2', { personId: 'U0w2' }));
    const after = byId(await (await next()).ofReference('GARO-1'));
    expect(after).toEqual([watchOf('w1', { personId: 'U0w1' }), watchOf('w3', { personId: 'U0w3' })]);
  });
});
