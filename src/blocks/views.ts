import type { types } from '@slack/bolt';
import { type Block, plainText, type Reply, section } from './blocks.ts';
import { code } from './mrkdwn.ts';

interface ModalOptions {
  callbackId?: string;
  submit?: string;
  /**
   * Text that Slack returns when the modal is submitted. The listener parses the text and never
   * trusts it.
   */
  metadata?: string;
}

/** Slack's limits for a modal: 100 blocks, and 250,000 characters of JSON; less some room. */
const modalBlocksMax = 95;
const modalJsonMax = 240_000;

/** Selects the parts that fit into one modal, in their order. */
export function selectForModal<Part extends { blocks: readonly Block[] }>(
  parts: readonly Part[],
): Part[] {
  let blockCount = 0;
  let jsonLength = 0;
  return parts.filter(({ blocks }) => {
    const count = blockCount + blocks.length;
    const length = jsonLength + JSON.stringify(blocks).length;
    if (count > modalBlocksMax || length > modalJsonMax) return false;

    blockCount = count;
    jsonLength = length;
    return true;
  });
}

/**
 * Builds a modal from a reply, which fits: it has at most 50 blocks, or was made of what
 * `selectForModal` returns.
 */
export function createModal(
  { blocks, title = 'Answer' }: Pick<Reply, 'blocks' | 'title'>,
  { callbackId, submit, metadata }: ModalOptions = {},
): types.ModalView {
  return {
    type: 'modal',
    title: plainText(title),
    close: plainText('Close'),
    ...(submit ? { submit: plainText(submit) } : {}),
    ...(callbackId ? { callback_id: callbackId } : {}),
    ...(metadata ? { private_metadata: metadata } : {}),
    blocks: [...blocks],
  };
}

export function createHomeView(blocks: readonly Block[]): types.HomeView {
  return { type: 'home', blocks: [...blocks] };
}

/**
 * Labels the close button "Back", for a modal on top of another: closing it leads back to the modal
 * below.
 */
export function addBackButton(view: types.ModalView): types.ModalView {
  return { ...view, close: plainText('Back') };
}

/**
 * Builds the input for a conversation to post to. Slack's submission brings a response_url that
 * posts to it.
 */
export function conversationInput(
  blockId: string,
  label: string,
  actionId: string,
): types.InputBlock {
  return {
    type: 'input',
    block_id: blockId,
    label: plainText(label),
    element: {
      type: 'conversations_select',
      action_id: actionId,
      default_to_current_conversation: true,
      response_url_enabled: true,
    },
  };
}

const askedMax = 150;

/**
 * Builds a loading modal, opened at once because Slack's trigger expires after three seconds; the
 * answer replaces it.
 * @param asked the query, or an empty string while it is unknown
 */
export function createLoadingModal(asked: string, title = 'Answer'): types.ModalView {
  const words = asked === '' ? 'Looking it up …' : `Looking up ${code(asked, askedMax)} …`;
  return createModal({ blocks: [section(words)], title });
}
