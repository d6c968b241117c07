import { isAmountBefore, isBetweenListed, isListJoin, type Label, labelsOf, prefixOf, type Word } from './labels.ts';
import { isIdentifier, isOrdinary, isOwn, looksLikeReference, mayBeOwn, numberShape } from './shapes.ts';

/** The words that are references, by what they look like and by what stands before them; in order, each once. */
export function referenceWords(words: readonly Word[], text: string): string[] {
  const labels = labelsOf(words);
  const found = accepted(words, labels, text);
  const siblings = new Set(found.map((reference) => reference && familyOf(reference)));
  siblings.delete(undefined);
  const isSibling = (word: string, at: number) => labels[at] !== 'other' && siblings.has(familyOf(word));
  return [...new Set(words.flatMap(({ text: word }, at) => found[at] ?? (isSibling(word, at) ? word : [])))];
}

/** For each word the reference that begins with it, if any. */
function accepted(
  words: readonly Word[],
  labels: readonly (Label | undefined)[],
  text: string,
): (string | undefined)[] {
  const isKeyed = hasKey.test(text);
  let listed: string | undefined; // the outline of what a labelled list holds
  return words.map((word, at) => {
    const label = labels[at];
    const slashed = label === 'reference' ? slashedAt(text, word) : undefined;
    const isNamed = isNamedBy(label, word) && !(/^\d+$/.test(word.text) && isAmountBefore(words[at + 1]));
    const isNext = listed === outlineOf(word.text) && isBetweenListed.test(word.gap);
    if (isNamed || isNext) listed = outlineOf(word.text);
    else if (!isListJoin.test(word.text)) listed = undefined;
    if (slashed !== undefined) return slashed;
    return isNamed || isNext || isByItself(word, label, isKeyed) ? word.text : undefined;
  });
}

/** Somewhere a JSON key says `reference`: what other keys name is something else. */
const hasKey = /["']\w*ref(?:erence)?\w{0,9}["']\s{0,9}:/i;
const isBehindKey = /^["']\s{0,9}:/;

function isByItself(word: Word, label: Label | undefined, isKeyed: boolean): boolean {
  if (!looksLikeReference(word.text)) return false;
  if (isKeyed && isBehindKey.test(word.gap) && label !== 'reference') return false;
  return label !== 'other' || isOwn(word.text);
}

/** Behind a label a reference may look like anything with a digit, but what is clearly something else. */
function isNamedBy(label: Label | undefined, { text, gap }: Word): boolean {
  if (label !== 'reference' && label !== 'transaction') return false;
  if (isOrdinary(text) || numberShape(text) === 'session') return false;
  if (!/\d/.test(text)) return label === 'reference' && mayBeOwn(text);
  const isSaid = label === 'reference' && /[:=#]/.test(gap);
  if (/\D/.test(text)) return isSaid || text.length >= (label === 'reference' ? 4 : 5);
  if (label === 'reference') return text.length >= (isSaid ? 3 : 4) && !/^(?:19|20)\d\d$/.test(text);
  return text.length >= 8 && numberShape(text) === undefined && !isIdentifier(text);
}

/** `TRF/2026/000123` behind a label: one reference, unless a part of it looks like one. */
function slashedAt(text: string, { at }: Word): string | undefined {
  chunk.lastIndex = at;
  const [whole = ''] = chunk.exec(text) ?? [];
  const parts = whole.split('/');
  const isOne = parts.length > 1 && /\d/.test(whole) && /[A-Z]/.test(whole) && !parts.some(looksLikeReference);
  return isOne && parts.every((part) => /^[A-Z\d-]+$/.test(part)) ? whole : undefined;
}

const chunk = /[A-Za-z\d/-]{0,200}/y;

/** What the words of one list have in common. */
function outlineOf(text: string): string {
  return `${/^\d+$/.test(text) ? 'digits' : /\d/.test(text) ? 'mixture' : 'letters'} ${text.length}`;
}

/** `GARO-qwertyu` beside `GARO-8f3k2j1`: the same prefix, and as long. */
function familyOf(text: string): string | undefined {
  const prefix = prefixOf(text);
  return prefix && `${prefix} ${text.length}`;
}
