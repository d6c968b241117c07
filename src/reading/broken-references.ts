import { joinSpacedNumbers, unwrapAddresses } from './clean.ts';
import { partPersonal } from './personal.ts';
import { hasReferenceShape } from './shapes.ts';

/** Ways in which references get broken or joined to other text, and how to repair them. */
const repairs: readonly [broken: RegExp, whole: string][] = [
  [
    /(?<!\d)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?(?!\d)/g,
    ' · ', // a time, of which `883Z` would be left
  ],
  [
    // what a log writes behind a name: `worker[4121]`, `Foo.java:4121`, `10.0.3.14:8080`
    /(?<=[a-z])(?<!id|ref|no|t[rx]n?|fer|tion|ment)\[\d+\]|(?<=\.(?!ref|id|t[rx]|n[ou])[a-z]{1,5}|localhost|\.\d{1,3}):\d{1,5}(?![\w-])|(?<=\b(?:line|thread) |HTTP\/[\d.]+" \d{3} )\d+/g,
    ' · ',
  ],
  [/(?<=[\]-] )\+\d[\d ]+(?=: )/g, ' · '], // who wrote a line of a chat: `[11/03/2025, 09:12] +234 …: `
  [/\bindex [\da-f]{7,40}\.\.[\da-f]{7,40}(?: \d{6})?/g, ' · '], // of a diff
  [/(?<![\w-])([Rr]ef(?:erence)?)[-_](?=[A-Z]{2,10}[-_])/g, '$1 '], // `ref-GARO-8f3k2j1`
  [/(?<![\w-])((?:R-)?GARO-[a-z\d]{7})(?=(?:NGN|N)\d)/gi, '$1 '], // `GARO-8f3k2j1N5,000`
  // a blank, a line break or other signs in place of the hyphen; digits before a currency are
  // money
  [
    /(?<![\w-])((?:R-)?GAR[O0])(?:\s{0,4}[-\u2014_]\s{0,4}|(?:\.|[^\p{L}\d\n.,;!?]{1,5})(?=\d*[a-z]))(?=[a-z]*\d)(?=(?:[a-z\d](?: (?=[a-z]*\d))?){7}(?![\w-]|[.,]\d| ?(?:naira|ngn|usd|kobo)))/giu,
    '$1-',
  ],
];

/** Matches one of the service's own with blanks or line breaks in it: `GARO-8f3k2 j1`. */
const ownWithBlanks = /(?<![\w-])(?:R-)?GARO-(?:[a-z\d](?:=?\s{1,2}(?=[a-z]*\d))?){7}(?![\w-])/gi;

/**
 * Matches a reference broken after `-` or `_`: by a line break, or by a blank after capitals (`TXN-
 * 20260131001`).
 */
const brokenAtHyphen =
  /(?<![\w-])((?:[A-Za-z\d]{1,36}[-_]){1,5})(?:[^\S\n]{0,4}\n[^\S\n]{0,4}|(?<=[A-Z][-_])[^\S\n]{1,4})([A-Za-z\d]{4,36})(?![\w-])/g;

const longWord = /[A-Za-z\d_-]{11,}/g;

/**
 * Makes each reference of a cleaned text one word: joins what a blank or a line break parts, and
 * parts what is glued to it.
 */
export function mendReferences(plain: string): string {
  const parted = joinSpacedNumbers(unwrapAddresses(plain)).replace(longWord, partFromPersonal);
  const repaired = repairs.reduce((text, [broken, whole]) => text.replace(broken, whole), parted);
  return repaired
    .replace(ownWithBlanks, (own) => own.replace(/[=\s]/g, ''))
    .replace(brokenAtHyphen, joinAtHyphen);
}

/** Parts a reference from the phone, BVN or account that it is glued to. */
function partFromPersonal(word: string): string {
  if (!/[A-Za-z]/.test(word) || !/\d{10}/.test(word)) return word;

  const parted = partPersonal(word);
  const isReference = (part: string) => hasReferenceShape(part.replace(/^[-_]+|[-_]+$/g, ''));
  return parted !== word && parted.split(' ').some(isReference) ? parted : word;
}

/** Joins two pieces that make a reference, unless the second is one by itself. */
function joinAtHyphen(broken: string, first: string, second: string): string {
  if (!hasReferenceShape(first + second)) return broken;

  const isPrefix = /^[A-Z]+[-_]$/.test(first);
  return isPrefix || !hasReferenceShape(second) ? first + second : broken;
}
