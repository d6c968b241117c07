import { isSlipOf, type SlipRule, slipRule, slipsBetween } from './edit-distance.ts';
import { type FoldedName, isClosed } from './fold-name.ts';
import type { Form } from './forms.ts';

/** How a name matches a query, best first. */
export const ranks = {
  exact: 0,
  /** All telling words, in any order; the kind may differ: "aspire ltd". */
  whole: 1,
  /** An exact or whole match of an alias or initials. */
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

/** From this rank on, the name holds the query only with slips. */
export const isMisspelt = (rank: number) => rank >= ranks.misspeltWhole;

/**
 * A kind after a word ends the word: "nu bank" does not begin NUMO. A query of this many letters may be a beginning all
 * the same: "stanb bank".
 */
export const longEnough = 5;

/** Ranks a name against the query as typed, without slips; `undefined` when it does not match. */
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
  if (why) return undefined; // one word of an alias is not enough: "habib bank" is not the former Platinum Habib
  if (matched === 'beginnings') return isOpen || query.telling.length > 1 ? ranks.wordBeginnings : undefined;
  return matched && ranks.words;
}

/** Ranks a name whose first `length` letters were found near the query; `undefined` when they are not near enough. */
export function misspeltRankOf(typed: string, { name, why }: Form, length: number, rule: SlipRule): Rank | undefined {
  const near = name.core.slice(0, length);
  if (why?.kind === 'initials' || !isSlipOf(typed, near, rule)) return undefined;
  if (length === name.core.length) return ranks.misspeltWhole;
  if (endsWord(name.telling, length)) return typed.length < longEnough ? undefined : ranks.misspeltBeginning;
  // A match that ends inside a word needs more: the bank's own name, both end letters, and only one slip.
  const isEnough = !why && typed.length > longEnough + 1 && typed[0] === near[0] && typed.at(-1) === near.at(-1);
  return isEnough && slipsBetween(typed, near, 1) === 1 ? ranks.misspeltBeginning : undefined;
}

/**
 * Matches every telling word of the query to a word of the name, in any order: `all` when none of the name's is left,
 * `some` when one is, `beginnings` when a word is only begun, `slips` when one is misspelt.
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
 * Orders names of equal rank: most words as typed, own names before aliases, the fewest untyped letters; else as in the
 * list. A kind or filler counts as one letter: "zenit" finds ZENITH BANK PLC before ZENITHMOBILE.
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
