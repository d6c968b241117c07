import { couldBeReference } from './could-be-reference.ts';
import type { FindReferences } from './find-references.ts';
import { worthSaying } from './left-out.ts';
import { wordsOf } from './words.ts';

/**
 * The one word that a message is, where it has the shape of a reference of another kind: `PAY-77x2`. Whoever sends it
 * alone means it as what to ask for, as if it was typed behind the command; a plain word, a name or an amount has no such
 * shape.
 */
export function loneReference(message: string, findReferences: FindReferences): string | undefined {
  const [word, ...others] = wordsOf(message);
  if (word === undefined || others.length > 0) return undefined;
  const { references } = findReferences(message, 'typed');
  const isWhole = references.length === 1 && references[0] === word.text;
  return isWhole && couldBeReference(word.text) && worthSaying([word.text]).length > 0 ? word.text : undefined;
}
