import type { Spelling } from '../../command-names.ts';
import type { Resources } from '../../commands/inquire.ts';
import { cleanInput } from '../../reading/clean-input.ts';
import { isMixture } from '../../reading/could-be-reference.ts';
import type { FindReferences, Found } from '../../reading/find-references.ts';
import { looksLikeBank } from '../../reading/looks-like-bank.ts';
import type { MentionText } from '../../reading/mention-text.ts';
import { plainQuestionMax } from '../../reading/plain-question.ts';
import type { Reply } from '../../views/blocks.ts';
import { noReference } from '../../views/no-reference.ts';
import { unknownWords } from '../../views/unknown-words.ts';
import { misspelt } from './read-question.ts';

/** Replies to a message that asks nothing plainly: what in it could have been meant is offered, as `/txn` offers it. */
export function notUnderstood(said: MentionText, spelling: Spelling, { services }: Resources): Reply {
  const guess = misspelt(said);
  const unknown = () => unknownWords({ ...guess, spelling });
  const { words, all } = said;
  if (guess.meant) return unknown();
  return guessed(words) ?? (all === undefined ? undefined : guessed(all)) ?? unknown();

  function guessed(given: string): Reply | undefined {
    const text = cleanInput(given);
    if (/^\d+$/.test(text) || text.length > plainQuestionMax) return undefined;
    const found = withWhole(services.findReferences(given), text, services.findReferences);
    const isBank = looksLikeBank(text);
    const hasGuess = found.identifiers.length + found.leftOut.length + found.unclear.length > 0 || isBank;
    return hasGuess ? noReference({ ...found, text, looksLikeBank: isBank, spelling }) : undefined;
  }
}

/** A part of one thing alone would be another reference: `/txn` asks for the whole, so the whole is offered. */
function withWhole(found: Found, text: string, findReferences: FindReferences): Found {
  if (/\s/.test(text) || found.unclear.length > 0 || !found.leftOut.some(isMixture)) return found;
  const { references } = findReferences(text, 'typed');
  return references.length === 1 ? { ...found, leftOut: references } : found;
}
