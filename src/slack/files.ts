import pLimit from 'p-limit';
import { pause } from '../async.ts';
import type { NamedFile } from '../blocks/blocks.ts';
import { code } from '../blocks/mrkdwn.ts';
import { errorCode, SlackApiError, UserError } from '../errors.ts';
import type { SlackAddress, SlackClient } from './client.ts';
import type { SentFile } from './message.ts';
import { sendFile } from './posts.ts';

/**
 * Pause before asking for the URL again: Slack gives a new file no URL until its virus
 * scan is done.
 */
const scanMs = 1_500;
/**
 * Slack's error codes and file modes for a file that was deleted, or that this workspace cannot
 * see.
 */
const goneCodes = new Set(['file_deleted', 'file_not_found', 'tombstone', 'hidden_by_limit']);

/** Reads the files that people send, and sends files to them. */
export type Files = ReturnType<typeof createFiles>;

export function createFiles(client: SlackClient, { fetch }: SlackAddress) {
  return {
    /**
     * Runs work when all work before it has ended: reading or writing a list of 1 MB takes some
     * 150 MB, which the process has once.
     */
    alone: pLimit(1),
    /** Sends a file to the person's direct message. @throws SlackApiError */
    send: (personId: string, file: NamedFile) => sendFile(client, personId, file),
    /**
     * Downloads a file, from Slack's own hosts alone (`createSlackFetch`). Calls `files.info`
     * first: an event may have only the id (`check_file_info`), and a download without the scope
     * gives an HTML page instead of an error.
     * @throws UserError that says why the file cannot be read; SlackApiError if the scope is
     *   missing or Slack fails
     */
    async read({
      id,
      name: given,
    }: Pick<SentFile, 'id' | 'name'>): Promise<{ bytes: Uint8Array; name: string }> {
      let name = given;
      const refuse = (why: string) => new UserError(`${code(name || 'That file', 60)} ${why}`);

      const readInfo = async () => {
        const { file = {} } = await client.files.info({ file: id }).catch((error: unknown) => {
          if (error instanceof SlackApiError && goneCodes.has(error.details.code))
            throw refuse('was deleted.');
          throw error;
        });
        name = file.name ?? name;
        if (goneCodes.has(file.mode ?? '')) throw refuse('was deleted.');
        if (file.is_external === true)
          throw refuse('is kept outside Slack: send it as a CSV file.');

        return { mimetype: file.mimetype, url: file.url_private_download || file.url_private };
      };

      let file = await readInfo();
      if (!file.url) file = await pause(scanMs).then(readInfo);

      const { url, mimetype } = file;
      if (!url) throw refuse('is still being checked by Slack: send it again in a moment.');

      const unreadable = 'cannot be read from Slack right now. Send it again in a minute.';
      const headers = { authorization: `Bearer ${client.token}` };
      const response = await fetch(url, { headers }).catch((error: unknown) => {
        const reason = errorCode(error);
        throw refuse(
          reason === 'too_large'
            ? 'is larger than 1 MB: send it in parts.'
            : `${unreadable} (${reason})`,
        );
      });
      // Slack's page for a sign-in, in place of the file.
      const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? true;
      const isSlackPage = isPage && mimetype !== 'text/html';
      if (!response.ok || isSlackPage) throw refuse(unreadable);

      return { bytes: new Uint8Array(await response.arrayBuffer()), name };
    },
  };
}
