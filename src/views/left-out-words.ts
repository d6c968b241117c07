import { type Block, context } from './blocks.ts';
import { outside } from './mrkdwn.ts';

/** What was typed, could have been meant and was not looked up is not passed over in silence. */
export function leftOutWords(words: readonly string[]): Block[] {
  return words.length === 0 ? [] : [context([`Not asked for: ${outside(words.join(', '), 300)}`])];
}
