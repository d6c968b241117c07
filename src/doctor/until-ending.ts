/** Waits for work that leaves what it has found so far to be read, and no longer than until `ending`. */
export async function untilEnding(work: Promise<unknown>, ending: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    if (ending.aborted) resolve();
    else ending.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([work, ended]);
}
