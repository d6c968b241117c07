import type { types } from '@slack/bolt';
import { type Block, plainText, type Reply, section } from './blocks.ts';
import { code } from './mrkdwn.ts';

interface ModalOptions {
  callbackId?: string;
  submit?: string;
  /** For the listener that gets the view back; parsed there, never trusted. */
  metadata?: string;
}

/** Makes a modal from a reply; Slack takes a hundred blocks there, and a reply has fifty at most. */
export function modalOf(
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

/** Somebody's Home tab. */
export function homeOf(blocks: readonly Block[]): types.HomeView {
  return { type: 'home', blocks: [...blocks] };
}

/** The same modal upon another: closing it leads back to that one. */
export function backFrom(view: types.ModalView): types.ModalView {
  return { ...view, close: plainText('Back') };
}

/** Asks where to post what the modal shows; the listener gets a way to post there. */
export function conversationInput(blockId: string, label: string, actionId: string): types.InputBlock {
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
 * Opened at once, because Slack's trigger expires after three seconds; filled when the answer arrives.
 * @param asked what is asked, as far as it is known
 */
export function lookingUp(asked: string, title = 'Answer'): types.ModalView {
  const words = asked === '' ? 'Looking it up …' : `Looking up ${code(asked, askedMax)} …`;
  return modalOf({ blocks: [section(words)], title });
}
