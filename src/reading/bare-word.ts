import { stripEnds } from './strip-ends.ts';

const around = /[^\p{L}\p{N}]/u;

/** A word in lower case without the punctuation around it: `*Txn*,` → `txn`. `TXN-20260131001` stays what it is. */
export function bareWord(word: string): string {
  return stripEnds(word.toLowerCase(), around, around);
}
