import { RE2JS } from 're2js';
import { toEnd } from '../async.ts';
import { mendReferences } from './broken-references.ts';
import { findOnlyItem } from './only-item.ts';
import { masksIn, personalKind, withoutMasks } from './personal.ts';
import { isPersonalNumber } from './personal-numbers.ts';
import {
  findOwnReferences,
  hasOtherPrefix,
  hasReferenceShape,
  isAccountWithName,
} from './shapes.ts';
import { isTalkWord, kindOfWord, type WordKind } from './word-kind.ts';
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

/** What a text holds that asks for nothing. */
export const emptyReading: Reading = { references: [], identifiers: [], named: [] };

/** All that a text holds: what is looked up, and what is only named. */
export const wordsOf = ({ references, identifiers, named }: Reading) => [
  ...references,
  ...identifiers,
  ...named,
];

/** The words of a text, and what is asked for among them. */
export interface WordsRead {
  words: readonly Word[];
  found: Reading;
}

/** Puts together what two texts hold, of which the second follows the first. */
export function joinRead(first: WordsRead, second: WordsRead): WordsRead {
  const joined = (kind: keyof Reading, known: readonly string[]) => {
    const all = new Set([...first.found[kind], ...second.found[kind]]);
    return [...all].filter((word) => !known.includes(word));
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

  function* findIn(
    plain: string,
    words: readonly Word[],
    namesAside = true,
  ): Generator<undefined, Reading> {
    const found = yield* sortWords(words, namesAside);
    found.named.push(...masksIn(plain)); // the answer says what they stand for
    return compiled === undefined ? found : applyPattern(compiled, withoutMasks(plain), found);
  }

  function* readInSteps(plain: string): Generator<undefined, WordsRead> {
    const words = labelNumberLines(yield* splitMended(plain));
    return { words, found: yield* findIn(plain, words) };
  }

  return {
    /** Reads talk, a message or an alert, in steps of a few words. */
    readInSteps,

    /** Reads a cell or a line of a list, whose other lines have references: names nothing of a log. */
    inCell(plain: string, heading: Label | undefined): Reading {
      // The heading does not apply to a signature below the last row.
      const isOneThing = !/\S\s+\S/.test(plain);
      const cell = heading && isOneThing ? labelled(plain, heading) : plain;
      const words = toEnd(splitMended(cell));
      return toEnd(findIn(plain, words, false));
    },

    /**
     * Reads as a typed query what `readInSteps` has read. A single item is a reference, unless its
     * form says otherwise (see `findOnlyItem`).
     */
    asTyped(plain: string, read: WordsRead): Reading {
      const words = compiled === undefined ? labelCapitalsList(read.words) : read.words;
      const found = words === read.words ? read.found : toEnd(findIn(plain, words));
      if (masksIn(plain).length > 0) return found;

      const quoted = /^\s*"([^"]{1,200})"\s*$/.exec(plain)?.[1];
      const item = quoted ?? findOnlyItem(plain, words, found.references);
      if (item === undefined) return found;

      const isGluedToPersonal = found.references.length > 0 && personalKind(item) !== undefined;
      return isGluedToPersonal ? found : { ...emptyReading, references: [item] };
    },
  };
}

const splitMended = (plain: string) => splitInSteps(labelCells(mendReferences(plain)));

/**
 * Takes a pattern's matches as references; other references found by the built-in rules are only
 * named to the user.
 */
function applyPattern(pattern: RE2JS, plain: string, found: Reading): Reading {
  const matcher = pattern.matcher(plain);
  const references = new Set<string>();

  while (matcher.find()) {
    const match = matcher.group();
    if (match) references.add(match);
  }

  const unmatched = (words: readonly string[]) => words.filter((word) => !references.has(word));
  return {
    references: [...references],
    identifiers: unmatched(found.identifiers),
    named: unmatched([...found.references, ...found.named]),
  };
}

/** Matches a word that may stand between or around the items of a list. */
const listFiller = /^(?:and|or|plus|pls|please|check)$/i;

/** Sorts words into references, identifiers and named words, in steps of one word. */
function* sortWords(words: readonly Word[], namesAside: boolean): Generator<undefined, Reading> {
  const kinds = new Map<string, WordKind>();
  let lastItem: { outline: string; kind: WordKind } | undefined;

  for (const [at, word] of words.entries()) {
    yield;

    const next = words[at + 1];
    if (listFiller.test(word.text)) continue;

    if (isTalkWord(word.text)) {
      lastItem = undefined;
      continue;
    }

    const outline = outlineOf(word.text);
    const isNextItem = lastItem?.outline === outline && mayContinueList(word, next);
    const kind = (isNextItem && lastItem?.kind) || kindOfWord(word, next);
    const mayStartList = kind === 'reference' || kind === 'named' || word.label !== undefined;

    lastItem = isNextItem || mayStartList ? { outline, kind } : undefined;
    if (kind === 'plain') continue;

    // `#48213` is another system's number: it is named as it is written, and has no button.
    const isNumbered = kind === 'named' && words.length > 1 && /#$/.test(word.gap);
    const named = isNumbered ? `#${word.text}` : word.text;
    const items = kind === 'reference' ? referencesInWord(word.text) : [named];
    for (const item of items) setKind(kinds, item, kind);
  }

  return readingOf(kinds, namesAside);
}

/** Keeps the first kind of a word that occurs twice; `reference` replaces any other. */
function setKind(kinds: Map<string, WordKind>, word: string, kind: WordKind): void {
  const isAskable = (kind !== 'reference' && kind !== 'order') || !personalKind(word);
  const allowed = isAskable ? kind : 'named';
  if (allowed === 'reference' || !kinds.has(word)) kinds.set(word, allowed);
}

function readingOf(kinds: Map<string, WordKind>, namesAside: boolean): Reading {
  const wordsOf = (...wanted: WordKind[]) =>
    [...kinds].filter(([, kind]) => wanted.includes(kind)).map(([word]) => word);

  const hasOwn = wordsOf('reference').some((word) => findOwnReferences(word).length > 0);
  const references = hasOwn ? wordsOf('reference') : wordsOf('reference', 'order', 'receipt');

  const namedKinds: WordKind[] = ['named'];
  // Beside the service's own references an order's number is only named.
  if (hasOwn) namedKinds.push('order');
  if (namesAside && references.length === 0) namedKinds.push('aside');

  return { references, identifiers: wordsOf('identifier'), named: wordsOf(...namedKinds) };
}

/** Matches the gap between two items of a list. */
const betweenItems = /^[\s,;/|&+"'`()[\]*_~>:.-]*$/;

/** Whether a word that is like the item before it may go on with its list. */
function mayContinueList({ text, label, gap }: Word, next: Word | undefined): boolean {
  if (label !== undefined || !betweenItems.test(gap) || isAmountBefore(next)) return false;
  return !isPersonalNumber(text) && !isAccountWithName(text) && !hasOtherPrefix(text);
}

/**
 * Describes a word's form, which is the same for all items of one list: its prefix, whether it has
 * digits and other characters, its length.
 */
function outlineOf(text: string): string {
  const prefix = /^(?:[A-Z]-)?[A-Z]{1,10}[-_]/.exec(text)?.[0];
  return [prefix, /\d/.test(text), /\D/.test(text), text.length].join(' ');
}

/**
 * Returns the parts of a word to look up: the service's own references in it, if its other parts are
 * plain, else the word.
 */
function referencesInWord(word: string): string[] {
  const own = findOwnReferences(word);
  const otherParts = own.reduce((rest, each) => rest.replace(each, ''), word).split(/[-_]+/);
  const isSure = own.length > 0 && otherParts.every((part) => part === '' || isPlainPart(part));
  return isSure || own.length > 1 ? own : [word];
}

/**
 * Whether a part of a word is ordinary: `Food`, `failed`. Shorter, or in capitals, it may be a
 * prefix: `NIP`, `TRF`; `-Rev` may be a reference's own.
 */
const isPlainPart = (part: string) =>
  /^\p{L}{4,}$/u.test(part) && /\p{Ll}/u.test(part) && !/^(?:rev|ref|ret)/i.test(part);

/** Labels all words as references if they form a list of capitals and digits: `PAY-77, PAY-78`. */
function labelCapitalsList(words: readonly Word[]): readonly Word[] {
  const isListed = ({ text }: Word) =>
    listFiller.test(text) ||
    hasReferenceShape(text) ||
    (/^(?=\D*\d)(?=.*[A-Z])[A-Z\d_-]+$/.test(text) && !hasOtherPrefix(text));

  if (words.length < 2 || !words.every(isListed)) return words;

  return words.map((word) => ({ ...word, label: word.label ?? 'reference' }));
}

/** Labels the numbers of a list of lines that are one reference or number each. */
function labelNumberLines(words: readonly Word[]): readonly Word[] {
  const isLine = ({ text, gap }: Word, at: number) =>
    (at === 0 || /^[^\S\n]*\n\s*$/.test(gap)) && (/^\d{4,}$/.test(text) || hasReferenceShape(text));

  const isList = words.every(isLine) && words.some(({ text }) => /\D/.test(text));
  return isList ? words.map(labelNumber) : words;
}

/** Finds the identifiers where a command says that numbers are some. */
export const numbersIn = (words: readonly Word[]) =>
  toEnd(sortWords(words.map(labelNumber), true)).identifiers;

/** Labels a number that no label calls something else, and that is no year. */
function labelNumber(word: Word): Word {
  const isNumber =
    /^(?!(?:19|20)\d\d$)\d+$/.test(word.text) && /^(?:id|owner)$/.test(word.label ?? 'id');
  return isNumber ? { ...word, label: 'identifier' } : word;
}
