import { statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';

/**
 * `npm run mutate -- src/banks src/transfers/disclosure.ts`: changes each of these files in one small way after another,
 * in a copy of the project, and tells which changes no test noticed. The tests are those of the
 * same name; files and folders under `test` that are named as well are taken instead.
 */
const named = process.argv.slice(2);
const isTest = (at: string) => at.startsWith('test/');
const sources = named.filter((at) => !isTest(at));
if (sources.length === 0 || !sources.every((at) => at.startsWith('src/')))
  throw new Error('Which files or folders under src? npm run mutate -- src/banks [test/banks …]');
const tests = named.some(isTest)
  ? named.filter(isTest).map((at) => everyFile(at, '.test.ts'))
  : sources.map((at) => `test/${at.split('/')[1]?.replace(/\.ts$/, '')}{/**/*,.*}.test.ts`);

/** A glob for what is in a folder, or the file itself. */
function everyFile(at: string, ending = '.ts'): string {
  return statSync(at).isDirectory() ? `${at.replace(/\/$/, '')}/**/*${ending}` : at;
}

// Stryker's own `testFiles` would leave unmeasured whatever a module does as it is loaded.
process.env.MUTATE_TESTS = tests.join('\n');
await new Stryker({
  mutate: [...sources.map((at) => everyFile(at)), '!src/banks/aliases.ts'], // a table, which a test could only repeat
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutate/vitest.config.ts', related: false },
  // What txnbot does is measured, not how it words it: an emptied text would ask of the tests to repeat every sentence,
  // and an emptied name of a kind does not pass the type check.
  mutator: { plugins: null, excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  concurrency: availableParallelism(),
  timeoutMS: 5_000, // beyond one and a half times what these tests take when nothing is changed
  tempDirName: path.join(tmpdir(), 'txnbot-mutate'),
  cleanTempDir: 'always',
  ignorePatterns: ['dist', 'test/output'],
  tsconfigFile: 'none', // it would be read with an interface that TypeScript 7 does not have
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false, skipFull: false },
}).runMutationTest();
