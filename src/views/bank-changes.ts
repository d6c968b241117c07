import type { BankChanges } from '../banks/directory.ts';
import { ageLines, bankLine } from './bank-answers.ts';
import { context, message, type Reply, section, sectionsOf } from './blocks.ts';
import { bold, date, outside } from './mrkdwn.ts';

type Change = BankChanges['changes'][number];

const shownMax = 15;

/** `/bank changes`: the changes that refreshes of the list brought, newest first, and since when they are known. */
export function bankChangesReply(
  askedSinceMs: number | undefined,
  { changes, knownSinceMs, list }: BankChanges,
  nowMs: number,
): Reply {
  const sinceMs = Math.max(askedSinceMs ?? 0, knownSinceMs);
  const title = `${countOf(changes.length)} in the bank list since ${date(sinceMs)}`;
  const shown = changes.slice(0, shownMax).map(changeLine);
  const left = changes.length - shown.length;
  return message(title, [
    section(bold(title)),
    ...sectionsOf(shown),
    ...(askedSinceMs !== undefined && askedSinceMs < knownSinceMs
      ? [section(`Nothing is known from before ${date(knownSinceMs)}.`)]
      : []),
    ...(left > 0 ? [context([`${left} earlier ones`])] : []),
    ...ageLines(list, nowMs),
  ]);
}

function changeLine(change: Change): string {
  const what = change.kind === 'renamed' ? `Renamed from ${outside(change.before, 60)}` : words[change.kind];
  return `${what}: ${bankLine(change.bank)} · ${date(change.atMs)}`;
}

const words = { added: 'Added', removed: 'Removed' } as const;

function countOf(count: number): string {
  return count === 0 ? 'No change' : count === 1 ? '1 change' : `${count} changes`;
}
