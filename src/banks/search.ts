import type { Bank } from '../transfer-service/client.ts';
import { type KnownBank, knownBanks } from './aliases.ts';
import {
  type FoldedName,
  hasTellingWord,
  isClearSlip,
  isClosed,
  isMisspeltKind,
  isNear,
  isOtherKind,
  kindsOf,
  lacksFew,
  lettersOf,
  slipsBetween,
  spell,
} from './spelling.ts';

export interface BankHit {
  bank: Bank;
  /** The other name or code that it was found by. */
  alias?: string | undefined;
  /** Whether its name is only near to what was typed. */
  isSlip: boolean;
}

export interface BankMatches {
  /** All banks that match, best first; where none does, up to `nearMax` with a name that is near. */
  hits: readonly BankHit[];
  /** Whether the query names the first hit in full; else another bank may be meant, and the hits are a question. */
  isCertain: boolean;
  /** The entry of this name or code that no transfer can use, since its code is not six digits. */
  withoutCode?: Bank;
}

export type BankSearch = ReturnType<typeof createBankSearch>;

/** Near names of one question; with more they are rows of a list. */
export const nearMax = 3;
/** Longer than any name. */
const queryMax = 100;

/** The search in one list: a plain scan, as the README describes ("The search"). */
export function createBankSearch(list: readonly Bank[], table = knownBanks) {
  const all = list.filter(isUsable).map((bank) => ({ bank, isSlip: false }));
  const forms = formsOf(list, table);
  const known = new Set(forms.flatMap(({ name }) => name.keys));
  const listed = new Set(list.map(({ institutionName }) => spell(institutionName).full));

  return Object.assign(search, { called });

  function search(query: string): BankMatches {
    if (query.length > queryMax) return { hits: [], isCertain: false };
    const bare = query.replace(/[\s-]/g, ''); // `000-015`, `000 015`
    return /^\d+$/.test(bare) ? byDigits(bare) : byName(spell(query));
  }

  /** Whether some bank has this name, in its own words or in others, or this code. */
  function called(query: string): 'exactly' | 'otherwise' | undefined {
    if (/^\d/.test(query)) return search(query).isCertain ? 'exactly' : undefined;
    const { full, keys } = spell(query);
    if (listed.has(full)) return 'exactly';
    return keys.some((key) => known.has(key)) ? 'otherwise' : undefined;
  }

  function byDigits(digits: string): BankMatches {
    const hits = all.filter(({ bank }) => bank.institutionCode.startsWith(digits));
    if (digits.length === 6) return { hits, isCertain: hits.length > 0 };
    // A sort code of nine digits begins with the three of its bank.
    if (digits.length === 9) return { ...byName(spell(digits.slice(0, 3))), isCertain: false };
    const named = byName(spell(digits));
    return named.isCertain || hits.length === 0 ? named : { hits, isCertain: false };
  }

  function byName(query: FoldedName): BankMatches {
    const matches = matchesOf(query, forms);
    const words = matches.length > 0 ? query.words : query.words.filter((word) => !isMisspeltKind(word));
    if (words.length < query.words.length) return byName(spell(words.join(' ')));
    const fullMatches = matches.filter((match) => saysAll(query, match)).map(({ form }) => form.bank);
    const usable = matches.filter(({ form }) => isUsable(form.bank));
    const hits = usable.map(({ form: { bank, alias }, rank }) => {
      const isSlip = rank > ranks.words;
      return { bank, alias: isSlip ? undefined : alias, isSlip };
    });
    const isCertain = hits[0] !== undefined && fullMatches.includes(hits[0].bank);
    const withoutCode = isCertain ? undefined : fullMatches.find((bank) => !isUsable(bank));
    return withoutCode ? { hits: [], isCertain: false, withoutCode } : { hits, isCertain };
  }
}

const isUsable = ({ institutionCode }: Bank) => /^\d{6}$/.test(institutionCode);

/** One name of a bank: its own, or an alias. The search compares forms and returns banks. */
interface Form {
  bank: Bank;
  name: FoldedName;
  /** Absent for the bank's own name. */
  alias?: string;
  /** Whether the table of aliases has the bank: a slip of its name hardly means another bank. */
  isKnown: boolean;
  /** Whether this is an alias with its kind, as former names are: "Diamond Bank". */
  isFormer?: boolean;
}

/** All names of the banks in a list. */
function formsOf(list: readonly Bank[], table: readonly KnownBank[]): Form[] {
  return list.flatMap((bank): Form[] => {
    const { institutionCode: code, institutionName } = bank;
    const name = spell(institutionName);
    // Entries without a six-digit code may stand under the three digits.
    const [, ...names] = table.find(([known, , ...aliases]) => known === code || aliases.includes(code)) ?? [];
    const aliases = names.map((alias) => ({ alias, name: spell(alias) }));
    // Codes are sometimes reassigned: if the listed name shares nothing with the known ones, it is another institution.
    const isKnown = aliases.some((alias) => isAkin(name, alias.name));
    const forms = aliases.flatMap(({ alias, name: other }): Form[] => {
      const isFormer = alias !== names[0] && kindsOf(other).length > 0;
      return isKnown && other.full !== name.full ? [{ bank, name: other, alias, isKnown, isFormer }] : [];
    });
    return [{ bank, name, isKnown }, ...forms];
  });
}

function isAkin(a: FoldedName, b: FoldedName): boolean {
  return a.core.startsWith(b.core) || b.core.startsWith(a.core) || a.telling.some((word) => b.telling.includes(word));
}

/** How a name matches a query, best first. */
const ranks = {
  /** In full but for "PLC" or "of"; also an alias: `fcmb` is FIRST CITY MONUMENT BANK before it is FCMB MFB. */
  called: 0,
  /** All telling words, in any order; the kind may differ: `aspire ltd`. */
  whole: 1,
  begins: 2,
  /** Every telling word of the query begins a word of the name, in any order. */
  words: 3,
  /** The whole name with one slip, or with two. */
  slip: 4,
  slips: 5,
  /** Words of the name, with slips. */
  near: 6,
} as const;

/** A form that matches: the lower its rank, and then the fewer letters are unsaid, the better. */
interface Match {
  form: Form;
  rank: number;
  unsaid: number;
}

/** Scans all forms: the banks that match, best first; else those that are near. */
function matchesOf(query: FoldedName, forms: readonly Form[]): Match[] {
  if (query.full === '') return [];
  const typed = bestOf(query, forms, typedRank, 0);
  const [best] = typed;
  // "zenith bank" is ZENITH BANK alone, not ZENITH MOBILE; "zenith" may mean both.
  const isWhole = best !== undefined && best.rank <= ranks.whole && isClosed(query);
  if (isWhole || !hasTellingWord(query)) return typed.filter(({ rank }) => rank <= ranks.whole);
  if (best) return typed;
  const whole = bestOf(query, forms, wholeRank, 2);
  const mayBeWords = whole.length === 0 && query.telling.every(({ length }) => length >= 5);
  const near = mayBeWords ? bestOf(query, forms, wordsRank, 2 * query.telling.length) : whole;
  return near.filter(({ rank }) => rank === near[0]?.rank).slice(0, nearMax);
}

/**
 * The best form of each code, best first.
 * @param slipsMax names that lack more letters of the query are not compared
 */
function bestOf(query: FoldedName, forms: readonly Form[], rankOf: typeof typedRank, slipsMax: number): Match[] {
  const matches: Match[] = [];
  const sought = lettersOf(query.keys.at(-1) ?? '');
  for (const form of forms) {
    if (!lacksFew(form.name.letters, sought, slipsMax)) continue;
    const rank = rankOf(query, form);
    if (rank !== undefined) matches.push({ form, rank, unsaid: unsaidOf(query, form) });
  }
  matches.sort((a, b) => a.rank - b.rank || a.unsaid - b.unsaid);
  const seen = new Set<string>();
  return matches.filter(({ form: { bank } }) => !seen.has(bank.institutionCode) && seen.add(bank.institutionCode));
}

/** Ranks a name against the query as typed, without slips. */
function typedRank({ full, plain, keys, telling, words }: FoldedName, { name }: Form): number | undefined {
  if (plain === name.plain) return ranks.called;
  const areAll =
    name.telling.every((word) => words.includes(word)) && telling.every((word) => name.words.includes(word));
  if (areAll || keys.some((key) => name.keys.includes(key))) return ranks.whole;
  if (name.full.startsWith(full)) return ranks.begins;
  const areBegun = telling.every((word) => name.words.some((other) => other.startsWith(word)));
  return areBegun ? ranks.words : undefined;
}

/** Ranks a whole name that the query has with slips. */
function wholeRank({ core }: FoldedName, { name }: Form): number | undefined {
  if (!isNear(core, name.core)) return undefined;
  return slipsBetween(core, name.core) === 1 ? ranks.slip : ranks.slips;
}

/** Ranks words of a name, in any order, that the query has with slips. */
function wordsRank({ telling }: FoldedName, { name }: Form): number | undefined {
  const areNear = telling.every((word) => name.telling.some((other) => isNear(word, other)));
  return areNear ? ranks.near : undefined;
}

/**
 * Whether the query says every word that tells the name apart, each as it is or with one clear slip, and no other kind:
 * "heritage" leaves a word of FIRST HERITAGE unsaid, so that another bank may be meant.
 */
function saysAll(query: FoldedName, { form: { name, isKnown, isFormer }, rank }: Match): boolean {
  if (isOtherKind(query, name)) return false;
  if (rank === ranks.called || isFormer) return rank === ranks.called;
  if (rank <= ranks.whole) return true;
  const isOfKind = kindsOf(query).every((kind) => kind === 'bank' || name.words.includes(kind));
  return isKnown && isOfKind && isClearSlip(query.core, name.core);
}

/**
 * Letters of a name that the query does not say. A kind or filler counts as one: "zenit" finds ZENITH BANK PLC before
 * ZENITHMOBILE. An alias counts as more than any own name.
 */
function unsaidOf(query: FoldedName, { name, alias }: Form): number {
  const unsaid = name.words.filter((word) => !query.words.includes(word));
  const lengths = unsaid.map((word) => (name.telling.includes(word) ? word.length : 1));
  return lengths.reduce((sum, length) => sum + length, alias === undefined ? 0 : 500);
}
