import { readBankQuestion } from './bank-question.ts';
import type { FindReferences } from './find-references.ts';
import { looksLikeBank } from './looks-like-bank.ts';

/** What a message asks for that names no command. */
export interface PlainQuestion {
  command: 'txn' | 'tsq' | 'bank';
  text: string;
  /** It is nothing but what is asked for, so that nothing had to be made of it. */
  isBare: boolean;
}

/** `bank-notes` are none. */
const asksForBank = /(?<![\w-])(?:codes?|banks?)(?![\w-])/i;
/** A longer text that mentions a bank is talk. */
const wordsMax = 12;
/** A longer text without a command is talk as well; a person who is refused can have this much read for each mention. */
const lengthMax = 2_000;

/**
 * Reads a message that names no command, by these rules alone, the first that holds:
 *
 * | in it | asks |
 * |---|---|
 * | references, whatever else | `txn` about them |
 * | one transaction identifier | `tsq` about it |
 * | a code of six digits; names alone, and one that is hardly another word: `gtb` | `bank` about the text |
 * | "code" or "bank" with more words, and few of them | `bank` about the text |
 *
 * @param words cleaned by `cleanInput`
 * @returns `undefined` for anything else: nothing is run on a guess
 */
export function readPlainQuestion(words: string, findReferences: FindReferences): PlainQuestion | undefined {
  if (words.length > lengthMax) return undefined;
  const { references, identifiers, unclear } = findReferences(words);
  if (references.length > 0) return asked('txn', references.join(' '));
  if (unclear.length > 0) return asked('txn', words);
  const [identifier, ...others] = identifiers;
  if (identifier !== undefined) return others.length === 0 ? asked('tsq', identifier) : undefined;
  return isBankQuestion(words) ? { command: 'bank', text: words, isBare: isBareBank(words) } : undefined;

  function asked(command: 'txn' | 'tsq', text: string): PlainQuestion {
    return { command, text, isBare: text === words };
  }
}

function isBareBank(words: string): boolean {
  return readBankQuestion(words)
    .parts.flat()
    .every(({ sort }) => sort === 'name' || sort === 'code' || sort === 'kind' || sort === 'join');
}

function isBankQuestion(words: string): boolean {
  if (/^\d{6}$/.test(words)) return true;
  if (looksLikeBank(words) && isBareBank(words)) return true;
  const said = readBankQuestion(words).parts.flat();
  const isShort = said.length > 0 && said.length <= wordsMax;
  return isShort && asksForBank.test(words) && said.some(({ sort }) => sort === 'name' || sort === 'code');
}
