import { afterAll, beforeAll, type TestContext } from 'vitest';
import { createEmbeddedLists, createRedisLists, type ListStore } from '../../src/lists/store.ts';
import {
  createMemoryValues,
  createRedisValues,
  type ExpiringValues,
} from '../../src/store/expiring-values.ts';
import { createRedisState } from '../../src/store/redis.ts';
import { createMemoryState, type State } from '../../src/store/state.ts';
import { createStateFolder } from '../../src/store/state-folder.ts';
import {
  type Assignees,
  createEmbeddedAssignees,
  createRedisAssignees,
} from '../../src/transfers/assignees.ts';
import { Sighting } from '../../src/transfers/known.ts';
import { createEmbeddedWatches, createRedisWatches } from '../../src/watches/store.ts';
import type { WatchStore } from '../../src/watches/watch.ts';
import { logLines } from './log-lines.ts';
import { connectionTo, isRedisMissing, startRedis, type TestRedis } from './redis.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What outlives a question, as one process has it. */
export interface OpenStores {
  state: State;
  sightings: ExpiringValues<Sighting>;
  watches: WatchStore;
  lists: ListStore;
  assignees: Assignees;
}

/** Opens the stores of one process after another. */
type Open = () => Promise<OpenStores>;

function embedded(path: string) {
  const { logger } = logLines();
  const folder = createStateFolder({ path, isNamed: true, logger });
  const watches = createEmbeddedWatches(folder);
  const lists = createEmbeddedLists(folder);
  const assignees = createEmbeddedAssignees(folder);
  return {
    parts: [folder, watches, lists, assignees],
    state: createMemoryState(),
    sightings: createMemoryValues<Sighting>(),
    watches,
    lists,
    assignees,
  };
}

/** In a folder one process ends before the next begins; in Redis they run beside each other. */
export const media: Record<'in memory' | 'in a folder' | 'in Redis', (test: TestContext) => Open> =
  {
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
        const sightings = createRedisValues(connection, namespace, Sighting);
        const watches = createRedisWatches(connection, namespace, log.logger);
        const lists = createRedisLists(connection, namespace);
        const assignees = createRedisAssignees(connection, namespace);
        await whenReady();
        return { state, sightings, watches, lists, assignees };
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
