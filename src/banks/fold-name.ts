import { slipsBetween } from './edit-distance.ts';

/**
 * A name or a query in the form that the search compares. The keys join its words without blanks, so blanks never
 * matter.
 */
export interface FoldedName {
  words: string[];
  /** The words that tell one institution from another; all words, when none does. */
  telling: string[];
  /** `zenithbankplc` */
  full: string;
  /** Without "of", "and", "plc" and the like: `zenithbank` */
  plain: string;
  /** The telling words alone: `zenith` */
  core: string;
  /** The core without a kind that is glued to it: `eco` of "ecobank"; the core itself when there is none. */
  short: string;
}

/** Words that may be left out or added without meaning another institution. */
const fillers = new Set('of for by and the nigeria nig plc ltd limited company inc'.split(' '));

/** The kind of institution: does not distinguish by itself, but decides between two of the same name. */
const kinds = new Set('bank bk mfb mb payment service services mortgage merchant finance savings loans'.split(' '));

const gluedKinds = /(?<=..)(?:bank|mortgage|merchant|finance|company|limited|ltd|plc)+$/;
const microfinance = 'microfinance';
/** Matches "microfinance" split anywhere, or glued to the word before it. */
const anyMicrofinance = /m ?i ?c ?r ?o ?f ?i ?n(?: ?a ?n ?c ?e|\p{L}*)|\bm f b\b/gu;

/**
 * Gives all spellings of a name one form: folds case, accents and punctuation, writes "Micro-Finance  Bank", "MF Bank",
 * "MFBB" and misspellings of it as `mfb`, and "PSB" as `payment service bank`. Folding twice changes nothing.
 */
export function foldName(name: string): string {
  const characters = name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(anyMicrofinance, ' mfb ')
    .trim();
  const words: string[] = [];
  for (const word of characters.split(' ')) addWord(words, word);
  // The typeahead searches unfinished words: "kuda mic" is on its way to "microfinance".
  const last = words.at(-1) ?? '';
  if (words.length > 1 && last.length > 1 && microfinance.startsWith(last)) {
    words.pop();
    addWord(words, 'mfb');
  }
  return words.join(' ');
}

export function spell(name: string): FoldedName {
  return spellWords(foldName(name).split(' '));
}

/** `words` must be folded already. */
export function spellWords(words: string[]): FoldedName {
  const counting = words.filter((word) => !fillers.has(word));
  const distinct = counting.filter((word) => !kinds.has(word));
  const full = words.join('');
  if (distinct.length === 0) return { words, telling: words, full, plain: full, core: full, short: full };
  const core = distinct.join('');
  return { words, telling: distinct, full, plain: counting.join(''), core, short: core.replace(gluedKinds, '') };
}

/** Whether a kind or filler ends the name, so that the telling words are complete: "zenith bank". */
export function isClosed({ telling, words }: FoldedName): boolean {
  return telling.at(-1) !== words.at(-1);
}

export function kindsOf({ words }: FoldedName): string[] {
  return words.filter((word) => kinds.has(word));
}

const special = ['mortgage', 'merchant', 'finance', 'savings', 'loans'];

/**
 * Whether the query says a special kind that the name has not, or a common one alone where the name has a special one:
 * "gateway bank" is not GATEWAY MORTGAGE BANK, but "gateway" may be.
 */
export function isOtherKind(query: FoldedName, name: FoldedName): boolean {
  const said = special.filter((kind) => query.full.includes(kind));
  if (said.length > 0) return !said.every((kind) => name.full.includes(kind));
  return kindsOf(query).length > 0 && special.some((kind) => name.full.includes(kind));
}

/** Whether a word is a misspelt kind or filler: the second of "zenith bnak". */
export function isMisspeltKind(word: string): boolean {
  return [...fillers, ...kinds].some((kind) => kind.length >= 4 && slipsBetween(word, kind, 1) === 1);
}

function addWord(words: string[], word: string): void {
  const [, before, glued] = /^(.+?)(mfbb?|psb)$/.exec(word) ?? [];
  if (before && glued) {
    addWord(words, before);
    addWord(words, glued);
    return;
  }
  const last = words.at(-1) ?? '';
  if (word.startsWith('f') && last !== 'mfb' && isMicrofinance(last + word)) {
    words.pop();
    addWord(words, 'mfb');
    return;
  }
  if (word === 'psb') words.push('payment', 'service');
  const known = word === 'psb' ? 'bank' : isMicrofinance(word) ? 'mfb' : word;
  const isSaid = known === last ? known === 'mfb' || known === 'bank' : known === 'bank' && last === 'mfb';
  if (known && !isSaid) words.push(known);
}

function isMicrofinance(word: string): boolean {
  if (/^(?:mf|mfi|mfbb|mfbs|mfbank)$/.test(word)) return true;
  return /^[mi]/.test(word) && slipsBetween(word, microfinance, 2) <= 2;
}
