import type { Blob } from 'node:buffer';
import type { types } from '@slack/bolt';
import type { Subject } from '../reading/question.ts';
import type { RecentLookUp } from '../recent-look-ups.ts';
import { cut, formatCount, joinNonEmpty } from '../text.ts';
import { bold } from './mrkdwn.ts';

/**
 * Types of block that `message` never drops: tables, buttons, source lines. It never drops the
 * first block either.
 */
const fixed = new Set(['header', 'actions', 'context', 'table', 'data_table']);

export type Block = types.KnownBlock;

/**
 * An answer to send. Blocks always come with `text`, which notifications and screen readers use.
 */
export interface Reply {
  /** Text in Slack's mrkdwn, in which untrusted strings are escaped. */
  text: string;
  readonly blocks: readonly Block[];
  /** Title of the modal, if the reply is shown in one. */
  title?: string;
  /** Whether everybody may read the reply; only such a reply is posted. */
  isMasked?: boolean;
  /** The look-ups in this answer, to offer to the asker again. */
  recentLookUps?: readonly RecentLookUp[];
  /** What the rows of a table are about, in the order in which they were asked for. */
  subject?: Subject;
  /**
   * A file to send before the reply, in a direct message to the asker, since a response_url cannot
   * carry a file.
   */
  file?: NamedFile;
}

export interface NamedFile {
  name: string;
  content: string | Blob;
}

const headerMax = 150;
const fieldsMax = 10;

/**
 * Fits a reply into Slack's limits: drops body blocks from the end until the rest fit, and says how
 * many it drops.
 * @param text the reply without blocks: for notifications and screen readers
 * @example
 * message('No bank has that name.', [section('No bank has that name.'), context(['as of 14:08'])])
 */
export function message(text: string, blocks: readonly Block[]): Reply {
  const fitting = [...blocks];
  let droppedCount = 0;
  let noteAt = 0;

  while (exceedsLimits(fitting)) {
    const at = fitting.findLastIndex(({ type }, place) => place > 0 && !fixed.has(type));
    if (at === -1) break;
    fitting.splice(at, 1);
    droppedCount += 1;
    noteAt = at;
  }

  if (droppedCount > 0) {
    const parts = formatCount(droppedCount, 'part of the answer is', 'parts of the answer are');
    fitting.splice(noteAt, 0, section(`Too long for one message: ${parts} not shown.`));
  }

  return { text, blocks: fitting };
}

const plainMax = 2900;

/**
 * Lets everybody read a reply that has no customer data beyond the query itself: help, guesses,
 * counts, bank codes.
 */
export function withoutCustomer(reply: Reply): Reply {
  return { ...reply, isMasked: true };
}

/**
 * Builds a reply of one section from text in Slack's mrkdwn; the section is cut to fit, and nothing
 * is escaped.
 */
export function mrkdwnReply(text: string): Reply {
  return message(text, [section(text.slice(0, plainMax))]);
}

/** Builds a header. Slack formats nothing in a header's text, so nothing needs escaping. */
export function header(text: string): Block {
  return { type: 'header', text: plainText(text, headerMax) };
}

export function section(text: string): types.SectionBlock {
  return { type: 'section', text: mrkdwn(text) };
}

/**
 * Builds a section with the caution in bold; returns no blocks if there is no caution.
 * @param lead what calls for the caution, in mrkdwn: bold too, unless it contains code
 */
export function cautionSection(caution: string | undefined, lead = ''): Block[] {
  if (caution === undefined) return [];

  return [
    section(
      lead.includes('`') ? `${lead} ${bold(caution)}` : bold(joinNonEmpty([lead, caution], ' ')),
    ),
  ];
}

/** Slack's limit for the text of a section, in characters. */
const sectionMax = 3000;

/** Packs lines into as few sections as possible. */
export function packIntoSections(lines: readonly string[]): Block[] {
  const texts: string[] = [];
  for (const text of lines) {
    const joined = `${texts.at(-1) ?? ''}\n${text}`;
    if (texts.length > 0 && joined.length <= sectionMax) texts[texts.length - 1] = joined;
    else texts.push(text);
  }

  return texts.map(section);
}

/** Lays out texts in two columns, in as many section blocks as needed. */
export function twoColumns(texts: readonly string[]): types.SectionBlock[] {
  const blocks: types.SectionBlock[] = [];
  for (let start = 0; start < texts.length; start += fieldsMax)
    blocks.push({ type: 'section', fields: texts.slice(start, start + fieldsMax).map(mrkdwn) });
  return blocks;
}

/** Builds a line of metadata from the parts; leaves out undefined parts. */
export function context(parts: readonly (string | undefined)[]): types.ContextBlock {
  return { type: 'context', elements: [mrkdwn(joinNonEmpty(parts))] };
}

/**
 * Quotes untrusted free text exactly, with any characters and line breaks: Slack interprets nothing
 * in it.
 */
export function quote(text: string, maxLength: number): Block {
  return richText('rich_text_quote', cut(text.trim(), maxLength));
}

/** The longest text of one block, in characters; the limit is ours. */
export const preformattedMax = 3000;

/** Shows untrusted structured text, such as JSON, exactly. */
export function preformatted(text: string): Block {
  return richText('rich_text_preformatted', cut(text, preformattedMax));
}

function richText(
  type: 'rich_text_quote' | 'rich_text_preformatted',
  text: string,
): types.RichTextBlock {
  return { type: 'rich_text', elements: [{ type, elements: [{ type: 'text', text }] }] };
}

export interface ButtonAction {
  actionId: string;
  /**
   * What a click looks up. Slack sends the value back; it is never trusted, but parsed and looked
   * up again.
   */
  value?: string;
}

export interface ButtonOptions extends ButtonAction {
  /** Text in Title Case. */
  label: string;
  /** Whether Slack highlights the button; at most one per row. */
  isPrimary?: boolean;
}

/**
 * Describes a button.
 * @example buttons([button('batch:stop', 'Stop', list.id)])
 */
export function button(actionId: string, label: string, value: string) {
  return { actionId, label, value };
}

const buttonLabelMax = 75;
/** Slack's limit for a button's value, in characters. */
export const buttonValueMax = 2_000;

/**
 * Our limit for a menu option's value (action id and button value together), in characters; Slack's
 * limit is 150.
 */
const overflowOptionMax = 75;
/** Slack's limit for the options of a menu. */
const menuMax = 5;

/**
 * Builds a row of buttons; leaves out buttons whose value is too long for Slack.
 * @param more rarely used buttons: they become options of a ⋯ menu, or ordinary buttons if a
 *   value is too long for that
 */
export function buttons(
  options: readonly ButtonOptions[],
  more: readonly ButtonOptions[] = [],
): Block[] {
  const folded = more.map(foldedOption);
  const isFolded =
    folded.length > 0 && folded.every(({ value }) => value.length <= overflowOptionMax);
  const usable = (isFolded ? options : [...options, ...more]).filter(
    ({ value = '' }) => value.length <= buttonValueMax,
  );
  const elements: types.ActionsBlockElement[] = usable.map(
    ({ actionId, label, value, isPrimary }) => ({
      type: 'button',
      action_id: actionId,
      text: plainText(label, buttonLabelMax),
      ...(value === undefined ? {} : { value }),
      ...(isPrimary ? { style: 'primary' } : {}),
    }),
  );

  if (isFolded) elements.push({ type: 'overflow', action_id: 'more', options: folded });
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}

function foldedOption({
  actionId,
  label,
  value = '',
}: ButtonOptions): types.PlainTextOption & { value: string } {
  return { text: plainText(label, buttonLabelMax), value: `${actionId} ${value}` };
}

/**
 * Adds a button to the ⋯ menu at the end of a row of buttons; `undefined` if there is none, or no
 * room in it.
 */
export function foldInto(row: Block | undefined, button: ButtonOptions): Block | undefined {
  const menu = row?.type === 'actions' ? row.elements.at(-1) : undefined;
  const option = foldedOption(button);
  if (row?.type !== 'actions' || menu?.type !== 'overflow') return undefined;
  if (menu.options.length === menuMax || option.value.length > overflowOptionMax) return undefined;

  return {
    ...row,
    elements: [...row.elements.slice(0, -1), { ...menu, options: [...menu.options, option] }],
  };
}

/** Restores the button that became an option of a ⋯ menu, from the option's value. */
export function foldedButton(value: string): ButtonAction | undefined {
  const parts = /^(\S+) (.*)$/s.exec(value);
  if (parts === null) return undefined;

  const [, actionId = '', carried = ''] = parts;
  return { actionId, value: carried };
}

/** Builds a section, with a button beside it if `button` is given. */
export function sectionWithButton(
  text: string,
  button: (Required<ButtonAction> & { label: string }) | undefined,
): Block {
  if (button === undefined) return section(text);

  const { actionId: action_id, label, value } = button;
  return {
    ...section(text),
    accessory: { type: 'button', action_id, text: plainText(label), value },
  };
}

export interface RunButton {
  label: string;
  command: string;
  text: string;
}

/**
 * Builds buttons that run a command as if the user had typed it.
 * @param first number of the first button: action ids must be unique across all rows of a message
 */
export function runButtons(options: readonly RunButton[], first = 0): Block[] {
  return buttons(
    options.map(({ label, command, text }, at) => ({
      label,
      ...runAction(command, text, first + at),
    })),
  );
}

/** @param index makes the action id unique within a message */
export function runAction(command: string, text: string, index = 0): ButtonAction {
  return { actionId: `${command}:run:${index}`, value: text };
}

/** Builds a text that Slack shows exactly: no formatting, and no `:name:` becomes an emoji. */
export function plainText(text: string, maxLength = text.length): types.PlainTextElement {
  return { type: 'plain_text', text: cut(text, maxLength), emoji: false };
}

function mrkdwn(text: string): types.MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** Slack takes 50; the last is kept for what the message adds, such as that it was too long. */
const blocksMax = 49;
/** Slack rejects a message with about 13,200 characters of block JSON or more. */
const blocksJsonMax = 11_900;

/**
 * Whether the blocks are too much for a single message.
 * @param spare characters of block JSON to leave free
 */
export function exceedsLimits(blocks: readonly Block[], spare = 0): boolean {
  return blocks.length > blocksMax || JSON.stringify(blocks).length > blocksJsonMax - spare;
}
