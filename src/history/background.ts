import { type Block, context, message, type Reply } from '../blocks/blocks.ts';
import { bold, code, date, mention, outside } from '../blocks/mrkdwn.ts';
import { serviceFailures, type TransferApiFailure } from '../errors.ts';
import { failureLine } from '../failure-words.ts';
import { hidden } from '../status.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import type { AnsweredEntry, BankCount, Counts } from './history.ts';

/** Look-ups that end in the same error of the service. */
interface FailureHint {
  failure: TransferApiFailure;
  failed: number;
  /** All look-ups. */
  lookUps: number;
}

/** Fewer than this many could be chance. */
const fewest = 6;
/** How many times the share at all other banks. */
const timesOthers = 2;

/**
 * The count of a bank whose transfers are not settled, while few to all other banks are so. What it means is the
 * reader's to say. `undefined` where the counts are too few, or no other than elsewhere.
 */
export function outageHint({ banks }: Counts, bank: string): BankCount | undefined {
  const count = banks.find((each) => each.bank === bank);
  if (!count || !isMost(count.unsettled, count.asked)) return undefined;
  const others = { asked: 0, unsettled: 0 };
  for (const each of banks) {
    if (each === count) continue;
    others.asked += each.asked;
    others.unsettled += each.unsettled;
  }
  return count.unsettled * others.asked >= timesOthers * others.unsettled * count.asked ? count : undefined;
}

/** The one error that most look-ups end in: two thirds leave less than half as many for any other end. */
export function failureHint({ failures, lookUps }: Counts): FailureHint | undefined {
  for (const failure of serviceFailures) {
    const failed = failures.get(failure) ?? 0;
    if (isMost(failed, lookUps)) return { failure, failed, lookUps };
  }
  return undefined;
}

/** Enough of them, and two thirds of all. */
function isMost(part: number, all: number): boolean {
  return part >= fewest && part * 3 >= all * 2;
}

/** An earlier answer about the same, as it is told. */
export interface PreviousLookUp extends Pick<AnsweredEntry, 'words' | 'atMs'> {
  /** Who asked; `undefined` where a channel reads. */
  by: 'you' | { personId: string } | undefined;
}

const inOneGoMs = 60_000;

/**
 * The latest of some answers about the same, but for what the asker has before their eyes still: theirs of the last
 * minute, and of each minute before it where the words were the same, as with Refresh, Share and All Fields in a row.
 */
export function previousLookUp(
  answers: readonly AnsweredEntry[],
  askerId: string,
  nowMs: number,
): PreviousLookUp | undefined {
  let own: AnsweredEntry | undefined;
  for (const answer of answers.toSorted((a, b) => a.atMs - b.atMs).toReversed()) {
    const { personId, words, atMs } = answer;
    if (personId !== askerId) return { words, atMs, by: { personId } };
    const isInOneGo = own !== undefined && own.words === words && own.atMs - atMs <= inOneGoMs;
    if (!isInOneGo && nowMs - atMs > inOneGoMs) return { words, atMs, by: 'you' };
    own = answer;
  }
  return undefined;
}

/** What an answer tells of what was asked before. */
export interface Background {
  seen: PreviousLookUp | undefined;
  /** For the banks of the answer. */
  outages: readonly BankCount[];
  failure: FailureHint | undefined;
}

/** What a channel may read of it: who asked is not its business. */
export function backgroundForChannel(background: Background): Background {
  return { ...background, seen: background.seen && { ...background.seen, by: undefined } };
}

/**
 * What an answer tells of trouble elsewhere, a line each; mrkdwn.
 * @param transactions the records of the answer, for the names of their banks
 */
export function hintLines(
  { outages, failure }: Pick<Background, 'outages' | 'failure'>,
  transactions: readonly Transaction[],
): string[] {
  return [
    ...outages.map((hint) => outageLine(hint, transactions)),
    ...(failure === undefined ? [] : [failureLine(failure.failure, failure)]),
  ];
}

/** Counts alone: what they mean for a transfer, or for the bank, nobody here knows. */
function outageLine({ bank, asked, unsettled }: BankCount, transactions: readonly Transaction[]): string {
  return `${unsettled} of ${asked} to ${bankAmong(transactions, bank)} not settled`;
}

/** A receiving bank as the first record to it names it, else its code; mrkdwn. */
export function bankAmong(transactions: readonly Transaction[], bank: string): string {
  const name = transactions.find((txn) => txn.destinationBankCode?.trim() === bank)?.destinationBankName?.trim();
  return name && name !== hidden ? outside(name, 60) : code(bank, 20);
}

const dayMs = 24 * 3_600_000;

/** "Asked by <@U…> 6:40 PM: *pending*"; mrkdwn. */
function previousLookUpLine({ by, atMs, words }: PreviousLookUp, nowMs: number): string {
  const who = by === undefined ? '' : ` by ${by === 'you' ? by : mention(by.personId)}`;
  const at = date(atMs, nowMs - atMs < dayMs / 2 ? 'time' : 'full');
  return `Asked${who} ${at}: ${bold(words === undefined ? 'no status' : outside(words, 80))}`;
}

/**
 * Adds what was asked before below the buttons of an answer; a notification needs neither counts nor names.
 * @param about with the records of the answer, for the names of their banks
 */
export function withBackground(
  reply: Reply,
  about: { background: Background; transactions: readonly Transaction[]; nowMs: number },
): Reply {
  const { background, transactions, nowMs } = about;
  const hints = hintLines({ outages: background.outages, failure: undefined }, transactions);
  const lines = background.seen ? [...hints, previousLookUpLine(background.seen, nowMs)] : hints;
  if (lines.length === 0) return reply;
  return { ...reply, ...message(reply.text, belowButtons(reply.blocks, context([lines.join('\n')]))) };
}

function belowButtons(blocks: readonly Block[], block: Block): Block[] {
  const buttons = blocks.findIndex(({ type }) => type === 'actions');
  return buttons === -1 ? [...blocks, block] : blocks.toSpliced(buttons + 1, 0, block);
}
