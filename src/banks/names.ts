import type { KnownBank } from './aliases.ts';
import { type FoldedName, spell } from './fold-name.ts';

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
    const aliases = entry ? aliasesOf(name, entry) : [];
    return [{ bank, name }, ...aliases.map((alias) => ({ ...alias, bank }))];
  });
}

function aliasesOf(listed: FoldedName, { name, aliases }: KnownBank): Omit<Form, 'bank'>[] {
  const others = [name, ...aliases].map((alias) => ({ name: spell(alias), why: { kind: 'alias', alias } as const }));
  // Codes are sometimes reassigned: if the listed name shares nothing with the known ones, it is another institution.
  const isSame = others.some((other) => isAkin(listed, other.name));
  return isSame ? others.filter((other) => other.name.full !== listed.full) : [];
}

function isAkin(a: FoldedName, b: FoldedName): boolean {
  return a.core.startsWith(b.core) || b.core.startsWith(a.core) || a.telling.some((word) => b.telling.includes(word));
}
