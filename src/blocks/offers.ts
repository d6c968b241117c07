import { looksLikeBank, mayBeBankCode } from '../reading/bank-names.ts';
import { explainMasks, isMask, shortenNumbers } from '../reading/personal.ts';
import { hasReferenceShape, mayBeWhole, numberShape } from '../reading/shapes.ts';
import { cut, joinNonEmpty } from '../text.ts';
import {
  type Block,
  button,
  buttons,
  context,
  foldInto,
  message,
  type Reply,
  type RunButton,
  runButtons,
  section,
} from './blocks.ts';
import { safeText } from './mrkdwn.ts';
import { maskDots } from './status.ts';

/** The longest word that gets a button of its own. */
const offeredWordMax = 40;
/** The most references of one button, which carries 2,000 characters. */
const referencesPerButtonMax = 40;

/**
 * How people write commands in one place, such as a mention, so that they can type what an answer
 * there says.
 */
export interface CommandSyntax {
  readonly at: 'slash' | 'mention' | 'direct message';
  /**
   * `words` start with the name of a command (`txn`, `txn GARO-8f3k2j1`) or are `help`, which has
   * no slash command.
   */
  write(words: string): string;
}

/**
 * Number of the first button: each number may occur once in a message, and a card's buttons use
 * lower numbers.
 */
const firstOfferIndex = 20;
const offerButtonsMax = 3;

const listedWordsMax = 10;
const listedWordMax = 60;

/**
 * Builds the line "Not looked up:" with words that may have been meant but were not looked up, and
 * look-up buttons. Keys and cards, which the reading has masked, are warned of instead.
 */
export function notAskedForLine(words: readonly string[]): Block[] {
  const warnings = explainMasks(words);
  const named = words.filter((word) => !isMask(word));
  return [
    ...(named.length > 0 ? namedLine(named) : []),
    ...warnings.map((warning) => section(warning)),
  ];
}

function namedLine(words: readonly string[]): Block[] {
  const shown = words.slice(0, listedWordsMax).map((word) => cut(shorten(word), listedWordMax));
  const left = words.length - shown.length;
  const askable = words.filter(
    (word) => word.length <= offeredWordMax && !shapeOfOther(word) && mayBeWhole(word),
  );

  return [
    context([
      `Not looked up: ${safeText(shown.join(', '), listedWordsMax * listedWordMax)}${left > 0 ? ` and ${left} more` : ''}`,
    ]),
    ...runButtons(createRunButtons(askable), firstOfferIndex),
  ];
}

/** A button for each word, or one for all where more of them look like references. */
function createRunButtons(words: readonly string[]): RunButton[] {
  const references = words.filter(hasReferenceShape);
  if (references.length <= offerButtonsMax)
    return words.slice(0, offerButtonsMax).map(createRunButton);
  const some = references.slice(0, referencesPerButtonMax);
  const label = `Look Up ${some.length < references.length ? '' : 'All '}${some.length}`;
  return [{ label, command: 'txn', text: some.map((word) => `ref ${word}`).join(' ') }];
}

function createRunButton(text: string): RunButton {
  const run = (label: string, command: string) => ({ label: `${label} ${text}`, command, text });
  if (mayBeBankCode(text)) return run('Find Bank', 'bank');
  if (looksLikeBank(text) && !/^\S*\d\S*$/.test(text))
    return { label: 'Find the Bank', command: 'bank', text };
  return /^\d+$/.test(text) ? run('Requery', 'tsq') : run('Look Up', 'txn');
}

/** Whether a word is an account, phone or session number, which no button can look up. */
function shapeOfOther(word: string): boolean {
  return (numberShape(word) ?? 'identifier') !== 'identifier';
}

/** Shortens account and phone numbers, which a channel would read. */
export function shorten(word: string): string {
  return shapeOfOther(word) ? `${maskDots}${/\d{0,4}\D*$/.exec(word)?.[0]}` : shortenNumbers(word);
}

/**
 * Appends the line "Not looked up:" and its buttons (see `notAskedForLine`), if any words were not
 * looked up.
 */
export function addNotAskedFor(reply: Reply, leftOut: readonly string[]): Reply {
  return leftOut.length === 0
    ? reply
    : appendBlocks(reply, notAskedForLine(leftOut), joinNonEmpty(explainMasks(leftOut), '\n'));
}

/** Adds a line, if there is one, above a reply's blocks and below its notification text. */
export function prependContextLine(reply: Reply, line: string | undefined): Reply {
  if (line === undefined) return reply;
  return { ...reply, ...message(`${reply.text}\n${line}`, [context([line]), ...reply.blocks]) };
}

/** Appends blocks to a reply, and `line`, if any, to its notification text. */
export function appendBlocks(reply: Reply, blocks: readonly Block[], line?: string): Reply {
  return {
    ...reply,
    ...message(joinNonEmpty([reply.text, line], '\n'), [...reply.blocks, ...blocks]),
  };
}

/** Prepends a line, if there is one, to a reply's blocks and to its notification text. */
export function addFirstLine(reply: Reply, line: string | undefined): Reply {
  return line === undefined ? reply : prependReply(reply, { text: line, blocks: [section(line)] });
}

/** Prepends one reply's text and blocks to another reply. */
export function prependReply(
  reply: Reply,
  { text, blocks }: Pick<Reply, 'text' | 'blocks'>,
): Reply {
  return { ...reply, ...message(`${text}\n${reply.text}`, [...blocks, ...reply.blocks]) };
}

/**
 * Appends a line about the reply itself, if there is one, to its blocks and to its
 * notification text.
 */
export function addContextLine(reply: Reply, line: string | undefined): Reply {
  return line === undefined ? reply : appendBlocks(reply, [context([line])], line);
}

/** Action id of Take Back, which stands under an answer that somebody shared. */
export const takeBackId = 'share:take-back';

/**
 * Adds Take Back to an answer's last ⋯ menu, or as a button below the others.
 * @param value JSON with the sharer's id and the code of their request; without it, nothing is
 *   added
 */
export function addTakeBack(reply: Reply, value: string | undefined): Reply {
  if (value === undefined) return reply;

  const { text, blocks } = reply;
  const at = blocks.findLastIndex(({ type }) => type === 'actions');
  const takeBack = button(takeBackId, 'Take Back', value);
  const folded = foldInto(blocks[at], takeBack);
  const rows = folded
    ? blocks.with(at, folded)
    : blocks.toSpliced(at + 1 || blocks.length, 0, ...buttons([takeBack]));

  return { ...reply, ...message(text, rows) };
}

/**
 * Maximum characters, shown or stored in a button, of the name of the person who shared an answer.
 */
export const sharedByMax = 80;
