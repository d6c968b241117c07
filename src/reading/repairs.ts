import { isAmountBefore, type Word } from './labels.ts';
import { isCutOff, isOrdinary, isOwn, looksLikeReference } from './shapes.ts';

/** What can be read in more than one way: nothing of it is asked for until somebody says which. */
export interface Unclear {
  said: string;
  readings: string[];
}

interface Mended {
  words: Word[];
  unclear: Unclear[];
}

/**
 * Joins what a blank or the end of a line broke at its hyphen, when only the whole looks like a reference:
 * `GARO- 8f3k2j1`. Where a part of it looks like one as well, or the break is elsewhere, the readings are kept and the
 * parts go: the rest of `GARO-8f3k 058 failed` may be a bank's code, and the whole another customer's.
 */
export function mendBroken(words: readonly Word[]): Mended {
  return mended(words, 2, (word, next, behind) => (next ? read(word.text, next, behind) : nothing));
}

/**
 * What to read where a reference is glued to something else with a hyphen or an underscore. A plain word beside one of the
 * service's own is no part of it. Of anything else nobody knows: the whole may be another transaction's, and its answer
 * would be taken for this one's, so both readings are kept and the word goes.
 */
export function unglue(words: readonly Word[]): Mended {
  return mended(words, 1, ({ text }) => {
    const readings = gluedReadings(text);
    return { readings, isSure: readings.length === 1 };
  });
}

/** Puts what is sure in the place of the words it was read from, as many as `count`; those of an unsure reading go. */
function mended(
  words: readonly Word[],
  count: number,
  readAt: (word: Word, next?: Word, behind?: Word) => Readings,
): Mended {
  const read: Mended = { words: [], unclear: [] };
  let gap = ''; // stands for the words that were taken out
  for (let at = 0; at < words.length; at += 1) {
    const [word, next, behind] = words.slice(at, at + 3);
    if (!word) break;
    const { readings, isSure } = readAt(word, next, behind);
    const [first] = readings;
    if (first === undefined || isSure) read.words.push({ ...word, gap: gap + word.gap, text: first ?? word.text });
    else {
      const broken = count > 1 && next ? `${next.gap.replace(/\s+/g, ' ')}${next.text}` : '';
      read.unclear.push({ said: word.text + broken, readings });
    }
    gap = first === undefined || isSure ? '' : ' · ';
    if (first !== undefined) at += count - 1;
  }
  return read;
}

const longest = 64; // no longer word looks like a reference
/** `PAY_ 9f8e7d6c`: in another place an underscore may only end what is written in italics. */
const breakAtUnderscore = /^(?:_[^\S\n]{1,4}|[^\S\n]{1,4}_)$/;
const breakAtHyphen = /^(?:-\s{1,4}|[^\S\n]{1,4}-|[^\S\n]{1,4}[-—]\s{1,4}|—)$/;
const breakWithin = /^\s{1,2}$/;

/** What two words beside each other may be together; nothing when nothing seems broken. */
interface Readings {
  readings: string[];
  /** Whether there is no other: it is joined. */
  isSure: boolean;
}

const nothing: Readings = { readings: [], isSure: false };
const sure = (whole: string): Readings => ({ readings: [whole], isSure: true });
const unsure = (...readings: string[]): Readings => ({ readings, isSure: false });

function read(first: string, { text: second, gap }: Word, behind?: Word): Readings {
  if (isCutShort(first, second, gap)) return unsure(first + second, first);
  if (isOrdinary(second)) return nothing;
  const isAtUnderscore = breakAtUnderscore.test(gap) && /^[A-Z]{2,10}$/.test(first);
  if (isAtUnderscore && looksLikeReference(`${first}_${second}`)) return sure(`${first}_${second}`);
  const isAtHyphen = breakAtHyphen.test(gap);
  if (!isAtHyphen && !breakWithin.test(gap)) return nothing;
  const whole = isAtHyphen ? `${first}-${second}` : first + second;
  if (isLostHyphen(first, second)) {
    if (!/^\d+$/.test(second)) return isAtHyphen ? sure(whole) : unsure(`${first}-${second}`, second);
    return isAmountBefore(behind) ? nothing : unsure(`${first}-${second}`, second);
  }
  if (!looksLikeReference(whole)) return nothing;
  if (looksLikeReference(second)) return isOwn(whole) ? unsure(whole, second) : nothing;
  if (!isRest(first, second, gap)) return nothing;
  if (!looksLikeReference(first)) return isAtHyphen ? sure(whole) : unsure(whole);
  if (isOwn(first) && !isAtHyphen) return nothing;
  return isFragment(second, isAtHyphen || isOwn(whole)) ? unsure(whole, first) : nothing;
}

/** `GARO-8f3k2j 1`: too short by what stands behind it, which may be a count as well. */
function isCutShort(first: string, second: string, gap: string): boolean {
  const isMissing = isCutOff(first) && looksLikeReference(first) && isOwn(first + second);
  return isMissing && /\d/.test(second) && breakWithin.test(gap);
}

/** `GARO 8f3k2j1`: the hyphen is not there to tell. */
function isLostHyphen(first: string, second: string): boolean {
  return /^(?:R-)?GARO$/i.test(first) && isOwn(`${first}-${second}`);
}

/** What may go on with a reference: never an account's or a phone's number, or an amount. */
function isRest(first: string, second: string, gap: string): boolean {
  if (!/\d/.test(second) || /[-_]/.test(second)) return false;
  const isNumber = /^\d+$/.test(second);
  if (/^ref$/i.test(first) || (/^tr?x/.test(first) && /\s-\s/.test(gap))) return false; // a label
  if (/^(?:TXN|TRX|TRF|REF|PAY)/i.test(first)) return /-/.test(gap + first) && (!isNumber || second.length >= 3);
  if (isNumber && (second.length === 10 || second.length === 11)) return false;
  if (/\s[-—]\s/.test(gap)) return !isNumber && /^[A-Z-]+$/.test(first);
  return gap.includes('-') || isOwn(first + second) || isBegun(first, second);
}

/** `PAY-8f3 k2j1`, `FT26021ABC 99XYZ7`: a mixture breaks off and goes on. */
function isBegun(first: string, second: string): boolean {
  if (/^[A-Z]{2,4}\d{4,}[A-Z\d]*$/.test(first)) return true;
  return /^(?:[A-Z]-)?[A-Z]{2,10}-/.test(first) && isMixed(first.slice(first.lastIndexOf('-') + 1)) && isMixed(second);
}

function isMixed(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text);
}

/** What is behind a whole reference and may belong to it. */
function isFragment(second: string, isLikely: boolean): boolean {
  const isPart = isLikely || (second.length >= 2 && second.length <= 6);
  return isPart && /\p{L}/u.test(second);
}

const ownWithin = /(?<![^-_])(?:R-)?GARO-[a-z\d]{7}(?![^-_])/gi;
/** `GARO-8f3k2j1N5000` */
const withAmount = /^((?:R-)?GARO-[a-z\d]{7})(?:NGN|N)\d+$/i;
/** `TXN-20260131001-FAILED`; a word before another's is often a second prefix: `PSTK-TRF-88f3a1c9`. */
const withTail = /^(.+)[-_]\p{L}{3,}$/u;
/** `Food`, `failed`, `receipt`; in capitals, or shorter, it may as well be a prefix: `NIP`, `TRF`. */
const isPlainWord = (part: string) => /^\p{L}{4,}$/u.test(part) && /\p{Ll}/u.test(part) && !isOfAnother.test(part);
/** It may say that another transaction is meant, which is about this one: `GARO-8f3k2j1-reversal`. */
const isOfAnother = /^(?:rev|ref|ret)/i;

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

/** `0803 123 4567` and `012-345-6789` are one number each, as phones and accounts are written; dates are not. */
export function joinSpacedNumbers(text: string): string {
  return text.replace(spaced, '$1$2$3');
}

const spaced = /(?<![\d.,-])(\d{3,4})[ .-](\d{3})[ .-](\d{4})(?![\d-]|[.,]\d)/g;
