import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.ts';
import { patienceMs } from './support/patience.ts';

const ofProcesses = {
  globalSetup: 'test/support/build-bundle.ts',
  setupFiles: 'test/support/end-with-worker.ts',
};

/** They load Bolt, most of them with the whole bot, in this process; or they measure for seconds how work grows. */
const withBolt = [
  '{access,middleware,slack}/**/*.test.ts',
  '{app,canary,command-names,fault-matrix,ops/logger,ops/metrics,proxy,slack-faults}.test.ts',
  'batches/batches.test.ts',
  'watches/*.test.ts',
  'doctor/{*,checks/!(redis)}.test.ts',
];
/** The bundle starts in both modes, answers and stops: the only whole processes of `npm test`. */
const ofStarts = ['process/{bundle,start}.test.ts'];
/** They start processes of their own: Node, the bot, a Redis, or whoever holds a folder; one compares how work grows. */
const withProcesses = [
  '{process,{history,state,watches}/redis}/**/*.test.ts',
  '{banks/shared-change-log,doctor/checks/redis,ops/heap,outside-text,state/folder-lock}.test.ts',
];

/** The contract of every store: in memory and in a folder in `npm test`, in Redis too in `test:all`. */
const ofStores = ['store/**/*.test.ts'];

export const everyTest = {
  isolate: false, // no module of ours keeps state, and loading Bolt anew for each file is most of the work
  // While one waits for a Redis, a lease or a page, the others keep the cores busy. More would each load everything once
  // more, and end no earlier; on a busy machine, processes would be late for Slack.
  maxWorkers: availableParallelism() + 1,
  maxConcurrency: 5, // of one file's tests that wait side by side; with more, a busy machine is late for Slack's three seconds
  testTimeout: 4 * patienceMs, // a test may wait for several things
  hookTimeout: 4 * patienceMs, // longer than the start of a process may take, so that the start says why it failed
  expect: { poll: { timeout: patienceMs, interval: 5 } },
};

export default defineConfig({
  test: {
    ...everyTest,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', {
        exclude: ['sandbox/**', 'fuzz/**', ...withBolt, ...withProcesses],
        env: { STORES: 'embedded' },
      }),
      // Two of them often wait at the same time.
      project('app', { include: withBolt, maxWorkers: 2 * availableParallelism() }),
      project('start', { include: ofStarts, ...ofProcesses }),
      project('sandbox', { include: ['sandbox/**/*.test.{ts,tsx}'] }),
      project('process', { include: [...withProcesses, ...ofStores], exclude: ofStarts, ...ofProcesses }),
      project('fuzz', { include: ['fuzz/**/*.test.ts'], ...ofProcesses }),
    ].map((each, groupOrder) => ({
      // One after another: a worker that changes between projects loads everything anew.
      ...each,
      test: { ...each.test, sequence: { groupOrder } },
    })),
  },
});

function project(name: string, test: NonNullable<ViteUserConfig['test']>) {
  return { extends: true as const, test: { name, dir: 'test', ...test } };
}
