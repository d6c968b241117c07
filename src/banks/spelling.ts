// How names of banks are spelt; `search.ts` ranks them, and `countSlips` (`text.ts`) counts slips.
import { countSlips, sortLetters } from '../text.ts';

/**
 * A bank's name or a query, normalized so that the search can compare the two. The keys are the
 * words joined without blanks, so blanks never matter.
 */
export interface FoldedName {
  words: string[];
  /** The words that distinguish the institution from others; all words if none of them does. */
  telling: string[];
  /** All words: `zenithbankplc` */
  full: string;
  /** All words except "of", "and", "plc" and other fillers: `zenithbank` */
  plain: string;
  /** The telling words alone: `zenith` */
  core: string;
  /**
   * `full`, `plain`, `core`, and `core` without a kind that is joined to it: "ecobank" has the key
   * `eco`.
   */
  keys: string[];
}

/** Words that a person can leave out or add and still mean the same institution. */
const fillers = new Set('of for by and the nigeria nig plc ltd limited company inc'.split(' '));

/**
 * Words for a kind of institution. A kind alone identifies no bank, but decides between two with
 * the same name.
 */
const institutionKinds = new Set(
  'bank bk mfb mb payment service services mortgage merchant finance savings loans'.split(' '),
);
const longKinds = ['micro', ...fillers, ...institutionKinds].filter(({ length }) => length >= 4);
const special = ['mortgage', 'merchant', 'finance', 'savings', 'loans'];

const gluedKinds = /(?<=..)(?:bank|mortgage|merchant|finance|company|limited|ltd|plc)+$/;
const microfinance = 'microfinance';
/** Matches "microfinance" even if it is split anywhere, or joined to the word before it. */
const anyMicrofinance = /m ?i ?c ?r ?o ?f ?i ?n(?: ?a ?n ?c ?e|\p{L}*)|\bm f b\b/gu;

/**
 * Gives all spellings of a name one form. Folds case, accents and punctuation; writes
 * "Micro-Finance  Bank", "MF Bank", "MFBB" and misspelt "microfinance" as `mfb`, and "PSB" as
 * `payment service bank`. Folding twice changes nothing.
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
      // The typeahead searches unfinished words: "kuda mic" may become "kuda microfinance".
      const isBegun =
        at > 0 && at === length - 1 && word.length > 1 && microfinance.startsWith(word);
      return isBegun || isMicrofinance(word)
        ? 'mfb'
        : word === 'psb'
          ? 'payment service bank'
          : word;
    });
  return words
    .join(' ')
    .replace(/(?<![\p{L}\p{N}])(mfb|bank)(?: (?:\1|bank))+(?![\p{L}\p{N}])/gu, '$1');
}

export function spell(name: string): FoldedName {
  const words = foldName(name).split(' ');
  const full = words.join('');
  const telling = words.filter(isDistinctive);
  if (telling.length === 0)
    return { words, telling: words, full, plain: full, core: full, keys: [full] };

  const plain = words.filter((word) => !fillers.has(word)).join('');
  const core = telling.join('');
  const short = core.replace(gluedKinds, '');

  return { words, telling, full, plain, core, keys: [full, plain, core, short] };
}

/** Whether a folded word distinguishes one institution from another. */
export const isDistinctive = (word: string) => !fillers.has(word) && !institutionKinds.has(word);

/**
 * Whether the name ends with a kind or a filler, so that no telling word can follow: "zenith bank".
 */
export const endsWithKind = ({ telling, words }: FoldedName) => telling.at(-1) !== words.at(-1);

export const findKinds = ({ words }: FoldedName) =>
  words.filter((word) => institutionKinds.has(word));

/**
 * Whether any word is more than a filler, "bank" or "service". A kind such as "mfb" is, although it
 * is not among the `telling` words. For "service bank", no similar names are suggested.
 */
export function isMoreThanBank({ words }: FoldedName): boolean {
  return words.some((word) => !fillers.has(word) && !/^(?:banks?|bk|services?)$/.test(word));
}

/**
 * Whether the query and the bank's name state different kinds: "gateway bank" is not GATEWAY
 * MORTGAGE BANK.
 */
export function isOtherKind(query: FoldedName, name: FoldedName, code: string): boolean {
  const hasKind = code.startsWith('000') || findKinds(name).length > 0; // `000…`: a commercial bank
  const isLesser = ['mfb', 'payment'].some(
    (kind) => query.words.includes(kind) && !name.words.includes(kind),
  );
  if (isLesser && hasKind) return true;

  const differing = special.filter(
    (kind) => query.full.includes(kind) !== name.full.includes(kind),
  );
  // `07…`: a mortgage bank; its name alone may be that of a bank which the list lacks
  const isMortgage = code.startsWith('07') && differing.includes('mortgage');
  return isMortgage || (differing.length > 0 && findKinds(query).length > 0);
}

/** Whether a word is a misspelt kind or filler, as the second word of "zenith bnak" is. */
export function isMisspeltKind(word: string): boolean {
  return longKinds.some(
    (kind) => Math.abs(kind.length - word.length) < 2 && countSlips(word, kind) === 1,
  );
}

function isMicrofinance(word: string): boolean {
  return (
    /^mf(?:i|bb|bs|bank)?$/.test(word) ||
    (/^[mi]/.test(word) && countSlips(word, microfinance) <= 2)
  );
}

/**
 * Whether a typed word is similar enough to another to suggest it: one typo in words of three or
 * more letters, two in seven or more. A different first letter must be the only typo, in five or
 * more letters, since people rarely mistype it. A different number means a different institution,
 * so digits must match.
 */
export function isNear(typed: string, meant: string): boolean {
  const { length } = typed;
  const slipsMax = Number(length >= 3) + Number(length >= 7);
  if (Math.abs(length - meant.length) > slipsMax) return false;

  const isStart = typed[0] === meant[0];
  if (!isStart && (typed.at(-1) !== meant.at(-1) || length < 5)) return false;

  return countSlips(typed, meant) <= (isStart ? slipsMax : 1) && digits(typed) === digits(meant);
}

/**
 * Whether the words differ by one typo that hardly makes a different word. A typo is not clear if
 * it is in the first letter, is a final r, s or d ("citizen", "citizens"), or replaces a consonant
 * of a short word ("inland", "island").
 */
export function isClearSlip(typed: string, meant: string): boolean {
  const [short = '', long = ''] = [typed, meant].sort((a, b) => a.length - b.length);
  const isEnd = typed.at(-1) === meant.at(-1);
  if (short.length < 4 || (short.length === 4 && !isEnd) || typed[0] !== meant[0]) return false;
  if (countSlips(typed, meant) !== 1 || digits(typed) !== digits(meant)) return false;
  if (long.startsWith(short)) return isEnd || !/[rsd]$/.test(long);

  const consonants = (word: string) => sortLetters(word.replace(/[aeiouy]/g, ''));
  return (
    typed.length !== meant.length || typed.length >= 8 || consonants(typed) === consonants(meant)
  );
}

const digits = (text: string) => text.replace(/\D/g, '');
