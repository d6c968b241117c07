import * as z from 'zod';
import { stripEnds, typedMax } from '../reading/clean.ts';
import type { MentionText } from '../reading/question.ts';
import { type SentFile, sentFile } from './files.ts';

/** Slack's own bound of a text, and ours of what a message carries beside it. */
export const carriedMax = 40_000;

/** What a message carries, wherever Slack puts it: text, blocks, attachments and files. */
export interface SlackMessage {
  /** As it was typed. */
  text: string;
  /** Words of blocks and attachments that do not stand in the text: forwarded messages, cells, alerts of apps. */
  more: string;
  /** Whether more stands in the message than is read of it. */
  isCut: boolean;
  /** Files that may be lists, and those of which Slack says no more than the id. */
  lists: readonly SentFile[];
  /** Names of files that nothing can be read from: pictures, PDFs, voice clips. */
  unreadable: readonly string[];
}

/** A thread's root, and what a message was before an edit, are other messages. */
const Message = z
  .object({
    text: z.string().catch(''),
    files: z.array(z.unknown()).catch([]),
    blocks: z.unknown(),
    attachments: z.unknown(),
  })
  .partial()
  .catch({});

/** Reads a message of an event or of a shortcut; whatever is not as Slack describes it is left out. */
export function readSlackMessage(message: unknown): SlackMessage {
  const { text = '', files = [], blocks, attachments } = Message.parse(message);
  const sent = files.flatMap((file) => sentFile(file) ?? []);
  const [typed, said] = [fold(text), new Set(wordsOf(text))];
  const isSaid = (words: string) => typed.includes(fold(words)) && wordsOf(words).every((word) => said.has(word));
  const more = textsOf({ blocks, attachments })
    .filter((words) => !isSaid(words))
    .join('\n');
  return {
    text: cutAtBlank(text, carriedMax),
    more: cutAtBlank(more, carriedMax),
    isCut: text.length > carriedMax || more.length > carriedMax,
    lists: sent.filter(mayBeList),
    unreadable: sent.filter((file) => !mayBeList(file)).map(({ name }) => name),
  };
}

/** Names of lists, of texts that may hold one, and of workbooks, of which a sentence says why they are none. */
const listNames = /\.(?:csv|tsv|txt|tab|log|md|json|ndjson|xml|html?|xlsx?|xlsm|ods|numbers)$/i;

function mayBeList({ name, mimetype }: SentFile): boolean {
  const isUnnamed = name === '' && mimetype === '';
  return isUnnamed || listNames.test(name) || /^text\/(?:plain|csv|tab-sep)/.test(mimetype);
}

/** Slack escapes the text, and not always what stands in blocks. */
function fold(text: string): string {
  return text
    .replace(/&(?:amp|lt|gt);/g, '')
    .replace(/[\s&<>*_~`|]+/g, '')
    .toLowerCase();
}

/** `PAY-77123` does not stand in `PAY-7712345`. */
function wordsOf(text: string): string[] {
  return (
    text
      .replace(/&(?:amp|lt|gt);/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\d-]+/gu) ?? []
  );
}

const depthMax = 20;
const wordKeys = new Set(
  'text fallback pretext title title_link from_url author_name alt_text value footer url'.split(' '),
);

/** Of an app's attachment. */
const Field = z.object({ title: z.string().min(1), value: z.string() });

/** All texts of blocks and attachments, down to `depthMax` levels; the cells of a row are parted by tabs. */
export function textsOf(message: unknown, depth = 0): string[] {
  if (depth > depthMax || typeof message !== 'object' || message === null) return [];
  const { success, data } = Field.safeParse(message);
  if (success) return [`${data.title}: ${data.value}`]; // the value of one field must not label the next
  return Object.entries(message).flatMap(([key, inner]: [string, unknown]) => {
    if (typeof inner === 'string') return wordKeys.has(key) ? [inner] : [];
    if (key === 'rows' && Array.isArray(inner)) return inner.map((row) => cellsOf(row, depth + 2).join('\t'));
    return textsOf(inner, depth + 1);
  });
}

function cellsOf(row: unknown, depth: number): string[] {
  return Array.isArray(row) ? row.map((cell) => textsOf(cell, depth).join(' ')) : textsOf(row, depth);
}

/** The start of a text, up to a blank: half a reference would be another one. */
function cutAtBlank(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = max;
  while (end > 0 && !/\s/.test(text.charAt(end))) end -= 1;
  return text.slice(0, end || max);
}

const mention = /<@([A-Z\d]+)(?:\|[^<>]*)?>/g;
/** With a blank on either side, so that no gap stays that reads like the one between two cells. */
const mentions = /(?: ?<@[^<>]*> ?)+/g;
/** Punctuation and formatting that people put around what they say. */
const before = /[\s,:;.!*_`~-]/;
const behind = /[\s*_`~]/;

/**
 * The text that a message says to the bot. Only the bot's own mention addresses it; those of others are blanks. It runs on
 * every message, before access is checked, so it takes linear time and reads no more than a person can type.
 *
 * @param isBot tells the bot's user; without it every mention is a blank
 * @param more what the message carries beside its text, and is said to the bot too
 */
export function mentionText(message: string, isBot: (userId: string) => boolean = () => false, more = ''): MentionText {
  const typed = message.slice(0, typedMax);
  const own = [...typed.matchAll(mention)].find(([, userId = '']) => isBot(userId));
  const said = own ? bareOf(typed.slice(own.index + own[0].length)) : '';
  const isBehind = /[\p{L}\p{N}]/u.test(said);
  const words = [isBehind ? said : bareOf(typed), more].filter((part) => part !== '').join('\n');
  return { words, before: isBehind ? bareOf(typed.slice(0, own?.index)) : '' };
}

function bareOf(text: string): string {
  return stripEnds(text.replace(mentions, ' '), before, behind);
}
