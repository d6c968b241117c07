import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from './patience.ts';

const intervalMs = 5;

/**
 * Repeats `check` until it does not throw, and resolves with what it returns. Fake clocks stay where they are: vitest's
 * own `waitFor` moves them with each try.
 * @throws what `check` threw last
 */
export async function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  for (let triesLeft = patienceMs / intervalMs; ; triesLeft -= 1) {
    try {
      return await check();
    } catch (error) {
      if (triesLeft <= 0) throw error;
    }
    await sleep(intervalMs);
  }
}
