import { type Label, labelOf } from './labels.ts';
import type { Word } from './words.ts';

/** What stands between the words of one list. */
export const isBetweenListed = /^[\s,;/|&+"'`()[\]*_~>:.-]*$/;
export const isListJoin = /^(?:and|or|plus)$/i;

/** The label of each word; that of another number goes on for the list that it begins: `tickets TKT-9f8e7d1, TKT-9f8e7d2`. */
export function labelsOf(words: readonly Word[]): (Label | undefined)[] {
  let listed: string | undefined; // the prefix of what a list of other numbers holds
  return words.map((word, at) => {
    const label = labelOf(words, at);
    if (isListJoin.test(word.text)) return label;
    const prefix = prefixOf(word.text);
    const goesOn = label === undefined && prefix !== undefined && prefix === listed && isBetweenListed.test(word.gap);
    listed = label === 'other' || goesOn ? prefix : undefined;
    return goesOn ? 'other' : label;
  });
}

/** `R-GARO-`, `TXN_`, `A_` */
export function prefixOf(text: string): string | undefined {
  return /^(?:[A-Z]-)?[A-Z]{1,10}[-_]/.exec(text)?.[0];
}
