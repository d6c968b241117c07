import { expect, it } from 'vitest';
import { serviceState } from '../../src/home/view.ts';
import type { LookUpSummary } from '../../src/transfer-service/stats.ts';

const nowMs = Date.UTC(2026, 0, 31, 23, 0);
const at = (minutesAgo: number) => nowMs - minutesAgo * 60_000;
const none: LookUpSummary = {
  count: 0,
  failedCount: 0,
  medianMs: undefined,
  lastSuccessAtMs: undefined,
  last: undefined,
  silentSinceMs: undefined,
  isAddressWrong: false,
};
/** With the fallbacks of the dates alone, without their day. */
const words = (summary: Partial<LookUpSummary>) =>
  serviceState({ ...none, ...summary }, nowMs).replace(/<!date[^|]*\|2026-01-31 (\d\d:\d\d) UTC>/g, '$1');

it.each<[string, Partial<LookUpSummary>, string]>([
  ['was never asked', {}, 'Not asked since this bot started. No look-up in the last 15 minutes.'],
  [
    'answers',
    { count: 4, medianMs: 180.4, lastSuccessAtMs: at(1), last: { atMs: at(1), isAnswered: true } },
    'Answering, last 22:59. In the last 15 minutes: 4 look-ups, all answered, median 180 ms.',
  ],
  [
    'answered long ago, which says nothing of now',
    { lastSuccessAtMs: at(40), last: { atMs: at(40), isAnswered: true } },
    'Last answer 22:20. No look-up in the last 15 minutes.',
  ],
  [
    'did not answer last',
    {
      count: 3,
      failedCount: 1,
      medianMs: 200,
      lastSuccessAtMs: at(5),
      last: { atMs: at(1), isAnswered: false },
    },
    'The last look-up, 22:59, got no answer that could be used. Last answer 22:55. In the last 15 minutes: 3 look-ups, 1 without an answer (33.3 %), median 200 ms.',
  ],
  [
    'is silent',
    {
      count: 1,
      failedCount: 1,
      medianMs: 8000,
      lastSuccessAtMs: at(9),
      last: { atMs: at(2), isAnswered: false },
      silentSinceMs: at(7),
    },
    'Not answering since 22:53. Last tried 22:58. Last answer 22:51. In the last 15 minutes: 1 look-up, 1 without an answer (100 %).',
  ],
  [
    'is silent since before anything was answered',
    { last: { atMs: at(2), isAnswered: false }, silentSinceMs: at(7) },
    'Not answering since 22:53. Last tried 22:58. No answer since this bot started. No look-up in the last 15 minutes.',
  ],
])('a service that %s', (_how, summary, said) => {
  expect(words(summary)).toBe(said);
});
