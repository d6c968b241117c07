import { isKnown, looksLikeReference } from './looks-like-reference.ts';
import { isOrdinary } from './ordinary-words.ts';
import type { Word } from './words.ts';

/** What can be read in more than one way: nothing of it is asked for until somebody says which. */
export interface Unclear {
  said: string;
  readings: string[];
}

export interface Mended {
  words: Word[];
  unclear: Unclear[];
}

/**
 * Joins what a blank or the end of a line broke, when only the whole looks like a reference: `GARO- 8f3k2j1`. Where a
 * part of it looks like one as well, both readings are kept, and the parts go.
 */
export function mendBroken(words: readonly Word[]): Mended {
  const mended: Mended = { words: [], unclear: [] };
  let gap = ''; // of what went
  for (let at = 0; at < words.length; at += 1) {
    const [word, next] = [words[at], words[at + 1]];
    if (!word) break;
    const readings = next ? readingsOf(word.text, next) : [];
    const [only] = readings;
    if (only === undefined || !next) {
      mended.words.push({ ...word, gap: gap + word.gap });
      gap = '';
      continue;
    }
    if (readings.length === 1) mended.words.push({ ...word, gap: gap + word.gap, text: only });
    else mended.unclear.push({ said: `${word.text}${foldGap(next.gap)}${next.text}`, readings });
    gap = readings.length === 1 ? '' : ' · ';
    at += 1;
  }
  return mended;
}

const longest = 64;
const breakAtHyphen = /^(?:-\s{1,4}|[^\S\n]{1,4}-|[^\S\n]{1,4}[-—]\s{1,4}|—)$/;
const breakWithin = /^\s{1,2}$/;

/** No reading: nothing to mend. One: it is joined. Several: unclear. */
function readingsOf(first: string, { text: second, gap }: Word): string[] {
  if (gap.length > 12 || first.length + second.length > longest || isOrdinary(second)) return [];
  const isAtHyphen = breakAtHyphen.test(gap);
  if (!isAtHyphen && !breakWithin.test(gap)) return [];
  const whole = isAtHyphen ? `${first}-${second}` : first + second;
  if (isLostHyphen(first, second)) return isAtHyphen ? [whole] : [`${first}-${second}`, second];
  if (!looksLikeReference(whole)) return [];
  if (looksLikeReference(second)) return isKnown(whole) && !isKnown(second) ? [whole, second] : [];
  if (!isRest(first, second, gap)) return [];
  if (!looksLikeReference(first)) return isAtHyphen || isSureRest(first, second) ? [whole] : [whole, first];
  if (isKnown(first) && !gap.includes('-')) return [];
  return isShortRest(first, second) ? [whole, first] : [];
}

/** `GARO 8f3k2j1`: the hyphen is not there to tell. */
function isLostHyphen(first: string, second: string): boolean {
  return /^(?:R-)?GARO$/i.test(first) && isKnown(`${first}-${second}`);
}

/** What may go on with a reference: never an account's or a phone's number, or an amount. */
function isRest(first: string, second: string, gap: string): boolean {
  if (!/\d/.test(second) || second.includes('_')) return false;
  const isNumber = /^\d+$/.test(second);
  if (/^(?:TXN|TRX|TRF|REF)/i.test(first)) return !isNumber || second.length >= 3;
  if (isNumber && (second.length === 10 || second.length === 11)) return false;
  if (/\s[-—]\s/.test(gap)) return !isNumber && /^[A-Z-]+$/.test(first);
  return /-/.test(gap) || /[-_]/.test(first) || /^[A-Z]{2,4}\d{4,}[A-Z\d]*$/.test(first);
}

/** A broken body goes on with several characters; a plain number may as well be an amount. */
function isSureRest(first: string, second: string): boolean {
  return isKnown(first + second) || (second.length >= 3 && (/\D/.test(second) || second.startsWith('0')));
}

function isShortRest(first: string, second: string): boolean {
  return isKnown(first + second) || (second.length <= 6 && second.length >= 2 && /\p{L}/u.test(second));
}

function foldGap(gap: string): string {
  return gap.replace(/\s+/g, ' ');
}
