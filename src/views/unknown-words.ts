import type { Spelling } from '../command-names.ts';
import { cut, foldBlanks } from '../plain-text.ts';
import { message, type Reply, type RunButton, runButtons, section } from './blocks.ts';
import { code, escapeMrkdwn } from './mrkdwn.ts';
import { shapeWords } from './shape-words.ts';

export interface UnknownWordsOptions {
  /** The words that were not understood. */
  said: string;
  /** The likely command; absent when nothing is near. */
  meant?: { command: string; text: string };
  spelling: Spelling;
}

/** Replies to words that begin with no command: asks about the nearest one, and never runs a guess. */
export function unknownWords({ said, meant, spelling }: UnknownWordsOptions): Reply {
  const unknown = `${escapeMrkdwn(spelling.bot)} does not know ${code(cut(foldBlanks(said), 60))}.`;
  if (!meant) {
    const { sentence, runs } = shapeOf(said, spelling);
    const text = `${unknown} ${sentence}`;
    return message(text, [section(text), ...runButtons(runs)]);
  }
  const { command, text: argument } = meant;
  const text = `${unknown} Did you mean ${code(spelling.write(`${command} ${argument}`), 150)}?`;
  const run = { label: `Run ${command}`, command, text: argument };
  return message(text, [section(text), ...(argument === '' ? [] : runButtons([run]))]);
}

/** Replies to words that name a bank or nothing: only the list of banks can tell, and it could not be loaded. */
export function maybeBank(said: string, spelling: Spelling): Reply {
  const text = `${escapeMrkdwn(spelling.bot)} cannot tell whether ${code(cut(said, 60))} is a bank: the transfer service sent no bank list. Try ${code(spelling.write(`bank ${said}`), 100)} in a minute${/\s/.test(said) ? '' : `, or ${code(spelling.write(`txn ${said}`), 100)} if it is a reference`}.`;
  return message(text, [section(text)]);
}

/** Replies to words that mean what stands above them, which is never read: how to give it. */
export function unreadAbove(): Reply {
  const text =
    'The messages above are not read here. On the alert, choose More actions → *Look Up References*, or paste its references.';
  return message(text, [section(text)]);
}

/** Digits that nobody said are an identifier: what they look like, or how they are asked for. */
function shapeOf(words: string, spelling: Spelling): { sentence: string; runs: RunButton[] } {
  const said = words.replace(/[?!.]+$/, '');
  if (!/^\d{4,40}$/.test(said)) return { sentence: `Try ${code(spelling.write('help'))}.`, runs: [] };
  const shape = shapeWords(said);
  if (shape !== undefined) return { sentence: `It ${shape}.`, runs: [] };
  const [tsq, txn] = [`tsq ${said}`, `txn ${said}`].map((words) => code(spelling.write(words)));
  return {
    sentence: `If it is a transaction identifier, ask with ${tsq}; if it is a reference, with ${txn}.`,
    runs: [
      { label: `Requery ${said}`, command: 'tsq', text: said },
      { label: `Look Up ${said}`, command: 'txn', text: said },
    ],
  };
}
