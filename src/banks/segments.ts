import type { BankWord } from '../reading/bank-question.ts';
import { spell } from './fold-name.ts';
import type { BankIndex } from './search.ts';

/** Some words of a text that stand together. */
export interface Segment {
  text: string;
  /** Some bank is called so; else they are words of which nothing is known. */
  isName: boolean;
  /** It stands alone between what parts a list, so it was meant as an item of it. */
  isItem: boolean;
  /** A name right behind another or an unknown word, with nothing between them. */
  isBehind?: boolean;
  /** Words beside a name of which nothing is known: it may be a person's, as in `Ada Okonkwo`. */
  strangers: readonly string[];
  /** An unknown word with the filler before it or behind it, which may be a word of its name: `money point`. */
  wider?: readonly string[];
}

/** Kinds that make another bank of a name: "marina international" is not MARINA MFB. */
const otherHouses = new Set(['international', 'intl', 'group', 'holdings']);

/** Longer than any name that people write out. */
const nameMax = 8;

/**
 * Finds the names in one part of a text, and what stands between them. A name counts wherever it stands in full, the
 * longest first, so that no word of it can be a filler; fillers are known as such only between names.
 */
export function segmentsOf(words: readonly BankWord[], index: BankIndex): Segment[] {
  const segments: Segment[] = [];
  let unknown: BankWord[] = [];
  let isAfterJoin = false;
  let nameEnd = 0;
  const endUnknown = () => {
    const text = textOf(core(unknown));
    const isItem = isAfterJoin || unknown.every(isOfName);
    if (text !== '') segments.push({ text, isName: false, isItem, strangers: [], wider: widened(unknown) });
    unknown = [];
    isAfterJoin = false;
  };
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    const name = nameAt(words, at, index);
    if (name) {
      const before = name.words[0] === word && !word?.isAside ? strangerIn(unknown.at(-1)) : [];
      endUnknown();
      const isBehind = before.length > 0 || (at > 0 && nameEnd === at && name.words[0] === word);
      at += name.length;
      nameEnd = at;
      const isLast = name.words.at(-1) === words[at - 1] && !nameAt(words, at, index);
      const strangers = [...before, ...(isLast ? strangerIn(words[at]) : [])];
      segments.push({ text: textOf(name.words), isName: true, isItem: true, isBehind, strangers });
      continue;
    }
    const isHeading = word?.isLabel && words.slice(at + 1).some(isTelling); // `fintechs: opay, kuda`
    const isSaidOfName = word?.isAside && segments.length > 0; // `gtb (main)`
    if (word && !isHeading && !isSaidOfName && word.sort !== 'join' && word.sort !== 'number') unknown.push(word);
    else endUnknown();
    isAfterJoin ||= word?.sort === 'join';
    at += 1;
  }
  endUnknown();
  return segments;
}

/** Up to three small letters are more likely a little word of some language; brackets say what a name is. */
function strangerIn(word: BankWord | undefined): string[] {
  if (!word || !isTelling(word) || word.sort === 'code' || word.isAside) return [];
  return /^[a-z]{1,3}$/.test(word.text) || isVerb(word.text) ? [] : [word.text];
}

/** What banks and transfers do, as in `access is failing` and `debited from gtb`, says nothing of another name. */
export function isVerb(word: string): boolean {
  return /^[a-z]{2,20}(?:ing|ed)$/.test(word);
}

/** What is left of some words when the fillers at both ends are gone; a kind stays behind a name: `zenit bank`. */
export function core(words: readonly BankWord[]): BankWord[] {
  const first = words.findIndex(isTelling);
  const last = words.findLastIndex(isOfName);
  return first < 0 ? [] : words.slice(first, last + 1);
}

/** The same with a filler at its front, at its end, and at both; up to three letters are a little word. */
function widened(words: readonly BankWord[]): string[] {
  const start = words.findIndex(isTelling);
  const end = start + core(words).length;
  const widths = [
    [start - 1, end],
    [start, end + 1],
    [start - 1, end + 1],
  ] as const;
  const isMore = (word: BankWord | undefined) => word !== undefined && word.text.length > 3;
  return widths
    .filter(([from, to]) => (from === start || isMore(words[from])) && (to === end || isMore(words[to - 1])))
    .map(([from, to]) => textOf(words.slice(from, to)));
}

export function textOf(words: readonly BankWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

function nameAt(words: readonly BankWord[], at: number, index: BankIndex) {
  for (let length = Math.min(nameMax, words.length - at); length > 0; length -= 1) {
    const some = words.slice(at, at + length);
    if (isNamed(some, index)) return { length, words: withoutEnds(some, index) };
  }
  return undefined;
}

/**
 * Fillers are a name only as the list has it, with its kind, or where two of them tell it: `yes` is none, nor is
 * `is bank`, but `yes mfb` and `quick transfer` are.
 */
function isNamed(words: readonly BankWord[], index: BankIndex): boolean {
  const [first] = words;
  if (words.some(({ sort }) => sort === 'action') || (words.length === 1 && first?.text.length === 1)) return false;
  const called = index.called(textOf(words));
  // The search takes words in any order, and so it would take the end of one name with the beginning of the next.
  if (called !== 'exactly' && words.some(({ sort }) => sort === 'join')) return false;
  if (called === undefined || words.some(isTelling)) return called !== undefined;
  if (words.some(({ sort }) => sort === 'kind'))
    return called === 'exactly' && !words.every(({ sort }) => sort === 'kind');
  return words.length > 1 && isDistinct(words);
}

/** None of the words is one that the search passes over. */
export function isDistinct(words: readonly BankWord[]): boolean {
  return spell(textOf(words)).telling.length === words.length;
}

/** The search passes over words like "for", and over a label: `bank zenith`. They are the name's if the list has it so. */
function withoutEnds(words: readonly BankWord[], index: BankIndex): readonly BankWord[] {
  const name = spell(textOf(words)).core;
  const isLess = (some: readonly BankWord[]) => some.length > 0 && spell(textOf(some)).core === name;
  let left = words;
  while (index.called(textOf(left)) !== 'exactly' && isLess(left.slice(1))) left = left.slice(1);
  while (index.called(textOf(left)) !== 'exactly' && left.at(-1)?.sort !== 'kind' && isLess(left.slice(0, -1)))
    left = left.slice(0, -1);
  return left;
}

function isTelling({ sort, text }: BankWord): boolean {
  return sort === 'name' || sort === 'code' || (sort === 'kind' && otherHouses.has(text.toLowerCase()));
}

export function isOfName(word: BankWord): boolean {
  return isTelling(word) || word.sort === 'kind';
}
