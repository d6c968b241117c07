import { type Component, startAll, stopAll } from './components.ts';

/** Something that is kept of people. */
export interface PersonalData {
  /** In words: "watches". */
  what: string;
  /** @returns how many there were. @throws Error when they cannot be erased */
  forget(personId: string): Promise<number>;
}

interface ForgetOptions {
  /** What must run for it: they take the folder, so that no other txnbot writes there. */
  parts: readonly Component[];
  kept: readonly PersonalData[];
}

/**
 * `node dist/main.js forget U…`: erases what is kept of somebody who left.
 * @returns what it did, in words. @throws Error with a sentence
 */
export async function forget(personId: string, { parts, kept }: ForgetOptions): Promise<string> {
  if (!/^[UW][A-Z0-9]+$/.test(personId)) throw new Error('Name the person by their id in Slack: forget U…');
  await startAll(parts);
  try {
    const erased: string[] = [];
    for (const { what, forget } of kept) erased.push(`${await forget(personId)} ${what}`);
    return `Erased what was kept of ${personId}: ${erased.join(', ')}.`;
  } finally {
    await stopAll(parts);
  }
}
