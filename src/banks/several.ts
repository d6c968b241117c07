import type { BankQuestion, BankWord } from '../reading/bank-question.ts';
import { wellKnownCodes } from './aliases.ts';
import { isClosed, kindsOf, spell } from './fold-name.ts';
import type { BankIndex, BankMatches } from './search.ts';
import { core, isDistinct, isOfName, isVerb, type Segment, segmentsOf, textOf } from './segments.ts';

/** What was found for one of the names or codes of a text. */
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

/** With fewer letters too much begins so. */
const begunMin = 3;

/** Answers a text that may hold several banks, and much beside them, by the README's rules ("Questions and lists"). */
export function banksIn(question: BankQuestion, index: BankIndex): BankAnswers {
  const { text, parts } = question;
  const typed: BankAnswer = { said: text, ...index(text) };
  const answerTo = (said: string) => (said === text ? typed : { said, ...index(said) });
  const isBareWord = parts[0]?.[0]?.text === text;
  if (isBareWord || (typed.hits.length > 0 && isMeantAsTyped(question, typed, index)))
    return { answers: [typed], leftOut: [] };

  const segments = withoutVerbs(parts.flatMap((words) => segmentsIn(words, question, index)));
  const sought = soughtOf(segments, question, index);
  const wider = new Map(sought.map((segment) => [segment, widerName(segment, index)]));
  const answers = onceEach(sought.map((segment) => wider.get(segment) ?? answerTo(segment.text)));
  const near = answers.flatMap(({ hits: [first] }) => (first ? [first.bank] : []));
  const isSaid = near.length === 0 || isCertain(segments, sought, question, index);
  if (answers.length > 0 && isSaid) {
    const held = new Set(sought);
    const left = segments.filter((segment) => !held.has(segment));
    return { answers, leftOut: [...left.map((segment) => segment.text), ...question.unsought] };
  }
  const suggestions = near.length > 0 ? near : typed.suggestions;
  return { answers: [{ said: text, hits: [], suggestions, isCertain: false }], leftOut: [] };
}

/** The names, and what else is worth a search: all that there is, or an item of a list. */
function soughtOf(segments: readonly Segment[], question: BankQuestion, index: BankIndex): Segment[] {
  const names = segments.filter(({ isName }) => isName);
  const meant = new Set(ownNames(names, question, index));
  return segments.filter((segment) => {
    if (segment.isName) return meant.has(segment);
    if (segment.text.length < begunMin) return false;
    if (segments.length === 1 || question.others.length > 0) return segments.length === 1;
    if (question.isList) return segment.isItem || index(segment.text).hits.length > 0;
    return segment.isItem && segment.text.length > begunMin && index(segment.text).hits.length > 0;
  });
}

/** Found in its own words; or it has no other words than names have, so that nothing is to be taken from it. */
function isMeantAsTyped({ parts, text }: BankQuestion, { hits: [first] }: BankMatches, index: BankIndex): boolean {
  const words = parts.flat();
  if (words.length === 1) return true;
  if (parts.length > 1 && parts.every((part) => index.called(textOf(part)) !== undefined)) return false;
  if (words.every(isOfName)) return true;
  if (core(words).length > 0) return first?.why?.kind !== 'spelling';
  // `the bank code` is a question without a name, and some name may begin so all the same.
  const called = index.called(text);
  if (words.some(({ sort }) => sort === 'asking')) return called === 'exactly';
  // Swapped words tell a name as well, where each of them has to be one of its words: `only above`.
  return called !== undefined || (words.every(({ sort }) => sort === 'around') && isDistinct(words));
}

function withoutVerbs(segments: Segment[]): Segment[] {
  if (!segments.some(({ isName }) => isName)) return segments;
  return segments.filter(({ isName, text }) => isName || !text.split(' ').every(isVerb));
}

/** A part that is found as a whole, its fillers gone, is not taken apart: `first harb` asks for no First Bank. */
function segmentsIn(words: readonly BankWord[], { isList, others }: BankQuestion, index: BankIndex): Segment[] {
  const segments = segmentsOf(words, index);
  const isOther = isGlued(segments, index) || segments.some(({ strangers }) => strangers.length > 0);
  if (isOther && isList && others.length === 0 && words.every(isOfName))
    return [{ text: textOf(words), isName: false, isItem: true, strangers: [] }];
  const isBroken = segments.length > 1 && segments.some(({ isName }) => !isName);
  const text = textOf(core(words));
  const [first] = isBroken ? index(text).hits : [];
  return first && first.why?.kind !== 'spelling' ? [{ text, isName: true, isItem: true, strangers: [] }] : segments;
}

/** A name beside its own code is one question. */
function onceEach(answers: readonly BankAnswer[]): BankAnswer[] {
  const seen = new Set<string>();
  return answers.filter(({ said, hits: [first] }) => {
    const key = first?.bank.institutionCode ?? said;
    return !seen.has(key) && seen.add(key);
  });
}

/** `pls zenit`: with more words around it, a begun name may be a word of a sentence. */
const fewWords = 3;

/**
 * Whether what was found may be shown as the answer to the whole text, by the first of these that holds:
 *
 * | in the text | |
 * |---|---|
 * | nothing but what was searched for, in few words or as a list | certain |
 * | codes of the list | certain |
 * | an account number or the like | certain, unless every name may be a person's |
 * | a word beside the name that is no filler: `zenith bank lagos`, `first atlantic` | not certain |
 * | something that says that banks are meant: "code", "transfer" | certain |
 * | names alone, of banks that everybody knows | certain |
 */
function isCertain(
  segments: readonly Segment[],
  sought: readonly Segment[],
  { parts, others, isAboutBanks }: BankQuestion,
  index: BankIndex,
): boolean {
  const isApart = parts.length > 1 || !isGlued(segments, index);
  const isWhole = isApart && sought.length === segments.length;
  const words = parts.flat();
  if (isWhole && (words.length <= fewWords || segments.every(({ isName, isItem }) => isName || isItem))) return true;
  if (sought.every(({ text }) => /^\d{6}$/.test(text))) return true;
  if (others.length > 0) return !sought.every((segment) => mayBePerson(segment, index));
  if (!isApart) return false;
  const isBare = parts.length === 1 && words.every(isOfName);
  if (!isWhole && (isBare || sought.some(({ strangers }) => strangers.length > 0))) return false;
  return isAboutBanks || sought.every(({ isName, text }) => isName && isWellKnown(text, index));
}

/**
 * Without the names that are a person's rather, where there are others: in the details of a payment those among unknown
 * words, or more than accounts, and everywhere those that people do not call a bank by.
 */
function ownNames(names: readonly Segment[], { others }: BankQuestion, index: BankIndex): readonly Segment[] {
  const fewest = Math.min(...names.map(({ strangers }) => strangers.length));
  const least = others.length > 0 ? names.filter(({ strangers }) => strangers.length === fewest) : names;
  const isMany = others.length > 0 && names.length > others.length;
  const banks = least.filter((name) => !mayBePerson(name, index, isMany));
  return banks.length > 0 ? banks : least;
}

/** In the details of a payment: `0123456789, Ada Obi` says nothing of ADA MFB. */
function mayBePerson({ text, strangers }: Segment, index: BankIndex, isOneOfMany = false): boolean {
  return (isOneOfMany || strangers.length > 0) && kindsOf(spell(text)).length === 0 && !isWellKnown(text, index);
}

function isWellKnown(name: string, index: BankIndex): boolean {
  const [first] = index(name).hits;
  return first !== undefined && wellKnownCodes.has(first.bank.institutionCode);
}

/** Names that nothing parts may be one other name: STANDARD MFB and TRUST MFB are not "standard trust bank". */
function isGlued(segments: readonly Segment[], index: BankIndex): boolean {
  const isComplete = (text: string) => /^\d+$/.test(text) || isClosed(spell(text)) || isWellKnown(text, index);
  return segments.some(({ isBehind }, at) => isBehind && !isComplete(segments[at - 1]?.text ?? ''));
}

/**
 * A filler beside what is searched for may be a word of the name: `money point` means MONIEPOINT rather than POINTONE.
 *
 * @returns a question for both, when the name with the filler leads to another bank than the one without
 */
function widerName({ text, wider = [] }: Segment, index: BankIndex): BankAnswer | undefined {
  const [found] = wider.length > 0 ? index(text).hits : [];
  if (!found) return undefined;
  for (const said of wider) {
    const [named] = index(said).hits;
    if (named && named.bank.institutionCode !== found.bank.institutionCode)
      return { said, hits: [], suggestions: [named.bank, found.bank], isCertain: false };
  }
  return undefined;
}
