import type { BankQuestion } from './bank-question.ts';
import type { BankWord } from './bank-word.ts';
import { isBankAsWell } from './bank-words.ts';

/** What people put around the name of a bank that they ask for, and around no news about one. */
const around =
  /^(?:please|pls|plz|plss|kindly|abeg|biko|thanks?|thank|you|thx|tnx|hi|hello|hey|dear|sir|ma|team|guys|what|whats|which|who|how|about|and|also|again|for|of|the|find|search|show|get|give|tell|need|want|check|confirm|me)$/i;

/** Whether a word alone asks for a bank: `yes` and `above` are names of banks too, and hardly ever meant so. */
export function isTalk({ parts }: BankQuestion): boolean {
  const [word, ...others] = parts.flat();
  return word !== undefined && others.length === 0 && !isNameOf(word);
}

/**
 * Whether words that do not say that they are about banks are the names found in them and no sentence: of `union meeting
 * is today` there is more than its bank.
 * @param said the words that banks were found by
 */
export function isPlainlyNamed({ parts, isAboutBanks }: BankQuestion, said: readonly string[]): boolean {
  const named = new Set(said.flatMap((words) => words.toLowerCase().split(/\s+/)));
  const isBeside = ({ text, sort }: BankWord) => sort === 'kind' || sort === 'join' || around.test(text);
  return isAboutBanks || parts.flat().every((word) => isBeside(word) || named.has(word.text.toLowerCase()));
}

function isNameOf({ text, sort }: BankWord): boolean {
  return sort === 'name' || sort === 'code' || isBankAsWell([text.toLowerCase()], 0);
}
