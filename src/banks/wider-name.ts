import type { BankName } from './forms.ts';
import type { BankIndex, BankMatches } from './search.ts';
import type { Segment } from './segments.ts';

/**
 * A filler beside what is searched for may be a word of the name: `money point` means MONIEPOINT rather than POINTONE.
 *
 * @returns a question for both, when the name with the filler leads to another bank than the one without
 */
export function widerName<B extends BankName>(
  { text, wider = [] }: Segment,
  index: BankIndex<B>,
): ({ said: string } & BankMatches<B>) | undefined {
  const [found] = wider.length > 0 ? index(text).hits : [];
  if (!found) return undefined;
  for (const said of wider) {
    const [named] = index(said).hits;
    if (named && named.bank.institutionCode !== found.bank.institutionCode)
      return { said, hits: [], suggestions: [named.bank, found.bank], isCertain: false };
  }
  return undefined;
}
