import { type Block, context, message, type Reply } from '../blocks/blocks.ts';
import { failureLine } from '../blocks/failure-words.ts';
import { bold, code, date, mention, outside } from '../blocks/mrkdwn.ts';
import { hidden } from '../blocks/status.ts';
import type { BankCount, FailureHint, SeenStatus } from '../history.ts';
import type { Transaction } from '../transfer-service/fields.ts';

/** What an answer tells of what was asked before. */
export interface Background {
  seen: SeenStatus | undefined;
  /** The banks of the answer that are unlike others. */
  outages: readonly BankCount[];
  failure: FailureHint | undefined;
}

/** What a channel may read of it: who asked is not its business. */
export function backgroundForChannel(background: Background): Background {
  return { ...background, seen: background.seen && { ...background.seen, personId: undefined } };
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
function seenLine({ personId, atMs, words }: SeenStatus, nowMs: number): string {
  const who = personId === undefined ? '' : ` by ${mention(personId)}`;
  const at = date(atMs, nowMs - atMs < dayMs / 2 ? 'time' : 'full');
  return `Asked${who} ${at}: ${bold(words === undefined ? 'no status' : outside(words, 80))}`;
}

/**
 * Adds what was asked before below the buttons of an answer; a notification needs neither counts nor names.
 * @param transactions the records of the answer, for the names of their banks
 */
export function withBackground(
  reply: Reply,
  { background, askedAtMs }: { background: Background; askedAtMs: number },
  transactions: readonly Transaction[] = [],
): Reply {
  const hints = hintLines({ outages: background.outages, failure: undefined }, transactions);
  const lines = background.seen ? [...hints, seenLine(background.seen, askedAtMs)] : hints;
  if (lines.length === 0) return reply;
  return { ...reply, ...message(reply.text, belowButtons(reply.blocks, context([lines.join('\n')]))) };
}

function belowButtons(blocks: readonly Block[], block: Block): Block[] {
  const buttons = blocks.findIndex(({ type }) => type === 'actions');
  return buttons === -1 ? [...blocks, block] : blocks.toSpliced(buttons + 1, 0, block);
}
