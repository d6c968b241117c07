import leven from 'leven';

/**
 * A normalized name or query, as the search compares them. The keys join its words without blanks, so blanks never
 * matter.
 */
export interface FoldedName {
  words: string[];
  /** The words that distinguish the institution from others; all words, if none does. */
  telling: string[];
  /** `zenithbankplc` */
  full: string;
  /** Without "of", "and", "plc" and the like: `zenithbank` */
  plain: string;
  /** The telling words alone: `zenith` */
  core: string;
  /** The three forms above, and the core without a kind joined to it: `eco` of "ecobank". */
  keys: string[];
  /** The letters of `full` as a bit set (see `buildLetterSet`). */
  letters: number;
}

/** Words that may be left out or added without meaning another institution. */
const fillers = new Set('of for by and the nigeria nig plc ltd limited company inc'.split(' '));

/** The kind of institution: does not distinguish by itself, but decides between two of the same name. */
const kinds = new Set('bank bk mfb mb payment service services mortgage merchant finance savings loans'.split(' '));
const longKinds = ['micro', ...fillers, ...kinds].filter(({ length }) => length >= 4);
const special = ['mortgage', 'merchant', 'finance', 'savings', 'loans'];

const gluedKinds = /(?<=..)(?:bank|mortgage|merchant|finance|company|limited|ltd|plc)+$/;
const microfinance = 'microfinance';
/** Matches "microfinance" split anywhere, or joined to the word before it. */
const anyMicrofinance = /m ?i ?c ?r ?o ?f ?i ?n(?: ?a ?n ?c ?e|\p{L}*)|\bm f b\b/gu;

/**
 * Gives all spellings of a name one form. Folds case, accents and punctuation, writes "Micro-Finance  Bank", "MF Bank",
 * "MFBB" and misspellings of it as `mfb`, and "PSB" as `payment service bank`. Folding twice changes nothing.
 */
export function foldName(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(anyMicrofinance, ' mfb ')
    .replace(/(?<=[^ ])(?=(?:mfbb?|psb)+(?: |$))/g, ' ')
    .trim()
    .split(/ +/)
    .map((word, at, { length }) => {
      // The typeahead searches unfinished words: "kuda mic" is on its way to "microfinance".
      const isBegun = at > 0 && at === length - 1 && word.length > 1 && microfinance.startsWith(word);
      return isBegun || isMicrofinance(word) ? 'mfb' : word === 'psb' ? 'payment service bank' : word;
    });
  return words.join(' ').replace(/(?<![\p{L}\p{N}])(mfb|bank)(?: (?:\1|bank))+(?![\p{L}\p{N}])/gu, '$1');
}

export function spell(name: string): FoldedName {
  const words = foldName(name).split(' ');
  const full = words.join('');
  const letters = buildLetterSet(full);
  const telling = words.filter(isDistinctive);
  if (telling.length === 0) return { words, telling: words, full, plain: full, core: full, keys: [full], letters };
  const plain = words.filter((word) => !fillers.has(word)).join('');
  const core = telling.join('');
  const short = core.replace(gluedKinds, '');
  return { words, telling, full, plain, core, keys: [full, plain, core, short], letters };
}

/** Whether a folded word tells one institution from another. */
export const isDistinctive = (word: string) => !fillers.has(word) && !kinds.has(word);

/** Whether a kind or filler ends the name, so that the telling words are complete: "zenith bank". */
export const isClosedBank = ({ telling, words }: FoldedName) => telling.at(-1) !== words.at(-1);

export const findKinds = ({ words }: FoldedName) => words.filter((word) => kinds.has(word));

/** Whether any word is specific to a bank; without one ("service bank"), no similar names are suggested. */
export function hasTellingWord({ words }: FoldedName): boolean {
  return words.some((word) => !fillers.has(word) && !/^(?:banks?|bk|services?)$/.test(word));
}

/** Whether the query names a kind that the bank is not: "gateway bank" is not GATEWAY MORTGAGE BANK. */
export function isOtherKind(query: FoldedName, name: FoldedName): boolean {
  if (findKinds(query).includes('mfb') && findKinds(name).includes('bank') && !findKinds(name).includes('mfb'))
    return true;
  return findKinds(query).length > 0 && special.some((kind) => query.full.includes(kind) !== name.full.includes(kind));
}

/** Whether a word is a misspelt kind or filler: the second of "zenith bnak". */
export function isMisspeltKind(word: string): boolean {
  return longKinds.some((kind) => countSlips(word, kind) === 1);
}

function isMicrofinance(word: string): boolean {
  return /^mf(?:i|bb|bs|bank)?$/.test(word) || (/^[mi]/.test(word) && countSlips(word, microfinance) <= 2);
}

/**
 * Whether a typed word is similar enough to another to suggest it: one slip from three letters, two from seven. People
 * mistype the first letter less often than the others. Another number means another institution, never a slip.
 */
export function isNear(typed: string, meant: string): boolean {
  const slipsMax = typed.length < 3 ? 0 : typed.length < 7 ? 1 : 2;
  if (Math.abs(typed.length - meant.length) > slipsMax) return false;
  const isStart = typed[0] === meant[0];
  if (!isStart && (typed.at(-1) !== meant.at(-1) || typed.length < 5)) return false;
  return countSlips(typed, meant) <= (isStart ? slipsMax : 1) && digits(typed) === digits(meant);
}

/**
 * Whether one slip separates the words, and hardly makes another word. Not clear: another first letter, an ending
 * ("citizen", "citizens"), and in a short word one consonant for another ("inland", "island").
 */
export function isClearSlip(typed: string, meant: string): boolean {
  const [short = '', long = ''] = [typed, meant].sort((a, b) => a.length - b.length);
  const isEnd = typed.at(-1) === meant.at(-1);
  if (short.length < 4 || (short.length === 4 && !isEnd) || typed[0] !== meant[0]) return false;
  if (countSlips(typed, meant) !== 1 || digits(typed) !== digits(meant)) return false;
  if (long.startsWith(short)) return isEnd || !/[rsd]$/.test(long);
  const consonants = (word: string) => sorted(word.replace(/[aeiouy]/g, ''));
  return typed.length !== meant.length || typed.length >= 8 || consonants(typed) === consonants(meant);
}

/** Returns a word's letters as a bit set; some letters share a bit. */
export function buildLetterSet(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Whether at most `slipsMax` sought letters are missing, so that the words may match: each slip adds one at most. */
export function mayMatchLetters(letters: number, sought: number, slipsMax: number): boolean {
  let lacking = sought & ~letters;
  for (let count = 0; count < slipsMax && lacking !== 0; count += 1) lacking &= lacking - 1; // without its lowest bit
  return lacking === 0;
}

/** Returns the edit distance, counted up to three; swapped letters are one slip. */
export function countSlips(a: string, b: string): number {
  const slips = leven(a, b, { maxDistance: 3 });
  return slips === 2 && sorted(a) === sorted(b) ? 1 : slips;
}

const digits = (text: string) => text.replace(/\D/g, '');
const sorted = (word: string) => [...word].sort().join('');
