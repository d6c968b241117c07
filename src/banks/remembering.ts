import { LRUCache } from 'lru-cache';
import type { Bank } from '../transfer-api/schemas.ts';
import type { BankIndex, BankMatches } from './search.ts';

/** Letters and hits in the search cache: a few megabytes at most. */
const rememberedMax = 100_000;

/** Caches the searches of one list: an incident repeats one bank's name, and everybody types the same first letters. */
export function remembering(index: BankIndex<Bank>): BankIndex<Bank> {
  const recent = new LRUCache<string, BankMatches<Bank>>({
    maxSize: rememberedMax,
    sizeCalculation: ({ hits, suggestions }, query) => 1 + query.length + hits.length + suggestions.length,
    memoMethod: index,
  });
  return Object.assign((query: string) => recent.memo(query), { called: index.called });
}
