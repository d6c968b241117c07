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

/**
 * Whether a typed word differs from the meant one only by slips: none in three letters, one in nine, two in more. The
 * shorter a word, the more other words are one slip away ("ubs" is not UBA, "absa" is not ABSU), and people mistype the
 * ends and consonants of a word less often than its middle and vowels.
 */
export function isSlipOf(typed: string, meant: string): boolean {
  const length = Math.min(typed.length, meant.length);
  const slipsMax = length < 4 ? 0 : length < 10 ? 1 : 2;
  if (slipsMax === 0 || typed === meant || Math.abs(typed.length - meant.length) > slipsMax) return false;
  const [isStart, isEnd] = [typed[0] === meant[0], typed.at(-1) === meant.at(-1)];
  // "lobus" may lack the first letter of GLOBUS, but "hello" is not YELLO.
  const isFixedStart = length < 5 || (length === 5 && typed.length === meant.length);
  if (isFixedStart ? !isStart : !isStart && !isEnd) return false;
  if (length < 5 && (!isEnd || (typed.length === meant.length && consonants(typed) !== consonants(meant))))
    return false;
  return slipsBetween(typed, meant, slipsMax) <= slipsMax && digits(typed) === digits(meant);
}

/** Near enough for a question, where it is no slip. */
export function isNear(typed: string, meant: string): boolean {
  const slipsMax = typed.length < 3 ? 0 : typed.length < 7 ? 1 : 2;
  if (typed[0] !== meant[0] && typed.at(-1) !== meant.at(-1)) return false;
  const isStart = typed[0] === meant[0] || (typed.length >= 5 && slipsBetween(typed, meant, 1) === 1);
  return isStart && slipsBetween(typed, meant, slipsMax) <= slipsMax && digits(typed) === digits(meant);
}

/**
 * One slip that can hardly make another word of it. Not clear: another first letter, an ending ("citizen", "citizens"),
 * and in a short word one consonant for another ("inland", "island").
 */
export function isClearSlip(typed: string, meant: string): boolean {
  if (typed[0] !== meant[0] || !isSlipOf(typed, meant) || slipsBetween(typed, meant, 1) > 1) return false;
  const [short = '', long = ''] = [typed, meant].sort((a, b) => a.length - b.length);
  if (long.startsWith(short)) return !/[rsd]$/.test(long) || long.at(-1) === short.at(-1);
  const frame = (word: string) => consonants(word).replace(/y/g, '');
  return typed.length !== meant.length || typed.length >= 8 || frame(typed) === frame(meant);
}

/** The edit distance that counts swapped neighbours as one slip (optimal string alignment); `max + 1` beyond `max`. */
export function slipsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last: number[] = [];
  for (let column = 0; column <= b.length; column++) last.push(column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const changed = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let slips = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, changed);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1);
      current.push(slips);
      least = Math.min(least, slips);
    }
    if (least > max) return max + 1;
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}

const consonants = (word: string) => [...word.replace(/[aeiou]/g, '')].sort().join('');

/** Another number means another institution, never a slip. */
const digits = (text: string) => text.replace(/\D/g, '');
