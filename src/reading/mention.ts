import { looksLikeBank } from './bank-names.ts';
import { CleanedText } from './cleaned-text.ts';
import { onlyNumbers, readBehind, readPlainBanks, readTransfers } from './command-text.ts';
import { isOnlyClause } from './phrases.ts';
import {
  aboutIdentifiers,
  aboutReferences,
  type CommandName,
  type Question,
  subjectOf,
  withSessions,
} from './question.ts';
import { type References, wordsOf } from './references.ts';
import { isSession, numberShape } from './shapes.ts';

/** A message to the bot, split at the bot's mention. */
export interface MentionText {
  /** The text after the mention, or the whole text if nothing follows the mention. */
  words: string;
  /** The text before the mention, unless `words` is the whole text. */
  before: string;
}

/** What is read of a message to the bot: each part once. */
export interface Mention {
  /** The text after the mention, or the whole text if nothing follows the mention. */
  words: CleanedText;
  /** The text before the mention, empty if `words` is the whole text. */
  before: CleanedText;
  /** Both. */
  whole: CleanedText;
}

/** @param more texts that the message has beside its own; used if they ask for something */
export function createMention(
  { words, before }: MentionText,
  references: References,
  more?: CleanedText,
): Mention {
  const hasMore = more !== undefined && wordsOf(more.inTalk).length > 0;
  const typed = new CleanedText(words, references);
  const asked = hasMore ? CleanedText.joined(typed, more) : typed;
  const above = new CleanedText(before, references);
  return { words: asked, before: above, whole: CleanedText.joined(above, asked) };
}

/**
 * Reads a question in free words; `undefined` if it names no command and asks nothing clearly,
 * because this function never guesses. If the words after the mention ask nothing, reads the whole
 * message; otherwise, references before the mention are only named to the user.
 */
export function readMention(
  { words, before, whole }: Mention,
  recognise: (word: string) => CommandName | undefined,
): Question | undefined {
  const firstWord = /^\/?\S*\s*/.exec(words.plain)?.[0] ?? '';
  const command = recognise(firstWord.trim());
  const question = command
    ? readBehind(command, words.withPlain(words.plain.slice(firstWord.length)))
    : readPlainly(words);
  if (before.given === '') return question;

  if (question === undefined || question.intent.kind === 'talk') {
    const read = readPlainly(whole);
    if (read && read.intent.kind !== 'talk') return read;
    // Of `PAY-77x2 @txnbot look`, the word before is meant, and not what stands above; but as no
    // reference is sure there, it is left to `guessQuestion`.
    if (question?.isAboutIt && before.inTalk.named.length > 0) return undefined;
  }

  // An answer about banks names no references: its reader may not be allowed to ask about
  // transfers.
  if (question === undefined || question.command === 'bank') return question;

  const { leftOut } = question;
  const asked = new Set(subjectOf(question).map((each) => each.asked));
  const meant = wordsOf(before.inTalk).filter((each) => !asked.has(each));

  return withSessions({ ...question, leftOut: [...new Set([...meant, ...leftOut])] });
}

/**
 * Reads a text by the first rule that applies to it in the table "Without a command" of
 * `commands/README.md`.
 */
function readPlainly(cleaned: CleanedText): Question | undefined {
  if (cleaned.talk && !isOnlyClause(cleaned.talk)) return readTransfers(cleaned, 'inTalk');

  const found = cleaned.inTalk;
  if (found.references.length + found.identifiers.length > 0)
    return readTransfers(cleaned, 'inTalk');

  if (found.named.every(isSession) && cleaned.sessions.length > 0)
    return aboutReferences(cleaned, found);

  return readPlainBanks(cleaned);
}

/**
 * Reads a text that asks nothing clearly by a clause of it that is talk, or as `/txn` would: looks up words that may be another
 * service's references (`PAY-77x2`) if the text is nothing else, and otherwise only offers them to
 * the user.
 */
export function guessQuestion({ words, whole }: Mention): Question | undefined {
  const { named } = whole.inTalk;
  if (named.length === 0 && isOnlyClause(words.talk)) return readTransfers(words, 'inTalk');
  if (named.length === 0 && !looksLikeBank(words.text)) return undefined;

  const isNumber = (word: string) => /^\d{4,}$/.test(word) && numberShape(word) !== 'account';
  if (onlyNumbers.test(words.text) && named.every(isNumber))
    return aboutIdentifiers(words.text, named, []);

  const typed = words.asTyped.references;
  const isNothingElse =
    typed.length > 0 && named.every((word) => /\p{L}/u.test(word) && typed.includes(word));

  return isNothingElse ? readTransfers(words, 'asTyped') : readTransfers(whole, 'inTalk');
}

/**
 * Reads the message on which Look Up References was chosen: only its references count, not verbs
 * such as `watch`.
 */
export function readMessage(message: CleanedText): Question | undefined {
  const found = message.inTalk;
  const kinds = [found.references, found.identifiers, found.named, message.sessions];
  const asked = kinds.find((words) => words.length > 0);
  if (asked === undefined) return undefined;

  const text = asked.join(' ');
  return aboutReferences({ given: text, text }, found);
}
