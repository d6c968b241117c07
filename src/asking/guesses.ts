import { closestMatch } from 'leven';
import { addUnread as addUnreadFiles } from '../batches/routes.ts';
import {
  message,
  plainReply,
  type Reply,
  type RunButton,
  runButtons,
  section,
  withoutCustomer,
} from '../blocks/blocks.ts';
import { shapeHint } from '../blocks/failure-words.ts';
import { code } from '../blocks/mrkdwn.ts';
import { addContextLine } from '../blocks/offers.ts';
import { looksLikeBank } from '../reading/bank-names.ts';
import { bareWord, type CommandName, type CommandSyntax, names } from '../reading/command-names.ts';
import type { ReferencesIntent, RequeryIntent } from '../reading/question.ts';
import { isIdentifier } from '../reading/shapes.ts';
import { wordsOf } from '../reading/words.ts';
import { carriedMax, type SlackMessage } from '../slack/message.ts';
import { cut, foldBlanks, joined } from '../text.ts';

/** What words may mean that were not understood: offered with buttons, and never run. */
interface Guess {
  sentence: string;
  runs?: readonly RunButton[];
}

function didYouMean(guesses: readonly Guess[]): Reply {
  const text = guesses.map(({ sentence }) => sentence).join('\n');
  return withoutCustomer(message(text, [section(text), ...runButtons(guesses.flatMap(({ runs = [] }) => runs))]));
}

/** Says what of a message was not read: other files, and what is too long. */
export function addUnread(reply: Reply, { lists, unreadable, isCut }: SlackMessage): Reply {
  const named = addUnreadFiles(reply, lists, unreadable);
  const most = carriedMax.toLocaleString('en');
  return isCut ? addContextLine(named, `Not read: what stands behind the first ${most} characters.`) : named;
}

const guessesMax = 5;
const textMax = 60;

/** A text in which nothing is clearly a reference: what was looked for, and what fits. */
export function noReference(intent: ReferencesIntent, leftOut: readonly string[], syntax: CommandSyntax): Reply {
  const { text, notDone } = intent;
  const guesses = [
    ...leftOut.slice(0, guessesMax).map((word) => wordGuess(word, syntax)),
    ...(looksLikeBank(text) ? [bankGuess(foldBlanks(text), syntax)] : []),
  ];
  const nothing = 'I found no reference in that, so I looked nothing up.';
  const isOne = guesses.length === 0 && /^\S{1,40}$/.test(text) && /\d/.test(text);
  const alone = guesses.length > 0 || isOne ? '' : ` Paste one by itself, such as ${code('GARO-8f3k2j1')}.`;
  const asIs = { label: `Look Up ${text}`, command: 'txn', text: `"${text}"` };
  const rest =
    leftOut.length > guessesMax ? [{ sentence: `${leftOut.length - guessesMax} more were not asked for.` }] : [];
  const sentence = joined([onlyReads(notDone), nothing + alone], ' ');
  return didYouMean([{ sentence, runs: isOne ? [asIs] : [] }, ...guesses, ...rest]);
}

/** Before the answer to somebody who wants something done. */
export function onlyReads(notDone: string | undefined): string | undefined {
  return notDone === undefined ? undefined : `I only read: nothing was ${notDone}.`;
}

/** What is called as a bank is, and was asked for as a reference. */
export function bankInstead(text: string, syntax: CommandSyntax): Reply {
  const { sentence, runs = [] } = bankGuess(text, syntax);
  const lookUp = { label: `Look Up ${text}`, command: 'txn', text: `"${text}"` };
  return didYouMean([{ sentence: `${sentence}, so nothing was looked up.`, runs: [...runs, lookUp] }]);
}

function bankGuess(text: string, syntax: CommandSyntax): Guess {
  return {
    sentence: `${code(text, 100)} looks like a bank: ${code(syntax.write(`bank ${text}`), 120)}`,
    runs: [{ label: 'Run bank', command: 'bank', text }],
  };
}

function wordGuess(word: string, syntax: CommandSyntax): Guess {
  if (isIdentifier(word))
    return {
      sentence: `${code(word)} looks like a transaction identifier: ${code(syntax.write(`tsq ${word}`))}`,
      runs: [{ label: `Requery ${word}`, command: 'tsq', text: word }],
    };
  const shape = shapeHint(word);
  if (shape !== undefined) return { sentence: `${code(word)} ${shape}.` };
  return {
    sentence: `${code(word)} may be a reference.`,
    runs: [{ label: `Look Up ${word}`, command: 'txn', text: word }],
  };
}

/** Says of a text without a transaction identifier what it is instead, and what is wanted; mrkdwn. */
export function notAnIdentifier({ text }: RequeryIntent, { write }: CommandSyntax): string {
  const example = code(write('tsq 12345698690885579'));
  for (const { text: word } of wordsOf(text)) {
    const shape = shapeHint(word);
    if (shape !== undefined)
      return `${code(word)} ${shape}. Paste a transaction identifier, such as ${example}, or a reference, such as ${code(write('txn GARO-8f3k2j1'))}.`;
  }
  return `${code(text, 100)} isn't a transaction identifier: those are digits only, such as ${example}.`;
}

/** The command that the first word may have misspelt: `tnx GARO-8f3k2j1`. */
export function misspelt(words: string): { command: CommandName; text: string } | undefined {
  const [, first = '', text = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  const command = closestMatch(bareWord(first), names, { maxDistance: 1 });
  return names.flatMap((name) => (name === command ? { command: name, text } : []))[0];
}

/** Words that begin with no command: asks about the nearest one. */
export function unknownWords(words: string, syntax: CommandSyntax): Reply {
  const meant = misspelt(words);
  const unknown = meant ? words.slice(0, words.length - meant.text.length) : words;
  const guess = meant ? commandGuess(meant, syntax) : digitsGuess(words, syntax);
  const sentence = `I don't understand ${code(cut(foldBlanks(unknown), textMax))}. ${guess.sentence}`;
  return didYouMean([{ ...guess, sentence }]);
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
  if (!/^\d{4,40}$/.test(said))
    return { sentence: `Try ${code(write('txn GARO-8f3k2j1'))} or ${code(write('help'))}.` };
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
export function maybeBank(said: string, { write }: CommandSyntax): Reply {
  const orReference = /\s/.test(said) ? '' : `, or ${code(write(`txn ${said}`), 100)} if it is a reference`;
  const text = `I can't tell whether ${code(cut(said, textMax))} is a bank: the transfer service sent no bank list. Try ${code(write(`bank ${said}`), 100)} in a minute${orReference}.`;
  return withoutCustomer(plainReply(text));
}
