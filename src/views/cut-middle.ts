import { take } from '../plain-text.ts';

const segmenter = new Intl.Segmenter();
const longestCharacter = 64;

/**
 * Cuts to `maxLength` UTF-16 units, never inside a character as people count them. References that look alike differ
 * at their ends, so both ends stay.
 */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const tailMax = Math.floor((maxLength - 1) / 2);
  let tail = '';
  for (const { segment } of [...segmenter.segment(text.slice(-tailMax - longestCharacter))].reverse()) {
    if (tail.length + segment.length > tailMax) break;
    tail = segment + tail;
  }
  return take(text, maxLength - tail.length, (segment) => segment) + tail;
}
