import type { Recalled } from '../history/recalled.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import { type Block, context, message, type Reply } from './blocks.ts';
import { hintLines } from './hint-lines.ts';
import { seenLine } from './seen-line.ts';

export interface RecalledOptions {
  recalled: Recalled;
  /** The records of the answer, for the names of their banks. */
  transactions: readonly Transaction[];
  nowMs: number;
}

/** Adds what was asked before below the buttons of an answer; a notification needs neither counts nor names. */
export function withRecalled(reply: Reply, { recalled, transactions, nowMs }: RecalledOptions): Reply {
  const hints = hintLines({ outages: recalled.outages, failure: undefined }, transactions);
  const lines = [...hints, seenLine(recalled.seen, nowMs) ?? []].flat();
  if (lines.length === 0) return reply;
  return { ...reply, ...message(reply.text, belowButtons(reply.blocks, context([lines.join('\n')]))) };
}

function belowButtons(blocks: readonly Block[], block: Block): Block[] {
  const buttons = blocks.findIndex(({ type }) => type === 'actions');
  return buttons === -1 ? [...blocks, block] : blocks.toSpliced(buttons + 1, 0, block);
}
