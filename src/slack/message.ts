import * as z from 'zod';
import { isDefined } from '../text.ts';

/** A file in a message. For a file from another organisation, Slack may give only the id. */
export interface SentFile {
  id: string;
  /** Empty when Slack leaves out the name. */
  name: string;
  mimetype: string;
}

const File = z.object({
  id: z.string(),
  name: z.string().catch(''),
  mimetype: z.string().catch(''),
});

/**
 * Maximum characters of a message's text (Slack's limit), and of the words in its blocks and
 * attachments (ours).
 */
export const messageTextMax = 40_000;

/** The content of a message, from its text, blocks, attachments and files. */
export interface SlackMessage {
  /** The message's `text`, as typed. */
  text: string;
  /**
   * Words of blocks and attachments that the text does not contain: forwarded messages, table
   * cells, apps' alerts.
   */
  more: string;
  /** Whether the message is longer than the part that is read. */
  isCut: boolean;
  /** Files that may be lists, including those for which Slack gives only the id. */
  lists: readonly SentFile[];
  /** Names of files that cannot hold a list: pictures, PDFs, voice clips. */
  unreadable: readonly string[];
}

const SentFiles = z.array(File.optional().catch(undefined)).catch([]);
/** A forwarded message is an attachment with its own files. */
const Attachments = z.array(z.object({ files: SentFiles }).catch({ files: [] })).catch([]);

/**
 * Leaves out `root` and `previous_message`: a thread's root and a message before its edit are other
 * messages.
 */
const Message = z
  .object({
    text: z.string().catch(''),
    files: SentFiles,
    blocks: z.unknown(),
    attachments: z.unknown(),
  })
  .partial()
  .catch({});

/**
 * Reads the message of an event or a shortcut, leaving out fields that do not have Slack's
 * documented type.
 */
export function readSlackMessage(message: unknown): SlackMessage {
  const { text = '', files = [], blocks, attachments } = Message.parse(message);
  const forwarded = Attachments.parse(attachments).flatMap((attachment) => attachment.files);
  const sent = [...files, ...forwarded].filter(isDefined);
  const more = collectTexts({ blocks, attachments }).filter(createNewsFilter(text)).join('\n');

  return {
    text: cutAtBlank(text, messageTextMax),
    more: cutAtBlank(more, messageTextMax),
    isCut: text.length > messageTextMax || more.length > messageTextMax,
    lists: sent.filter(mayBeList),
    unreadable: sent.filter((file) => !mayBeList(file)).map(({ name }) => name),
  };
}

/**
 * Matches names of lists, of text files that may hold a list, and of workbooks: their senders are
 * told to use CSV.
 */
const listNames =
  /\.(?:[cpt]sv|txt|tab|log|out|dat|eml|md|sql|jsonl?|ndjson|ya?ml|xml|html?|xlsx?|xlsm|ods|numbers)$/i;

function mayBeList({ name, mimetype }: SentFile): boolean {
  const isUnnamed = name === '' && mimetype === '';
  return isUnnamed || listNames.test(name) || /^text\//.test(mimetype);
}

/** Surrounds each word with blanks, so that `PAY-77123` is not found inside `PAY-7712345`. */
function padWords(text: string): string {
  // Slack escapes `text`, but not always the text of blocks.
  const plain = text.replace(/&(?:amp|lt|gt);/g, ' ');
  return ` ${plain
    .toLowerCase()
    .replace(/[^\p{L}\d-]+/gu, ' ')
    .trim()} `;
}

/**
 * Returns a test that a text has words which the message's `text` does not contain in this order.
 * Most texts of blocks stand there in turn, so each search begins where the one before ended.
 */
function createNewsFilter(text: string): (words: string) => boolean {
  const typed = padWords(text);
  const known = new Set(typed.split(' '));
  let end = 0;

  return (given) => {
    const words = padWords(given);
    if (!words.split(' ').every((word) => known.has(word))) return true;
    const at = typed.indexOf(words, end);
    if (at !== -1) end = at;
    return at === -1 && !typed.includes(words);
  };
}

const blockDepthMax = 20;
const wordKeys = new Set(
  'text fallback pretext title title_link from_url author_name alt_text value footer url'.split(
    ' ',
  ),
);

/** A field of an app's attachment. */
const AttachmentField = z.object({ title: z.string().min(1), value: z.string() });

/**
 * Collects the texts of blocks and attachments, `blockDepthMax` levels deep; separates the cells of a
 * row by tabs.
 */
export function collectTexts(message: unknown, depth = 0): string[] {
  if (depth > blockDepthMax || typeof message !== 'object' || message === null) return [];

  const { success, data } = AttachmentField.safeParse(message);
  // One text, so that no value labels the next field.
  if (success) return [`${data.title}: ${data.value}`];

  return Object.entries(message).flatMap(([key, inner]: [string, unknown]) => {
    if (typeof inner === 'string') return wordKeys.has(key) ? [inner] : [];
    if (key === 'rows' && Array.isArray(inner))
      return inner.map((row) => readCells(row, depth + 2).join('\t'));
    return collectTexts(inner, depth + 1);
  });
}

function readCells(row: unknown, depth: number): string[] {
  return Array.isArray(row)
    ? row.map((cell) => collectTexts(cell, depth).join(' '))
    : collectTexts(row, depth);
}

/** Cuts a text at a blank, as half a reference could be another valid reference. */
function cutAtBlank(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = max;
  while (end > 0 && !/\s/.test(text.charAt(end))) end -= 1;
  return text.slice(0, end || max);
}
