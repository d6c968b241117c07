import { message, type Reply, type RunButton, runButtons, section } from '../blocks/blocks.ts';
import { code, escapeMrkdwn } from '../blocks/mrkdwn.ts';
import { type Unclear, unclearBlocks, unclearSentence } from '../blocks/offers.ts';
import type { CommandSyntax } from '../command-names.ts';
import { shapeHint } from '../failures.ts';
import { wordsOf } from '../reading/labels.ts';
import { cut, foldBlanks } from '../text.ts';

interface NoReferenceOptions {
  /** What was typed or pasted. */
  text: string;
  identifiers: readonly string[];
  /** What could have been meant. */
  leftOut: readonly string[];
  unclear: readonly Unclear[];
  looksLikeBank: boolean;
  syntax: CommandSyntax;
}

const most = 5;
const textMax = 60;

/** A text in which nothing is clearly a reference: what was looked for, and what fits, never run on a guess. */
export function noReference({ text, identifiers, leftOut, unclear, looksLikeBank, syntax }: NoReferenceOptions): Reply {
  const bank = looksLikeBank ? [bankGuess(foldBlanks(text), syntax)] : [];
  const guesses = [
    ...identifiers.slice(0, most).map((digits) => identifierGuess(digits, syntax)),
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

function bankGuess(text: string, syntax: CommandSyntax): Guess {
  return {
    sentence: `${code(text, 100)} looks like a bank: ${code(syntax.write(`bank ${text}`), 120)}`,
    run: { label: 'Run bank', command: 'bank', text },
  };
}

function identifierGuess(digits: string, syntax: CommandSyntax): Guess {
  return {
    sentence: `${code(digits)} looks like a transaction identifier: ${code(syntax.write(`tsq ${digits}`))}`,
    run: { label: `Requery ${digits}`, command: 'tsq', text: digits },
  };
}

function wordGuess(word: string): Guess {
  const shape = shapeHint(word);
  if (shape !== undefined) return { sentence: `${code(word)} ${shape}.` };
  return {
    sentence: `${code(word)} may be a reference.`,
    run: { label: `Look Up ${word}`, command: 'txn', text: word },
  };
}

/**
 * Says of a text without a transaction identifier what it is instead, and what is wanted; mrkdwn.
 * @param references what in it is a reference, or could be one
 */
export function notAnIdentifier(text: string, references: readonly string[], { write }: CommandSyntax): string {
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

interface UnknownWordsOptions {
  /** The words that were not understood. */
  said: string;
  /** The likely command; absent when nothing is near. */
  meant?: { command: string; text: string };
  syntax: CommandSyntax;
}

/** Replies to words that begin with no command: asks about the nearest one, and never runs a guess. */
export function unknownWords({ said, meant, syntax }: UnknownWordsOptions): Reply {
  const unknown = `${escapeMrkdwn(syntax.bot)} does not know ${code(cut(foldBlanks(said), 60))}.`;
  if (!meant) {
    const { sentence, runs } = shapeOf(said, syntax);
    const text = `${unknown} ${sentence}`;
    return message(text, [section(text), ...runButtons(runs)]);
  }
  const { command, text: argument } = meant;
  const text = `${unknown} Did you mean ${code(syntax.write(`${command} ${argument}`), 150)}?`;
  const run = { label: `Run ${command}`, command, text: argument };
  return message(text, [section(text), ...(argument === '' ? [] : runButtons([run]))]);
}

/** Replies to words that name a bank or nothing: only the list of banks can tell, and it could not be loaded. */
export function maybeBank(said: string, syntax: CommandSyntax): Reply {
  const text = `${escapeMrkdwn(syntax.bot)} cannot tell whether ${code(cut(said, 60))} is a bank: the transfer service sent no bank list. Try ${code(syntax.write(`bank ${said}`), 100)} in a minute${/\s/.test(said) ? '' : `, or ${code(syntax.write(`txn ${said}`), 100)} if it is a reference`}.`;
  return message(text, [section(text)]);
}

/** Replies to words that mean what stands above them, which is never read: how to give it. */
export function unreadAbove(): Reply {
  const text =
    'The messages above are not read here. On the alert, choose More actions → *Look Up References*, or paste its references.';
  return message(text, [section(text)]);
}

/** Digits that nobody said are an identifier: what they look like, or how they are asked for. */
function shapeOf(words: string, syntax: CommandSyntax): { sentence: string; runs: RunButton[] } {
  const said = words.replace(/[?!.]+$/, '');
  if (!/^\d{4,40}$/.test(said)) return { sentence: `Try ${code(syntax.write('help'))}.`, runs: [] };
  const shape = shapeHint(said);
  if (shape !== undefined) return { sentence: `It ${shape}.`, runs: [] };
  const [tsq, txn] = [`tsq ${said}`, `txn ${said}`].map((words) => code(syntax.write(words)));
  return {
    sentence: `If it is a transaction identifier, ask with ${tsq}; if it is a reference, with ${txn}.`,
    runs: [
      { label: `Requery ${said}`, command: 'tsq', text: said },
      { label: `Look Up ${said}`, command: 'txn', text: said },
    ],
  };
}
