import { type BankName, type KnownBank, knownBanks } from './aliases.ts';
import { calledBy, type Form, formsOf, isMisspelt, type MatchReason, matchesOf, nearestTo } from './match.ts';
import { type FoldedName, spell } from './spelling.ts';

export interface BankHit {
  bank: BankName;
  /** Absent when the bank's own name shows it. */
  why?: MatchReason;
}

export interface BankMatches {
  /** All banks that match, best first. */
  hits: BankHit[];
  /** Near names, only when nothing matched: a question, not an answer. */
  suggestions: BankName[];
  /** Whether the first hit was said in full; else another bank may be meant, and a hit is a question as well. */
  isCertain: boolean;
  /** What only an entry without a six-digit code has for its name or code. */
  withoutCode?: BankName;
}

/** The banks that may be meant. */
export function nearTo({ hits, suggestions }: BankMatches): readonly BankName[] {
  return hits.length > 0 ? hits.map(({ bank }) => bank) : suggestions;
}

export interface BankSearch {
  (query: string): BankMatches;
  /** Whether some bank has this name, in its own words or in others, or this code. */
  called(query: string): 'exactly' | 'otherwise' | undefined;
}

export interface BankSearchOptions {
  /** Entries of the list that no transfer can use, since their code is not six digits. */
  withoutCode?: readonly BankName[];
  known?: readonly KnownBank[];
}

/** Near names of one question; with more they are rows of a list. */
export const nearMax = 3;
/** Longer than any name. */
const queryMax = 100;
const sixDigits = /\b\d{6}\b/;
const none: BankMatches = { hits: [], suggestions: [], isCertain: false };

/** The search in one list: a plain scan, as the README describes ("The search"). */
export function createBankSearch(banks: readonly BankName[], options: BankSearchOptions = {}): BankSearch {
  const { withoutCode = [], known = knownBanks } = options;
  const entries = [...banks, ...withoutCode];
  const forms = formsOf(entries, known);
  const byKey = formsByKey(forms);
  const byThreeDigits = new Map(known.map(({ threeDigits, code }) => [threeDigits, code]));

  return Object.assign(search, { called });

  function search(query: string): BankMatches {
    if (query.length > queryMax) return none;
    const digits = asDigits(query);
    if (digits !== undefined) return byDigits(digits);
    const [code] = sixDigits.exec(query) ?? [];
    if (code === undefined) return byName(spell(query));
    // A pasted answer of this bot, "ZENITH BANK PLC 000015": name and code must agree.
    const named = byName(spell(query.replace(code, '')));
    const hits = named.hits.filter(({ bank }) => bank.institutionCode === code);
    return { ...none, hits, isCertain: hits.length > 0 };
  }

  function called(query: string): 'exactly' | 'otherwise' | undefined {
    if (query.length > queryMax) return undefined;
    const digits = asDigits(query);
    if (digits !== undefined) return byDigits(digits).isCertain ? 'exactly' : undefined;
    const [code = ''] = sixDigits.exec(query) ?? [];
    const name = spell(query.replace(code, ''));
    const named = new Set([name.full, name.plain, name.core, name.short].flatMap((key) => byKey.get(key) ?? []));
    const agreeing = [...named].filter(({ bank }) => code === '' || entries[bank]?.institutionCode === code);
    const ways = agreeing.map((form) => calledBy(name, form));
    return ways.includes('exactly') ? 'exactly' : ways.find((way) => way !== undefined);
  }

  function byDigits(digits: string): BankMatches {
    const others = byOtherScheme(digits);
    const begun = digits === '' ? [] : banks.filter(({ institutionCode }) => institutionCode.startsWith(digits));
    const hits = [...others, ...begun.map((bank) => ({ bank, why: { kind: 'code' } as const }))];
    const isCertain = hits.length > 0 && (digits.length === 6 || others.length > 0);
    if (hits.length > 0) return { ...none, hits, isCertain };
    const unusable = withoutCode.find(({ institutionCode }) => institutionCode === digits);
    if (unusable) return { ...none, withoutCode: unusable };
    // A sort code of nine digits begins with the three of its bank; "78" may begin a name: 78 FINANCE COMPANY.
    if (digits.length === 9) return { ...none, suggestions: byOtherScheme(digits.slice(0, 3)).map(({ bank }) => bank) };
    return digits.length < 6 ? byName(spell(digits)) : none;
  }

  function byOtherScheme(digits: string): BankHit[] {
    const code = byThreeDigits.get(digits);
    const named = code === undefined ? [] : banks.filter(({ institutionCode }) => institutionCode === code);
    return named.map((bank) => ({ bank, why: { kind: 'three-digits', code: digits } }));
  }

  function byName(query: FoldedName): BankMatches {
    const all = matchesOf(query, forms);
    const usable = all.filter(({ form }) => form.bank < banks.length);
    const isCertain = usable[0]?.isSaid ?? false;
    const unusable = isCertain ? undefined : all.find(({ form, isSaid }) => isSaid && form.bank >= banks.length);
    const withoutCode = unusable && entries[unusable.form.bank];
    if (withoutCode) return { ...none, withoutCode };
    const near = usable.length > 0 ? [] : nearestTo(query, forms).filter(({ form }) => form.bank < banks.length);
    const suggestions = near.slice(0, nearMax).flatMap(({ form }) => entries[form.bank] ?? []);
    const hits = usable.flatMap((match) => hitOf(match.form, isMisspelt(match)));
    return { hits, suggestions, isCertain };
  }

  function hitOf(form: Form, isSlip: boolean): BankHit[] {
    const bank = entries[form.bank];
    const why = form.why ?? (isSlip ? ({ kind: 'spelling' } as const) : undefined);
    return bank ? [why ? { bank, why } : { bank }] : [];
  }
}

function formsByKey(forms: readonly Form[]): Map<string, Form[]> {
  const byKey = new Map<string, Form[]>();
  for (const form of forms) {
    const { full, plain, core, short } = form.name;
    for (const key of new Set([full, plain, core, short])) byKey.set(key, [...(byKey.get(key) ?? []), form]);
  }
  return byKey;
}

/** `000015`, `000-015`, `000 015` or the first digits of a code; anything else is a name. */
function asDigits(query: string): string | undefined {
  return /^\d[\d\s-]*$/.test(query.trim()) ? query.replace(/\D/g, '') : undefined;
}
