import { type Block, context, message, type Reply } from '../blocks/blocks.ts';
import { bold, code, date, mention, outside } from '../blocks/mrkdwn.ts';
import { failureLine } from '../failures.ts';
import { hidden } from '../status.ts';
import type { Transaction } from '../transfer-service/bodies.ts';
import type { Background, OutageHint, PreviousLookUp } from './hints.ts';

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
function outageLine({ bank, asked, unsettled }: OutageHint, transactions: readonly Transaction[]): string {
  const name = transactions.find((txn) => txn.destinationBankCode?.trim() === bank)?.destinationBankName?.trim();
  const to = name && name !== hidden ? outside(name, 60) : code(bank);
  return `${unsettled} of ${asked} to ${to} not settled`;
}

const dayMs = 24 * 3_600_000;

/** "Asked by <@U…> 6:40 PM: *pending*", the latest of several; mrkdwn, `undefined` for none. */
export function previousLookUpLine(looks: readonly PreviousLookUp[], nowMs: number): string | undefined {
  const last = looks.at(-1);
  if (last === undefined) return undefined;
  const { by, atMs, words } = last;
  const who = by === undefined ? '' : ` by ${by === 'you' ? by : mention(by.personId)}`;
  const at = date(atMs, nowMs - atMs < dayMs / 2 ? 'time' : 'full');
  return `Asked${who} ${at}: ${bold(words === undefined ? 'no status' : outside(words, 80))}`;
}

interface RecalledOptions {
  background: Background;
  /** The records of the answer, for the names of their banks. */
  transactions: readonly Transaction[];
  nowMs: number;
}

/** Adds what was asked before below the buttons of an answer; a notification needs neither counts nor names. */
export function withBackground(reply: Reply, { background, transactions, nowMs }: RecalledOptions): Reply {
  const hints = hintLines({ outages: background.outages, failure: undefined }, transactions);
  const lines = [...hints, previousLookUpLine(background.seen, nowMs) ?? []].flat();
  if (lines.length === 0) return reply;
  return { ...reply, ...message(reply.text, belowButtons(reply.blocks, context([lines.join('\n')]))) };
}

function belowButtons(blocks: readonly Block[], block: Block): Block[] {
  const buttons = blocks.findIndex(({ type }) => type === 'actions');
  return buttons === -1 ? [...blocks, block] : blocks.toSpliced(buttons + 1, 0, block);
}
