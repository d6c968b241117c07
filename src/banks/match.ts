import type { BankName, KnownBank } from './aliases.ts';
import {
  type FoldedName,
  hasSense,
  initialsOf,
  isClearSlip,
  isClosed,
  isMisspeltKind,
  isNear,
  isOtherKind,
  isSlipOf,
  kindsOf,
  spell,
  spellWords,
} from './spelling.ts';

/** Why a bank is a hit when its own name does not show it. */
export type MatchReason =
  | { kind: 'alias'; alias: string }
  | { kind: 'spelling' }
  | { kind: 'code' }
  /** The query is the three-digit code of another scheme. */
  | { kind: 'three-digits'; code: string };

/** One name of a bank: its own, or an alias. The search compares forms and returns banks. */
export interface Form {
  /** Index in the list. */
  bank: number;
  name: FoldedName;
  /** Absent for the bank's own name. */
  why?: MatchReason;
  /** Whether the table of aliases has the bank: a slip of its name hardly means another bank. */
  isKnown: boolean;
  /** Whether this is an alias with its kind, as former names are: "Diamond Bank". */
  isFormer?: boolean;
}

/** All names of the banks in a list. An institution listed twice under the same name counts once. */
export function formsOf(banks: readonly BankName[], known: readonly KnownBank[]): Form[] {
  // Entries without a six-digit code may stand under the three digits.
  const knownByCode = new Map(known.flatMap((entry) => [entry.code, entry.threeDigits].map((key) => [key, entry])));
  const seen = new Set<string>();
  return [...banks.entries()].flatMap(([bank, { institutionCode, institutionName }]): Form[] => {
    const name = spell(institutionName);
    const identity = `${institutionCode} ${name.full}`;
    if (seen.has(identity)) return [];
    seen.add(identity);
    const entry = knownByCode.get(institutionCode);
    const aliases = entry ? aliasesOf(bank, entry) : [];
    // Codes are sometimes reassigned: if the listed name shares nothing with the known ones, it is another institution.
    if (!aliases.some((alias) => isAkin(name, alias.name))) return [{ bank, name, isKnown: false }];
    return [{ bank, name, isKnown: true }, ...aliases.filter((alias) => alias.name.full !== name.full)];
  });
}

function aliasesOf(bank: number, { name, aliases }: KnownBank): Form[] {
  return [name, ...aliases].map((alias) => {
    const folded = spell(alias);
    const isFormer = alias !== name && kindsOf(folded).length > 0;
    return { bank, name: folded, why: { kind: 'alias', alias }, isKnown: true, isFormer };
  });
}

function isAkin(a: FoldedName, b: FoldedName): boolean {
  return a.core.startsWith(b.core) || b.core.startsWith(a.core) || a.telling.some((word) => b.telling.includes(word));
}

/** How a name matches a query, best first. */
const ranks = {
  exact: 0,
  /** An alias, or the name but for "PLC" or "of": `fcmb` is FIRST CITY MONUMENT BANK before it is FCMB MFB. */
  called: 1,
  /** All telling words, in any order; the kind may differ: `aspire ltd`. */
  whole: 2,
  /** All telling words of an alias. */
  otherName: 3,
  begins: 4,
  /** Every telling word of the query begins a word of the name, in any order. */
  words: 5,
  misspelt: 6,
  /** `krmb`: the first letters of KONTAGORA ROYAL MORTGAGE BANK, which may be those of another. */
  initials: 7,
  near: 8,
} as const;

type Rank = (typeof ranks)[keyof typeof ranks];

/** The best form of a bank: the lower its rank, and then its order, the better. */
export interface Match {
  form: Form;
  rank: Rank;
  order: number;
  /** Whether the query says all that tells the name apart; else another bank may be meant. */
  isSaid: boolean;
}

/** Scans all forms: the banks that match, best first. */
export function matchesOf(query: FoldedName, forms: readonly Form[]): Match[] {
  if (query.full === '') return [];
  const typed = bestOf(query, forms, typedRanking(query));
  const [best] = typed;
  if (best && isSaidInFull(query, best)) return typed.filter(({ rank }) => rank <= ranks.otherName);
  // A name typed in full is not a slip, but a beginning may be one: "cedr" begins CEDRUS or misspells CEDAR.
  if (best && best.rank <= ranks.otherName) return typed;
  const matched = new Set(typed.map(({ form }) => form.bank));
  const misspelt = bestOf(query, forms, misspeltRanking(query)).filter(({ form }) => !matched.has(form.bank));
  if (typed.length + misspelt.length > 0) return [...typed, ...misspelt];
  const words = query.words.filter((word) => !isMisspeltKind(word));
  return words.length < query.words.length ? matchesOf(spellWords(words), forms) : [];
}

/** Names that are too far away for an answer and near enough for a question. */
export function nearestTo(query: FoldedName, forms: readonly Form[]): Match[] {
  return hasSense(query) ? bestOf(query, forms, nearRanking(query)) : [];
}

/** Whether the bank has the query for its name or for an alias, in this order and without a slip. */
export function calledBy(query: FoldedName, form: Form): 'exactly' | 'otherwise' | undefined {
  const rank = typedRanking(query)(form);
  if (rank === ranks.exact) return 'exactly';
  return rank !== undefined && rank <= ranks.otherName ? 'otherwise' : undefined;
}

/** Whether the name holds the query only with slips. */
export const isMisspelt = ({ rank }: Match) => rank >= ranks.misspelt;

/** "zenith bank" is ZENITH BANK alone, not ZENITH MOBILE; "zenith" may mean both. */
function isSaidInFull(query: FoldedName, { form, rank }: Match): boolean {
  return rank <= ranks.whole && isClosed(query) && kindsOf(query).every((kind) => form.name.words.includes(kind));
}

type Ranking = (form: Form) => Rank | undefined;

function bestOf(query: FoldedName, forms: readonly Form[], ranking: Ranking): Match[] {
  const byBank = new Map<number, Match>();
  for (const form of forms) {
    const rank = ranking(form);
    if (rank === undefined) continue;
    const match = { form, rank, order: orderOf(query, form), isSaid: saysAll(query, form, rank) };
    const held = byBank.get(form.bank);
    if (!held || rank < held.rank || (rank === held.rank && match.order < held.order)) byBank.set(form.bank, match);
  }
  return [...byBank.values()].sort((a, b) => a.rank - b.rank || a.order - b.order);
}

/** A kind ends the word before it, "nu bank" does not begin NUMO, unless so many letters were typed: "stanb bank". */
const beginningMin = 5;

/** Ranks names against the query as typed, without slips. */
function typedRanking(query: FoldedName): Ranking {
  const { full, plain, core, short, telling, words } = query;
  const keys = new Set([full, plain, core, short]);
  const begun = telling.map((word) => ` ${word}`);
  const [firstBegun = '', starts] = [begun[0], [full[0], core[0]]];
  const isOpen = core.length >= beginningMin || !isClosed(query);
  const mayBegin = hasSense(query);
  return ({ name, why }) => {
    // A cheap test that few names pass.
    if (!starts.includes(name.full[0]) && !starts.includes(name.core[0]) && !name.spaced.includes(firstBegun)) return;
    if (full === name.full && !why) return ranks.exact;
    if (plain === name.plain) return ranks.called;
    const sharesKey = keys.has(name.full) || keys.has(name.plain) || keys.has(name.core) || core === name.short;
    const hasWords = telling.every((word) => name.words.includes(word));
    const isWhole = sharesKey || (hasWords && name.telling.every((word) => words.includes(word)));
    if (isWhole) return why ? ranks.otherName : ranks.whole;
    if (!mayBegin) return;
    if (name.full.startsWith(full) || name.plain.startsWith(plain)) return ranks.begins;
    if (name.core.startsWith(core) && (isOpen || name.words[0] === core)) return ranks.begins;
    // One word of an alias is not enough: "habib bank" is not the former Platinum Habib.
    const isBegun = isOpen && begun.every((word) => word.length > 2 && name.spaced.includes(word));
    return !why && (hasWords || isBegun) ? ranks.words : undefined;
  };
}

/** Ranks whole names that have slips. */
function misspeltRanking({ core, short }: FoldedName): Ranking {
  return ({ name }) =>
    isSlipOf(core, name.core) || (short !== core && isSlipOf(short, name.core)) ? ranks.misspelt : undefined;
}

/** Ranks initials, whole names, and words of them in any order, that are near enough for a question. */
function nearRanking({ full, core, telling }: FoldedName): Ranking {
  const isNearest = (word: string, others: readonly string[]) =>
    word.length >= beginningMin && others.some((other) => other === word || isSlipOf(word, other));
  return ({ name }) => {
    if (full.length > 2 && full[0] === name.full[0] && full === initialsOf(name)) return ranks.initials;
    return isNear(core, name.core) || telling.every((word) => isNearest(word, name.telling)) ? ranks.near : undefined;
  };
}

/**
 * Whether the query says every word that tells the name apart, each as it is or with one clear slip, and no other kind:
 * "heritage" leaves a word of FIRST HERITAGE unsaid, so that another bank may be meant.
 */
function saysAll(query: FoldedName, { name, isKnown, isFormer }: Form, rank: Rank): boolean {
  if (isOtherKind(query, name)) return false;
  if (rank <= ranks.called) return true;
  if (rank <= ranks.otherName) return !isFormer || kindsOf(name).every((kind) => query.words.includes(kind));
  const isOfKind = kindsOf(query).every((kind) => kind === 'bank' || name.words.includes(kind));
  return isKnown && !isFormer && isOfKind && [query.core, query.short].some((typed) => isClearSlip(typed, name.core));
}

/**
 * Orders names of equal rank: most words as typed, own names before aliases, the fewest untyped letters; else as in the
 * list. A kind or filler counts as one letter: "zenit" finds ZENITH BANK PLC before ZENITHMOBILE.
 */
function orderOf(query: FoldedName, { name, why }: Form): number {
  let unsaid = 0;
  let said = 0;
  for (const word of name.words) {
    if (query.words.includes(word)) said++;
    else unsaid += name.telling.includes(word) ? word.length : 1;
  }
  return (why ? 500 : 0) + Math.min(499, unsaid) - 1000 * said;
}
