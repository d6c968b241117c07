import type { TransactionAnswer, TransferApi } from '../transfer-api/client.ts';
import { isOfStatusWords, maskRequery, maskTransaction, type ShareAccountNumbers } from './disclosure.ts';
import { headlineOf } from './requery-answer.ts';
import { type FoundRow, groupOf, resultOf, rowOf, wordsOf } from './row.ts';
import { hidden, type StatusGroup } from './status.ts';

/** When the question was asked, and how long the answer took. */
export interface Timing {
  askedAtMs: number;
  durationMs: number;
}

/** A transaction, looked up by its reference. */
export interface FoundTransaction {
  answer: TransactionAnswer;
  timing: Timing;
}

/** @throws TransferApiError */
export async function lookUp(
  reference: string,
  transferApi: Pick<TransferApi, 'transaction'>,
): Promise<FoundTransaction> {
  const { result: answer, timing } = await timed(() => transferApi.transaction(reference));
  return { answer, timing };
}

/** Runs a look-up and notes when it was asked and how long it took: a card says how old it is. */
export async function timed<T>(run: () => Promise<T>): Promise<{ result: T; timing: Timing }> {
  const askedAtMs = Date.now();
  const start = performance.now();
  const result = await run();
  return { result, timing: { askedAtMs, durationMs: performance.now() - start } };
}

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

/** Masks a row for a channel. */
export function maskRow(row: FoundRow, mode: ShareAccountNumbers): FoundRow {
  if (row.kind === 'record') return { ...row, answer: maskTransaction(row.answer, mode) };
  const recorded = row.recorded === undefined || isOfStatusWords(row.recorded) ? row.recorded : hidden;
  return row.kind === 'requery'
    ? { ...row, recorded, answer: maskRequery(row.answer, mode).answer }
    : { ...row, recorded };
}
