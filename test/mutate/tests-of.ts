import { existsSync, statSync } from 'node:fs';

/** Where the tests of a folder stand, as long as `test` keeps the folders of before. */
const testsIn: Record<string, readonly string[]> = {
  asking: ['commands', 'slack/listeners'],
  blocks: ['views'],
  home: ['slack/listeners', 'views'],
  policy: ['access'],
  slack: ['slack', 'middleware'],
  store: ['state'],
  tables: ['views/many', 'transfers', 'slack/listeners'],
  'transfer-service': ['transfer-api'],
  transfers: ['transfers', 'commands', 'views', 'slack/listeners'],
  watches: ['watches', 'views', 'slack/listeners'],
};

/** What under `test` is to notice a change of `source`, a file or folder under `src`, as globs. */
export function testsOf(source: string): string[] {
  const [, room = ''] = source.split('/');
  const name = room.replace(/\.ts$/, '');
  const folders = testsIn[name] ?? [room.endsWith('.ts') ? `${name}.test.ts` : name];
  const tests = folders.map((each) => `test/${each}`);
  for (const test of tests)
    if (!existsSync(test)) throw new Error(`There is no ${test}: name the tests that are to notice, after ${source}.`);
  return tests.map((each) => everyFile(each, '.test.ts'));
}

/** A glob for what is in a folder, or the file itself. */
export function everyFile(at: string, ending = '.ts'): string {
  return statSync(at).isDirectory() ? `${at.replace(/\/$/, '')}/**/*${ending}` : at;
}
