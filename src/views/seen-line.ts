import type { SeenLook } from '../history/seen-before.ts';
import { date, mention, outside } from './mrkdwn.ts';

/** The first and the latest of more; a change of the status is between two of them. */
const shownMax = 4;
const halfDayMs = 12 * 3_600_000;

/** "Asked twice today: pending at 13:58 by <@U…>, pending at 14:05 by you"; mrkdwn, `undefined` for none. */
export function seenLine(looks: readonly SeenLook[], nowMs: number): string | undefined {
  const [first, ...later] = looks;
  if (first === undefined) return undefined;
  // Nobody's time zone is known here. What is of this day in UTC, and less than half a day old, is of today for who asks.
  const isToday = isSameDay(first.atMs, nowMs) && nowMs - first.atMs < halfDayMs;
  const shown = looks.length > shownMax ? [first, ...later.slice(1 - shownMax)] : looks;
  const texts = shown.map((look) => lookText(look, isToday));
  if (shown.length < looks.length) texts.splice(1, 0, '…');
  return `Asked ${times(looks.length)} ${isToday ? 'today' : 'before'}: ${texts.join(', ')}`;
}

function isSameDay(atMs: number, otherMs: number): boolean {
  return new Date(atMs).toISOString().slice(0, 10) === new Date(otherMs).toISOString().slice(0, 10);
}

function times(count: number): string {
  return ['once', 'twice'][count - 1] ?? `${count} times`;
}

function lookText({ words, atMs, by }: SeenLook, isToday: boolean): string {
  const at = isToday ? `at ${date(atMs, 'minute')}` : date(atMs);
  const who = by === undefined ? '' : ` by ${by === 'you' ? by : mention(by.personId)}`;
  return `${words === undefined ? 'no status to tell' : outside(words, 80)} ${at}${who}`;
}
