import { type Block, section } from './blocks.ts';
import { outside } from './mrkdwn.ts';

/** A word that was typed and not looked up is never passed over in silence. */
export function notAsked(words: readonly string[]): Block[] {
  return words.length === 0 ? [] : [section(`Not asked for: ${outside(words.join(', '), 300)}`)];
}
