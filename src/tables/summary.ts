import { disagreeCaution, rowsDisagreeCaution, tableCaution } from '../blocks/cautions.ts';
import { unreachableRow } from '../blocks/failure-words.ts';
import { amount, bold, safeText } from '../blocks/mrkdwn.ts';
import { isSettled, maskDots, type StatusGroup, statusTitle } from '../blocks/status.ts';
import { capitalize, countEach, formatCount, groupBy, isDefined, joinNonEmpty } from '../text.ts';
import { isCollection, nameBank } from '../transfers/card-parts.ts';
import { chooseRowCaution, disagrees } from '../transfers/contradictions.ts';
import { addUp } from '../transfers/decimal.ts';
import { type Row, rowGroup, rowText, transactionsOf } from '../transfers/row.ts';

const groupWordsMax = 60;

/**
 * Summarizes rows, for the text above a table: the counts in one line, then sums and banks that
 * stand out.
 * @param asked the start of the first line, which says what was asked for
 */
export function summarizeTable(rows: readonly Row[], asked: string, currency: string | undefined) {
  const counts = countRows(rows);
  const groups = groupRows(rows);
  return {
    /** The first line as mrkdwn without bold, for the notification. */
    counts: `${asked} ${counts}`,
    lines: [`${bold(asked)} ${counts}`, ...sumsOf(groups, currency), ...standOuts(groups)],
  };
}

/** Counts rows by result, as mrkdwn: first those that contradict their requery. */
export function countRows(rows: readonly Row[]): string {
  return joinNonEmpty([countDiffering(rows.filter(disagrees)), countsOf(groupRows(rows))]);
}

/** Counts rows that contradict their requery, or requeries that contradict their record. */
function countDiffering(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const other = rows.every(({ isRequery }) => isRequery) ? 'record' : 'requery';
  return rows.length === 1
    ? `1 disagrees with its ${other}`
    : `${rows.length} disagree with their ${other}`;
}

function countsOf(groups: readonly SummaryGroup[]): string {
  const [only, ...others] = groups;
  if (only?.words === unreachableRow(false) && others.length === 0)
    return 'the service could not be reached';
  return groups.map((group) => `${group.rows.length} ${wordsIn(group)}`).join(' · ');
}

/**
 * Picks one caution for all rows, and counts those that disagree if not all rows call for the same.
 * @param forAll the caution to choose if they don't
 */
export function chooseTableCaution(
  rows: readonly Row[],
  forAll = tableCaution,
): string | undefined {
  const [caution, ...others] = new Set(rows.map(chooseRowCaution));
  const differing = countDiffering(rows.filter(disagrees));
  if (others.length > 0) return joinNonEmpty([forAll, differing && `${differing}.`], ' ');

  return caution === disagreeCaution && differing !== '' ? rowsDisagreeCaution : caution;
}

function wordsIn({ words }: SummaryGroup): string {
  return safeText(statusTitle(words).toLowerCase(), groupWordsMax);
}

/** For each status with two rows or more, adds up the amounts of each currency. */
function sumsOf(groups: readonly SummaryGroup[], configured: string | undefined): string[] {
  const sums = groups.map((group) => sumOf(group, configured)).filter(isDefined);
  return sums.length > 0 ? [capitalize(sums.join(' · '))] : [];
}

/** Adds up one status: "completed NGN 3,000.00 and USD 20.00 (with 1 collection, 2 not counted)". */
function sumOf(group: SummaryGroup, configured: string | undefined): string | undefined {
  const { status } = group;
  // A requery beside records may be of the same transfer.
  const records = group.rows.filter(({ isRequery }) => !isRequery);
  const rows = records.length > 0 ? records : group.rows;
  if (status === undefined || rows.length < 2) return undefined;

  const { totals, leftCount } = totalsOf(rows, configured);
  if (totals.length === 0) return undefined;

  // Money that came in, of a collection, is added to what went out: that is said.
  const collectionCount = rows.filter(
    ({ transaction }) => transaction && isCollection(transaction),
  ).length;
  const isMixed = collectionCount > 0 && collectionCount < rows.length;
  const remarks = [
    isMixed && `with ${formatCount(collectionCount, 'collection')}`,
    leftCount > 0 && `${leftCount} not counted`,
  ];
  const remark = joinNonEmpty(remarks, ', ');
  const words = status === 'reversed' ? 'reversed' : wordsIn(group);

  return `${words} ${totals.join(' and ')}${remark && ` (${remark})`}`;
}

/** Adds up the amounts of each currency, and counts the rows that had no amount to add. */
function totalsOf(rows: readonly Row[], configured: string | undefined) {
  const byCurrency = groupBy(rows, ({ transaction }) => [transaction?.currency ?? configured]);
  const totals: string[] = [];
  let leftCount = 0;

  for (const [currency, ofCurrency] of byCurrency) {
    // An empty currency stands for one that is not known, so nothing can be added to it.
    const amounts = ofCurrency.map((row) => (currency === '' ? '' : row.transaction?.amount));
    const { total, unreadCount } = addUp(amounts);
    leftCount += unreadCount;
    if (total !== undefined) totals.push(safeText(amount(total, currency)));
  }

  return { totals, leftCount };
}

const bankRowsMin = 3;
const bankShareMin = 0.75;

/**
 * For an unsettled status, names the bank that most of its rows were sent to, unless most of the
 * remaining rows were sent there as well. Returns mrkdwn.
 */
function standOuts(groups: readonly SummaryGroup[]): string[] {
  return groups.flatMap((group) => {
    const { status, rows } = group;
    if (status === undefined || isSettled(status) || rows.length < bankRowsMin) return [];

    const codes = rows.map(receivingBankCode).filter(isDefined);
    const [[bank, count] = ['', 0]] = countEach(codes);
    if (count < rows.length * bankShareMin) return [];

    const others = groups
      .filter((other) => other !== group && other.status !== undefined)
      .flatMap((other) => other.rows);
    const there = others.filter((row) => receivingBankCode(row) === bank).length;
    if (others.length >= bankRowsMin && there >= others.length * bankShareMin) return [];

    const transactions = transactionsOf(rows);
    return `${count} of ${rows.length} ${wordsIn(group)} go to ${nameBank(transactions, bank)}`;
  });
}

function receivingBankCode(row: Row): string | undefined {
  const bank = row.transaction?.destinationBankCode?.trim();
  return bank === maskDots ? undefined : bank || undefined;
}

interface SummaryGroup {
  words: string;
  rows: Row[];
  /** `undefined` if the look-ups failed. */
  status: StatusGroup | undefined;
}

/**
 * Groups rows with the same result text: first groups of answers, then of failures, each from
 * largest to smallest. Rows that contradict their requery are in none.
 */
function groupRows(rows: readonly Row[]): SummaryGroup[] {
  const groups = new Map<string, SummaryGroup>();
  for (const row of rows.filter((each) => !disagrees(each))) {
    const words = rowText(row.other ? { ...row, other: { ...row.other, value: '' } } : row);
    const key = `${row.failure !== undefined} ${words.toLowerCase()}`;
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { words, rows: [row], status: rowGroup(row) });
  }

  const isFailure = ({ status }: SummaryGroup) => Number(status === undefined);
  return [...groups.values()].sort(
    (a, b) => isFailure(a) - isFailure(b) || b.rows.length - a.rows.length,
  );
}

/**
 * Sorts rows that need attention to the top; rows that need it equally keep the order in which they
 * were requested.
 */
export function sortByAttention(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => attentionRank(a) - attentionRank(b));
}

const attentionOrder = [
  'disagrees',
  'failed',
  'reversed',
  'unknown',
  'moving',
  'no answer',
  'not found',
  'settled',
] as const;

/**
 * Ranks a row, from 0 at the top: answered rows that may need action, then unanswered, not found
 * and settled rows.
 */
export function attentionRank(row: Row): number {
  const failure = row.failure === 'not_found' ? 'not found' : 'no answer';
  return attentionOrder.indexOf(disagrees(row) ? 'disagrees' : (rowGroup(row) ?? failure));
}
