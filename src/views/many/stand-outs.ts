import { hidden } from '../../transfers/mask-transaction.ts';
import { type Group, type Row, transactionOf } from '../../transfers/row.ts';
import { code, date, outside } from '../mrkdwn.ts';

const fewest = 3;
const mostly = 0.75;
const windowMs = 15 * 60_000;

/** What the rows of one status have in common that is neither settled nor reversed, if anything; mrkdwn. */
export function standOuts(groups: readonly Group[]): string[] {
  const isUnsettled = ({ status }: Group) => status !== undefined && status !== 'settled' && status !== 'reversed';
  const unsettled = groups.filter((group) => isUnsettled(group) && group.rows.length >= fewest);
  return unsettled.flatMap((group) =>
    [bankOf(group, groups), timesOf(group, groups)].filter((line) => line !== undefined),
  );
}

/** One bank that most of the rows go to, unless most of the other rows go there too. */
function bankOf({ words, rows }: Group, groups: readonly Group[]): string | undefined {
  const [code_, count] = mostCommon(rows.map(bankCode));
  if (code_ === undefined || count < fewest || count < rows.length * mostly) return undefined;
  if (isMostOf(othersThan(words, groups), (row) => bankCode(row) === code_)) return undefined;
  const name = rows.map(transactionOf).find((txn) => txn?.destinationBankCode === code_)?.destinationBankName ?? '';
  return `${count} of ${rows.length} ${inSentence(words)} go to ${[outside(name, 60), code(code_, 20)].filter(Boolean).join(' ')}`;
}

/** A short time in which all rows were created, unless most of the other rows were created about then too. */
function timesOf({ words, rows }: Group, groups: readonly Group[]): string | undefined {
  const times = rows.flatMap((row) => transactionOf(row)?.createdAt ?? []);
  if (times.length < rows.length) return undefined;
  const [first, last] = [Math.min(...times), Math.max(...times)];
  if (last - first > windowMs) return undefined;
  const isInside = (row: Row) => {
    const at = transactionOf(row)?.createdAt;
    return at !== undefined && at >= first - windowMs && at <= last + windowMs;
  };
  if (isMostOf(othersThan(words, groups), isInside)) return undefined;
  return `all ${inSentence(words)} were created between ${date(first)} and ${date(last, 'time')}`;
}

function othersThan(words: string, groups: readonly Group[]): Row[] {
  return groups.flatMap((group) => (group.words === words || group.status === undefined ? [] : group.rows));
}

function isMostOf(rows: readonly Row[], holds: (row: Row) => boolean): boolean {
  return rows.length >= fewest && rows.filter(holds).length >= rows.length * mostly;
}

/** The word as part of a sentence; a status in capitals stays as it is. */
function inSentence(word: string): string {
  return outside(/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word, 60);
}

function bankCode(row: Row): string | undefined {
  const code = transactionOf(row)?.destinationBankCode?.trim();
  return code === hidden ? undefined : code || undefined;
}

function mostCommon(values: readonly (string | undefined)[]): [string | undefined, number] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<[string | undefined, number]>(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    [undefined, 0],
  );
}
