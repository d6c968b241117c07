import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    dir: 'test',
    include: ['**/*.test.{ts,tsx}'],
    globalSetup: 'test/support/build-bundle.ts',
    maxWorkers: '150%', // most of a test's time is waiting for a time-out, not work
  },
});
