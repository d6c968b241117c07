import type { types } from '@slack/bolt';
import { type Block, cutBlocks, plainText, preformatted, type Reply } from './blocks.ts';

const titleMax = 24;
const blocksMax = 100;

export interface ModalOptions {
  callbackId?: string;
  submit?: string;
  /** For the listener that gets the view back; parsed there, never trusted. */
  metadata?: string;
}

/** Makes a modal from a reply. */
export function modalOf(
  { blocks, title = 'txnbot' }: Pick<Reply, 'blocks' | 'title'>,
  options: ModalOptions = {},
): types.ModalView {
  const { callbackId, submit, metadata } = options;
  return {
    type: 'modal',
    title: plainText(title.slice(0, titleMax)),
    close: plainText('Close'),
    ...(submit ? { submit: plainText(submit) } : {}),
    ...(callbackId ? { callback_id: callbackId } : {}),
    ...(metadata ? { private_metadata: metadata } : {}),
    blocks: cutBlocks(blocks.map(withoutTable), blocksMax),
  };
}

/** Slack takes no table in a modal, so it becomes preformatted text. */
function withoutTable(block: Block): Block {
  if (block.type !== 'table') return block;
  const lines = block.rows.map((row) => row.map((cell) => ('text' in cell ? cell.text : '')).join(' | '));
  return preformatted(lines.join('\n'));
}
