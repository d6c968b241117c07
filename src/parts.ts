/** Something that runs as long as the process does. */
export interface Part {
  /** @throws what keeps it from running */
  start(): Promise<void>;
  /** Resolves when nothing of it is under way. */
  stop(): Promise<void>;
}

/** In the given order, each when the one before it runs. */
export async function startAll(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await part.start();
}

/** In the reverse order: a part may use those before it until its end. */
export async function stopAll(parts: readonly Part[]): Promise<void> {
  for (const part of parts.toReversed()) await part.stop();
}
