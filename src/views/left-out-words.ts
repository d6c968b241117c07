import { type Block, context } from './blocks.ts';
import { outside } from './mrkdwn.ts';

const lengthMax = 300;

/**
 * What was typed, could have been meant and was not looked up is not passed over in silence. Words are shown whole, as
 * a part of a reference would be another one; only a single word that is longer than the line is cut.
 */
export function leftOutWords([first, ...others]: readonly string[]): Block[] {
  if (first === undefined) return [];
  let shown = first;
  let left = others.length;
  for (const word of others) {
    const longer = `${shown}, ${word}`;
    if (longer.length > lengthMax) break;
    shown = longer;
    left -= 1;
  }
  return [context([`Not asked for: ${outside(shown, lengthMax)}${left > 0 ? ` and ${left} more` : ''}`])];
}
