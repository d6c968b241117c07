import type { Spelling } from '../command-names.ts';
import { foldBlanks } from '../plain-text.ts';
import { message, type Reply, type RunButton, runButtons, section } from './blocks.ts';
import { code } from './mrkdwn.ts';
import { shapeWords } from './shape-words.ts';
import { type Unclear, unclearBlocks, unclearSentence } from './unclear.ts';

export interface NoReferenceOptions {
  /** What was typed or pasted. */
  text: string;
  identifiers: readonly string[];
  /** What could have been meant. */
  leftOut: readonly string[];
  unclear: readonly Unclear[];
  looksLikeBank: boolean;
  spelling: Spelling;
}

const most = 5;
const textMax = 60;

/** A text in which nothing is clearly a reference: what was looked for, and what fits, never run on a guess. */
export function noReference({
  text,
  identifiers,
  leftOut,
  unclear,
  looksLikeBank,
  spelling,
}: NoReferenceOptions): Reply {
  const bank = looksLikeBank ? [bankGuess(foldBlanks(text), spelling)] : [];
  const guesses = [
    ...identifiers.slice(0, most).map((digits) => identifierGuess(digits, spelling)),
    ...leftOut
      .filter((word) => !identifiers.includes(word))
      .slice(0, most)
      .map(wordGuess),
    ...bank,
  ];
  const nothing = `Nothing in ${code(text, textMax)} is surely a reference, such as ${code('GARO-8f3k2j1')}, so nothing was looked up.`;
  const alone = guesses.length === 0 ? ' A reference of another shape is asked for when it stands alone.' : '';
  const lead = unclear.length > 0 ? [] : [nothing + alone];
  const lines = [...lead, ...guesses.map(({ sentence }) => sentence)];
  return message([...unclear.map(unclearSentence), ...lines].join('\n'), [
    ...unclearBlocks(unclear),
    ...(lines.length > 0 ? [section(lines.join('\n'))] : []),
    ...runButtons(guesses.flatMap(({ run }) => run ?? [])),
  ]);
}

interface Guess {
  sentence: string;
  run?: RunButton;
}

function bankGuess(text: string, spelling: Spelling): Guess {
  return {
    sentence: `${code(text, 100)} looks like a bank: ${code(spelling.write(`bank ${text}`), 120)}`,
    run: { label: 'Run bank', command: 'bank', text },
  };
}

function identifierGuess(digits: string, spelling: Spelling): Guess {
  return {
    sentence: `${code(digits)} looks like a transaction identifier: ${code(spelling.write(`tsq ${digits}`))}`,
    run: { label: `Requery ${digits}`, command: 'tsq', text: digits },
  };
}

function wordGuess(word: string): Guess {
  const shape = shapeWords(word);
  if (shape !== undefined) return { sentence: `${code(word)} ${shape}.` };
  return {
    sentence: `${code(word)} may be a reference.`,
    run: { label: `Look Up ${word}`, command: 'txn', text: word },
  };
}
