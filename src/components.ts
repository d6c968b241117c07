/** Something that runs as long as the process does. */
export interface Component {
  /** @throws Error when it cannot run */
  start(): Promise<void>;
  /** Resolves when its work has ended. */
  stop(): Promise<void>;
}

/** Starts the parts in order, each after the one before it runs. */
export async function startAll(parts: readonly Component[]): Promise<void> {
  for (const part of parts) await part.start();
}

/**
 * Stops the parts in reverse order: a part may use the ones before it until it has stopped.
 * @throws AggregateError once all have been asked, when some did not stop
 */
export async function stopAll(parts: readonly Component[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts.toReversed()) await part.stop().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

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
  ofPeople: readonly PersonalData[];
}

/**
 * `node dist/main.js forget U…`: erases what is kept of somebody who left.
 * @returns what it did, in words. @throws Error with a sentence
 */
export async function forget(personId: string, { parts, ofPeople }: ForgetOptions): Promise<string> {
  if (!/^[UW][A-Z0-9]+$/.test(personId)) throw new Error('Name the person by their id in Slack: forget U…');
  await startAll(parts);
  try {
    const erased: string[] = [];
    for (const { what, forget } of ofPeople) erased.push(`${await forget(personId)} ${what}`);
    return `Erased what was kept of ${personId}: ${erased.join(', ')}.`;
  } finally {
    await stopAll(parts);
  }
}
