import { charactersOf, longestCharacter, take } from '../plain-text.ts';

/**
 * Cuts to `maxLength` UTF-16 units, never inside a character as people count them. References that look alike differ
 * at their ends, so both ends stay.
 */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const tailMax = Math.floor((maxLength - 1) / 2);
  let tail = '';
  for (const character of charactersOf(text.slice(-tailMax - longestCharacter)).reverse()) {
    if (tail.length + character.length > tailMax) break;
    tail = character + tail;
  }
  return take(text, maxLength - tail.length, (character) => character) + tail;
}
