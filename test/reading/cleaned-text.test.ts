import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CleanedText } from '../../src/reading/cleaned-text.ts';
import { createReferences } from '../../src/reading/references.ts';

const references = createReferences();
const repeated = (line: string) => line.repeat(80_000 / line.length);

it.each<[string, string]>([
  ['references', repeated('GARO-8f3k2j1 ')],
  [
    'an alert',
    repeated('[FIRING] pod=api-7f3c at=10.0.4.12:8080 p99=31.5ms 2026-11-28T22:10:01Z\n'),
  ],
  ['a table', `Reference\tAmount\n${repeated('PAY-77x2b\t25,000.00\n')}`],
])('reading 80,000 characters of %s lets the event loop run meanwhile', async (_what, given) => {
  // Noise passes, and what is too long stays so.
  let longestMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && longestMs >= 50; attempt += 1)
    longestMs = Math.min(longestMs, await longestStretchMs(given));
  expect(longestMs).toBeLessThan(50);
});

/** The longest that a reading keeps the event loop for itself, in milliseconds of CPU time. */
async function longestStretchMs(given: string): Promise<number> {
  const text = new CleanedText(given, references);

  let isDone = false;
  const reading = text.read().finally(() => {
    isDone = true;
  });
  let longestMs = 0;
  while (!isDone) {
    const before = process.cpuUsage();
    await setImmediate();
    const { user, system } = process.cpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1000);
  }
  await reading;
  return longestMs;
}

it('two cleaned texts are joined as if they were one', async () => {
  const first = new CleanedText('GARO-8f3k2j1 and PAY-77x2b', references);
  const second = new CleanedText('GARO-8f3k2j1, GARO-5p1d6w8 and PAY-99x2b', references);
  const { inTalk, text } = CleanedText.joined(first, second);
  expect(text).toBe('GARO-8f3k2j1 and PAY-77x2b\nGARO-8f3k2j1, GARO-5p1d6w8 and PAY-99x2b');
  expect(inTalk).toEqual(new CleanedText(text, references).inTalk);
});
