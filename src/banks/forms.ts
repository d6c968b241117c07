import type { KnownBank } from './aliases.ts';
import { type FoldedName, spell, spellWords } from './fold-name.ts';

/** Why a bank is a hit when its own name does not show it. */
export type Why =
  | { kind: 'alias'; alias: string }
  | { kind: 'initials' }
  | { kind: 'spelling' }
  | { kind: 'code' }
  /** The query is the three-digit code of another scheme. */
  | { kind: 'three-digits'; code: string };

/** One name of a bank: its own, an alias, or its initials. The search compares forms and returns banks. */
export interface Form {
  /** Index in the list. */
  bank: number;
  name: FoldedName;
  /** Absent for its own name. */
  why?: Why;
}

export interface BankName {
  institutionCode: string;
  institutionName: string;
}

/** All names of the banks in a list. An institution listed twice under the same name counts once. */
export function formsOf(banks: readonly BankName[], known: readonly KnownBank[]): Form[] {
  const knownByCode = new Map(known.map((entry) => [entry.code, entry]));
  const seen = new Set<string>();
  const forms: Form[] = [];
  for (const [bank, { institutionCode, institutionName }] of banks.entries()) {
    const name = spell(institutionName);
    const identity = `${institutionCode} ${name.full}`;
    if (seen.has(identity)) continue;
    seen.add(identity);
    forms.push({ bank, name });
    const entry = knownByCode.get(institutionCode);
    if (entry) forms.push(...otherForms(bank, name, entry));
    for (const initials of initialsOf(name))
      forms.push({ bank, name: spellWords([initials]), why: { kind: 'initials' } });
  }
  return forms;
}

function otherForms(bank: number, listed: FoldedName, { name, aliases }: KnownBank): Form[] {
  const others = [name, ...aliases].map((alias) => ({
    bank,
    name: spell(alias),
    why: { kind: 'alias', alias } as const,
  }));
  // Codes are sometimes reassigned: if the listed name shares nothing with the known ones, it is another institution.
  return others.some((other) => isAkin(listed, other.name))
    ? others.filter((other) => other.name.full !== listed.full)
    : [];
}

function isAkin(a: FoldedName, b: FoldedName): boolean {
  return a.core.startsWith(b.core) || b.core.startsWith(a.core) || a.telling.some((word) => b.telling.includes(word));
}

/** `ubfa` and `uba` of UNITED BANK FOR AFRICA; fewer than three letters would match too many banks. */
function initialsOf({ words, telling }: FoldedName): string[] {
  if (telling.length < 2) return [];
  const named = words.filter((word) => !/^(?:plc|ltd|limited|company|the)$/.test(word));
  const joined = named.filter((word) => !/^(?:of|for|and)$/.test(word));
  const initials = [named, joined, telling].map((some) =>
    some.map((word) => (word === 'mfb' ? word : word[0])).join(''),
  );
  return [...new Set(initials)].filter((letters) => letters.length >= 3);
}
