import type { Spelling } from '../command-names.ts';
import { wordsOf } from '../reading/words.ts';
import { code } from './mrkdwn.ts';
import { shapeWords } from './shape-words.ts';

/**
 * Says of a text without a transaction identifier what it is instead, and what is wanted; mrkdwn.
 * @param references what in it is a reference, or could be one
 */
export function notAnIdentifier(text: string, references: readonly string[], { write }: Spelling): string {
  const wanted = `a transaction identifier, such as ${code(write('tsq 12345698690885579'))}`;
  if (references.length > 0) {
    const asked = references.join(' ');
    const looks = references.length === 1 ? 'looks like a reference' : 'look like references';
    return `${code(asked, 100)} ${looks}: try ${code(write(`txn ${asked}`), 120)}.`;
  }
  for (const { text: word } of wordsOf(text)) {
    const shape = shapeWords(word);
    if (shape !== undefined)
      return `${code(word)} ${shape}. Paste ${wanted}, or a reference, such as ${code(write('txn GARO-8f3k2j1'))}.`;
  }
  return `${code(text, 100)} is not ${wanted}.`;
}
