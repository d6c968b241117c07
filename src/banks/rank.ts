import { isClearSlip, isSlipOf, type SlipRule, slipRule, slipsBetween } from './edit-distance.ts';
import { type FoldedName, isClosed, isMisspeltKind, isOtherKind } from './fold-name.ts';
import type { Form } from './forms.ts';

/** How a name matches a query, best first. */
export const ranks = {
  exact: 0,
  /** An alias, or the name but for "PLC" or "of": "fcmb" is FIRST CITY MONUMENT BANK before it is FCMB MFB. */
  called: 1,
  /** All telling words, in any order; the kind may differ: "aspire ltd". */
  whole: 2,
  /** A whole match of an alias, or a match of initials. */
  otherName: 3,
  begins: 4,
  beginsInWord: 5,
  words: 6,
  wordBeginnings: 7,
  misspeltWhole: 8,
  misspeltBeginning: 9,
  misspeltWords: 10,
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
  if (query.full === name.full && !why) return ranks.exact;
  if (query.plain === name.plain) return why?.kind === 'initials' ? ranks.otherName : ranks.called;
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
 * Whether the query says every word that tells the name apart, each as it is or with one clear slip, and no other kind:
 * "heritage" leaves a word of FIRST HERITAGE unsaid, so that another bank may be meant. Initials may be anybody's.
 */
export function saysAll(query: FoldedName, { name, why }: Form, rank: Rank): boolean {
  if (why?.kind === 'initials' || isOtherKind(query, name)) return false;
  if (rank <= ranks.otherName || [query.core, query.short].some((typed) => isClearSlip(typed, name.core))) return true;
  if (rank < ranks.misspeltWhole) return false;
  const left = [...name.telling];
  const isSaid = (word: string) => take(left, (other) => other === word || isClearSlip(word, other));
  return query.telling.every((word) => isSaid(word) || isMisspeltKind(word)) && left.length === 0;
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
