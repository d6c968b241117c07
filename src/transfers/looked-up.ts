import type { TransactionAnswer } from '../transfer-api/client.ts';
import { maskRow } from './mask-row.ts';
import { headlineOf } from './requery-status.ts';
import { type FoundRow, groupOf, resultOf, rowOf, wordsOf } from './row.ts';
import type { StatusGroup } from './status-group.ts';

/** What was looked up: enough to ask again, and the word that was read. */
export interface LookedUp {
  asked: string;
  /** A transaction identifier, which is requeried. */
  isRequery: boolean;
  /** The status in the service's own words, with the reversed flag; that of a requery as its card says it. */
  status: string;
  group: StatusGroup | undefined;
}

/** Asks for it again. Parsed by the door of the button. */
export function askAgainText({ asked, isRequery }: Pick<LookedUp, 'asked' | 'isRequery'>): string {
  return `${isRequery ? 'tsq' : 'txn'} ${asked}`;
}

/** Those that were answered. It is kept, so it says no more than a channel may read: a status can name somebody. */
export function lookedUp(rows: readonly FoundRow[]): LookedUp[] {
  return rows.flatMap((found) => {
    if (found.kind === 'failure') return [];
    const masked = maskRow(found, 'masked');
    const row = rowOf(masked);
    const isRequery = masked.kind === 'requery';
    return {
      asked: found.asked,
      isRequery,
      status: isRequery ? headlineOf(masked.answer) : resultOf(row),
      group: groupOf(row),
    };
  });
}

export function lookedUpRecord(answer: TransactionAnswer): LookedUp[] {
  const { reference } = answer.transaction;
  return reference ? lookedUp([{ kind: 'record', asked: reference, answer }]) : [];
}

/** A record that was requeried: the words of both, as neither is taken for the truth. */
export function lookedUpBoth(record: TransactionAnswer, requeried: FoundRow): LookedUp[] {
  const { reference } = record.transaction;
  if (!reference) return [];
  const found: FoundRow[] = [{ kind: 'record', asked: reference, answer: record }, requeried];
  const rows = found.map((row) => rowOf(maskRow(row, 'masked')));
  const [recordWords, requeryWords] = rows.map(wordsOf);
  const groups = new Set(rows.flatMap((row) => groupOf(row) ?? []));
  const [group] = groups;
  return [
    {
      asked: reference,
      isRequery: false,
      status: `Record ${recordWords}, requery ${requeryWords}`,
      group: groups.size === 1 ? group : 'unknown',
    },
  ];
}
