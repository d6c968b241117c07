import { readBankQuestion } from './bank-question.ts';
import type { FindReferences } from './find-references.ts';
import { requeriesIn } from './identifiers-in.ts';
import { worthSaying } from './left-out.ts';
import { looksLikeBank } from './looks-like-bank.ts';

/** What a message asks for that names no command. */
export interface PlainQuestion {
  command: 'txn' | 'tsq' | 'bank';
  text: string;
  /** All that was said, where only a part of it is asked: an answer about references says what it leaves out. */
  words?: string;
  /** Beside an identifier what could have been meant as one. */
  leftOut?: readonly string[];
  /** It is nothing but what is asked for, so that nothing had to be made of it. */
  isBare: boolean;
}

/** `bank-notes` are none. */
const asksForBank = /(?<![\w-])(?:codes?|banks?)(?![\w-])/i;
/** A longer text that mentions a bank is talk. */
const wordsMax = 12;
/** A longer text without a command is talk as well; a person who is refused can have this much read for each mention. */
export const plainQuestionMax = 2_000;

/**
 * Reads a message that names no command, by the table in `slack/README.md` alone ("Other ways to ask"): the first rule
 * that holds.
 *
 * @param words cleaned by `cleanInput`
 * @param said with the label that cleaning takes off: `ref 100200300` says of the digits what they are
 * @returns `undefined` for anything else: nothing is run on a guess
 */
export function readPlainQuestion(
  words: string,
  findReferences: FindReferences,
  said = words,
): PlainQuestion | undefined {
  if (words.length > plainQuestionMax) return undefined;
  const { references, identifiers, leftOut, unclear } = findReferences(said);
  const requeries = requeriesIn(said);
  if (references.length > 0) {
    const also = requeries.length > 0 ? ['requery', ...requeries] : [];
    return { ...asked('txn', [...references, ...also].join(' ')), words: said };
  }
  if (unclear.length > 0) return asked('txn', words);
  const ids = identifiers.length > 0 ? identifiers : requeries;
  if (ids.length > 0)
    return { ...asked('tsq', ids.join(' ')), leftOut: worthSaying(leftOut).filter((word) => !ids.includes(word)) };
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
