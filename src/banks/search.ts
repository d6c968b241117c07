import { countSlips, groupBy } from '../text.ts';
import type { Bank } from '../transfer-service/client.ts';
import { type KnownBank, knownBanks } from './aliases.ts';
import {
  endsWithKind,
  type FoldedName,
  findKinds,
  isClearSlip,
  isMisspeltKind,
  isMoreThanBank,
  isNear,
  isOtherKind,
  spell,
} from './spelling.ts';

export interface BankHit {
  bank: Bank;
  /**
   * The alias that the query matched; `undefined` if the query matched the bank's own name, or only
   * with a typo.
   */
  alias?: string | undefined;
  /** Whether the alias is a name from before the bank was renamed or merged. */
  isFormer?: boolean | undefined;
  /** Whether the bank's name only resembles what was typed. */
  isSlip: boolean;
}

export interface BankMatches {
  /**
   * All banks that match, best first; if no bank does, up to `suggestionsMax` banks with a similar
   * name.
   */
  hits: readonly BankHit[];
  /**
   * Whether the query names the first hit in full; if not, another bank may be meant, and the hits
   * are suggestions.
   */
  isCertain: boolean;
  /**
   * The bank that the query names, if no transfer can be sent to it because its code in the list is
   * not six digits.
   */
  withInvalidCode?: Bank;
}

export type BankSearch = ReturnType<typeof createBankSearch>;

/** The most names to suggest in one sentence; more hits become the rows of a list. */
export const suggestionsMax = 3;
/** The longest query to search for, in characters; every bank's name is shorter. */
const queryMax = 100;
/**
 * Creates the search of one bank list, which compares a query with every name (README, "The
 * search").
 */
export function createBankSearch(list: readonly Bank[], table = knownBanks) {
  const all = list.filter(isUsable).map((bank) => ({ bank, isSlip: false }));
  const byCode = groupBy(all, ({ bank }) => [bank.institutionCode]);
  const forms = formsOf(list, table);
  const byLetters = groupBy(forms, ({ name }) => [
    ...startLengths.flatMap((length) => startsOf([...name.words, ...name.keys], length)),
    ...endsOf([name.core, ...name.telling]),
  ]);
  const known = new Set(forms.flatMap(({ name }) => name.keys));
  const own = list.map(({ institutionName }) => spell(institutionName));
  const listed = new Set(own.map(({ full }) => full));
  const plain = new Set(own.map((name) => name.plain));
  /** Short and other names of banks of the table that the list has not. */
  const unlisted = new Set(
    table
      .filter(([code = '']) => !byCode.has(code))
      .map(([, ...names]) => names.map((name) => spell(withoutWas(name))))
      .filter((names) => !names.some((name) => plain.has(name.plain)))
      .flatMap((names) => names.map(({ core }) => core)),
  );
  /** Whether the query may mean a bank that is not listed: `fcmb` beside FCMB MFB alone. */
  const isOfUnlisted = ({ core }: FoldedName, { rank, form }: Match) =>
    rank > fullRank && form.alias === undefined && unlisted.has(core);

  return Object.assign(search, { recognise, nameOf });

  function search(query: string): BankMatches {
    if (query.length > queryMax) return { hits: [], isCertain: false };
    const bare = query.replace(/[\s-]/g, ''); // `000-015`, `000 015`
    return /^\d+$/.test(bare) ? byDigits(bare) : byName(spell(query));
  }

  /**
   * Whether a bank has this code, or this name: `exactly` as listed, or `otherwise` (an alias,
   * another spelling).
   */
  function recognise(query: string): 'exactly' | 'otherwise' | undefined {
    if (/^\d/.test(query)) return search(query).isCertain ? 'exactly' : undefined;
    const { full, keys } = spell(query);
    if (listed.has(full)) return 'exactly';
    return keys.some((key) => known.has(key)) ? 'otherwise' : undefined;
  }

  /** The name that the list has first for a six-digit code. */
  function nameOf(code: string): string | undefined {
    return byCode.get(code)?.[0]?.bank.institutionName;
  }

  function byDigits(digits: string): BankMatches {
    const whole = byCode.get(digits.padStart(6, '0')) ?? [];
    if (digits.length === 6) return { hits: whole, isCertain: whole.length > 0 };
    // A nine-digit sort code begins with its bank's three-digit code.
    if (digits.length === 9) return { ...byName(spell(digits.slice(0, 3))), isCertain: false };

    const named = byName(spell(digits));
    if (named.isCertain) return named;

    const older = byName(spell(digits.padStart(3, '0')));
    const begun = all.filter(({ bank }) => bank.institutionCode.startsWith(digits));
    const hits = [...whole, ...(older.isCertain ? older.hits : []), ...begun];
    return hits.length === 0 ? named : { hits, isCertain: false };
  }

  function byName(query: FoldedName): BankMatches {
    const matches = matchesOf(query, byLetters);
    // `zenith bnak` finds what `zenith` does.
    if (matches.length === 0 && query.words.some(isMisspeltKind))
      return byName(spell(query.words.filter((word) => !isMisspeltKind(word)).join(' ')));

    const fullMatches = matches
      .filter((match) => namesBankInFull(query, match) && !isOfUnlisted(query, match))
      .map(({ form }) => form.bank);
    const usable = matches.filter(({ form }) => isUsable(form.bank));
    const [best, another] = usable;
    const isCertain = best !== undefined && fullMatches.includes(best.form.bank);

    const withInvalidCode = isCertain ? undefined : fullMatches.find((bank) => !isUsable(bank));
    if (withInvalidCode) return { hits: [], isCertain: false, withInvalidCode };

    const hits = usable.map(({ form: { bank, alias, isFormer }, rank }): BankHit => {
      const isSlip = rank > wordsRank;
      return isSlip ? { bank, isSlip } : { bank, alias, isFormer, isSlip };
    });

    // A slip of a word alone finds what the right word does: `zennith`.
    if (isCertain && !another && hits[0]?.isSlip && !endsWithKind(query)) {
      const { bank, name } = best.form;
      hits.push(...byName(spell(name.telling.join(' '))).hits.filter((hit) => hit.bank !== bank));
    }

    return { hits, isCertain };
  }
}

const isUsable = ({ institutionCode }: Bank) => /^\d{6}$/.test(institutionCode);

/**
 * One name of a bank: its name in the list or an alias. The search compares the query with forms
 * and returns banks.
 */
interface Form {
  bank: Bank;
  name: FoldedName;
  /** Absent for the bank's own name. */
  alias?: string;
  /**
   * Whether the table of aliases has the bank, so that its name with a typo in it hardly means
   * another bank.
   */
  isKnown: boolean;
  /** Whether the form is a name from before the bank was renamed or merged. */
  isFormer?: boolean;
  /** The place in the list, which decides between equal matches. */
  at: number;
}

/** How many first letters names are grouped by. */
const longStart = 3;
const startLengths = [1, 2, longStart];

/** Returns the first letters of each word, once. */
function startsOf(words: readonly string[], length: number): string[] {
  return [...new Set(words.map((word) => word.slice(0, length)))];
}

/** Returns the first and the last letter of each word, once: words that share neither are not near. */
function endsOf(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => [`${word[0]}…`, `…${word.at(-1)}`]))];
}

/** Builds the forms of all banks in a list: their own names and aliases. */
function formsOf(list: readonly Bank[], table: readonly KnownBank[]): Form[] {
  return list.flatMap((bank, at): Form[] => {
    const { institutionCode: code, institutionName } = bank;
    const name = spell(institutionName);
    // A bank without a six-digit code may be listed under its three-digit code.
    const known = table.find(([of, , ...aliases]) => of === code || aliases.includes(code));
    const names = known?.slice(1) ?? [];
    const aliases = names.map((name) => {
      const alias = withoutWas(name);
      return { alias, name: spell(alias), isFormer: alias !== name };
    });
    // Codes are sometimes reassigned: if the listed name resembles no name in the table, another
    // bank has the code now.
    const isKnown = aliases.some((alias) => sharesWord(name, alias.name));
    const others = aliases
      .filter((each) => isKnown && each.name.full !== name.full)
      .map((each) => ({ ...each, at, bank, isKnown }));

    return [{ at, bank, name, isKnown }, ...others];
  });
}

/** A name of the table of aliases, without the word that tells that it is a former one. */
const withoutWas = (name: string) => name.replace(/^was /, '');

function sharesWord(a: FoldedName, b: FoldedName): boolean {
  return (
    a.core.startsWith(b.core) ||
    b.core.startsWith(a.core) ||
    a.telling.some((word) => b.telling.includes(word))
  );
}

// How well a name matches a query; a lower rank is better.

/**
 * The full name, but for "PLC" or "of", or an alias: `fcmb` finds FIRST CITY MONUMENT BANK before
 * FCMB MFB.
 */
const fullRank = 0;
/** All the name's telling words and no others, in any order; the kind may differ: `aspire ltd`. */
const wholeRank = 1;
const begunRank = 2;
/** Every telling word of the query begins a word of the name, in any order. */
const wordsRank = 3;
/** The whole name with one typo, or with two. */
const slipRank = 4;
const slipsRank = 5;
/** Every telling word of the query resembles a word of the name. */
const nearRank = 6;

/**
 * A form that matches. A lower `rank` is better; if equal, a lower `missing`, the letters that the
 * query lacks.
 */
interface Match {
  form: Form;
  rank: number;
  missing: number;
}

/** Returns the matches, best first; if there are none, banks with a similar name. */
function matchesOf(query: FoldedName, byLetters: ReadonlyMap<string, readonly Form[]>): Match[] {
  const { full, core, keys, telling } = query;
  if (full === '') return [];

  const sharing = (letters: string[]) => letters.map((each) => byLetters.get(each) ?? []);
  // A form that matches as typed has a word or key that begins as one of the query's keys, the last
  // of which begin as its first telling word. A form may be in several groups.
  const [first = ''] = telling;
  const begun = sharing(startsOf(keys, Math.min(first.length, longStart)));

  const typed = bestOf(query, begun, rankTyped);
  const [best] = typed;
  // "zenith bank" means only ZENITH BANK, not ZENITH MOBILE; "zenith" may mean either.
  const isWhole = best !== undefined && best.rank <= wholeRank && endsWithKind(query);
  if (isWhole || !isMoreThanBank(query)) return typed.filter(({ rank }) => rank <= wholeRank);
  if (best) return typed;

  // Nothing matches as typed: allow typos in the whole name, then in each of its long words.
  const whole = bestOf(query, sharing(endsOf([core])), rankWhole);
  const mayBeWords = whole.length === 0 && telling.every(({ length }) => length >= 5);
  const near = mayBeWords ? bestOf(query, sharing(endsOf(telling.slice(0, 1))), rankWords) : whole;

  return near.filter(({ rank }) => rank === near[0]?.rank).slice(0, suggestionsMax);
}

/** Returns the best matching form for each bank code, best first. */
function bestOf(
  query: FoldedName,
  groups: readonly (readonly Form[])[],
  rankOf: typeof rankTyped,
): Match[] {
  const matches: Match[] = [];

  for (const group of groups)
    for (const form of group) {
      const rank = rankOf(query, form);
      if (rank !== undefined)
        matches.push({ form, rank, missing: countMissingLetters(query, form) });
    }

  matches.sort((a, b) => a.rank - b.rank || a.missing - b.missing || a.form.at - b.form.at);
  const seen = new Set<string>();

  return matches.filter(
    ({ form: { bank } }) => !seen.has(bank.institutionCode) && seen.add(bank.institutionCode),
  );
}

/**
 * Ranks a name that matches the query as typed, without typos; `undefined` if the name does not
 * match.
 */
function rankTyped(
  { full, plain, keys, telling, words }: FoldedName,
  { name }: Form,
): number | undefined {
  if (plain === name.plain) return fullRank;

  const areAll =
    name.telling.every((word) => words.includes(word)) &&
    telling.every((word) => name.words.includes(word));
  if (areAll || keys.some((key) => name.keys.includes(key))) return wholeRank;
  if (name.full.startsWith(full)) return begunRank;

  const areBegun = telling.every((word) => name.words.some((other) => other.startsWith(word)));
  return areBegun ? wordsRank : undefined;
}

/**
 * Ranks a name that the whole query resembles, with one or two typos; `undefined` if it does not.
 */
function rankWhole({ core }: FoldedName, { name }: Form): number | undefined {
  if (!isNear(core, name.core)) return undefined;
  return countSlips(core, name.core) === 1 ? slipRank : slipsRank;
}

/**
 * Ranks a name if every telling word of the query resembles a word of the name, in any order; if
 * not, `undefined`.
 */
function rankWords({ telling }: FoldedName, { name }: Form): number | undefined {
  const areNear = telling.every((word) => name.telling.some((other) => isNear(word, other)));
  return areNear ? nearRank : undefined;
}

/**
 * Whether the query has every word that distinguishes the bank, exactly or with one clear typo
 * (only if the alias table has the bank), and states no other kind. "heritage" lacks a word of
 * FIRST HERITAGE, so another bank may be meant.
 */
function namesBankInFull(
  query: FoldedName,
  { form: { bank, name, isKnown, isFormer }, rank }: Match,
): boolean {
  if (isOtherKind(query, name, bank.institutionCode)) return false;
  if (rank === fullRank || isFormer) return rank === fullRank;
  if (rank <= wholeRank) return true;
  const isOfKind = findKinds(query).every((kind) => kind === 'bank' || name.words.includes(kind));
  return isKnown && isOfKind && isClearSlip(query.core, name.core);
}

/**
 * Counts the letters in those words of a name that the query lacks. A kind or filler counts as one
 * letter, so "zenit" finds ZENITH BANK PLC before ZENITHMOBILE. An alias adds 500, so that banks
 * found by their own name come first.
 */
function countMissingLetters(query: FoldedName, { name, alias }: Form): number {
  const missing = name.words.filter((word) => !query.words.includes(word));
  return missing.reduce(
    (sum, word) => sum + (name.telling.includes(word) ? word.length : 1),
    alias === undefined ? 0 : 500,
  );
}
