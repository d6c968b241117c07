import { setTimeout as sleep } from 'node:timers/promises';
import { tryUntil } from './try-until.ts';

const intervalMs = 5;

/**
 * Repeats `check` until it does not throw, and resolves with what it returns. vitest's own `waitFor` moves a fake clock
 * with each try; this one leaves it where it is.
 * @throws what `check` threw last
 */
export function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  return tryUntil(check, () => sleep(intervalMs));
}
