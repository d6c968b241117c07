import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from './patience.ts';

const intervalMs = 5;
/** The real clock, also when a test holds its own. */
const nowMs = performance.now.bind(performance);

/**
 * Repeats `check` until it does not throw, and resolves with what it returns. vitest's own `waitFor` moves a fake clock
 * with each try; this one leaves it where it is.
 * @throws what `check` threw last
 */
export async function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  const endsAtMs = nowMs() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (nowMs() > endsAtMs) throw error;
    }
    await sleep(intervalMs);
  }
}
