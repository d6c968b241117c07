import { expect, it } from 'vitest';
import { timed } from '../../src/transfers/look-up.ts';

it('notes when a look-up was asked and how long it took', async () => {
  const before = { atMs: Date.now(), ms: performance.now() };
  const { result, timing } = await timed(() => new Promise((resolve) => setImmediate(resolve, 'answer')));
  expect(result).toBe('answer');
  expect(timing.askedAtMs).toBeGreaterThanOrEqual(before.atMs);
  expect(timing.durationMs).toBeGreaterThan(0);
  expect(timing.durationMs).toBeLessThanOrEqual(performance.now() - before.ms);
});
