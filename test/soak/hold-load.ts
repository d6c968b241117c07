import { setTimeout as sleep } from 'node:timers/promises';
import type { SlackStandIn } from 'slack-sandbox';
import { seededRandom } from '../bench/search/random.ts';
import { createAnswers } from './answers.ts';
import { nextQuestion } from './mix.ts';
import type { Tally } from './tally.ts';

export interface LoadOptions {
  slack: SlackStandIn;
  tally: Tally;
  perSecond: number;
  forMs: number;
  answerWithinMs: number;
  /** Ends it early. */
  signal: AbortSignal;
}

/** Enough that nobody asks again before the last answer has come. */
const people = 1000;

/**
 * Sends each command when it is due, whether or not the ones before were answered, and counts its times from then: a
 * bot that stands still for a second is slow for all who would have asked in it. Resolves when all have ended.
 */
export async function holdLoad({ slack, tally, perSecond, forMs, answerWithinMs, signal }: LoadOptions): Promise<void> {
  const random = seededRandom(1);
  const answers = createAnswers(slack);
  const underWay = new Set<Promise<void>>();
  const intervalMs = 1000 / perSecond;
  const startedAtMs = performance.now();

  const ask = async (userId: string, dueMs: number) => {
    const sinceDue = () => performance.now() - dueMs;
    const answered = answers.next(userId, answerWithinMs);
    const { outcome, httpStatus } = await slack.sendCommand({ ...nextQuestion(random), userId });
    if (outcome !== 'acked' || httpStatus !== 200) return tally.countError('not acked with 200');
    tally.acks.record(sinceDue());
    const answer = await answered;
    if (!answer) return tally.countError('not answered in time');
    tally.answers.record(sinceDue());
    if (answer.breaches.length > 0) tally.countError('not as Slack takes it');
  };

  for (let sinceStartMs = 0; sinceStartMs < forMs; sinceStartMs = tally.sent * intervalMs) {
    const dueMs = startedAtMs + sinceStartMs;
    await sleep(dueMs - performance.now(), undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const asked = ask(`U0SOAK${tally.sent % people}`, dueMs);
    underWay.add(asked);
    void asked.then(() => underWay.delete(asked));
    tally.sent += 1;
    tally.sendingMs = performance.now() - startedAtMs + intervalMs;
  }
  await Promise.all(underWay);
  answers.close();
}
