import { afterAll, beforeAll, type TestContext } from 'vitest';
import { createEmbeddedLists, createRedisLists, type ListStore } from '../../src/lists/store.ts';
import { createRedisState } from '../../src/store/redis.ts';
import { createMemoryState, type State } from '../../src/store/state.ts';
import { createStateFolder } from '../../src/store/state-folder.ts';
import { createEmbeddedWatches, createRedisWatches } from '../../src/watches/store.ts';
import type { WatchStore } from '../../src/watches/watch.ts';
import { logLines } from './log-lines.ts';
import { connectionTo, isRedisMissing, startRedis, type TestRedis } from './redis.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Opens what outlives a question, for one process after another. */
type Open = () => Promise<{ state: State; watches: WatchStore; lists: ListStore }>;

function embedded(path: string) {
  const { logger } = logLines();
  const folder = createStateFolder({ path, isNamed: true, logger });
  const watches = createEmbeddedWatches(folder);
  const lists = createEmbeddedLists(folder);
  return { parts: [folder, watches, lists], state: createMemoryState(), watches, lists };
}

/** In a folder one process ends before the next begins; in Redis they run beside each other. */
export const media: Record<'in memory' | 'in a folder' | 'in Redis', (test: TestContext) => Open> = {
  'in memory': () => async () => embedded('/nowhere'),
  'in a folder'({ onTestFinished }) {
    const path = temporaryFolder();
    let stop = async () => {};
    onTestFinished(() => stop());
    return async () => {
      await stop();
      const { parts, ...stores } = embedded(path);
      for (const part of parts) await part.start();
      stop = async () => {
        for (const part of parts.toReversed()) await part.stop();
      };
      return stores;
    };
  },
  'in Redis'(test) {
    const namespace = `txnbot:{A0:${test.task.id}}`;
    return async () => {
      const { connection, log, whenReady } = connectionTo(redis.url, test);
      const state = createRedisState({ connection, namespace, onFallback() {} });
      const watches = createRedisWatches(connection, namespace, log.logger);
      const lists = createRedisLists(connection, namespace);
      await whenReady();
      return { state, watches, lists };
    };
  },
};

let redis: TestRedis;

/** One server for all tests of a file, of which each has a namespace of its own. */
export function useRedis(): void {
  let stop = async () => {};
  beforeAll(async () => {
    if (isRedisMissing) return;
    const onTestFinished = (given: () => Promise<void>) => {
      stop = given;
    };
    redis = await startRedis({ onTestFinished });
  });
  afterAll(() => stop());
}
