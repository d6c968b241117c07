import type { ShownMessage } from '../../slack/types.ts';
import { drawMessage } from '../draw/draw-message.tsx';
import { toMessage } from './shown.ts';

/** The page's HTML of one message of the bot, without the payload that it came in. */
export function drawAlone(blocks: readonly unknown[], more: Partial<ShownMessage> = {}): string {
  return drawMessage(toMessage({ payload: null, blocks, ...more }, []), { botName: 'txnbot' });
}
