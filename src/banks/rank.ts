import { isSlipOf, type SlipRule, slipRule, slipsBetween } from './edit-distance.ts';
import { type FoldedName, isClosed } from './fold-name.ts';
import type { Form } from './forms.ts';

/** How a name answers a query, best first. */
export const ranks = {
  exact: 0,
  /** All that tells, in its order or another; the kind may be another: "aspire ltd". */
  whole: 1,
  /** The same, of an alias or initials. */
  otherName: 2,
  begins: 3,
  beginsInWord: 4,
  words: 5,
  wordBeginnings: 6,
  misspeltWhole: 7,
  misspeltBeginning: 8,
  misspeltWords: 9,
} as const;

export type Rank = (typeof ranks)[keyof typeof ranks];

/** From here on, the query does not stand in the name as it was typed. */
export const isMisspelt = (rank: number) => rank >= ranks.misspeltWhole;

/**
 * Somebody who typed a kind after it has finished the word: "nu bank" is no beginning of NUMO. A longer word says
 * enough to be one all the same: "stanb bank".
 */
export const longEnough = 5;

/** What was typed, letter by letter, against one name; `undefined` when it does not answer. */
export function rankOf(query: FoldedName, { name, why }: Form): Rank | undefined {
  if (query.full === name.full) return why ? ranks.otherName : ranks.exact;
  if (shareKey(query, name)) return why ? ranks.otherName : ranks.whole;
  if (why?.kind === 'initials') return undefined;
  const matched = matchWords(query, name);
  if (matched === 'all') return why ? ranks.otherName : ranks.whole;
  const isOpen = query.core.length >= longEnough || !isClosed(query);
  if (name.core.startsWith(query.core)) {
    if (endsWord(name.telling, query.core.length)) return ranks.begins;
    if (isOpen) return ranks.beginsInWord;
  }
  if (name.full.startsWith(query.full) || name.plain.startsWith(query.plain))
    return endsWord(name.words, query.full.length) ? ranks.begins : ranks.beginsInWord;
  if (why) return undefined; // one word of an alias is no name: "habib bank" is not the former Platinum Habib
  if (matched === 'beginnings') return isOpen || query.telling.length > 1 ? ranks.wordBeginnings : undefined;
  return matched && ranks.words;
}

/** The first `length` letters of a name that were found to be near the query: are they near enough to answer? */
export function misspeltRankOf(typed: string, { name, why }: Form, length: number, rule: SlipRule): Rank | undefined {
  const near = name.core.slice(0, length);
  if (why?.kind === 'initials' || !isSlipOf(typed, near, rule)) return undefined;
  if (length === name.core.length) return ranks.misspeltWhole;
  if (endsWord(name.telling, length)) return typed.length < longEnough ? undefined : ranks.misspeltBeginning;
  // Somewhere inside a word more has to be right: the own name, both ends, and all letters but one.
  const isEnough = !why && typed.length > longEnough + 1 && typed[0] === near[0] && typed.at(-1) === near.at(-1);
  return isEnough && slipsBetween(typed, near, 1) === 1 ? ranks.misspeltBeginning : undefined;
}

/**
 * Every telling word of the query has to be a word of the name, in any order: `all` when none of the name's is
 * left, `beginnings` when one is only begun, `slips` when one is misspelt.
 */
export function matchWords(
  query: FoldedName,
  name: FoldedName,
  maySlip = false,
): 'all' | 'some' | 'beginnings' | 'slips' | undefined {
  const left = [...name.words];
  const inexact = query.telling.filter((word) => !take(left, (other) => other === word));
  if (inexact.length === 0) return name.telling.some((word) => left.includes(word)) ? 'some' : 'all';
  const unbegun = inexact.filter((word) => word.length < 2 || !take(left, (other) => other.startsWith(word)));
  if (unbegun.length === 0) return 'beginnings';
  return maySlip &&
    unbegun.every((word) => take(left, (other) => isSlipOf(word, other, slipRule(word.length, other.length))))
    ? 'slips'
    : undefined;
}

/**
 * Among equals: most words as typed, the own name before an alias, the fewest letters that were not; else the list's
 * order. A word that tells nothing weighs as one letter: "zenit" is ZENITH BANK PLC sooner than ZENITHMOBILE.
 */
export function orderOf(query: FoldedName, { name, why }: Form): number {
  let unsaid = 0;
  let said = 0;
  for (const word of name.words) {
    if (query.words.includes(word)) said++;
    else unsaid += name.telling.includes(word) ? word.length : 1;
  }
  return (why ? 500 : 0) + Math.min(499, unsaid) - 1000 * said;
}

function shareKey(query: FoldedName, name: FoldedName): boolean {
  const { full, plain, core, short } = query;
  const isKey = (key: string) => key === name.full || key === name.plain || key === name.core;
  return isKey(core) || isKey(full) || isKey(plain) || isKey(short) || core === name.short;
}

function endsWord(words: readonly string[], length: number): boolean {
  let end = 0;
  for (const word of words) {
    end += word.length;
    if (end >= length) return end === length;
  }
  return false;
}

function take(words: string[], isMeant: (word: string) => boolean): boolean {
  const at = words.findIndex(isMeant);
  if (at >= 0) words.splice(at, 1);
  return at >= 0;
}
