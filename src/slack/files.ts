import type { FilesInfoResponse } from '@slack/web-api';
import pLimit from 'p-limit';
import * as z from 'zod';
import { pause } from '../async.ts';
import { code } from '../blocks/mrkdwn.ts';
import { errorCode, SlackApiError, UserError } from '../errors.ts';
import { answerBytesMax, type SlackAddress, type SlackClient } from './client.ts';

/** A file that somebody sent; of one that is shared from another organisation Slack may say no more than the id. */
export interface SentFile {
  id: string;
  /** Empty where Slack leaves it out. */
  name: string;
  mimetype: string;
}

const File = z.object({ id: z.string(), name: z.string().catch(''), mimetype: z.string().catch('') });

export function sentFile(file: unknown): SentFile | undefined {
  return File.safeParse(file).data;
}

/** Reads what people send. */
export type Files = ReturnType<typeof createFiles>;

const hosts = ['https://files.slack.com', 'https://files.slack-gov.com'];
/** Files read at once, for all people together. */
const readingMax = 4;

export function createFiles(client: SlackClient, { slackApiUrl, fetch }: SlackAddress) {
  const allowed = new Set(slackApiUrl === undefined ? hosts : [...hosts, new URL(slackApiUrl).origin]);
  const slots = pLimit(readingMax);
  return {
    /**
     * The content of a file, from Slack's own hosts alone and along no redirect. It is asked about first: an event may
     * bring no more than its id (`check_file_info`), and only Slack's word tells a missing scope from a page of HTML.
     * @throws UserError that says why it cannot be read; SlackApiError, for a missing scope too
     */
    async read({ id, name: said }: Pick<SentFile, 'id' | 'name'>): Promise<{ bytes: Uint8Array; name: string }> {
      let name = said;
      const refuse = (why: string) => new UserError(`${code(name || 'That file', 60)} ${why}`);
      const info = async () => {
        const { file = {} } = await client.files.info({ file: id }).catch((error: unknown) => {
          if (error instanceof SlackApiError && gone.has(error.details.code)) throw refuse('was deleted.');
          throw error;
        });
        name = file.name ?? name;
        return file;
      };
      let file = await info();
      if (isScanned(file)) {
        await pause(scanMs);
        file = await info();
        if (isScanned(file)) throw refuse('is still being checked by Slack: send it again in a moment.');
      }
      const { is_external, mode = '', size = 0, url_private_download, url_private = '' } = file;
      if (gone.has(mode)) throw refuse('was deleted.');
      if (is_external === true) throw refuse('is kept outside Slack: send it as a CSV file.');
      const tooLarge = 'is larger than 1 MB: send it in parts.';
      if (size > answerBytesMax) throw refuse(tooLarge);
      const url = url_private_download ?? url_private;
      if (!(URL.canParse(url) && allowed.has(new URL(url).origin)))
        throw refuse('cannot be read: Slack names no place of its own for it.');
      const unreadable = 'cannot be read from Slack right now. Send it again in a minute.';
      const unread = (error: unknown) => {
        const word = errorCode(error);
        throw refuse(word === 'too_large' ? tooLarge : `${unreadable} (${word})`);
      };
      const headers = { authorization: `Bearer ${client.token}` };
      const response = await slots(async () => fetch?.(url, { headers })).catch(unread);
      const isPage = response?.headers.get('content-type')?.startsWith('text/html') ?? true;
      if (!response?.ok || (isPage && file.mimetype !== 'text/html')) throw refuse(unreadable);
      return { bytes: new Uint8Array(await response.arrayBuffer()), name };
    },
  };
}

/** Slack gives a new file no address until it has checked it for viruses. */
const scanMs = 1_500;

function isScanned({ url_private, url_private_download, mode, is_external }: FileInfo): boolean {
  return !url_private && !url_private_download && is_external !== true && !gone.has(mode ?? '');
}

type FileInfo = NonNullable<FilesInfoResponse['file']>;

/** Words of Slack's for a file that is not there any more, or not for this workspace. */
const gone = new Set(['file_deleted', 'file_not_found', 'tombstone', 'hidden_by_limit']);
