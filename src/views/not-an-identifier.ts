import type { Spelling } from '../command-names.ts';
import { wordsOf } from '../reading/words.ts';
import { code } from './mrkdwn.ts';
import { shapeWords } from './shape-words.ts';

/**
 * Says of a text without a transaction identifier what it is instead; mrkdwn.
 * @param references what in it is a reference, or could be one
 */
export function notAnIdentifier(text: string, references: readonly string[], { write }: Spelling): string {
  const rule = 'A transaction identifier is digits only';
  const said = code(text, 100);
  if (/^[\d\s,;]+$/.test(text)) return `${rule}, and ${code(write('tsq'))} takes one at a time, not ${said}.`;
  if (references.length > 0) {
    const asked = references.join(' ');
    const looks = references.length === 1 ? 'looks like a reference' : 'look like references';
    return `${rule}. ${code(asked, 100)} ${looks}: try ${code(write(`txn ${asked}`), 120)}.`;
  }
  for (const { text: word } of wordsOf(text)) {
    const shape = shapeWords(word);
    if (shape !== undefined) return `Nothing in ${said} is surely a transaction identifier: ${code(word)} ${shape}.`;
  }
  return `${rule}, and ${said} is not: for instance ${code(write('tsq 12345698690885579'))}.`;
}
