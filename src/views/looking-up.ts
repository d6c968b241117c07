import type { types } from '@slack/bolt';
import { section } from './blocks.ts';
import { modalOf } from './modal.ts';
import { code } from './mrkdwn.ts';

const askedMax = 150;

/**
 * Opened at once, because Slack's trigger expires after three seconds; filled when the answer arrives.
 * @param asked what is asked, as far as it is known
 */
export function lookingUp(asked: string): types.ModalView {
  const words = asked === '' ? 'Looking it up …' : `Looking up ${code(asked, askedMax)} …`;
  return modalOf({ blocks: [section(words)] });
}
