/**
 * Runs one thing at a time for each key: a second click while the first is under way asks nothing, and an older
 * answer cannot arrive after a newer one.
 */
export function createOnceAtATime(): (key: string, run: () => Promise<void>) => Promise<void> {
  const running = new Set<string>();
  return async (key, run) => {
    if (running.has(key)) return;
    running.add(key);
    try {
      await run();
    } finally {
      running.delete(key);
    }
  };
}
