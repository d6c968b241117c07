import { expect, it } from 'vitest';
import { serviceState } from '../../src/commands/talk.ts';
import type { LookUpSummary } from '../../src/transfer-service/request.ts';

const nowMs = Date.UTC(2026, 0, 31, 23, 0);
const at = (minutesAgo: number) => nowMs - minutesAgo * 60_000;
const answered = (minutesAgo: number, isAnswered = true) => ({ atMs: at(minutesAgo), isAnswered });

it.each<[string, LookUpSummary, string]>([
  ['was never asked', {}, 'Not asked since this bot started.'],
  ['answers', { lastSuccessAtMs: at(1), last: answered(1) }, 'Up: last answer 22:59.'],
  ['answered long ago', { lastSuccessAtMs: at(40), last: answered(40) }, 'Last answer 22:20.'],
  [
    'did not answer last',
    { lastSuccessAtMs: at(5), last: answered(1, false) },
    'The last look-up, 22:59, got no answer that could be used. Last answer 22:55.',
  ],
  [
    'is silent',
    { last: answered(2, false), silentSinceMs: at(7) },
    'Not answering since 22:53. No answer since this bot started.',
  ],
])('a service that %s', (_how, summary, said) => {
  const words = serviceState(summary, nowMs);
  expect(words.replace(/<!date[^|]*\|2026-01-31 (\d\d:\d\d) UTC>/g, '$1')).toBe(said);
});
