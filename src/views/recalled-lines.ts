import type { Recalled } from '../history/recalled.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import { type Block, context, message, type Reply } from './blocks.ts';
import { failureLine, outageLine } from './hint-lines.ts';
import { seenLine } from './seen-line.ts';

export interface RecalledOptions {
  recalled: Recalled;
  /** The records of the answer, for the names of their banks. */
  transactions: readonly Transaction[];
  nowMs: number;
}

/** Adds what was asked before to an answer, in one quiet line each, above its buttons. */
export function withRecalled(reply: Reply, { recalled, transactions, nowMs }: RecalledOptions): Reply {
  const lines = [
    ...recalled.outages.map((hint) => outageLine(hint, transactions)),
    recalled.failure && failureLine(recalled.failure.failure, recalled.failure),
    seenLine(recalled.seen, nowMs),
  ].filter((line) => line !== undefined);
  if (lines.length === 0) return reply;
  const said = [reply.text, ...lines].join('\n');
  return { ...reply, ...message(said, aboveButtons(reply.blocks, context([lines.join('\n')]))) };
}

function aboveButtons(blocks: readonly Block[], block: Block): Block[] {
  const buttons = blocks.findIndex(({ type }) => type === 'actions');
  return buttons === -1 ? [...blocks, block] : blocks.toSpliced(buttons, 0, block);
}
