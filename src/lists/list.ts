import * as z from 'zod';
import { maskDots } from '../blocks/status.ts';
import { transferApiFailures } from '../errors.ts';
import { cut, foldBlanks } from '../text.ts';
import { redactForStorage, redactOther } from '../transfers/disclosure.ts';
import type { Row } from '../transfers/row.ts';

const Text = z.string();

/**
 * The service's own words, for the list's owner: what a channel may not read, and times that could
 * not be read.
 */
const OwnWords = z
  .object({
    status: Text,
    reversedFlag: Text,
    otherId: Text,
    amount: Text,
    currency: Text,
    bank: Text,
    createdAt: Text,
    completedAt: Text,
  })
  .partial();

const StoredOutcome = z.object({
  /** As a channel may read it; `own` has the rest, for the list's owner. */
  status: Text,
  own: OwnWords,
  reversedFlag: Text,
  /** Set when the answer to a requery named a different transaction; the stored value is masked. */
  otherId: Text,
  /** Set when the answer to a requery was about another transfer than its record. */
  other: z.object({ field: z.enum(['reference', 'amount']), value: Text }),
  failure: z.enum(transferApiFailures),
  /** Set when the service answered with a transaction of another reference. */
  reason: z.literal('another_reference'),
  wasAnswered: z.boolean(),
  /** The answer's age, if a cache between the bot and the service returned it. */
  ageMs: z.number(),
});

/**
 * What is stored of the answer for one reference; unknown fields are absent. Never the field of a
 * name, an account or the narration.
 */
const StoredAnswer = StoredOutcome.extend({
  /** The reference that the record states, if it was typed in another letter case. */
  reference: Text,
  /** The record's `id`, by which its last requery is found. */
  id: Text,
  amount: Text,
  /** The currency that the record names; empty if it is not known. */
  currency: Text,
  /** The receiving bank's code, six digits. */
  bank: Text,
  createdAt: z.number(),
  completedAt: z.number(),
  /** The outcome of the record's requery, with the transaction id that was requeried. */
  requery: StoredOutcome.partial().extend({ id: Text }),
}).partial();
export type StoredAnswer = z.infer<typeof StoredAnswer>;

/** Fields of a list, each absent until known. */
const ListDetails = z.object({
  utcOffsetSeconds: z.number(),
  teamId: Text,
  /** Channel of the click that began the list. */
  channelId: Text,
  /**
   * Thread of the mention with the list; the counts are posted there. Absent unless others can read
   * that place.
   */
  threadTs: Text,
  /**
   * The file with the references, the index of the chosen column, and a digest of what was read
   * (absent from lists of older versions). Only Slack stores the file's content.
   */
  file: z.object({
    id: Text,
    name: Text,
    column: z.number().optional(),
    digest: Text.optional(),
  }),
  /** When the offer was accepted. */
  begunAtMs: z.number(),
  /** When this process began to look the list up; not stored. */
  startedAtMs: z.number(),
  endedAtMs: z.number(),
  isStopped: z.boolean(),
  /** The progress message, or the offer that the progress will replace. */
  message: z.object({ channelId: Text, ts: Text }),
});
/** A list without its references and answers. Times are in milliseconds since 1970. */
export const ListSummary = ListDetails.partial().extend({
  id: Text,
  personId: Text,
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
  references: z.array(Text),
  answers: z.record(z.coerce.number(), StoredAnswer),
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

/**
 * Extracts the fields to store from a look-up and from the requery made with it, if any.
 * @param typed the reference as the list has it
 */
export function toStoredAnswer(row: Row, typed = row.asked): StoredAnswer {
  const { requeried } = row;
  const { id, createdAt, completedAt } = row.transaction ?? {};
  const reference = row.asked === typed ? undefined : row.asked;
  const answer = { reference, id, createdAt, completedAt, ...createOutcome(row) };
  return requeried === undefined
    ? answer
    : { ...answer, requery: { ...createOutcome(requeried), id: requeried.asked } };
}

/** What to store of a row's answer: redacted, with what only the list's owner may read in `own`. */
function createOutcome(row: Row): Omit<StoredAnswer, 'requery'> {
  const { failure, wasAnswered } = row;
  const reason = row.reason === 'another_reference' ? row.reason : undefined;
  if (failure !== undefined) return { failure, reason, wasAnswered };

  // A requery may have several statuses, and one text may join statuses with "and also". If one is
  // masked, all are.
  const statuses = (row.statuses ?? [row.status ?? '']).flatMap((status) =>
    status.split(/, | and also /),
  );
  const words = statuses.map((status) => redactForStorage({ ...row, status }).status);
  const status = words.includes(maskDots) ? maskDots : words.join(', ');
  const redacted = redactForStorage(row);

  return {
    ...redacted,
    status,
    own: ownWords(row, { ...redacted, status }),
    ageMs: row.ageMs,
    ...(row.otherId !== undefined && { otherId: maskDots }),
    other: row.other && redactOther(row.other),
  };
}

const ownMax = 100;

/** Keeps the values that `redacted` hides or lacks; `undefined` if there are none. */
function ownWords(row: Row, redacted: object): z.infer<typeof OwnWords> | undefined {
  const { status, reversedFlag, otherId, transaction = {} } = row;
  const { amount, currency, destinationBankCode: bank, unreadTimes } = transaction;
  const asReceived = { status, reversedFlag, otherId, amount, currency, bank, ...unreadTimes };
  const readableByAll = new Map(Object.entries(redacted));
  const forOwner = Object.entries(asReceived)
    .map(([name, text = '']) => [name, cut(foldBlanks(text), ownMax)] as const)
    .filter(([name, words]) => words !== '' && words !== readableByAll.get(name));

  return forOwner.length === 0 ? undefined : Object.fromEntries(forOwner);
}
