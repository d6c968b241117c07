export interface Word {
  text: string;
  /** What stands between it and the word before. */
  gap: string;
  /** Where it begins in the text. */
  at: number;
}

/** Letters and digits, and the hyphens and underscores within. */
const word = /[\p{L}\d]+(?:[-_]+[\p{L}\d]+)*/gu;

export function wordsOf(text: string): Word[] {
  let end = 0;
  return [...text.matchAll(word)].map(({ 0: found, index }) => {
    const gap = text.slice(end, index);
    end = index + found.length;
    return { text: found, gap, at: index };
  });
}
