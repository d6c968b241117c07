import { RE2JS } from 're2js';
import { toEnd } from '../async.ts';
import { isWebAddress, joinSpacedNumbers, stripEnds, unwrapAddresses } from './clean.ts';
import { masksIn, partPersonal, personalKind, withoutMasks } from './personal.ts';
import {
  findOwnReferences,
  hasOtherPrefix,
  hasReferenceShape,
  isAccountWithName,
  isCutOff,
  isIdentifier,
  isMachine,
  isNonReference,
  isOrdinary,
  isOwnReference,
  isPersonalNumber,
  isShortened,
  isTail,
  numberShape,
  personalNumber,
} from './shapes.ts';
import {
  isAmountBefore,
  type Label,
  labelCells,
  labelled,
  splitInSteps,
  type Word,
} from './words.ts';

/**
 * The references in a text. Each word is looked up, named to the user as not looked up, or plain:
 * talk, an amount, a date, or a number marked as something else by its prefix, its label, or a like
 * word before it in the same list.
 */
export interface Reading {
  /**
   * The references to look up, in text order and without duplicates. An ambiguous word stands here
   * once, as it is written: `readingsOf` has what else it may mean.
   */
  references: string[];
  /**
   * Transaction identifiers: 17 or 18 digits, or four and more behind a label such as `transaction
   * id`.
   */
  identifiers: string[];
  /** Words that may be meant as references but are not looked up: the answer lists them. */
  named: string[];
}

/** The words of a text, and what is asked for among them. */
export interface WordsRead {
  words: readonly Word[];
  found: Reading;
}

/** Puts together what two texts hold, of which the second follows the first. */
export function joinRead(first: WordsRead, second: WordsRead): WordsRead {
  const joined = (kind: keyof Reading, above: readonly string[]) => {
    const all = new Set([...first.found[kind], ...second.found[kind]]);
    return [...all].filter((word) => !above.includes(word));
  };

  const references = joined('references', []);
  const identifiers = joined('identifiers', references);
  const named = joined('named', [...references, ...identifiers]);

  return {
    words: [...first.words, ...second.words],
    found: { references, identifiers, named },
  };
}

/** Finds references and transfer identifiers in texts that `cleanText` has cleaned. */
export type References = ReturnType<typeof createReferences>;

/**
 * @param pattern the operator's, in RE2 syntax (linear time); in a longer text, it alone decides
 *   what is a reference
 * @throws Error if the pattern is not valid
 */
export function createReferences(pattern?: string) {
  const compiled = pattern === undefined ? undefined : RE2JS.compile(pattern);

  function* accountOf(
    plain: string,
    words: readonly Word[],
    ofLog: Kind = 'log',
  ): Generator<undefined, Reading> {
    const found = yield* classify(words, ofLog);
    found.named.push(...masksIn(plain)); // the answer says what they stand for
    return compiled === undefined ? found : byPattern(compiled, withoutMasks(plain), found);
  }

  function* readInSteps(plain: string): Generator<undefined, WordsRead> {
    const words = withNumbersLabelled(yield* splitInSteps(labelCells(joinBroken(plain))));
    return { words, found: yield* accountOf(plain, words) };
  }

  return {
    /** Reads talk, a message or an alert, in steps of a few words. */
    readInSteps,
    /** Reads a cell or a line of a list, whose other lines have references: names nothing of a log. */
    inCell(plain: string, heading: Label | undefined): Reading {
      // The heading does not apply to a signature below the last row.
      const isOneThing = !/\S\s+\S/.test(plain);
      const cell = heading && isOneThing ? labelled(plain, heading) : plain;
      return toEnd(accountOf(plain, toEnd(splitInSteps(labelCells(joinBroken(cell)))), 'named'));
    },
    /**
     * Reads as a typed query what `readInSteps` has read. A single item is a reference, unless its
     * form says otherwise (see `oneThing`).
     */
    asTyped(plain: string, read: WordsRead): Reading {
      const words = compiled === undefined ? withListLabelled(read.words) : read.words;
      const found = words === read.words ? read.found : toEnd(accountOf(plain, words));
      if (masksIn(plain).length > 0) return found;

      const quoted = /^\s*"([^"]{1,200})"\s*$/.exec(plain)?.[1];
      const alone = quoted ?? oneThing(plain, words, found);
      const isGlued = found.references.length > 0 && personalKind(alone ?? '') !== undefined;

      return alone === undefined || isGlued
        ? found
        : { references: [alone], identifiers: [], named: [] };
    },
  };
}

/**
 * Takes a pattern's matches as references; other references found by the built-in rules are only
 * named to the user.
 */
function byPattern(pattern: RE2JS, plain: string, found: Reading): Reading {
  const matcher = pattern.matcher(plain);
  const references = new Set<string>();

  while (matcher.find()) {
    const match = matcher.group();
    if (match) references.add(match);
  }

  const rest = (words: readonly string[]) => words.filter((word) => !references.has(word));
  return {
    references: [...references],
    identifiers: rest(found.identifiers),
    named: rest([...found.references, ...found.named]),
  };
}

/** Ways in which references get broken or joined to other text, and how to repair them. */
const repairs: readonly [broken: RegExp, whole: string][] = [
  [
    /(?<!\d)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?(?!\d)/g,
    ' · ', // a time, of which `883Z` would be left
  ],
  [/\bindex [\da-f]{7,40}\.\.[\da-f]{7,40}(?: \d{6})?/g, ' · '], // of a diff
  [/(?<![\w-])([Rr]ef(?:erence)?)[-_](?=[A-Z]{2,10}[-_])/g, '$1 '], // `ref-GARO-8f3k2j1`
  [/(?<![\w-])((?:R-)?GARO-[a-z\d]{7})(?=(?:NGN|N)\d)/gi, '$1 '], // `GARO-8f3k2j1N5,000`
  // a blank, a line break or another sign in place of the hyphen; digits before a currency are
  // money
  [
    /(?<![\w-])((?:R-)?GAR[O0])(?:-\s{1,4}|\s{1,4}-\s{0,4}|[\u2014_]| (?=\d*[a-z]))(?=[a-z]{0,6}\d[a-z\d]{0,6}(?![\w-]))(?=\w{7}(?!\w|[.,]\d| ?(?:naira|ngn|usd|kobo)))/gi,
    '$1-',
  ],
];

/**
 * Matches a reference broken after `-` or `_`: by a line break, or by a blank after capitals (`TXN-
 * 20260131001`).
 */
const brokenAtHyphen =
  /(?<![\w-])((?:[A-Za-z\d]{1,36}[-_]){1,5})(?:[^\S\n]{0,4}\n[^\S\n]{0,4}|(?<=[A-Z][-_])[^\S\n]{1,4})([A-Za-z\d]{4,36})(?![\w-])/g;

const longWord = /[A-Za-z\d_-]{11,}/g;

/** Parts a reference from the phone, BVN or account that it is glued to. */
function withoutPersonalNumber(word: string): string {
  const parts = /[A-Za-z]/.test(word) && /\d{10}/.test(word) ? partPersonal(word) : word;
  const isReference = (part: string) => hasReferenceShape(part.replace(/^[-_]+|[-_]+$/g, ''));
  return parts !== word && parts.split(' ').some(isReference) ? parts : word;
}

function joinBroken(plain: string): string {
  const text = joinSpacedNumbers(unwrapAddresses(plain)).replace(longWord, withoutPersonalNumber);
  return repairs
    .reduce((rest, [broken, whole]) => rest.replace(broken, whole), text)
    .replace(brokenAtHyphen, (broken, first: string, second: string) =>
      hasReferenceShape(first + second) &&
      (/^[A-Z]+[-_]$/.test(first) || !hasReferenceShape(second))
        ? first + second
        : broken,
    );
}

/**
 * What a log names so (`log`) is named only if the text has no reference. What a label alone calls
 * a reference, against its prefix (`order`), is only named beside one of the service's own.
 */
type Kind = 'reference' | 'order' | 'identifier' | 'named' | 'log' | 'plain';

/** Classifies the words of a text, in steps of one word. */
function* classify(words: readonly Word[], ofLog: Kind = 'log'): Generator<undefined, Reading> {
  const kinds = new Map<string, Kind>();

  const add = (words: readonly string[], kind: Kind) => {
    for (const word of words) {
      const is = (kind === 'reference' || kind === 'order') && personalKind(word) ? 'named' : kind;
      if (is === 'reference' || !kinds.has(word)) kinds.set(word, is);
    }
  };

  let before: { outline: string; kind: Kind } | undefined;

  for (let at = 0; at < words.length; at += 1) {
    yield;

    const word = words[at];
    const next = words[at + 1];
    if (!word || isAroundList.test(word.text)) continue;

    if (isOnlyWord.test(word.text) && !mayBeCapitalsRead.test(word.text)) {
      before = undefined;
      continue;
    }

    const broken = next && joinedReference(word, next);
    if (broken !== undefined) {
      add([broken], 'reference');
      at += 1;
      continue;
    }

    const outline = outlineOf(word.text);
    const goesOn =
      before?.outline === outline &&
      word.label === undefined &&
      isBetweenListed.test(word.gap) &&
      !isAmountBefore(next) &&
      !isOfOther(word.text);
    const kind = goesOn && before ? before.kind : kindOf(word, next);
    const isListed = goesOn || kind === 'reference' || kind === 'named' || word.label !== undefined;

    before = isListed ? { outline, kind } : undefined;
    if (kind !== 'plain') add(kind === 'reference' ? askedIn(word.text) : [word.text], kind);
  }

  const of = (...wanted: Kind[]) =>
    [...kinds].filter(([, kind]) => wanted.includes(kind)).map(([text]) => text);

  const hasOwn = of('reference').some((word) => findOwnReferences(word).length > 0);
  const references = hasOwn ? of('reference') : of('reference', 'order');
  const named = of('named', hasOwn ? 'order' : 'named', references.length > 0 ? 'named' : ofLog);
  return { references, identifiers: of('identifier'), named };
}

/** Matches a word that is no reference, whatever stands around it: it has no digit. */
const isOnlyWord = /^\p{L}+$/u;
/** Matches capitals that behind a label may be a reference all the same: `ref: ABCDEF`. */
const mayBeCapitalsRead = /^[A-Z]{5,}$/;

const isOfOther = (text: string) =>
  isPersonalNumber(text) || isAccountWithName(text) || hasOtherPrefix(text);

/** Matches the gap between two items of a list. */
const isBetweenListed = /^[\s,;/|&+"'`()[\]*_~>:.-]*$/;
const isAroundList = /^(?:and|or|plus|pls|please|check)$/i;

/**
 * Describes a word's form (prefix, kind of characters, length), which is the same for all items of
 * one list.
 */
function outlineOf(text: string): string {
  const prefix = /^(?:[A-Z]-)?[A-Z]{1,10}[-_]/.exec(text)?.[0] ?? '';
  return `${prefix} ${charactersOf(text)} ${text.length}`;
}

function charactersOf(text: string): 'digits' | 'mixture' | 'letters' {
  if (/^\d+$/.test(text)) return 'digits';
  return /\d/.test(text) ? 'mixture' : 'letters';
}

function kindOf(word: Word, next: Word | undefined): Kind {
  const { text, label, gap } = word;
  if (findOwnReferences(text).length > 0) return 'reference';
  if (isCutOff(text) && !hasReferenceShape(text))
    return label === 'reference' && text.length > 11 ? 'reference' : 'named';
  if (label === 'reference' && /[:=]/.test(gap) && /^[A-Z]{5,}$/.test(text)) return 'named';
  if (!/\d/.test(text)) return 'plain';
  if (isOrdinary(text))
    return label === 'reference' && /[:=]/.test(gap) && text.length > 4 ? 'named' : 'plain';
  if (/^\d+$/.test(text)) return kindOfDigits(word, next);
  if (isShortened(text) && /E/i.test(text)) return 'named';
  if (label === 'reference' && isAccountWithName(text)) return 'named';
  if (label === 'reference') return hasOtherPrefix(text) ? 'order' : 'reference';
  if (hasReferenceShape(text) && label !== 'other' && label !== 'id') return 'reference';
  if (isMachine(text) && !isTail(text)) return 'log';

  return isNonReference(text) && !hasReferenceShape(text) ? 'plain' : 'named';
}

function kindOfDigits({ text, label, gap }: Word, next: Word | undefined): Kind {
  const isAmount = /[₦$£€+]$/.test(gap) || isAmountBefore(next);
  if (label === 'other' && isIdentifier(text)) return 'named';
  if (label === 'other' || isAmount || isPiece(gap, next)) return 'plain';
  // `bankCode=000013`, `dur_ms=41000`, `"port": 9404`
  const isOfKey = label === undefined && /^(?:=|["']\s?[:=]\s*)["']?$/.test(gap);

  const shape = numberShape(text);
  if (personalNumber(text) || /^(?:\d{10,11}|\d{30})$/.test(text)) return 'named';
  if (isOfKey && !isIdentifier(text)) return 'log';

  const isYear = /^(?:19|20)\d\d$/.test(text);
  if (label === 'reference' && !isYear && text.length >= (/[:=#]/.test(gap) ? 3 : 4))
    return 'reference';

  const isNamed = label === 'identifier' && text.length >= 4 && shape === undefined;
  if (isIdentifier(text) || isNamed) return 'identifier';

  const mayBeAmount = text.endsWith('00') && label === undefined && !gap.endsWith('#');
  const isTimestamp = /^1[5-9]\d{11}$/.test(text); // milliseconds since 1970

  return text.length < 4 || isYear || isTimestamp || (text.length < 8 && mayBeAmount)
    ? 'plain'
    : 'named';
}

/** Whether digits are a part of a date, a time or the like: `00015/26/05/14/10:32:11`. */
const isPiece = (gap: string, next: Word | undefined) =>
  next !== undefined && /^[/:]$/.test(next.gap) && /^\d{1,2}$/.test(next.text) && gap !== '/';

/**
 * Joins two words into one of the service's own references: `GARO-8f3k2 j1`. The first word may be
 * meant alone.
 */
function joinedReference({ text }: Word, next: Word): string | undefined {
  const isBroken = isCutOff(text) && /^=?\s{1,2}$/.test(next.gap) && /\d/.test(next.text);
  return isBroken && isOwnReference(text + next.text) ? text + next.text : undefined;
}

/**
 * Whether a part of a word is ordinary: `Food`, `failed`. Shorter, or in capitals, it may be a
 * prefix: `NIP`, `TRF`; `-Rev` may be a reference's own.
 */
const isPlainWord = (part: string) =>
  /^\p{L}{4,}$/u.test(part) && /\p{Ll}/u.test(part) && !/^(?:rev|ref|ret)/i.test(part);

/** What of a word to look up: the service's own references in it, if its other parts are plain. */
function askedIn(word: string): string[] {
  const own = findOwnReferences(word);
  const otherParts = own.reduce((rest, each) => rest.replace(each, ''), word).split(/[-_]+/);
  const isSure = own.length > 0 && otherParts.every((part) => part === '' || isPlainWord(part));
  return isSure || own.length > 1 ? own : [word];
}

const before = /[\s#*~"'`([{<>•.,:;!?-]/;
const behind = /[\s*~"'`)\]}>.,:;!?…]/;
/** Matches separators between several items, and the punctuation of JSON and rows. */
const isBuilt = /[\s{}"<>;]|\d{12}[,/.]\d/;
/** Matches an amount: `25,000`, `10,000NGN`. */
const isAmount = /^[^\d,]{0,4}\d{1,3}(?:[.,]\d+)*[^\d,]{0,5}$/;

/**
 * Returns a text's only item, without punctuation around it; `undefined` for several, a row, an
 * address or a label.
 */
function oneThing(
  plain: string,
  words: readonly Word[],
  { references }: Reading,
): string | undefined {
  const text = stripEnds(plain, before, behind) || plain.trim();
  if (text === '' || isBuilt.test(text) || isWebAddress(text)) return undefined;
  if (text.includes(',') && !isAmount.test(text)) return undefined;
  if (references.length > 1 || words.some(({ label }) => label !== undefined)) return undefined;

  const [reference] = references;
  const isOther =
    isNonReference(text) ||
    (isShortened(text) && /E/i.test(text)) ||
    isAccountWithName(text) ||
    isPersonalNumber(/^\p{L}+[-_]?(\d+)$/u.exec(text)?.[1] ?? '');
  if (reference === undefined)
    return words.length === 1 && isOther && text.length > 4 ? undefined : text;

  return !isOwnReference(reference) || reference === text || /[.+]\d+$|[/#:*]\d{1,3}$/.test(text)
    ? text
    : undefined;
}

/** Labels all words as references if they form a list of capitals and digits: `PAY-77, PAY-78`. */
function withListLabelled(words: readonly Word[]): readonly Word[] {
  const isListed = ({ text }: Word) =>
    isAroundList.test(text) ||
    hasReferenceShape(text) ||
    (/^(?=\D*\d)(?=.*[A-Z])[A-Z\d_-]+$/.test(text) && !hasOtherPrefix(text));

  if (words.length < 2 || !words.every(isListed)) return words;

  return words.map((word) => ({ ...word, label: word.label ?? 'reference' }));
}

/** Labels the numbers of a list of lines that are one reference or number each. */
function withNumbersLabelled(words: readonly Word[]): readonly Word[] {
  const isLine = ({ text, gap }: Word, at: number) =>
    (at === 0 || /^[^\S\n]*\n\s*$/.test(gap)) && (/^\d{4,}$/.test(text) || hasReferenceShape(text));

  return words.every(isLine) && words.some(({ text }) => /\D/.test(text))
    ? words.map(numberLabelled)
    : words;
}

/** Finds the identifiers where a command says that numbers are some. */
export const numbersIn = (words: readonly Word[]) =>
  toEnd(classify(words.map(numberLabelled))).identifiers;

/** Labels a number that no label calls something else, and that is no year. */
function numberLabelled(word: Word): Word {
  const isNumber = /^(?!(?:19|20)\d\d$)\d+$/.test(word.text) && (word.label ?? 'id') === 'id';
  return isNumber ? { ...word, label: 'identifier' } : word;
}
