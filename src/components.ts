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
