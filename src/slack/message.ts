import * as z from 'zod';
import { carriedMax, cutAtBlank } from '../reading/clean.ts';
import { type SentFile, sentFile } from './files.ts';

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
