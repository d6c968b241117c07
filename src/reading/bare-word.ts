import { stripEnds } from './strip-ends.ts';

const around = /[^\p{L}\p{N}]/u;

/**
 * A word in lower case without the punctuation around it: `*Txn*,` → `txn`, but `TXN-20260131001` → `txn-20260131001`.
 */
export function bareWord(word: string): string {
  return stripEnds(word.toLowerCase(), around, around);
}
