import * as z from 'zod';
import { pause } from '../async.ts';
import { code } from '../blocks/mrkdwn.ts';
import { errorCode, SlackApiError, UserError } from '../errors.ts';
import type { SlackAddress, SlackClient } from './client.ts';

/** A file that somebody sent; of one that is shared from another organisation Slack may say no more than the id. */
export interface SentFile {
  id: string;
  /** Empty where Slack leaves it out. */
  name: string;
  mimetype: string;
}

const File = z.object({ id: z.string(), name: z.string().catch(''), mimetype: z.string().catch('') });

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

const Files = z.array(File.optional().catch(undefined)).catch([]);
/** Forwarded messages carry their files. */
const Attachments = z.array(z.object({ files: Files }).catch({ files: [] })).catch([]);

/** A thread's root, and what a message was before an edit, are other messages. */
const Message = z
  .object({
    text: z.string().catch(''),
    files: Files,
    blocks: z.unknown(),
    attachments: z.unknown(),
  })
  .partial()
  .catch({});

/** Reads a message of an event or of a shortcut; whatever is not as Slack describes it is left out. */
export function readSlackMessage(message: unknown): SlackMessage {
  const { text = '', files = [], blocks, attachments } = Message.parse(message);
  const forwarded = Attachments.parse(attachments).flatMap((attachment) => attachment.files);
  const sent = [...files, ...forwarded].flatMap((file) => file ?? []);
  const typed = wordsOf(text);
  const more = textsOf({ blocks, attachments })
    .filter((words) => !typed.includes(wordsOf(words)))
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

/** A blank before and behind each word, so that `PAY-77123` does not stand in `PAY-7712345`. */
function wordsOf(text: string): string {
  const plain = text.replace(/&(?:amp|lt|gt);/g, ' '); // Slack escapes the text, and not always what stands in blocks
  return ` ${plain
    .toLowerCase()
    .replace(/[^\p{L}\d-]+/gu, ' ')
    .trim()} `;
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

/** Reads what people send. */
export type Files = ReturnType<typeof createFiles>;

export function createFiles(client: SlackClient, { fetch }: SlackAddress) {
  return {
    /**
     * The content of a file, from Slack's own hosts alone (`createSlackFetch`). It is asked about first: an event may
     * bring no more than its id (`check_file_info`), and only Slack's word tells a missing scope from a page of HTML.
     * @throws UserError that says why it cannot be read; SlackApiError, for a missing scope too
     */
    async read({ id, name: given }: Pick<SentFile, 'id' | 'name'>): Promise<{ bytes: Uint8Array; name: string }> {
      let name = given;
      const refuse = (why: string) => new UserError(`${code(name || 'That file', 60)} ${why}`);
      const info = async () => {
        const { file = {} } = await client.files.info({ file: id }).catch((error: unknown) => {
          if (error instanceof SlackApiError && gone.has(error.details.code)) throw refuse('was deleted.');
          throw error;
        });
        name = file.name ?? name;
        if (gone.has(file.mode ?? '')) throw refuse('was deleted.');
        if (file.is_external === true) throw refuse('is kept outside Slack: send it as a CSV file.');
        return { mimetype: file.mimetype, url: file.url_private_download || file.url_private };
      };
      let file = await info();
      if (!file.url) file = await pause(scanMs).then(info);
      const { url, mimetype } = file;
      if (!url) throw refuse('is still being checked by Slack: send it again in a moment.');
      const unreadable = 'cannot be read from Slack right now. Send it again in a minute.';
      const headers = { authorization: `Bearer ${client.token}` };
      const response = await fetch(url, { headers }).catch((error: unknown) => {
        const word = errorCode(error);
        throw refuse(word === 'too_large' ? 'is larger than 1 MB: send it in parts.' : `${unreadable} (${word})`);
      });
      const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? true;
      if (!response.ok || (isPage && mimetype !== 'text/html')) throw refuse(unreadable);
      return { bytes: new Uint8Array(await response.arrayBuffer()), name };
    },
  };
}

/** Slack gives a new file no address until it has checked it for viruses. */
const scanMs = 1_500;

/** Words of Slack's for a file that is not there any more, or not for this workspace. */
const gone = new Set(['file_deleted', 'file_not_found', 'tombstone', 'hidden_by_limit']);
