import * as z from 'zod';
import type { NamedFile } from '../blocks/blocks.ts';
import { hidden } from '../blocks/status.ts';
import { transferApiFailures } from '../errors.ts';
import { csvOf, isoTime, oldNote } from '../tables/csv.ts';
import { storable } from '../transfers/disclosure.ts';
import { type Row, recordNameOf, wordsOf } from '../transfers/row.ts';
import type { ParsedList, ParsedRow } from './parse.ts';
import { columnsMax } from './read-rows.ts';

const Outcome = z.object({
  status: z.string(),
  reversedFlag: z.string(),
  /** Set where a requery named another transaction: nothing of it is stored. */
  otherId: z.string(),
  failure: z.enum(transferApiFailures),
  wasAnswered: z.boolean(),
  /** Where a cache on the way kept the answer. */
  ageMs: z.number(),
});

/** What is stored of one answer, each where it is known: no name, no account and no narration. */
const Answer = Outcome.extend({
  amount: z.string(),
  /** Six digits, of the receiving bank. */
  bank: z.string(),
  createdAt: z.number(),
  completedAt: z.number(),
  /** What the requery of the record said, by the transaction id that it was asked by. */
  requery: Outcome.partial().extend({ id: z.string() }),
}).partial();
export type Answer = z.infer<typeof Answer>;

/** Of a list, where they are known. */
const Details = z.object({
  utcOffsetSeconds: z.number(),
  teamId: z.string(),
  /** Where it was asked. */
  channelId: z.string(),
  /** The thread of the mention, which is told the counts; absent elsewhere. */
  threadTs: z.string(),
  /** The file of the references, and the column that was chosen; Slack has the content. */
  file: z.object({ id: z.string(), name: z.string(), column: z.number().optional() }),
  /** When somebody took the offer. */
  begunAtMs: z.number(),
  /** When it had its turn. */
  startedAtMs: z.number(),
  endedAtMs: z.number(),
  isStopped: z.boolean(),
  /** The message that shows how far it is. */
  message: z.object({ channelId: z.string(), ts: z.string() }),
});
/** A list without its references and answers. Times are in milliseconds since 1970. */
export const ListSummary = Details.partial().extend({
  id: z.string(),
  personId: z.string(),
  /** Whether each record is requeried by its id. */
  isRequery: z.boolean(),
  /** Of its references. */
  count: z.number(),
  offeredAtMs: z.number(),
});
export type ListSummary = z.infer<typeof ListSummary>;

/** Hundreds of references that one person has looked up, with what was answered so far, by the place of each. */
export const List = ListSummary.extend({
  references: z.array(z.string()),
  answers: z.record(z.coerce.number(), Answer),
});
export type List = z.infer<typeof List>;

/** Up to so many anybody may ask for who may ask at all: whole lists are customers' data. */
export const anybodyMax = 100;
/** Lists of all people together that are looked up at once; the others wait. */
export const runningListsMax = 3;

/** An offer that nobody takes ends after an hour, and so does a list that the service does not answer. */
export const lastsMs = 60 * 60_000;
/** How long the result of a list is stored after its end. */
export const resultTtlMs = 24 * 60 * 60_000;

/** Whether it waits or is under way. */
export function isActive({ begunAtMs, endedAtMs }: ListSummary): boolean {
  return begunAtMs !== undefined && endedAtMs === undefined;
}

/** Whether it is to be dropped. */
export function isOver({ offeredAtMs, begunAtMs, endedAtMs }: ListSummary, nowMs: number): boolean {
  if (begunAtMs === undefined) return nowMs >= offeredAtMs + lastsMs;
  return endedAtMs !== undefined && nowMs >= endedAtMs + resultTtlMs;
}

/** What of a look-up is stored, and of the requery that followed it. */
export function answerOf(row: Row, requery?: Row): Answer {
  const { createdAt, completedAt } = row.transaction ?? {};
  const answer = { createdAt, completedAt, ...outcomeOf(row) };
  return requery === undefined ? answer : { ...answer, requery: { ...outcomeOf(requery), id: requery.asked } };
}

function outcomeOf(row: Row): Omit<Answer, 'requery'> {
  const { failure, wasAnswered } = row;
  if (failure !== undefined) return { failure, wasAnswered };
  // A requery may have several statuses, and a field two values: each is a word of its own.
  const statuses = (row.statuses ?? [row.status ?? '']).flatMap((status) => status.split(/, | and also /));
  const words = statuses.map((status) => storable({ ...row, status }).status);
  const status = words.includes(hidden) ? hidden : words.join(', ');
  return { ...storable(row), status, ageMs: row.ageMs, ...(row.otherId !== undefined && { otherId: hidden }) };
}

/**
 * The rows of a table, by what is stored. What a requery said stands in its own row, beside what its record said.
 * @param bankName by its code, as the bank list has it
 */
export function rowsOf({ references, answers }: List, bankName: (code: string) => string | undefined): Row[] {
  return references.map((asked, at): Row => {
    const answer = answers[at];
    if (answer === undefined) return { isRequery: false, asked, failure: 'not_asked' };
    const { amount, bank, createdAt, completedAt, requery, ...outcome } = answer;
    const destinationBankName = bank === undefined ? undefined : bankName(bank);
    const transaction = { amount, createdAt, completedAt, destinationBankCode: bank, destinationBankName };
    const record: Row = { isRequery: false, asked, ...outcome, transaction };
    if (requery === undefined) return record;
    const { id, ...requeried } = requery;
    const ageMs = Math.max(answer.ageMs ?? 0, requery.ageMs ?? 0);
    const ask = { isRequery: true, asked: id, ofRecord: asked, recorded: wordsOf(record) };
    return { ...ask, ...requeried, ageMs, transaction };
  });
}

/** One row that is far longer than the others is cut: each row is filled to the longest. */
const filledMax = 1_000_000;

/**
 * A file of all rows: those of the list in their order, with what was found beside their columns. Of a list of requeries,
 * `status` is of the records and `requery` is what was said of them then.
 * @param parsed the list's own file; `undefined` when the references came in a text, or the file cannot be read again
 */
export async function listFile(list: List, rows: readonly Row[], parsed: ParsedList | undefined): Promise<NamedFile> {
  const name = list.file ? `${list.file.name.replace(/\.\w+$/, '')}-answers.csv` : `${list.count}-references.csv`;
  const found = new Map(rows.map((row) => [recordNameOf(row), row]));
  const pasted = list.references.map((reference) => ({ cells: [reference], reference }));
  const own = parsed ?? { above: [], head: ['reference'], rows: pasted };
  const head = own.head ?? [];
  const longest = own.rows.reduce((most, { cells }) => Math.max(most, cells.length), head.length);
  const width = longest * own.rows.length > filledMax ? Math.min(longest, columnsMax) : longest;
  const wide = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '');
  const heads = new Set(head.map((each) => each.trim().toLowerCase()));
  /** A column of ours never has the name of one of theirs. */
  const headOf = (added: string): string => (heads.has(added.toLowerCase()) ? headOf(`found ${added}`) : added);
  const added = ['status', ...(list.isRequery ? ['requery'] : []), 'amount', 'bank', 'bankCode'];
  added.push('createdAt', 'completedAt', 'note');
  /** Each line is made when it is written: a file may have 90,000. */
  function* lines() {
    yield* own.above;
    yield [...wide(head), ...added.map(headOf)];
    for (const row of own.rows) {
      const cells = addedCells(row, found.get(row.reference), list);
      yield [...wide(row.cells), ...added.map((column) => cells[column])];
    }
  }
  return { name, content: await csvOf(lines()) };
}

/** By the name of the column. */
function addedCells(
  { isRounded }: Partial<ParsedRow>,
  row: Row | undefined,
  { utcOffsetSeconds }: List,
): Record<string, string | undefined> {
  if (row === undefined) return { note: isRounded ? 'left out: may be rounded' : 'no reference in this row' };
  const { isRequery, recorded, transaction = {}, failure } = row;
  const words = wordsOf(row);
  const stated = failure === undefined ? words : undefined;
  const why = isRequery ? `requery: ${words}` : words;
  return {
    ...(isRequery ? { status: recorded, requery: stated } : { status: stated }),
    amount: transaction.amount,
    bank: transaction.destinationBankName,
    bankCode: transaction.destinationBankCode,
    createdAt: isoTime(transaction.createdAt, utcOffsetSeconds),
    completedAt: isoTime(transaction.completedAt, utcOffsetSeconds),
    note: failure === undefined ? oldNote(row) : why,
  };
}
