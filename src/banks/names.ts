import type { KnownBank } from './aliases.ts';
import { type FoldedName, kindsOf, spell } from './fold-name.ts';

export interface BankName {
  institutionCode: string;
  institutionName: string;
}

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
