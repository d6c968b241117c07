import { patienceMs } from './patience.ts';

/** The real clock, also when a test holds its own. */
const nowMs = performance.now.bind(performance);

/**
 * Repeats `check` until it does not throw, with a pause after each try, and resolves with what it returns.
 * @throws what `check` threw last
 */
export async function tryUntil<T>(check: () => T | Promise<T>, pause: () => Promise<unknown>): Promise<T> {
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
