import { looksLikeBank } from '../reading/bank-names.ts';
import { isIdentifier, numberShape } from '../reading/shapes.ts';
import { cut, joinNonEmpty } from '../text.ts';
import { type Block, context, message, type Reply, type RunButton, runButtons, section } from './blocks.ts';
import { code, safeText } from './mrkdwn.ts';

/** How commands are written in one place, such as a mention, so that people can type what they read there. */
export interface CommandSyntax {
  readonly at: 'slash' | 'mention' | 'direct message';
  /** `words` start with a command's name (`txn`, `txn GARO-8f3k2j1`) or are `help`, which has no slash command. */
  write(words: string): string;
}

/** Number of the first button: numbers are unique within a message, and a card's buttons use lower ones. */
const firstIndex = 20;
const buttonsMax = 3;

const wordsMax = 10;
const wordMax = 60;

/** Builds "Not asked for: …" and buttons, for words that may have been meant but were not looked up. */
export function notAskedForLine(words: readonly string[]): Block[] {
  if (words.length === 0) return [];
  const shown = words.slice(0, wordsMax).map((word) => cut(word, wordMax));
  const left = words.length - shown.length;
  const runs = words.filter((word) => word.length <= labelMax && !shapeOfOther(word)).slice(0, buttonsMax);
  return [
    context([`Not asked for: ${safeText(shown.join(', '), wordsMax * wordMax)}${left > 0 ? ` and ${left} more` : ''}`]),
    ...runButtons(runs.map(runOf), firstIndex),
  ];
}

function runOf(text: string): RunButton {
  if (isIdentifier(text)) return { label: `Requery ${text}`, command: 'tsq', text };
  if (looksLikeBank(text) && !/^\S*\d\S*$/.test(text)) return { label: 'Run bank', command: 'bank', text };
  return { label: `Look Up ${text}`, command: 'txn', text };
}

const labelMax = 40;

/** Whether a word is an account, phone or session number, which no button can look up. */
function shapeOfOther(word: string): boolean {
  return (numberShape(word) ?? 'identifier') !== 'identifier';
}

/** Appends "Not asked for: …" and its buttons, if any words of the query were not looked up. */
export function addNotAskedFor(reply: Reply, leftOut: readonly string[]): Reply {
  return leftOut.length === 0 ? reply : appendBlocks(reply, notAskedForLine(leftOut));
}

/** Adds "read as …" above the answer, and below it in the notification; nothing if `readAs` is undefined. */
export function prependReadAs(reply: Reply, readAs: string | undefined, { write }: CommandSyntax): Reply {
  if (readAs === undefined) return reply;
  const line = `read as ${code(write(readAs))}`;
  return { ...reply, ...message(`${reply.text}\n${line}`, [context([line]), ...reply.blocks]) };
}

/** Appends blocks, and a line to the notification. */
export function appendBlocks(reply: Reply, blocks: readonly Block[], line?: string): Reply {
  return { ...reply, ...message(joinNonEmpty([reply.text, line], '\n'), [...reply.blocks, ...blocks]) };
}

/** Prepends a line to the blocks and to the notification. */
export function addFirstLine(reply: Reply, line: string | undefined): Reply {
  return line === undefined
    ? reply
    : { ...reply, ...message(`${line}\n${reply.text}`, [section(line), ...reply.blocks]) };
}

/** Appends a line about the reply itself. */
export function addContextLine(reply: Reply, line: string): Reply {
  return appendBlocks(reply, [context([line])], line);
}

/** Limit of the name of the person who shared an answer, in characters, when shown or stored in a button. */
export const sharedByMax = 80;
