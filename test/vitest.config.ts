import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { patienceMs } from './support/patience.ts';

const ofProcesses = {
  globalSetup: 'test/support/build-bundle.ts',
  setupFiles: 'test/support/end-with-worker.ts',
};

export const everyTest = {
  include: ['**/*.test.{ts,tsx}'],
  isolate: false, // no module of ours keeps state, and loading Bolt anew for each file is most of the work
  maxWorkers: availableParallelism(), // as many keep the cores busy for nine tenths of the time
  maxConcurrency: 10, // of one file's tests that wait side by side
  testTimeout: 4 * patienceMs, // a test may wait for several things
  hookTimeout: 4 * patienceMs, // longer than the start of a process may take, so that the start says why it failed
  expect: { poll: { timeout: patienceMs, interval: 5 } },
};

export default defineConfig({
  test: {
    ...everyTest,
    projects: [
      project('unit', { dir: 'test', exclude: ['sandbox/**', 'process/**', 'fuzz/**'] }),
      project('sandbox', { dir: 'test/sandbox' }),
      project('process', { dir: 'test/process', ...ofProcesses }),
      project('fuzz', { dir: 'test/fuzz', ...ofProcesses }),
    ].map((each, groupOrder) => ({
      // One after another: a worker that changes between projects loads everything anew.
      ...each,
      test: { ...each.test, sequence: { groupOrder } },
    })),
  },
});

function project(name: string, test: NonNullable<ViteUserConfig['test']>) {
  return { extends: true as const, test: { name, ...test } };
}
