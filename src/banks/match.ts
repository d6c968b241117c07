import { isClearSlip, isSlipOf, looseSlipRule, type SlipRule, slipRule, slipsBetween } from './edit-distance.ts';
import { type FoldedName, isClosed, isMisspeltKind, isOtherKind, kindsOf, spellWords } from './fold-name.ts';
import type { Form, FormIndex } from './name-index.ts';

/** A form that matches: the lower its rank, and then its order, the better. */
interface Match {
  form: Form;
  rank: Rank;
  order: number;
  /** Whether the query says all that tells the name apart; else another bank may be meant. */
  isSaid: boolean;
}

/** The best matching form of every bank, best first. */
export function answersTo(query: FoldedName, index: FormIndex): Match[] {
  if (query.full === '') return [];
  const best = collect(query);
  for (const form of index.candidates(query)) best.add(form, rankOf(query, form));
  // A name typed in full is not a slip, but a beginning may be one: "cedr" begins CEDRUS or misspells CEDAR.
  if (best.rank() > ranks.otherName) addMisspelt(query, index, best);
  const answers = best.sorted();
  if (answers[0] && isSaidInFull(query, answers[0])) return answers.filter(({ rank }) => rank <= ranks.otherName);
  if (answers.length > 0) return answers;
  const told = query.words.filter((word) => !isMisspeltKind(word));
  return told.length < query.words.length ? answersTo(spellWords(told), index) : [];
}

/** How a bank is called. */
export type Called = 'exactly' | 'otherwise';

/** Whether some bank has the query for its name, for an alias or for initials, in this order and without a slip. */
export function calledSo(query: FoldedName, index: FormIndex): Called | undefined {
  let called: Called | undefined;
  for (const form of query.full === '' ? [] : index.called(query)) {
    const rank = rankOf(query, form);
    if (rank === ranks.exact) return 'exactly';
    if (rank !== undefined && rank <= ranks.otherName) called = 'otherwise';
  }
  return called;
}

/**
 * "zenith bank" means ZENITH BANK, not ZENITH MOBILE; "zenith" may mean both, and "heritage bank" more than HERITAGE.
 */
function isSaidInFull(query: FoldedName, { form, rank }: Match): boolean {
  return rank <= ranks.whole && isClosed(query) && kindsOf(query).every((kind) => form.name.words.includes(kind));
}

/** Names that are too far away for an answer but near enough for a suggestion. */
export function nearestTo(query: FoldedName, index: FormIndex): Match[] {
  if (query.full === '') return [];
  const best = collect(query);
  const rule = looseSlipRule(query.short.length);
  const near = [
    ...index.near(query.core, Math.min(rule.slips, 1), rule.fixedStart),
    ...index.near(query.core, rule.slips, true),
  ];
  for (const { form, length } of near)
    if (misspeltRankOf(query.core, form, length, rule) === ranks.misspeltWhole) best.add(form, ranks.misspeltWhole);
  return best.sorted();
}

function addMisspelt(query: FoldedName, index: FormIndex, best: ReturnType<typeof collect>): void {
  const hasNone = best.size() === 0;
  const maySlip = slipRule(query.short.length, query.short.length).slips > 0;
  for (const core of maySlip ? new Set([query.core, query.short]) : []) {
    addNear(core, 1, core.length < 5);
    if (best.size() === 0 && core.length >= 10) addNear(core, 2, true);
  }
  if (best.size() > 0) return;
  for (const form of index.withSomeWord(query))
    if (matchWords(query, form.name, true) === 'slips') best.add(form, ranks.misspeltWords);

  function addNear(core: string, slips: number, fixedStart: boolean): void {
    for (const { form, length } of index.near(core, slips, fixedStart)) {
      if (!hasNone && length < form.name.core.length) continue; // beside beginnings, only a whole misspelt name counts
      // "nubank" counts as short as "nu": the glued kind does not make it say more.
      best.add(form, misspeltRankOf(core, form, length, slipRule(query.short.length, length)));
    }
  }
}

/** An alias ranks a bank higher than its own name may, which still is the reason to give. */
function betterOf(held: Match, match: Match): Match {
  const isHeld = held.rank < match.rank || (held.rank === match.rank && held.order <= match.order);
  const [better, other] = isHeld ? [held, match] : [match, held];
  const form = better.rank === ranks.called && other.rank === ranks.whole ? other.form : better.form;
  return { ...better, form, isSaid: match.isSaid };
}

function collect(query: FoldedName) {
  const byBank = new Map<number, Match>();
  let bestRank = Number.POSITIVE_INFINITY;
  return {
    add(form: Form, rank: Rank | undefined): void {
      if (rank === undefined) return;
      const held = byBank.get(form.bank);
      const match = { form, rank, order: orderOf(query, form), isSaid: held?.isSaid || saysAll(query, form, rank) };
      byBank.set(form.bank, held ? betterOf(held, match) : match);
      if (rank < bestRank) bestRank = rank;
    },
    rank: () => bestRank,
    size: () => byBank.size,
    sorted: () =>
      [...byBank.values()].sort((a, b) => a.rank - b.rank || a.order - b.order || a.form.bank - b.form.bank),
  };
}

/** How a name matches a query, best first. */
const ranks = {
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

type Rank = (typeof ranks)[keyof typeof ranks];

/** From this rank on, the name holds the query only with slips. */
export const isMisspelt = (rank: number) => rank >= ranks.misspeltWhole;

/**
 * A kind after a word ends the word: "nu bank" does not begin NUMO. A query of this many letters may be a beginning all
 * the same: "stanb bank".
 */
const longEnough = 5;

/** Ranks a name against the query as typed, without slips; `undefined` when it does not match. */
function rankOf(query: FoldedName, { name, why }: Form): Rank | undefined {
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
function misspeltRankOf(typed: string, { name, why }: Form, length: number, rule: SlipRule): Rank | undefined {
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
function saysAll(query: FoldedName, { name, why }: Form, rank: Rank): boolean {
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
function matchWords(
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
function orderOf(query: FoldedName, { name, why }: Form): number {
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
