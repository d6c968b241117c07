import type { types } from '@slack/bolt';

type Block = types.KnownBlock;

const blocksMax = 50;
/** Slack refuses a message from about 13,200 characters of block JSON on. */
const blocksJsonMax = 11_900;

/** Blocks that a reply always keeps, beside its first: its table, what can be done with it, and where it comes from. */
const kept = new Set(['header', 'actions', 'context', 'table', 'data_table']);

/**
 * Whether the blocks are more than one message takes. What is folded away in a container counts too.
 * @param spare characters that stay free
 */
export function isTooMuch(blocks: readonly Block[], spare = 0): boolean {
  const folded = blocks.flatMap((block) => (block.type === 'container' ? block.child_blocks : []));
  return blocks.length + folded.length >= blocksMax || JSON.stringify(blocks).length > blocksJsonMax - spare;
}

export interface Fitting {
  blocks: Block[];
  leftOut: number;
  /** Where the last one stood that was left out. */
  leftOutAt: number;
}

/** Removes blocks from the end, first what is folded away and then the body's own, until one message takes the rest. */
export function fitBlocks(blocks: readonly Block[]): Fitting {
  const fitting: Fitting = { blocks: [...blocks], leftOut: 0, leftOutAt: -1 };
  while (isTooMuch(fitting.blocks)) {
    const folded = fitting.blocks.findLastIndex(({ type }) => type === 'container');
    const next = folded === -1 ? fitting.blocks.findLastIndex(({ type }, at) => at > 0 && !kept.has(type)) : folded;
    const block = fitting.blocks[next];
    if (block === undefined) break;
    fitting.blocks.splice(next, isQuestion(fitting.blocks, next) ? 2 : 1, ...withoutLast(block));
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

const inPart = ', in part';

/** A container is emptied before it goes, and its title no longer promises all of it. */
function withoutLast(block: Block): Block[] {
  if (block.type !== 'container' || block.child_blocks.length < 2) return [];
  const last = block.child_blocks.findLastIndex((child) => !kept.has(child.type));
  if (last === -1) return [];
  const shorter = { ...block, child_blocks: block.child_blocks.toSpliced(last, 1) };
  const { title } = block;
  const isSaid = title === undefined || title.text.endsWith(inPart);
  return [isSaid ? shorter : { ...shorter, title: { ...title, text: title.text + inPart } }];
}
