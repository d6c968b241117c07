import type { SeenLook } from '../history/seen-before.ts';
import { bold, date, mention, outside } from './mrkdwn.ts';

const dayMs = 24 * 3_600_000;

/** "Asked by <@U…> 6:40 PM: *pending*", the latest of several; mrkdwn, `undefined` for none. */
export function seenLine(looks: readonly SeenLook[], nowMs: number): string | undefined {
  const last = looks.at(-1);
  if (last === undefined) return undefined;
  const { by, atMs, words } = last;
  const who = by === undefined ? '' : ` by ${by === 'you' ? by : mention(by.personId)}`;
  const at = date(atMs, nowMs - atMs < dayMs / 2 ? 'time' : 'full');
  return `Asked${who} ${at}: ${bold(words === undefined ? 'no status' : outside(words, 80))}`;
}
