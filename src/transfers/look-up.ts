import type { Timing } from '../views/transaction-card.ts';

/** Runs a look-up and notes when it was asked and how long it took: a card says how old it is. */
export async function timed<T>(lookUp: () => Promise<T>): Promise<{ result: T; timing: Timing }> {
  const askedAtMs = Date.now();
  const start = performance.now();
  const result = await lookUp();
  return { result, timing: { askedAtMs, durationMs: performance.now() - start } };
}
