import type { Services } from '../command.ts';
import { maskKnown } from '../transfers/disclosure.ts';
import { mergeRows, type Row } from '../transfers/row.ts';
import type { List, StoredAnswer } from './list.ts';

/**
 * Reads the rows of a list as they are drawn: what is stored of each answer, with what the team
 * knows of its transaction.
 * @param isPublic whether others read the rows: they read none of the service's own words, and
 *   nobody's name
 */
export async function rowsOf(
  list: List,
  { known, banks }: Pick<Services, 'known' | 'banks'>,
  isPublic = false,
): Promise<Row[]> {
  const rows = await known.find(createRows(list, banks.nameOf, isPublic), list);
  if (!isPublic) return rows;

  return rows.map((row) => ({ ...row, known: row.known && maskKnown(row.known) }));
}

/**
 * Creates table rows from the stored answers. A record and its requery become one row, with the
 * status of each; so do several typings of one reference.
 * @param bankName looks up a bank's name by its code
 * @param isPublic whether others read the rows: they read none of the service's own words
 */
export function createRows(
  { references, answers }: List,
  bankName: (code: string) => string | undefined,
  isPublic = false,
): Row[] {
  const ownWords = (own: StoredAnswer['own']) => (isPublic ? undefined : own);
  const rows = references.map((typed, at): Row => {
    const answer = answers[at];
    if (answer === undefined) return { isRequery: false, asked: typed, failure: 'not_asked' };

    const { requery, own, reference: asked = typed, id, ...stored } = answer;
    const {
      createdAt: unreadCreatedAt,
      completedAt: unreadCompletedAt,
      ...words
    } = ownWords(own) ?? {};
    const { amount, currency, bank, createdAt, completedAt, ...outcome } = { ...stored, ...words };
    const transaction = {
      id,
      amount,
      currency,
      createdAt,
      completedAt,
      destinationBankCode: bank,
      destinationBankName: bank === undefined ? undefined : bankName(bank),
      unreadTimes: { createdAt: unreadCreatedAt, completedAt: unreadCompletedAt },
    };
    const record: Row = { isRequery: false, asked, ...outcome, transaction };
    if (requery === undefined) return record;

    const { id: requeriedId, own: ownRequery, ...requeried } = requery;
    const ageMs = Math.max(answer.ageMs ?? 0, requery.ageMs ?? 0);
    const ask = { isRequery: true, asked: requeriedId };

    return { ...record, ageMs, requeried: { ...ask, ...requeried, ...ownWords(ownRequery) } };
  });
  return mergeRows(rows, references);
}
