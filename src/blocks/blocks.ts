import type { types } from '@slack/bolt';
import type { RecentLookUp } from '../history.ts';
import { countOf, cut, joined } from '../text.ts';
import { bold } from './mrkdwn.ts';

export type Block = types.KnownBlock;

/** Who reads an answer: only the asker, or a whole channel, which gets it masked. */
export type Audience = 'asker' | 'channel';

/**
 * Where an answer goes: to the asker alone, into the thread (which everybody reads), in place of the clicked message,
 * or into the channel for everybody.
 */
export type Destination = 'asker' | 'thread' | 'in place' | 'channel';

/** What a route sends. Blocks never travel without `text`, which notifications and screen readers read. */
export interface Reply {
  /** mrkdwn, outside strings escaped. */
  text: string;
  readonly blocks: readonly Block[];
  /** The title of the modal, when it is shown in one. */
  title?: string;
  /** Who may read it: nothing is posted for everybody but what is `channel`. */
  audience?: Audience;
  /** What the answer is about, to be offered again to the one who asked. */
  recentLookUps?: readonly RecentLookUp[];
  /** Sent before it, to a direct message with the asker: a response_url cannot carry one. */
  file?: NamedFile;
}

export interface NamedFile {
  name: string;
  content: string;
}

const headerMax = 150;
const fieldsMax = 10;

/** A reply within Slack's limits: blocks that do not fit are removed from the end of its body, and it says so. */
export function message(text: string, blocks: readonly Block[]): Reply {
  const fitting = [...blocks];
  let [leftOut, lastAt] = [0, -1];
  while (exceedsLimits(fitting)) {
    const at = fitting.findLastIndex(({ type }, place) => place > 0 && !fixed.has(type));
    if (at === -1) break;
    fitting.splice(at, 1);
    leftOut += 1;
    lastAt = at;
  }
  if (leftOut > 0) {
    const parts = countOf(leftOut, 'part of the answer is', 'parts of the answer are');
    fitting.splice(lastAt, 0, section(`Too long for one message: ${parts} not shown.`));
  }
  return { text, blocks: fitting };
}

const plainMax = 2900;

/** Lets everybody read a reply that names no customer other than what was asked: help, guesses, counts, bank codes. */
export function withoutCustomer(reply: Reply): Reply {
  return { ...reply, audience: 'channel' };
}

/** A reply of one text that is mrkdwn already: nothing is escaped, and the block is cut. */
export function plainReply(text: string): Reply {
  return message(text, [section(text.slice(0, plainMax))]);
}

/** Plain text: nothing in it is formatted, so nothing in it is escaped. */
export function header(text: string): Block {
  return { type: 'header', text: plainText(text, headerMax) };
}

export function section(text: string): types.SectionBlock {
  return { type: 'section', text: mrkdwn(text) };
}

/** What not to conclude, in a section of its own; none without a caution. */
export function cautionSection(caution: string | undefined): Block[] {
  return caution === undefined ? [] : [section(bold(caution))];
}

/** Slack's limit for the text of a section, in characters. */
const sectionMax = 3000;

/** Puts the lines into as few sections as can hold them. */
export function sectionsOf(lines: readonly string[]): Block[] {
  const texts: string[] = [];
  for (const text of lines) {
    const joined = `${texts.at(-1) ?? ''}\n${text}`;
    if (texts.length > 0 && joined.length <= sectionMax) texts[texts.length - 1] = joined;
    else texts.push(text);
  }
  return texts.map(section);
}

/** Two columns, in as many blocks as needed. */
export function fields(texts: readonly string[]): types.SectionBlock[] {
  const blocks: types.SectionBlock[] = [];
  for (let start = 0; start < texts.length; start += fieldsMax)
    blocks.push({ type: 'section', fields: texts.slice(start, start + fieldsMax).map(mrkdwn) });
  return blocks;
}

/** One line of metadata; missing parts are left out. */
export function context(parts: readonly (string | undefined)[]): types.ContextBlock {
  return { type: 'context', elements: [mrkdwn(joined(parts, ' · '))] };
}

/** Free text from outside, with any characters and lines, shown exactly and never interpreted. */
export function quote(text: string, maxLength: number): Block {
  return richText('rich_text_quote', cut(text.trim(), maxLength));
}

const preformattedMax = 3000;

/** Structured text from outside, exactly. */
export function preformatted(text: string): Block {
  return richText('rich_text_preformatted', cut(text, preformattedMax));
}

function richText(type: 'rich_text_quote' | 'rich_text_preformatted', text: string): types.RichTextBlock {
  return { type: 'rich_text', elements: [{ type, elements: [{ type: 'text', text }] }] };
}

export interface ButtonAction {
  actionId: string;
  /** What to ask for, never data to trust: it is parsed and looked up again when it comes back. */
  value?: string;
}

export interface ButtonOptions extends ButtonAction {
  /** Title Case. */
  label: string;
  /** Whether it leads the others; at most one does. */
  isPrimary?: boolean;
}

const buttonLabelMax = 75;
/** Of what a button carries, in characters. */
export const buttonValueMax = 2_000;

/** Of an option, verb and reference together; Slack takes 150. */
const optionMax = 75;

/**
 * A row of buttons; a button whose value is too long is left out.
 * @param more buttons that are rarely pressed: options of a ⋯ menu, or buttons where an option cannot carry a value
 */
export function buttons(options: readonly ButtonOptions[], more: readonly ButtonOptions[] = []): Block[] {
  const folded = more.map(({ actionId, label, value = '' }) => ({
    text: plainText(label, buttonLabelMax),
    value: `${actionId} ${value}`,
  }));
  const isFolded = folded.length > 0 && folded.every(({ value }) => value.length <= optionMax);
  const usable = (isFolded ? options : [...options, ...more]).filter(
    ({ value = '' }) => value.length <= buttonValueMax,
  );
  const elements: types.ActionsBlockElement[] = usable.map(({ actionId, label, value, isPrimary }) => ({
    type: 'button',
    action_id: actionId,
    text: plainText(label, buttonLabelMax),
    ...(value === undefined ? {} : { value }),
    ...(isPrimary ? { style: 'primary' } : {}),
  }));
  if (isFolded) elements.push({ type: 'overflow', action_id: 'more', options: folded });
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}

/** The button that an option of a ⋯ menu stands for, by the option's value. */
export function foldedButton(value: string): ButtonAction | undefined {
  const [, actionId, carried] = /^(\S+) (.*)$/s.exec(value) ?? [];
  return actionId === undefined || carried === undefined ? undefined : { actionId, value: carried };
}

/** A section with a button beside it, or alone. */
export function sectionWithButton(
  text: string,
  button: (Required<ButtonAction> & { label: string }) | undefined,
): Block {
  if (button === undefined) return section(text);
  const { actionId: action_id, label, value } = button;
  return { ...section(text), accessory: { type: 'button', action_id, text: plainText(label), value } };
}

export interface RunButton {
  label: string;
  command: string;
  text: string;
}

/**
 * Buttons that ask a command, as if it had been typed.
 * @param first keeps the ids of one message's rows apart
 */
export function runButtons(options: readonly RunButton[], first = 0): Block[] {
  return buttons(options.map(({ label, command, text }, at) => ({ label, ...runAction(command, text, first + at) })));
}

/** @param index keeps the ids of one message apart */
export function runAction(command: string, text: string, index = 0): ButtonAction {
  return { actionId: `${command}:run:${index}`, value: text };
}

/** The text exactly as it is: Slack formats nothing in it and turns no `:name:` into an emoji. */
export function plainText(text: string, maxLength = text.length): types.PlainTextElement {
  return { type: 'plain_text', text: cut(text, maxLength), emoji: false };
}

function mrkdwn(text: string): types.MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}

const blocksMax = 50;
/** Slack refuses a message from about 13,200 characters of block JSON on. */
const blocksJsonMax = 11_900;

/** Blocks that a reply always keeps, besides its first: its table, what can be done with it, and where it comes from. */
const fixed = new Set(['header', 'actions', 'context', 'table', 'data_table']);

/**
 * Whether the blocks are more than one message takes.
 * @param spare characters that stay free
 */
export function exceedsLimits(blocks: readonly Block[], spare = 0): boolean {
  return blocks.length >= blocksMax || JSON.stringify(blocks).length > blocksJsonMax - spare;
}
