import { describe, expect, it, type TestContext } from 'vitest';
import type { Batch } from '../../src/batches/batch.ts';
import { createRedisBatches } from '../../src/batches/redis.ts';
import { type BatchStore, createEmbeddedBatches } from '../../src/batches/store.ts';
import { createStateFolder } from '../../src/store/file.ts';
import { logLines } from '../support/log-lines.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { connectionsTo } from '../support/redis-connections.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

/** Gives the store of one process after another: a process that keeps none has another one each time. */
type Start = (test: TestContext) => Promise<() => Promise<BatchStore>>;

const embedded = (path: string) => {
  const { logger } = logLines();
  const folder = createStateFolder({ path, isNamed: false, logger });
  return { folder, store: createEmbeddedBatches({ folder, logger }) };
};

const media: Record<string, Start> = {
  'in memory': async () => async () => embedded('/nowhere').store,
  'in a folder': async (test) => {
    const path = temporaryFolder();
    let stop = async () => {};
    test.onTestFinished(() => stop());
    return async () => {
      await stop();
      const { folder, store } = embedded(path);
      await folder.start();
      await store.start();
      stop = () => store.stop().then(folder.stop);
      return store;
    };
  },
  'in Redis': async (test) => {
    const { url } = await startRedis(test);
    return async () => {
      const { connections } = connectionsTo(url, test);
      await connections.settled(1_000);
      const connection = connections.open('batches');
      await waitFor(() => expect(connections.isReady()).toBe(true));
      return createRedisBatches(connection, 'txnbot:{A0:T0}');
    };
  },
};

const some: Batch = {
  id: 'b1',
  personId: 'U0ANN',
  teamId: 'T0',
  file: { id: 'F0', name: 'a "list".csv' },
  isRequery: false,
  references: ['GARO-1', 'GARO-2'],
  count: 2,
  offeredAtMs: 1_700_000_000_000,
  answers: {},
};
const settled = { status: 'successful', amount: '1.00', bank: '000013', createdAt: 1_700_000_000_000 };
const { references: _references, answers: _answers, ...head } = some;

describe.each(Object.entries(media))('batches %s', (medium, start) => {
  const on = it.skipIf(medium === 'in Redis' && isRedisMissing);

  on('are found as they were kept, with what was changed and answered since', async (test) => {
    const store = await (await start(test))();
    await store.add(some);
    await Promise.all([
      store.answer('b1', 1, settled),
      store.change('b1', { isStopped: true }),
      store.answer('b1', 0, { failure: 'not_found' }),
    ]);
    const answers = { 0: { failure: 'not_found' }, 1: settled };
    expect(await store.find('b1')).toEqual({ ...some, isStopped: true, answers });
    expect(await store.all()).toEqual([expect.objectContaining({ ...head, isStopped: true })]);
  });

  on('come in the order in which they were begun, offers behind them', async (test) => {
    const store = await (await start(test))();
    const begun = (id: string, begunAtMs?: number) => store.add({ ...some, id, ...(begunAtMs && { begunAtMs }) });
    await begun('offer');
    await begun('second', 2);
    await begun('first', 1);
    expect((await store.all()).map(({ id }) => id)).toEqual(['first', 'second', 'offer']);
  });

  on('that are gone stay gone, whatever is still answered about them', async (test) => {
    const store = await (await start(test))();
    await store.add(some);
    await store.remove('b1');
    await store.answer('b1', 0, settled);
    await store.change('b1', { isStopped: true });
    expect(await store.find('b1')).toBeUndefined();
    expect(await store.all()).toEqual([]);
  });

  on('outlive their process, where the store says so', async (test) => {
    const next = await start(test);
    const store = await next();
    await store.add(some);
    await store.answer('b1', 0, settled);
    const after = await next();
    const kept = store.outlives() === 'nothing' ? undefined : { ...some, answers: { 0: settled } };
    expect(await after.find('b1')).toEqual(kept);
  });
});
