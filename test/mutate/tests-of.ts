import { statSync } from 'node:fs';

/** Rooms that are reached through the whole app only, and where else that is done. */
const alsoIn: Record<string, string> = { middleware: 'slack/listeners' };

/** What under `test` is to notice a change of `source`, a file or folder under `src`, as globs. */
export function testsOf(source: string): string[] {
  const [, room = ''] = source.split('/');
  if (room.endsWith('.ts')) return [`test/${room.replace(/\.ts$/, '.test.ts')}`];
  return [room, alsoIn[room] ?? room].map((each) => everyFile(`test/${each}`, '.test.ts'));
}

/** A glob for what is in a folder, or the file itself. */
export function everyFile(at: string, ending = '.ts'): string {
  return statSync(at).isDirectory() ? `${at.replace(/\/$/, '')}/**/*${ending}` : at;
}
