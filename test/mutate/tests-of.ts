import { existsSync, statSync } from 'node:fs';

/** Rooms that are reached through the whole app only, and where else that is done. */
const alsoIn: Record<string, string> = { middleware: 'slack/listeners' };

/** What under `test` is to notice a change of `source`, a file or folder under `src`, as globs. */
export function testsOf(source: string): string[] {
  const [, room = ''] = source.split('/');
  const folders = room.endsWith('.ts') ? [room.replace(/\.ts$/, '.test.ts')] : [room, alsoIn[room] ?? room];
  const tests = folders.map((each) => `test/${each}`);
  for (const test of tests)
    if (!existsSync(test)) throw new Error(`There is no ${test}: name the tests that are to notice, after ${source}.`);
  return tests.map((each) => everyFile(each, '.test.ts'));
}

/** A glob for what is in a folder, or the file itself. */
export function everyFile(at: string, ending = '.ts'): string {
  return statSync(at).isDirectory() ? `${at.replace(/\/$/, '')}/**/*${ending}` : at;
}
