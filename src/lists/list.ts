import * as z from 'zod';
import { maskDots } from '../blocks/status.ts';
import { transferApiFailures } from '../errors.ts';
import { redactForStorage } from '../transfers/disclosure.ts';
import { type Row, rowText } from '../transfers/row.ts';

const Outcome = z.object({
  status: z.string(),
  reversedFlag: z.string(),
  /** Set when the answer to a requery named a different transaction; the stored value is masked. */
  otherId: z.string(),
  failure: z.enum(transferApiFailures),
  wasAnswered: z.boolean(),
  /** The answer's age, if a cache between the bot and the service returned it. */
  ageMs: z.number(),
});

/**
 * What is stored of the answer for one reference; unknown fields are absent. Never a name, account
 * or narration.
 */
const Answer = Outcome.extend({
  amount: z.string(),
  /** The receiving bank's code, six digits. */
  bank: z.string(),
  createdAt: z.number(),
  completedAt: z.number(),
  /** The outcome of the record's requery, with the transaction id that was requeried. */
  requery: Outcome.partial().extend({ id: z.string() }),
}).partial();
export type Answer = z.infer<typeof Answer>;

/** Fields of a list, each absent until known. */
const Details = z.object({
  utcOffsetSeconds: z.number(),
  teamId: z.string(),
  /** Channel of the click that began the list. */
  channelId: z.string(),
  /**
   * Thread of the mention with the list; the counts are posted there. Absent unless others can read
   * that place.
   */
  threadTs: z.string(),
  /**
   * The file with the references, and the index of the chosen column. Only Slack stores the file's
   * content.
   */
  file: z.object({ id: z.string(), name: z.string(), column: z.number().optional() }),
  /** When the offer was accepted. */
  begunAtMs: z.number(),
  /** When this process began to look the list up; not stored. */
  startedAtMs: z.number(),
  endedAtMs: z.number(),
  isStopped: z.boolean(),
  /** The progress message, or the offer that the progress will replace. */
  message: z.object({ channelId: z.string(), ts: z.string() }),
});
/** A list without its references and answers. Times are in milliseconds since 1970. */
export const ListSummary = Details.partial().extend({
  id: z.string(),
  personId: z.string(),
  /** Whether each unsettled record is also requeried, by its transaction id. */
  isRequery: z.boolean(),
  /** Number of references. */
  count: z.number(),
  offeredAtMs: z.number(),
});
export type ListSummary = z.infer<typeof ListSummary>;

/**
 * A list of references that one person looks up. `answers` has the answers so far, by the index of
 * the reference.
 */
export const List = ListSummary.extend({
  references: z.array(z.string()),
  answers: z.record(z.coerce.number(), Answer),
});
export type List = z.infer<typeof List>;

/**
 * The most references in a list that needs no special permission. A whole list is customers' data,
 * hence the limit.
 */
export const anybodyMax = 100;
/**
 * The most lists, of all people together, that are looked up at the same time; further lists wait.
 */
export const runningListsMax = 3;

/** How long an offer can be accepted, and the longest time that a list runs. */
export const listTimeoutMs = 60 * 60_000;
/** How long the result of a list is stored after its end. */
export const resultTtlMs = 24 * 60 * 60_000;

/** Whether the list is waiting or under way. */
export function isActive({ begunAtMs, endedAtMs }: ListSummary): boolean {
  return begunAtMs !== undefined && endedAtMs === undefined;
}

/** Whether the list has expired and can be deleted. */
export function isOver({ offeredAtMs, begunAtMs, endedAtMs }: ListSummary, nowMs: number): boolean {
  if (begunAtMs === undefined) return nowMs >= offeredAtMs + listTimeoutMs;
  return endedAtMs !== undefined && nowMs >= endedAtMs + resultTtlMs;
}

/** Extracts the fields to store from a look-up and, if a requery followed, from the requery. */
export function toStoredAnswer(row: Row, requery?: Row): Answer {
  const { createdAt, completedAt } = row.transaction ?? {};
  const answer = { createdAt, completedAt, ...outcomeOf(row) };
  return requery === undefined
    ? answer
    : { ...answer, requery: { ...outcomeOf(requery), id: requery.asked } };
}

function outcomeOf(row: Row): Omit<Answer, 'requery'> {
  const { failure, wasAnswered } = row;
  if (failure !== undefined) return { failure, wasAnswered };
  // A requery may have several statuses, and one text may join statuses with "and also". If one is
  // masked, all are.
  const statuses = (row.statuses ?? [row.status ?? '']).flatMap((status) =>
    status.split(/, | and also /),
  );
  const words = statuses.map((status) => redactForStorage({ ...row, status }).status);
  const status = words.includes(maskDots) ? maskDots : words.join(', ');
  return {
    ...redactForStorage(row),
    status,
    ageMs: row.ageMs,
    ...(row.otherId !== undefined && { otherId: maskDots }),
  };
}

/**
 * Creates table rows from the stored answers. A record and its requery become one row, with the
 * status of each.
 * @param bankName looks up a bank's name by its code
 */
export function createRows(
  { references, answers }: List,
  bankName: (code: string) => string | undefined,
): Row[] {
  return references.map((asked, at): Row => {
    const answer = answers[at];
    if (answer === undefined) return { isRequery: false, asked, failure: 'not_asked' };
    const { amount, bank, createdAt, completedAt, requery, ...outcome } = answer;
    const destinationBankName = bank === undefined ? undefined : bankName(bank);
    const transaction = {
      amount,
      createdAt,
      completedAt,
      destinationBankCode: bank,
      destinationBankName,
    };
    const record: Row = { isRequery: false, asked, ...outcome, transaction };
    if (requery === undefined) return record;
    const { id, ...requeried } = requery;
    const ageMs = Math.max(answer.ageMs ?? 0, requery.ageMs ?? 0);
    const ask = { isRequery: true, asked: id, ofRecord: asked, recorded: rowText(record) };
    return { ...ask, ...requeried, ageMs, transaction };
  });
}
