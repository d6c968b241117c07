import { labelOf } from './labels.ts';
import { isIdentifier } from './number-shape.ts';
import { pastedText } from './pasted-text.ts';
import { wordsOf } from './words.ts';

/** Shorter ones are accounts', phones' and amounts', and a session id has 30. */
const mayBeOne = /^\d{15,29}$/;

/**
 * The transaction identifiers of a text that somebody gave to have one requeried, each once. Those as long as the
 * service's come before all others.
 */
export function identifiersIn(text: string): string[] {
  const words = wordsOf(pastedText(text));
  const digits = words.flatMap(({ text: word }, at) => {
    const label = mayBeOne.test(word) ? labelOf(words, at) : 'other';
    return label === 'other' || label === 'reference' ? [] : word;
  });
  const sure = digits.filter(isIdentifier);
  return [...new Set(sure.length > 0 ? sure : digits)];
}
