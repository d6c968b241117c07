import { type BankQuestion, type BankWord, isBankCode } from '../reading/bank-names.ts';
import { wellKnownCodes } from './aliases.ts';
import { type BankMatches, type BankSearch, nearMax, nearTo } from './search.ts';
import { isClosed, kindsOf, spell } from './spelling.ts';

/** The result for one of the names or codes of a text. */
export interface BankAnswer extends BankMatches {
  /** The words that were searched for. */
  said: string;
}

export interface BankAnswers {
  /** One at least, in the order of the text. */
  readonly answers: readonly BankAnswer[];
  /** Words that may have been meant and were not searched for. */
  readonly leftOut: readonly string[];
}

/** Words of one part that stand together: a name of the list, or words that no name covers. */
interface Run extends BankAnswer {
  isName: boolean;
  /** A name right beside an unknown word, or such a word: `zenith lagos` may be another bank, `Ada Obi` a person. */
  hasStranger: boolean;
  /** One name with the words before it: "standard trust bank", "premium trust bank", the end of "first royal bank". */
  isGlued: boolean;
}

/** Longer than any name that people write out, in words. */
const nameMax = 8;
/** With fewer letters too many names begin so. */
const begunMin = 3;
/** A name that more others begin with may be their beginning. */
const begunMax = 10;

/** Covers the words of a text with the names of the list, by the README's rule ("Questions and lists"). */
export function banksIn(question: BankQuestion, search: BankSearch): BankAnswers {
  const { text, parts, unsought } = question;
  const runs = parts.flatMap((words) => runsOf(words, search));
  const sought = runs.filter((run) => isSought(run, runs, question));
  const answers = onceEach(sought);
  const [only, another] = answers;
  if (!only) return { answers: [wholeText(question, search)], leftOut: [] };
  if (!another && !only.isCertain) {
    if (isBankCode(only.said)) return { answers: [only], leftOut: [] };
    // A little word may be of the name: `xoress wallet`.
    const whole = only.hits.length > 0 ? only : search(text);
    return { answers: [{ ...only, hits: whole.hits, said: text }], leftOut: [] };
  }
  if (!isCertain(runs, sought, question)) {
    const near = answers.flatMap((answer) => nearTo(answer).slice(0, answer.hits.length > 0 ? 1 : nearMax));
    return { answers: [{ said: text, hits: [], suggestions: near.slice(0, nearMax), isCertain: false }], leftOut: [] };
  }
  const leftOut = runs.filter((run) => !sought.includes(run) && !isLittleRun(run)).map(({ said }) => said);
  return { answers, leftOut: [...leftOut, ...unsought] };
}

/** Little words alone: a name among them is only a question, unless nothing else was typed. */
function wholeText({ text, parts }: BankQuestion, search: BankSearch): BankAnswer {
  const words = parts.flat();
  const found = search(text);
  const isMeant = words.length === 1 || words.every(isOfName) || search.called(text) === 'exactly';
  return { said: text, ...found, isCertain: found.isCertain && isMeant };
}

/** Names first, the longest at each place; the words between them are searched as they stand. */
function runsOf(words: readonly BankWord[], search: BankSearch): Run[] {
  const runs: Run[] = [];
  let [start, nameEnd] = [0, -1];
  const endUnknown = (end: number, isBeforeName = false) => {
    const some = trimmed(words.slice(start, end));
    if (some.length === 0) return;
    const isBehindName = start === nameEnd;
    const isGlued = isBehindName && some.at(-1)?.sort === 'kind';
    runs.push(runOf(some, search, { isName: false, hasStranger: isBehindName || isBeforeName, isGlued }));
  };
  for (let at = 0; at < words.length; ) {
    const length = nameLength(words, at, search);
    if (length === 0 && !endsWords(words, at, runs)) {
      at += 1;
      continue;
    }
    endUnknown(at, length > 0);
    const end = at + Math.max(1, length);
    const before = runs.at(-1);
    if (length > 0) {
      const isBehind = nameEnd !== at && !words[at]?.isRemark && isStranger(words[at - 1]);
      const hasStranger = isBehind || (isStranger(words[end]) && nameLength(words, end, search) === 0);
      const run = runOf(words.slice(at, end), search, { hasStranger });
      const isUnfinished = nameEnd === at && before !== undefined && !isComplete(before);
      const mayBeginBefore = isBehind || mayBeOfName(words[at - 1]);
      const mayGoOn = mayBeOfName(words[end]) && !isClosed(spell(run.said));
      runs.push({ ...run, isGlued: isUnfinished || ((mayBeginBefore || mayGoOn) && !isWellKnown(run)) });
      nameEnd = end;
    }
    start = at = end;
  }
  endUnknown(words.length);
  if (runs.length < 2 || runs.every(({ isName }) => isName)) return runs;
  // A part that is found as a whole is not taken apart: `first harb` asks for no FIRST BANK.
  const whole = runOf(trimmed(words), search);
  return whole.hits.length > 0 ? [whole] : runs;
}

function runOf(words: readonly BankWord[], search: BankSearch, more: Partial<Run> = {}): Run {
  const said = textOf(words);
  return { said, ...search(said), isName: true, hasStranger: false, isGlued: false, ...more };
}

/** A number, a join, a heading (`fintechs: opay, kuda`) or a remark about a name (`gtb (main)`). */
function endsWords(words: readonly BankWord[], at: number, runs: readonly Run[]): boolean {
  const word = words[at];
  if (!word || word.sort === 'join' || word.sort === 'number') return true;
  return word.isRemark && (runs.length > 0 || words.slice(at + 1).some(isTelling));
}

/** How many words from a place on are a name of the list; the longest, or none. */
function nameLength(words: readonly BankWord[], at: number, search: BankSearch): number {
  for (let length = Math.min(nameMax, words.length - at); length > 0; length -= 1)
    if (isName(words.slice(at, at + length), search)) return length;
  return 0;
}

/**
 * Little words are a name only as the list has it, with its kind, or where two of them tell it: `yes` is none, nor is
 * `is bank`, but `yes mfb` and `quick transfer` are. The ends of other names are words that tell, or a kind.
 */
function isName(words: readonly BankWord[], search: BankSearch): boolean {
  const called = search.called(textOf(words));
  if (called === undefined) return false;
  if (called === 'exactly' && words.some(isTelling)) return true;
  if (words.some(({ sort }) => sort === 'join')) return called === 'exactly';
  const tells = (word: BankWord | undefined) => word !== undefined && (isOfName(word) || spell(word.text).isTelling);
  if (words.some(isTelling)) return tells(words[0]) && tells(words.at(-1));
  const isKind = ({ sort }: BankWord) => sort === 'kind';
  if (words.some(isKind)) return called === 'exactly' && !words.every(isKind);
  return words.length > 1 && spell(textOf(words)).telling.length === words.length;
}

/** Names that are no person's; other words in a list, or alone. */
function isSought(run: Run, runs: readonly Run[], question: BankQuestion): boolean {
  if (run.isName) {
    const names = runs.filter(({ isName }) => isName);
    const banks = names.filter((name) => !mayBePerson(name, names, question));
    return banks.length === 0 || banks.includes(run);
  }
  if (run.said.length < begunMin || runs.length === 1) return run.said.length >= begunMin;
  return question.others.length === 0 && !run.hasStranger && (run.isCertain || question.isList);
}

/** `0123456789, Ada Obi` says nothing of ADA MFB. */
function mayBePerson(run: Run, names: readonly Run[], { others }: BankQuestion): boolean {
  const isLesser = kindsOf(spell(run.said)).length === 0 && !isWellKnown(run);
  if (others.length === 0) return isLesser && run.hasStranger;
  if (run.hasStranger) return isLesser || names.some((name) => !name.hasStranger);
  return isLesser && names.length > Math.max(1, others.length);
}

/**
 * Whether what was found may be shown as the answer: when codes alone were meant; when only little words are left; and
 * in the details of a payment, where they are a person's name, unless the bank's may be one too.
 */
function isCertain(runs: readonly Run[], sought: readonly Run[], question: BankQuestion): boolean {
  if (sought.every(({ said }) => /^\d{6}$/.test(said))) return true;
  if (runs.some(({ isGlued }) => isGlued)) return false;
  if (question.others.length > 0) return sought.some((run) => !mayBePerson(run, [], question));
  return runs.every((run) => sought.includes(run) || isLittleRun(run));
}

function isLittleRun({ said, isName }: Run): boolean {
  return !isName && said.split(' ').every(isLittle);
}

/** A name beside its own code is one question. */
function onceEach(answers: readonly BankAnswer[]): BankAnswer[] {
  const seen = new Set<string>();
  return answers.filter(({ said, hits: [first] }) => {
    const key = first?.bank.institutionCode ?? said;
    return !seen.has(key) && seen.add(key);
  });
}

function isWellKnown({ hits: [first] }: BankMatches): boolean {
  return first !== undefined && wellKnownCodes.has(first.bank.institutionCode);
}

/** Whether no word behind it can go on with the name; FIRST begins too many others. */
function isComplete(run: Run): boolean {
  return /^\d+$/.test(run.said) || isClosed(spell(run.said)) || (isWellKnown(run) && run.hits.length <= begunMax);
}

/** Words that ask, or are little, and stand in names all the same: SWIFT TRUST MFB, FAST CREDIT LIMITED. */
function mayBeOfName(word: BankWord | undefined): boolean {
  return /^(?:swift|credit|money|payments?|support|wallet|quick|good)$/i.test(word?.text ?? '');
}

function isStranger(word: BankWord | undefined): boolean {
  return word?.sort === 'name' && !word.isRemark && !isLittle(word.text);
}

/** Up to two small letters are rather a little word of some language. */
function isLittle(word: string): boolean {
  return /^[a-z]{1,2}$/.test(word);
}

/** The words from the first to the last that may be of a name; a kind stays behind a name: `zenit bank`. */
function trimmed(words: readonly BankWord[]): BankWord[] {
  const first = words.findIndex(isTelling);
  return first < 0 ? [] : words.slice(first, words.findLastIndex(isOfName) + 1);
}

function isTelling({ sort }: BankWord): boolean {
  return sort === 'name' || sort === 'code';
}

function isOfName(word: BankWord): boolean {
  return isTelling(word) || word.sort === 'kind';
}

function textOf(words: readonly BankWord[]): string {
  return words.map(({ text }) => text).join(' ');
}
