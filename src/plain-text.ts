/** Cuts by characters as people count them, never inside one. */
export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : take(text, maxLength, (segment) => segment);
}

/** A segmenter reads all that it is given, so it is given little more than can be kept. */
const segmenter = new Intl.Segmenter();
const longestCharacter = 64;

/**
 * As much of a text as fits, and `…`.
 * @param write what each character becomes; its length counts
 */
export function take(text: string, maxLength: number, write: (segment: string) => string): string {
  let kept = '';
  for (const { segment } of segmenter.segment(text.slice(0, maxLength + longestCharacter))) {
    const written = write(segment);
    if (kept.length + written.length > maxLength - 1) break;
    kept += written;
  }
  return `${kept}…`;
}

const foldedMax = 5_000;
const isPlain = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Runs of blanks, line breaks among them, become one; what cannot be seen goes: controls, zero-width characters and
 * those that steer the direction of text. No line of ours is longer than what is kept.
 */
export function foldBlanks(text: string): string {
  if (text.length <= foldedMax && isPlain.test(text)) return text; // most are, and the rest takes four times as long
  return text
    .slice(0, foldedMax)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
