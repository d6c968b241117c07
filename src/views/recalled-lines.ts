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

/**
 * Adds what was asked before to an answer, in one quiet line each, above its buttons. Who asked is in the blocks alone:
 * a notification needs no names.
 */
export function withRecalled(reply: Reply, { recalled, transactions, nowMs }: RecalledOptions): Reply {
  const hints = hintLines(recalled, transactions);
  const lines = [...hints, seenLine(recalled.seen, nowMs) ?? []].flat();
  if (lines.length === 0) return reply;
  const text = [reply.text, ...hints].join('\n');
  return { ...reply, ...message(text, aboveButtons(reply.blocks, context([lines.join('\n')]))) };
}

function aboveButtons(blocks: readonly Block[], block: Block): Block[] {
  const buttons = blocks.findIndex(({ type }) => type === 'actions');
  return buttons === -1 ? [...blocks, block] : blocks.toSpliced(buttons, 0, block);
}
