import type { Mended } from './broken.ts';
import { isOwn, looksLikeReference } from './looks-like-reference.ts';
import type { Word } from './words.ts';

const longest = 64; // no longer word looks like a reference
const ownWithin = /(?<![^-_])(?:R-)?GARO-[a-z\d]{7}(?![^-_])/gi;
/** `GARO-8f3k2j1N5000` */
const withAmount = /^((?:R-)?GARO-[a-z\d]{7})(?:NGN|N)\d+$/i;
/** `TXN-20260131001-FAILED`; a word before another's is often a second prefix: `PSTK-TRF-88f3a1c9`. */
const withTail = /^(.+)[-_]\p{L}{3,}$/u;
/** `Food`, `failed`, `receipt`; in capitals, or shorter, it may as well be a prefix: `NIP`, `TRF`. */
const isPlainWord = (part: string) => /^\p{L}{4,}$/u.test(part) && /\p{Ll}/u.test(part) && !isOfAnother.test(part);
/** It may say that another transaction is meant, which is about this one: `GARO-8f3k2j1-reversal`. */
const isOfAnother = /^(?:rev|ref|ret)/i;

/**
 * What to read where a reference is glued to something else with a hyphen or an underscore. A plain word beside one of the
 * service's own is no part of it. Of anything else nobody knows: the whole may be another transaction's, and its answer
 * would be taken for this one's, so both readings are kept and the word goes.
 */
export function unglue(words: readonly Word[]): Mended {
  const read: Mended = { words: [], unclear: [] };
  let gap = ''; // stands for the words that were taken out
  for (const word of words) {
    const readings = gluedReadings(word.text);
    if (readings.length > 1) {
      read.unclear.push({ said: word.text, readings });
      gap = ' · ';
      continue;
    }
    read.words.push({ ...word, gap: gap + word.gap, text: readings[0] ?? word.text });
    gap = '';
  }
  return read;
}

/** One is all that it can be, several are to choose from; none where nothing is glued. */
export function gluedReadings(word: string): string[] {
  if (word.length > longest) return [];
  const own = [...word.matchAll(ownWithin)].map(([found]) => found).filter(isOwn);
  const [first] = own;
  if (first !== undefined) {
    const beside = word
      .replace(ownWithin, '')
      .split(/[-_]+/)
      .filter((part) => part !== '');
    if (own.length === 1 && beside.every(isPlainWord)) return first === word ? [] : [first];
    return [word, ...new Set(own)];
  }
  const [, before] = withAmount.exec(word) ?? [];
  if (before !== undefined && isOwn(before)) return [word, before];
  const [, head] = withTail.exec(word) ?? [];
  return head !== undefined && looksLikeReference(head) ? [word, head] : [];
}
