import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a test waits for what it tells of, in milliseconds. A sound bot gets there in a fraction
 * of it; a machine with other work to do may take seconds.
 */
export const patienceMs = 15_000;
const intervalMs = 5;

/** The real clock, also when a test holds its own. */
const nowMs = performance.now.bind(performance);

/**
 * Repeats `check` until it does not throw, with a pause after each try, and resolves with what it
 * returns. vitest's own `waitFor` moves a fake clock with each try; this one leaves it where it is.
 * @throws what `check` threw last
 */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  pause: () => Promise<unknown> = () => sleep(intervalMs),
): Promise<T> {
  const endsAtMs = nowMs() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (nowMs() > endsAtMs) throw error;
    }
    await pause();
  }
}
