/** Runs one after the other what has the same name, with a pause in between; a failure stops none that follow. */
export function createTurns(pauseMs = 0): <T>(name: string, run: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>();
  return (name, run) => {
    const ran = (last.get(name) ?? Promise.resolve()).then(run);
    const rested: Promise<void> = ran
      .catch(() => {})
      .then(() => (pauseMs > 0 ? new Promise<void>((resolve) => setTimeout(resolve, pauseMs)) : undefined))
      .then(() => {
        if (last.get(name) === rested) last.delete(name);
      });
    last.set(name, rested);
    return ran;
  };
}
