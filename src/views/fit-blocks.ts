import type { types } from '@slack/bolt';

type Block = types.KnownBlock;

const blocksMax = 50;
/** Slack refuses a message from about 13,200 characters of block JSON on. */
const blocksJsonMax = 11_900;

/** Blocks that a reply always keeps, beside its first: its table, what can be done with it, and where it comes from. */
const kept = new Set(['header', 'actions', 'context', 'table', 'data_table']);

/**
 * Whether the blocks are more than one message takes.
 * @param spare characters that stay free
 */
export function isTooMuch(blocks: readonly Block[], spare = 0): boolean {
  return blocks.length >= blocksMax || JSON.stringify(blocks).length > blocksJsonMax - spare;
}

export interface Fitting {
  blocks: Block[];
  leftOut: number;
  /** Where the last one stood that was left out. */
  leftOutAt: number;
}

/** Removes blocks of the body from its end, until one message takes the rest. */
export function fitBlocks(blocks: readonly Block[]): Fitting {
  const fitting: Fitting = { blocks: [...blocks], leftOut: 0, leftOutAt: -1 };
  while (isTooMuch(fitting.blocks)) {
    const next = fitting.blocks.findLastIndex(({ type }, at) => at > 0 && !kept.has(type));
    if (next === -1) break;
    fitting.blocks.splice(next, isQuestion(fitting.blocks, next) ? 2 : 1);
    fitting.leftOut += 1;
    fitting.leftOutAt = next;
  }
  return fitting;
}

/** Whether a section asks what the buttons right behind it answer: bare, they would say nothing. */
function isQuestion(blocks: readonly Block[], at: number): boolean {
  const next = blocks[at + 1];
  return blocks[at]?.type === 'section' && next?.type === 'actions' && next.elements.every(isRunButton);
}

function isRunButton(element: types.ActionsBlockElement): boolean {
  return element.type === 'button' && /:run:\d+$/.test(element.action_id ?? '');
}
