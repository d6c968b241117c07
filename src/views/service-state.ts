import type { LookUpSummary } from '../transfers/look-up-stats.ts';
import { date } from './mrkdwn.ts';

const recentMs = 15 * 60_000;

/** How the transfer service is, as far as our own look-ups tell, and when they told; mrkdwn. */
export function serviceState(summary: LookUpSummary, nowMs: number): string {
  return [...stateOf(summary, nowMs), recentOf(summary)].join(' ');
}

function stateOf({ last, lastSuccessAtMs, silentSinceMs }: LookUpSummary, nowMs: number): string[] {
  const answered =
    lastSuccessAtMs === undefined ? 'No answer since this bot started.' : `Last answer ${date(lastSuccessAtMs)}.`;
  if (silentSinceMs !== undefined) {
    const tried = last === undefined ? [] : [`Last tried ${date(last.atMs)}.`];
    return [`Not answering since ${date(silentSinceMs)}.`, ...tried, answered];
  }
  if (last === undefined) return ['Not asked since this bot started.'];
  if (!last.isAnswered) return [`The last look-up, ${date(last.atMs)}, got no answer that could be used.`, answered];
  return [nowMs - last.atMs <= recentMs ? `Answering, last ${date(last.atMs)}.` : answered];
}

function recentOf({ count, failedCount, medianMs }: LookUpSummary): string {
  if (count === 0 || medianMs === undefined) return 'No look-up in the last 15 minutes.';
  const rate = Math.round((failedCount / count) * 1000) / 10;
  const failed = failedCount === 0 ? 'all answered' : `${failedCount} without an answer (${rate} %)`;
  const median = failedCount === count ? '' : `, median ${Math.round(medianMs)} ms`;
  return `In the last 15 minutes: ${count} ${count === 1 ? 'look-up' : 'look-ups'}, ${failed}${median}.`;
}
