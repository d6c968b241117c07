import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { patienceMs } from './support/wait-for.ts';

const setupFiles = 'test/support/end-with-worker.ts';
const ofProcesses = { globalSetup: 'test/support/build-bundle.ts', setupFiles };

/**
 * The end of a name says what a test takes. `.bolt`: it loads Bolt, mostly with the whole bot.
 * `.process`: it starts processes of its own, such as Node, the bot, or whoever holds a folder, or
 * measures for seconds how work grows. A Redis is a process too, but starts in no time: `npm test`
 * tries it where the machine has one.
 */
const levels = {
  bolt: ['**/*.bolt.test.ts'],
  /** The bundle starts in both modes, answers and stops: the only whole processes of `npm test`. */
  start: ['process/{bundle,start}.test.ts'],
  process: ['process/**/*.test.ts', '**/*.process.test.ts'],
};

/** What starts processes, and what is about the stand-ins. */
export const outOfProcess = [
  '**/sandbox/**',
  '**/fuzz/**',
  ...levels.process.map((each) => `**/${each}`),
];

export const everyTest = {
  isolate: false, // no module of ours keeps state, and loading Bolt anew for each file is most of the work
  // While one waits for a server, a lease or a page, the others keep the cores busy. More would
  // each load everything once more, and end no earlier; on a busy machine, processes would be late
  // for Slack.
  maxWorkers: availableParallelism() + 1,
  maxConcurrency: 5, // of one file's tests that wait side by side; with more, a busy machine is late for Slack's three seconds
  testTimeout: 4 * patienceMs, // a test may wait for several things
  hookTimeout: 4 * patienceMs, // longer than the start of a process may take, so that the start says why it failed
  expect: { poll: { timeout: patienceMs, interval: 5 } },
};

export default defineConfig({
  test: {
    ...everyTest,
    projects: [
      // One project: the workers of another one would load everything anew.
      project('bot', inProcess()),
      project('quick', inProcess([...levels.bolt, 'store/redis.test.ts'])), // a part of `bot`, for `npm run test:quick` alone
      project('start', { include: levels.start, ...ofProcesses }),
      project('sandbox', { include: ['sandbox/**/*.test.{ts,tsx}'] }),
      project('process', { include: levels.process, exclude: levels.start, ...ofProcesses }),
      project('fuzz', { include: ['fuzz/**/*.test.ts'], execArgv: ['--expose-gc'] }),
    ].map((each, groupOrder) => ({
      // One after another: a worker that changes between projects loads everything anew.
      ...each,
      test: { ...each.test, sequence: { groupOrder } },
    })),
  },
});

function inProcess(without: string[] = []) {
  return { exclude: [...outOfProcess, ...without], setupFiles };
}

function project(name: string, test: NonNullable<ViteUserConfig['test']>) {
  return { extends: true as const, test: { name, dir: 'test', ...test } };
}
