import { type Block, context } from './blocks.ts';
import { outside } from './mrkdwn.ts';

const lengthMax = 300;

/** What was typed, could have been meant and was not looked up is not passed over in silence. */
export function leftOutWords(words: readonly string[]): Block[] {
  if (words.length === 0) return [];
  let length = 0;
  const fitting = words.findIndex((word) => {
    length += word.length + ', '.length;
    return length > lengthMax;
  });
  // A part of a reference would be another one; only a single word of such a length is cut.
  const shown = words.slice(0, fitting === -1 ? words.length : Math.max(fitting, 1));
  const more = words.length - shown.length;
  return [context([`Not asked for: ${outside(shown.join(', '), lengthMax)}${more > 0 ? ` and ${more} more` : ''}`])];
}
