import type { types } from '@slack/bolt';
import { cut } from './mrkdwn.ts';

export type Block = types.KnownBlock;

/** What a door sends: blocks never travel alone, notifications and screen readers read `text`. */
export interface Reply {
  /** mrkdwn, outside strings escaped. */
  text: string;
  blocks: Block[];
}

const headerMax = 150;
const fieldsMax = 10;
const blocksMax = 50;
/** Slack refuses a message from about 13,200 characters of block JSON on. */
const blocksJsonMax = 12_000;

/** A reply within Slack's limits: the last block stays, and what does not fit before it is said. */
export function message(text: string, blocks: readonly Block[]): Reply {
  const fitting = [...blocks];
  const isTooMuch = () => fitting.length > blocksMax || JSON.stringify(fitting).length > blocksJsonMax;
  let leftOut = 0;
  while (isTooMuch() && fitting.length > 2) {
    fitting.splice(leftOut === 0 ? -2 : -3, leftOut === 0 ? 1 : 2);
    leftOut += 1;
    fitting.splice(-1, 0, section(`Too long for one message: ${leftOut} parts of the answer are not shown.`));
  }
  return { text, blocks: fitting };
}

/** Plain text: nothing in it is formatted, so nothing in it is escaped. */
export function header(text: string): Block {
  return { type: 'header', text: { type: 'plain_text', text: cut(text, headerMax), emoji: false } };
}

export function section(text: string): Block {
  return { type: 'section', text: mrkdwn(text) };
}

/** Two columns, as many blocks as it takes. */
export function fields(texts: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < texts.length; start += fieldsMax)
    blocks.push({ type: 'section', fields: texts.slice(start, start + fieldsMax).map(mrkdwn) });
  return blocks;
}

/** One line of metadata; what is missing is left out. */
export function context(parts: readonly (string | undefined)[]): Block {
  return { type: 'context', elements: [mrkdwn(parts.filter((part) => part).join(' · '))] };
}

const quoteMax = 1000;

/** Free text from outside, any characters and lines, shown exactly and never interpreted. */
export function quote(text: string, maxLength = quoteMax): Block {
  const shown = cut(text.trim(), maxLength);
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_quote', elements: [{ type: 'text', text: shown }] }],
  };
}

/** Structured text from outside, exactly. */
export function preformatted(text: string): Block {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
  };
}

export interface RunButton {
  /** Title Case. */
  label: string;
  command: string;
  text: string;
}

const buttonLabelMax = 75;
const buttonValueMax = 2000;

/** Buttons that ask a command again or another one; they carry what to ask, never what to believe. */
export function runButtons(buttons: readonly RunButton[]): Block[] {
  const usable = buttons.filter(({ text }) => text.length <= buttonValueMax);
  if (usable.length === 0) return [];
  return [
    {
      type: 'actions',
      elements: usable.map(({ label, command, text }, index) => ({
        type: 'button',
        action_id: `${command}:run:${index}`,
        text: { type: 'plain_text', text: cut(label, buttonLabelMax), emoji: false },
        value: text,
      })),
    },
  ];
}

function mrkdwn(text: string): types.MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}
