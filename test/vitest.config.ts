import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'test',
    include: ['**/*.test.{ts,tsx}'],
    globalSetup: 'test/support/build-bundle.ts',
    isolate: false, // no module of ours keeps state, and loading Bolt anew for each file is most of the work
    maxWorkers: 2 * availableParallelism(), // most of a test's time is waiting for a time-out, not work
    testTimeout: 30_000, // for a busy machine; what has to be quick says so itself
  },
});
