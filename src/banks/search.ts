import { type KnownBank, knownBanks } from './aliases.ts';
import { type FoldedName, spell } from './fold-name.ts';
import { answersTo, type Called, calledSo, isMisspelt, nearestTo } from './match.ts';
import { type BankName, createFormIndex, formsOf, type MatchReason, sortKeys, startingWith } from './name-index.ts';

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
}

export interface BankIndex {
  (query: string): BankMatches;
  /** Whether some bank is called so in full, in its own words or in others, or has this code. */
  called(query: string): Called | undefined;
}

const maxSuggestions = 3;
/** Longer than any name; finding what is near a text of many words takes seconds. */
const queryMax = 100;
const codeLength = 6;
const sixDigits = /\b\d{6}\b/;

/** Built once per list: from what was typed to the banks meant, as the README tells ("The search"). */
export function createBankIndex(banks: readonly BankName[], known: readonly KnownBank[] = knownBanks): BankIndex {
  const index = createFormIndex(formsOf(banks, known));
  const codes = sortKeys(banks.map(({ institutionCode }, owner) => ({ text: institutionCode, owner })));
  const byThreeDigits = new Map(known.map(({ threeDigits, code }) => [threeDigits, code]));

  return Object.assign(matchesOf, { called });

  function matchesOf(query: string): BankMatches {
    if (query.length > queryMax) return { hits: [], suggestions: [], isCertain: false };
    const digits = asDigits(query);
    if (digits !== undefined) {
      const others = byOtherScheme(digits);
      const found = [...others, ...byCode(digits)];
      const isWhole = digits.length === codeLength || others.length > 0;
      // "78" may begin a name as well: 78 FINANCE COMPANY.
      if (found.length > 0 || digits.length >= codeLength)
        return { hits: found, suggestions: [], isCertain: isWhole && found.length > 0 };
      return byName(spell(digits));
    }
    const typed = spell(query);
    const found = byNameAndCode(query) ?? byName(typed);
    return found.hits.length > 0 ? found : { ...found, suggestions: suggest(typed) };
  }

  function called(query: string): Called | undefined {
    if (query.length > queryMax) return undefined;
    const digits = asDigits(query);
    if (digits !== undefined) {
      const isCode = digits.length === codeLength && byCode(digits).length > 0;
      return isCode || byOtherScheme(digits).length > 0 ? 'exactly' : undefined;
    }
    const [code] = sixDigits.exec(query) ?? [];
    if (code === undefined) return calledSo(spell(query), index);
    const named = [...index.called(spell(query.replace(code, '')))];
    return named.some(({ bank }) => banks[bank]?.institutionCode === code) ? 'exactly' : undefined;
  }

  function byCode(digits: string): BankHit[] {
    const { from, to } = startingWith(codes, digits);
    return codes.owners.slice(from, to).flatMap((owner) => hitOf(owner, { kind: 'code' }));
  }

  function byOtherScheme(digits: string): BankHit[] {
    const code = byThreeDigits.get(digits);
    if (code === undefined) return [];
    return byCode(code).map(({ bank }) => ({ bank, why: { kind: 'three-digits', code: digits } }));
  }

  /** For pasted answers of this bot: "ZENITH BANK PLC 000015". Name and code must agree. */
  function byNameAndCode(query: string): BankMatches | undefined {
    const [code] = sixDigits.exec(query) ?? [];
    if (code === undefined) return undefined;
    const named = byName(spell(query.replace(code, '')));
    const hits = named.hits.filter(({ bank }) => bank.institutionCode === code);
    return { hits, suggestions: [], isCertain: hits.length > 0 };
  }

  function byName(query: FoldedName): BankMatches {
    const answers = answersTo(query, index);
    const hits = answers.flatMap(({ form, rank }) =>
      hitOf(form.bank, form.why ?? (isMisspelt(rank) ? { kind: 'spelling' } : undefined)),
    );
    return { hits, suggestions: [], isCertain: answers[0]?.isSaid ?? false };
  }

  function suggest(query: FoldedName): BankName[] {
    return nearestTo(query, index)
      .slice(0, maxSuggestions)
      .flatMap(({ form }) => banks[form.bank] ?? []);
  }

  function hitOf(owner: number, why: MatchReason | undefined): BankHit[] {
    const bank = banks[owner];
    return bank ? [why ? { bank, why } : { bank }] : [];
  }
}

/** `000015`, `000-015`, `000 015` or the first digits of a code; anything else is a name. */
function asDigits(query: string): string | undefined {
  return /^\d[\d\s-]*$/.test(query.trim()) ? query.replace(/\D/g, '') : undefined;
}
