import type { BankQuestion } from '../reading/bank-question.ts';
import { wellKnownCodes } from './aliases.ts';
import { isClosed, kindsOf, spell } from './fold-name.ts';
import type { BankName } from './forms.ts';
import { isWordAsWell } from './other-institutions.ts';
import type { BankIndex } from './search.ts';
import { isOfName, type Segment } from './segments.ts';

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
 * | names alone that are no words as well, as `gtb` is none and `unity` is one | certain |
 */
export function isCertain<B extends BankName>(
  segments: readonly Segment[],
  sought: readonly Segment[],
  { parts, others, isAboutBanks }: BankQuestion,
  index: BankIndex<B>,
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
  return isAboutBanks || sought.every((segment) => isUnmistakable(segment, index));
}

/**
 * Without the names that are a person's rather, where there are others: in the details of a payment those among unknown
 * words, or more than accounts, and everywhere those that people do not call a bank by.
 */
export function ownNames<B extends BankName>(
  names: readonly Segment[],
  { others }: BankQuestion,
  index: BankIndex<B>,
): readonly Segment[] {
  const fewest = Math.min(...names.map(({ strangers }) => strangers.length));
  const least = others.length > 0 ? names.filter(({ strangers }) => strangers.length === fewest) : names;
  const isMany = others.length > 0 && names.length > others.length;
  const banks = least.filter((name) => !mayBePerson(name, index, isMany));
  return banks.length > 0 ? banks : least;
}

/** In the details of a payment: `0123456789, Ada Obi` says nothing of ADA MFB. */
function mayBePerson<B extends BankName>(
  { text, strangers }: Segment,
  index: BankIndex<B>,
  isAlone = strangers.length > 0,
): boolean {
  return (isAlone || strangers.length > 0) && kindsOf(spell(text)).length === 0 && !isWellKnown(text, index);
}

function isUnmistakable<B extends BankName>({ isName, text }: Segment, index: BankIndex<B>): boolean {
  return isName && !isWordAsWell(text) && isWellKnown(text, index);
}

function isWellKnown<B extends BankName>(name: string, index: BankIndex<B>): boolean {
  const [first] = index(name).hits;
  return first !== undefined && wellKnownCodes.has(first.bank.institutionCode);
}

/** Names that nothing parts may be one other name: STANDARD MFB and TRUST MFB are not "standard trust bank". */
export function isGlued<B extends BankName>(segments: readonly Segment[], index: BankIndex<B>): boolean {
  const isComplete = (text: string) => /^\d+$/.test(text) || isClosed(spell(text)) || isWellKnown(text, index);
  return segments.some(({ isBehind }, at) => isBehind && !isComplete(segments[at - 1]?.text ?? ''));
}
