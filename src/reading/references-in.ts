import { stripEnds } from './strip-ends.ts';

export interface ReferencesIn {
  /** Each once, in the order given. */
  references: string[];
  /** Words between them that are not taken for references. */
  leftOut: string[];
}

const label = /^(?:ref|reference|txn|transaction|id|and|&)$/i;

/**
 * Reads a question that names several references, between blanks, commas, semicolons or line breaks. People who type a
 * reference mean it, so every word with a digit counts, and every word that has the prefix of one; only plain words and
 * list numbers are left out.
 */
export function referencesIn(text: string): ReferencesIn {
  const words = text.split(/[\s,;]/).map((word) => stripEnds(word, /["'`([]/, /["'`)\].:]/));
  const all = [...new Set(words)].filter((word) => word !== '' && word !== '-' && !label.test(word));
  const isTelling = (word: string) => /\d/.test(word) && !/^\d{1,2}$/.test(word);
  const prefixes = new Set(all.filter(isTelling).map(prefixOf));
  const isReference = (word: string) =>
    isTelling(word) || (prefixOf(word) !== undefined && prefixes.has(prefixOf(word)));
  const references = all.filter(isReference);
  if (references.length === 0) return { references: all, leftOut: [] };
  return { references, leftOut: all.filter((word) => !isReference(word)) };
}

/** `GARO-8f3k2j1` → `GARO-`. */
function prefixOf(word: string): string | undefined {
  return /^[A-Za-z]{2,}[-_/]/.exec(word)?.[0];
}
