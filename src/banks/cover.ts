import {
  type BankQuestion,
  type BankWord,
  isBankCode,
  isNameOrCode,
  isTellingKind,
} from '../reading/bank-names.ts';
import { bankStateQuestion } from '../reading/phrases.ts';
import { isDefined } from '../text.ts';
import { wellKnownCodes } from './aliases.ts';
import { type BankHit, type BankMatches, type BankSearch, suggestionsMax } from './search.ts';
import { findKinds, isDistinctive, spell } from './spelling.ts';

/** The search result for one bank name or code in a text. */
export interface BankAnswer extends BankMatches {
  /** The words that were searched for. */
  query: string;
  /** Other words of the text that name the same bank. */
  also?: readonly string[];
}

export interface BankAnswers {
  /** At least one, in the order in which the text names the banks. */
  readonly answers: readonly BankAnswer[];
  /** Words of the text that may have been meant as a bank but were not searched for. */
  readonly leftOut: readonly string[];
  /** Whether the text gives a code as that of the bank named beside it. */
  readonly isCodeClaimed?: boolean;
}

/** Adjacent words that are searched for as one query, with the search result. */
interface Run extends BankAnswer {
  /**
   * Whether the words name a listed bank, do not, or separate banks (a number, `and`, a remark).
   */
  sort: 'name' | 'unknown' | 'break';
  words: BankWord[];
  /** All words between the separators around this run. */
  part: readonly BankWord[];
  /**
   * Whether a bank's name and an unknown word are side by side, one of them in this run: `zenith
   * lagos` may be another bank, `Ada Obi` a person.
   */
  isTouched: boolean;
  /**
   * Whether this run may be part of a longer name: "standard trust bank", "premium trust bank",
   * "first royal bank".
   */
  isGlued: boolean;
  /**
   * Whether the words are a short name that few people know as a bank's, and so may be a person's
   * name.
   */
  isLesser: boolean;
}

type Stretch = Pick<Run, 'sort' | 'words' | 'part'>;

/** The most words that a name to look for may have: people do not write out a longer one. */
const bankNameWordsMax = 8;
/** A name that finds more banks than this may be only the beginning of a longer name. */
const begunMax = 10;

/** Finds the banks that a text names, by the rules in the README ("Questions and lists"). */
export function findBanks(given: BankQuestion, search: BankSearch): BankAnswers {
  const question = restoreCodes(given);
  const { text, parts, others, unsought } = question;
  const all = parts.flatMap((words) => runsOf(words, search));
  const runs = all.filter((run, at) => !isChatter(run, all.slice(0, at), all.slice(at + 1), text));
  const sought = soughtOf(runs, question).map(addZeros);
  const answers = sought.flatMap((run) => {
    const [first, ...others] = sought.filter((each) => answerKey(each) === answerKey(run));
    return run === first ? [{ ...run, also: others.map(({ query }) => query) }] : [];
  });
  const [only, another] = answers;
  if (!another && !only?.isCertain) {
    const query = only && (/^\d+$/.test(only.query) || isBankCode(only.query)) ? only.query : text;
    const found = only ?? search(text);
    const isCertain = found.isCertain && parts.flat().length === 1;
    return { answers: [{ ...found, query, isCertain }], leftOut: [] };
  }

  // The answers are certain if all are codes, or if the only other words are little ones and,
  // beside an account number, a person's name. If not, ask about the nearest banks.
  const isLeft = others.length > 0 ? !sought.some(isFirm) : runs.length > sought.length;
  const areCodes = sought.every(({ query }) => /^\d{1,6}$/.test(query));
  if (!areCodes && (isLeft || runs.some(({ isGlued }) => isGlued)))
    return {
      answers: [{ query: text, hits: nearestOf(answers), isCertain: false }],
      leftOut: [],
    };

  const isSought = ({ words }: Run) => sought.some((run) => run.words === words);
  const leftOut = all.filter((run) => !isSought(run)).map(({ query }) => query);
  return {
    answers,
    leftOut: [...leftOut, ...unsought],
    isCodeClaimed: answers.length === 2 && claimsCode(only, another, question),
  };
}

/**
 * Takes short numbers for codes that have lost their leading zeros, as in a spreadsheet, where the
 * text has no name: `16 90267`, `which bank get code 13`. Each is a part of its own.
 */
function restoreCodes(question: BankQuestion): BankQuestion {
  const words = question.parts.flat();
  const codes = words.filter((word) => isNameOrCode(word) || /^\d{1,5}$/.test(word.text));
  const isList = words.every(({ sort }) => sort !== 'little' && sort !== 'either');
  const areCodes = codes.every(({ text }) => /^\d{1,6}$/.test(text));
  if (codes.length === 0 || words.some(isTellingKind) || !areCodes || (!isList && codes.length > 1))
    return question;

  const parts = codes.map((word): BankWord[] => [{ ...word, sort: 'code', isRemark: false }]);
  return { ...question, parts, isList: true };
}

/**
 * Whether a run is talk about the banks before it: a clause behind the end of a question or sentence
 * (`is gtb down? loads of timeouts`), or the rest of a question about their state. It has little
 * words and no kind of bank's. What stands between commas is an item of a list.
 */
function isChatter(
  { sort, words, part, hits, isTouched }: Run,
  before: readonly Run[],
  behind: readonly Run[],
  text: string,
): boolean {
  const isLittle = (word: BankWord) => word.sort === 'little' || word.sort === 'polite';
  const first = words.findIndex(isNameOrCode);
  const inner = words.slice(first, words.findLastIndex(isNameOrCode));
  const isPart = part.length === words.length;

  return (
    sort === 'unknown' &&
    !isTouched &&
    hits.length === 0 &&
    before.some((run) => run.sort === 'name') &&
    !behind.some((run) => run.sort === 'name' && run.part !== part) &&
    (words[first]?.isAside || (!isPart && bankStateQuestion.test(text))) === true &&
    !words.some((word) => word.sort === 'kind' || word.sort === 'code') &&
    (inner.some(isLittle) || (isPart && words.filter(isLittle).length >= 3))
  );
}

const isCode = ({ query }: Run) => /^\d{6}$/.test(query);
/** Words between a code and a name that make one of the other's. */
const linkWord = /^(?:is|for|of|the|has|sort|nip|code|name|bank|institution)$/i;

/**
 * Whether one of two certain runs is a code and the other another bank's name, right beside it or
 * joined by words or a label: `access bank 000013`, `gtb is 000014`, `code: 000013, name: access`.
 */
function claimsCode(
  run: Run | undefined,
  next: Run | undefined,
  { text, parts }: BankQuestion,
): boolean {
  if (!run || !next) return false;

  const [coded, named] = isCode(run) ? [run, next] : [next, run];
  if (!isCode(coded) || isCode(named) || !coded.isCertain || !named.isCertain) return false;
  if (named.hits.some(({ bank }) => bank.institutionCode === coded.query)) return false;

  // `is 000017 wema or polaris`
  if (coded.also?.length && /\bor\b/i.test(text)) return true;

  const words = parts.flat();
  const end = words.findLastIndex((word) => run.words.includes(word));
  const start = words.findIndex((word) => next.words.includes(word));
  if (!words.slice(end + 1, start).every(({ text }) => linkWord.test(text))) return false;

  // Two values of one label are two items.
  const [before] = run.part;
  const [label] = next.part;
  return before === label || (label?.isRemark === true && label.text !== before?.text);
}

/** Gives a code without its zeros those of the bank that is named beside it: `kuda 90267`. */
function addZeros(run: Run, _: number, sought: readonly Run[]): Run {
  if (!/^\d{4,5}$/.test(run.query)) return run;

  const query = run.query.padStart(6, '0');
  const isOwner = (each: Run) => /\p{L}/u.test(each.query) && answerKey(each) === query;
  const owner = sought.find(isOwner);
  return owner ? { ...run, query, hits: owner.hits, isCertain: true } : run;
}

/** The best bank of each answer, every bank once. */
function nearestOf(answers: readonly BankMatches[]): BankHit[] {
  const best = answers.map(({ hits: [first] }) => first).filter(isDefined);
  const byBank = new Map(best.map((hit) => [hit.bank, hit]));
  return [...byBank.values()].slice(0, suggestionsMax);
}

function runsOf(words: BankWord[], search: BankSearch): Run[] {
  const stretches = stretchesOf(words, search);
  const all: Run[] = [];

  for (const [at, stretch] of stretches.entries())
    all.push(runOf(stretch, search, all.at(-1), stretches[at + 1]));

  const runs = all.filter(({ sort, query }) => sort !== 'break' && query !== '');
  if (runs.length < 2 || runs.every(({ sort }) => sort === 'name')) return runs;

  // Words that match a bank as a whole are not split: `first harb` does not ask for FIRST BANK.
  const whole = runOf({ sort: 'unknown', words, part: words }, search);
  return whole.hits.length > 0 ? [whole] : runs;
}

/**
 * Splits words into bank names and the words between these. At each position, takes the longest
 * name.
 */
function stretchesOf(words: readonly BankWord[], search: BankSearch): Stretch[] {
  const stretches: Stretch[] = [];
  const hasMore = words.some((word) => isNameOrCode(word) && !word.isRemark);

  for (let at = 0; at < words.length; ) {
    let length = Math.min(bankNameWordsMax, words.length - at);
    while (length > 0 && !isName(words.slice(at, at + length), search)) length -= 1;

    const some = words.slice(at, at + Math.max(1, length));
    // A number, a joining word (`and`), a heading (`fintechs: opay, kuda`) or a remark about a name
    // (`gtb (main)`).
    const isBreak = some.some(
      ({ sort, isRemark }) => sort === 'join' || sort === 'number' || (isRemark && hasMore),
    );
    const sort = length > 0 ? 'name' : isBreak ? 'break' : 'unknown';
    const last = stretches.at(-1);

    if (sort === 'unknown' && last?.sort === 'unknown') last.words.push(...some);
    else stretches.push({ sort, words: some, part: words });
    at += some.length;
  }

  return stretches;
}

function runOf(stretch: Stretch, search: BankSearch, before?: Run, behind?: Stretch): Run {
  const isName = stretch.sort === 'name';
  const { words, query, found } = isName
    ? searchFor(stretch.words, search)
    : searchTrimmed(stretch.words, search);
  const isKnown = wellKnownCodes.has(found.hits[0]?.bank.institutionCode ?? '');
  const isBehindUnknown = touches(before, stretch);
  const isTouched = isBehindUnknown || touches(stretch, behind);
  const mayBeLonger =
    isBehindUnknown ||
    before?.words.at(-1)?.sort === 'either' ||
    behind?.words[0]?.sort === 'either';
  const endsName =
    before?.sort === 'name' && (isName ? !isComplete(before) : words.at(-1)?.sort === 'kind');
  const isGlued = endsName || (isName && mayBeLonger && !isKnown);

  return {
    ...stretch,
    ...found,
    query,
    isTouched,
    isGlued,
    isLesser: !isKnown && findKinds(spell(query)).length === 0,
  };
}

/**
 * Whether one side is a bank's name, and the word next to it, on the other side, may be part of an
 * unknown name.
 */
function touches(left: Stretch | undefined, right: Stretch | undefined): boolean {
  if (left?.sort === 'name' && right?.sort === 'unknown') return right.words[0]?.sort === 'name';
  return left?.sort === 'unknown' && right?.sort === 'name' && left.words.at(-1)?.sort === 'name';
}

/**
 * Whether words are a bank's name. Little words alone are a name only if the list has them with
 * their kind (`yes mfb`) or if there are at least two and all distinguish the bank (`quick
 * transfer`), so `yes` and `is bank` are not. Words that are not a name exactly as listed must
 * start and end with a distinctive word or a kind.
 */
function isName(words: readonly BankWord[], search: BankSearch): boolean {
  const recognised = words.at(-1)?.sort === 'join' ? undefined : search.recognise(joinWords(words));
  if (recognised === undefined) return false;

  const mayEnd = (word: BankWord | undefined) =>
    word?.sort === 'kind' || isDistinctive(word?.text.toLowerCase() ?? '');
  const isLoose =
    words.some(({ sort }) => sort === 'join') || !mayEnd(words[0]) || !mayEnd(words.at(-1));
  if (words.some(isNameOrCode)) return recognised === 'exactly' || !isLoose;
  if (words.some(({ sort }) => sort === 'kind')) return recognised === 'exactly';

  return words.length > 1 && words.every(({ text }) => isDistinctive(text.toLowerCase()));
}

/**
 * Selects the runs to answer: bank names unlikely to be a person's (`0123456789, Ada Obi` is not
 * ADA MFB), and unknown words that are the only run or, in a text without `others` and not next to
 * a name, are certainly a bank, a code or in a list.
 */
function soughtOf(runs: readonly Run[], { others, isList }: BankQuestion): Run[] {
  const names = runs.filter(({ sort }) => sort === 'name');
  // One name for each account number or code, so that none of them need be a person's.
  const isOneEach = names.length <= Math.max(1, others.length);
  const firm = names.filter(isFirm);
  const surelyBanks = firm.filter(
    ({ isTouched, isLesser }) => others.length > 0 && !isTouched && (isOneEach || !isLesser),
  );
  const banks = [surelyBanks, firm, names].find(({ length }) => length > 0) ?? [];

  return runs.filter((run) => {
    if (run.sort === 'name') return banks.includes(run);
    if (runs.length === 1) return true;

    const isClear = run.isCertain || isList || isBankCode(run.query);
    return others.length === 0 && !run.isTouched && isClear;
  });
}

/** Whether words that are a bank's name are unlikely to be a person's name. */
const isFirm = ({ isTouched, isLesser }: Run) => !isTouched || !isLesser;

/**
 * Identifies an answer, so that a text with both a bank's name and the bank's code gets only one
 * answer for them.
 */
function answerKey({ query, hits: [best], isCertain }: BankAnswer): string {
  return isCertain && best ? best.bank.institutionCode : query;
}

/**
 * Whether a name is complete, so that the next word is not part of it. FIRST is not, as many names
 * begin with it.
 */
function isComplete({ query, hits, isLesser }: Run): boolean {
  return /^\d+$/.test(query) || (!isLesser && hits.length <= begunMax);
}

function searchFor(words: readonly BankWord[], search: BankSearch) {
  const query = joinWords(words);
  return { words, query, found: search(query) };
}

/**
 * Searches for unknown words without those at both ends that cannot be part of a name; a kind that
 * follows a name stays: `zenit bank`. What may be a part of it counts where it finds something:
 * `money point`.
 */
function searchTrimmed(words: readonly BankWord[], search: BankSearch) {
  const first = words.findIndex(isNameOrCode);
  if (first < 0) return searchFor([], search);

  const end = words.findLastIndex((word) => isNameOrCode(word) || word.sort === 'kind') + 1;
  const wideStart = first - Number(mayBelongToName(words[first - 1]));
  const wideEnd = end + Number(mayBelongToName(words[end]));
  const wide = searchFor(words.slice(wideStart, wideEnd), search);

  return wide.found.hits[0]?.isSlip ? wide : searchFor(words.slice(first, end), search);
}

/** Whether a little word may be a part of the name beside it: `fare money`, `o pey`. */
const mayBelongToName = (word: BankWord | undefined) =>
  word?.sort === 'either' || /^[a-z]$/i.test(word?.text ?? '');

const joinWords = (words: readonly BankWord[]) => words.map(({ text }) => text).join(' ');
