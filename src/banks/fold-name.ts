import { slipsBetween } from './edit-distance.ts';

/**
 * A name or a query in the form that the search compares. The keys join its words without blanks, so blanks never
 * matter.
 */
export interface FoldedName {
  words: string[];
  /** The words that tell one institution from another; all words, when none does. */
  telling: string[];
  isTelling: boolean;
  /** `zenithbankplc` */
  full: string;
  /** Without "of", "and", "plc" and the like: `zenithbank` */
  plain: string;
  /** The telling words alone: `zenith` */
  core: string;
  /** The core without a kind that is glued to it: `eco` of "ecobank"; the core itself when there is none. */
  short: string;
  /** The words, each behind a blank. */
  spaced: string;
}

/** Words that may be left out or added without meaning another institution. */
const fillers = new Set('of for by and the nigeria nig plc ltd limited company inc'.split(' '));

/** The kind of institution: does not distinguish by itself, but decides between two of the same name. */
const kinds = new Set('bank bk mfb mb payment service services mortgage merchant finance savings loans'.split(' '));
const special = ['mortgage', 'merchant', 'finance', 'savings', 'loans'];

const gluedKinds = /(?<=..)(?:bank|mortgage|merchant|finance|company|limited|ltd|plc)+$/;
const microfinance = 'microfinance';
/** Matches "microfinance" split anywhere, or glued to the word before it. */
const anyMicrofinance = /m ?i ?c ?r ?o ?f ?i ?n(?: ?a ?n ?c ?e|\p{L}*)|\bm f b\b/gu;
/** Two words that may be a misspelt "microfinance". */
const splitMicrofinance = /(?<!\p{L})([mi]\p{L}{2,6}) (f\p{L}{3,9})(?!\p{L})/gu;

/**
 * Gives all spellings of a name one form: folds case, accents and punctuation, writes "Micro-Finance  Bank", "MF Bank",
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
    .replace(/(?<![\p{L}\p{N}])1st(?![\p{L}\p{N}])/gu, 'first')
    .replace(anyMicrofinance, ' mfb ')
    .replace(splitMicrofinance, (both, start, end) => (isMicrofinance(start + end) ? 'mfb' : both))
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
  return spellWords(foldName(name).split(' '));
}

/** `words` must be folded already. */
export function spellWords(words: string[]): FoldedName {
  const counting = words.filter((word) => !fillers.has(word));
  const telling = counting.filter((word) => !kinds.has(word));
  const [full, spaced] = [words.join(''), ` ${words.join(' ')}`];
  if (telling.length === 0)
    return { words, telling: words, isTelling: false, full, plain: full, core: full, short: full, spaced };
  const core = telling.join('');
  const short = core.replace(gluedKinds, '');
  return { words, telling, isTelling: true, full, plain: counting.join(''), core, short, spaced };
}

/** Whether a kind or filler ends the name, so that the telling words are complete: "zenith bank". */
export function isClosed({ telling, words }: FoldedName): boolean {
  return telling.at(-1) !== words.at(-1);
}

export function kindsOf({ words }: FoldedName): string[] {
  return words.filter((word) => kinds.has(word));
}

/** `krmb` of three words or more; "microfinance" counts as three letters. */
export function initialsOf({ words }: FoldedName): string {
  const counting = words.filter((word) => !fillers.has(word));
  return counting.length < 3 ? '' : counting.map((word) => (word === 'mfb' ? word : word[0])).join('');
}

/** Whether some word is more than a filler or "bank": nothing is near "service bank", but five banks are near "psb". */
export function hasSense({ words }: FoldedName): boolean {
  const isSenseless = (word: string) => fillers.has(word) || /^(?:banks?|bk|payment|services?)$/.test(word);
  return !words.every(isSenseless) || (words.includes('payment') && words.includes('service'));
}

/**
 * Whether the query says a special kind that the name has not, or a common one alone where the name has a special one:
 * "gateway bank" is not GATEWAY MORTGAGE BANK, but "gateway" may be.
 */
export function isOtherKind(query: FoldedName, name: FoldedName): boolean {
  const stated = special.filter((kind) => query.full.includes(kind));
  if (stated.length > 0) return !stated.every((kind) => name.full.includes(kind));
  return kindsOf(query).length > 0 && special.some((kind) => name.full.includes(kind));
}

/** Whether a word is a misspelt kind or filler: the second of "zenith bnak". */
export function isMisspeltKind(word: string): boolean {
  return [...fillers, ...kinds].some((kind) => kind.length >= 4 && slipsBetween(word, kind, 1) === 1);
}

function isMicrofinance(word: string): boolean {
  if (/^(?:mf|mfi|mfbb|mfbs|mfbank)$/.test(word)) return true;
  return /^[mi]/.test(word) && slipsBetween(word, microfinance, 2) <= 2;
}
