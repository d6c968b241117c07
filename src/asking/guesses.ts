import {
  message,
  plainReply,
  type Reply,
  type RunButton,
  runButtons,
  section,
  withoutCustomer,
} from '../blocks/blocks.ts';
import { code, escapeMrkdwn } from '../blocks/mrkdwn.ts';
import { unclearBlocks, unclearSentence } from '../blocks/offers.ts';
import type { CommandSyntax } from '../command-names.ts';
import { shapeHint } from '../failure-words.ts';
import { wordsOf } from '../reading/labels.ts';
import type { NearestCommand, ReferencesIntent, RequeryIntent } from '../reading/question.ts';
import type { Unclear } from '../reading/repairs.ts';
import { cut, foldBlanks } from '../text.ts';

/** What words may mean that were not understood: offered with buttons, and never run. */
interface Guess {
  sentence: string;
  runs?: readonly RunButton[];
}

function didYouMean(guesses: readonly Guess[], unclear: readonly Unclear[] = []): Reply {
  const sentences = guesses.map(({ sentence }) => sentence).join('\n');
  const said = sentences === '' ? [] : [sentences];
  const blocks = [
    ...unclearBlocks(unclear),
    ...said.map(section),
    ...runButtons(guesses.flatMap(({ runs = [] }) => runs)),
  ];
  return withoutCustomer(message([...unclear.map(unclearSentence), ...said].join('\n'), blocks));
}

const most = 5;
const textMax = 60;

/** A text in which nothing is clearly a reference: what was looked for, and what fits. */
export function noReference(intent: ReferencesIntent, syntax: CommandSyntax): Reply {
  const { text, identifiers, unclear, looksLikeBank } = intent;
  const words = intent.leftOut.filter((word) => !identifiers.includes(word));
  const guesses = [
    ...identifiers.slice(0, most).map((digits) => identifierGuess(digits, syntax)),
    ...words.slice(0, most).map(wordGuess),
    ...(looksLikeBank ? [bankGuess(foldBlanks(text), syntax)] : []),
  ];
  if (unclear.length > 0) return didYouMean(guesses, unclear);
  const nothing = `Nothing in ${code(text, textMax)} is surely a reference, such as ${code('GARO-8f3k2j1')}, so nothing was looked up.`;
  const alone = guesses.length === 0 ? ' A reference of another shape is asked for when it stands alone.' : '';
  return didYouMean([{ sentence: nothing + alone }, ...guesses]);
}

function bankGuess(text: string, syntax: CommandSyntax): Guess {
  return {
    sentence: `${code(text, 100)} looks like a bank: ${code(syntax.write(`bank ${text}`), 120)}`,
    runs: [{ label: 'Run bank', command: 'bank', text }],
  };
}

function identifierGuess(digits: string, syntax: CommandSyntax): Guess {
  return {
    sentence: `${code(digits)} looks like a transaction identifier: ${code(syntax.write(`tsq ${digits}`))}`,
    runs: [{ label: `Requery ${digits}`, command: 'tsq', text: digits }],
  };
}

function wordGuess(word: string): Guess {
  const shape = shapeHint(word);
  if (shape !== undefined) return { sentence: `${code(word)} ${shape}.` };
  return {
    sentence: `${code(word)} may be a reference.`,
    runs: [{ label: `Look Up ${word}`, command: 'txn', text: word }],
  };
}

/** Says of a text without a transaction identifier what it is instead, and what is wanted; mrkdwn. */
export function notAnIdentifier({ text, references }: RequeryIntent, { write }: CommandSyntax): string {
  const wanted = `a transaction identifier, such as ${code(write('tsq 12345698690885579'))}`;
  if (references.length > 0) {
    const asked = references.join(' ');
    const looks = references.length === 1 ? 'looks like a reference' : 'look like references';
    return `${code(asked, 100)} ${looks}: try ${code(write(`txn ${asked}`), 120)}.`;
  }
  for (const { text: word } of wordsOf(text)) {
    const shape = shapeHint(word);
    if (shape !== undefined)
      return `${code(word)} ${shape}. Paste ${wanted}, or a reference, such as ${code(write('txn GARO-8f3k2j1'))}.`;
  }
  return `${code(text, 100)} is not ${wanted}.`;
}

/** Words that begin with no command: asks about the nearest one. */
export function unknownWords({ said, meant }: NearestCommand, syntax: CommandSyntax): Reply {
  const unknown = `${escapeMrkdwn(syntax.bot)} does not know ${code(cut(foldBlanks(said), textMax))}.`;
  const guess = meant ? commandGuess(meant, syntax) : digitsGuess(said, syntax);
  return didYouMean([{ ...guess, sentence: `${unknown} ${guess.sentence}` }]);
}

function commandGuess({ command, text }: { command: string; text: string }, { write }: CommandSyntax): Guess {
  return {
    sentence: `Did you mean ${code(write(`${command} ${text}`), 150)}?`,
    runs: text === '' ? [] : [{ label: `Run ${command}`, command, text }],
  };
}

/** Digits that nobody said are an identifier: what they look like, or how they are asked for. */
function digitsGuess(words: string, { write }: CommandSyntax): Guess {
  const said = words.replace(/[?!.]+$/, '');
  if (!/^\d{4,40}$/.test(said)) return { sentence: `Try ${code(write('help'))}.` };
  const shape = shapeHint(said);
  if (shape !== undefined) return { sentence: `It ${shape}.` };
  const [tsq, txn] = [`tsq ${said}`, `txn ${said}`].map((asked) => code(write(asked)));
  return {
    sentence: `If it is a transaction identifier, ask with ${tsq}; if it is a reference, with ${txn}.`,
    runs: [
      { label: `Requery ${said}`, command: 'tsq', text: said },
      { label: `Look Up ${said}`, command: 'txn', text: said },
    ],
  };
}

/** Words that name a bank or nothing: only the list of banks can tell, and it could not be loaded. */
export function maybeBank(said: string, { bot, write }: CommandSyntax): Reply {
  const orReference = /\s/.test(said) ? '' : `, or ${code(write(`txn ${said}`), 100)} if it is a reference`;
  const text = `${escapeMrkdwn(bot)} cannot tell whether ${code(cut(said, textMax))} is a bank: the transfer service sent no bank list. Try ${code(write(`bank ${said}`), 100)} in a minute${orReference}.`;
  return withoutCustomer(plainReply(text));
}

/** Words that mean what stands above them, which is never read: how to give it. */
export function unreadAbove(): Reply {
  const text =
    'The messages above are not read here. On the alert, choose More actions → *Look Up References*, or paste its references.';
  return withoutCustomer(plainReply(text));
}
