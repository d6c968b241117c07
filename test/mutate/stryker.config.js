import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';

/** Makes one small change after another in a copy of the project, and tells which of them no test noticed. */
export default {
  mutate: ['src/**/*.ts', '!src/banks/aliases.ts'], // a table, which a test could only repeat
  testRunner: 'vitest',
  // Stryker's own `testFiles` would leave unmeasured whatever a module does as it is loaded.
  vitest: { configFile: 'test/mutate/vitest.config.ts', related: false },
  // What txnbot does is measured, not how it words it: an emptied text would ask of the tests to repeat every sentence,
  // and an emptied name of a kind does not pass the type check.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: availableParallelism(),
  tempDirName: path.join(tmpdir(), 'txnbot-mutate'),
  ignorePatterns: ['dist', 'test/output'],
  tsconfigFile: 'none', // it would be read with an interface that TypeScript 7 does not have
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: {
    allowColor: false,
    allowEmojis: false,
    logTests: false,
    reportTests: false,
    skipFull: false,
  },
};
