import { looksLikeBank } from '../reading/bank-names.ts';
import { isIdentifier, numberShape } from '../reading/shapes.ts';
import { cut, joined } from '../text.ts';
import { type Block, context, message, type Reply, type RunButton, runButtons, section } from './blocks.ts';
import { code, outside } from './mrkdwn.ts';

/** How commands are written at one place, for instance in a mention: people can type there exactly what they read there. */
export interface CommandSyntax {
  readonly at: 'slash' | 'mention' | 'direct message';
  /** `words` start with a command's name (`txn`, `txn GARO-8f3k2j1`) or are `help`, which has no slash command. */
  write(words: string): string;
}

/** Buttons of one message are told apart by a number; these begin behind those of a card. */
const firstIndex = 20;
const buttonsMax = 3;

const wordsMax = 10;
const wordMax = 60;

/** The line "Not asked for: …", for words that may have been meant and were not looked up. */
export function notAskedForLine(words: readonly string[]): Block[] {
  if (words.length === 0) return [];
  const shown = words.slice(0, wordsMax).map((word) => cut(word, wordMax));
  const left = words.length - shown.length;
  const runs = words.filter((word) => word.length <= labelMax && !shapeOfOther(word)).slice(0, buttonsMax);
  return [
    context([`Not asked for: ${outside(shown.join(', '), wordsMax * wordMax)}${left > 0 ? ` and ${left} more` : ''}`]),
    ...runButtons(runs.map(runOf), firstIndex),
  ];
}

function runOf(text: string): RunButton {
  if (isIdentifier(text)) return { label: `Requery ${text}`, command: 'tsq', text };
  if (looksLikeBank(text) && !/^\S*\d\S*$/.test(text)) return { label: 'Run bank', command: 'bank', text };
  return { label: `Look Up ${text}`, command: 'txn', text };
}

const labelMax = 40;

/** No press helps with an account's, a phone's or a session's number. */
function shapeOfOther(word: string): boolean {
  return (numberShape(word) ?? 'identifier') !== 'identifier';
}

/** Adds what stood beside what was asked for, and was not asked for itself. */
export function addNotAskedFor(reply: Reply, leftOut: readonly string[]): Reply {
  return leftOut.length === 0 ? reply : addBlocks(reply, notAskedForLine(leftOut));
}

/** Shows first what words were read as, where that is not what they say; the notification begins with the answer. */
export function withReadAs(reply: Reply, readAs: string | undefined, { write }: CommandSyntax): Reply {
  if (readAs === undefined) return reply;
  const line = `read as ${code(write(readAs))}`;
  return { ...reply, ...message(`${reply.text}\n${line}`, [context([line]), ...reply.blocks]) };
}

/** Adds blocks below the others, and a line to the notification. */
export function addBlocks(reply: Reply, blocks: readonly Block[], line?: string): Reply {
  return { ...reply, ...message(joined([reply.text, line], '\n'), [...reply.blocks, ...blocks]) };
}

/** Adds a line before everything else. */
export function addFirstLine(reply: Reply, line: string | undefined): Reply {
  return line === undefined
    ? reply
    : { ...reply, ...message(`${line}\n${reply.text}`, [section(line), ...reply.blocks]) };
}

/** Adds a last line about the reply itself. */
export function addContextLine(reply: Reply, line: string): Reply {
  return addBlocks(reply, [context([line])], line);
}

/** Of the name of the person who shared something, in characters, where it is shown and where a button carries it. */
export const sharedByMax = 80;
