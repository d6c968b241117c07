import { checkMessage } from '../check-message.ts';
import { describeFile } from '../files/describe-file.ts';
import type { Uploads } from '../files/uploads.ts';
import { isRecord } from '../is-record.ts';
import { assignIds } from '../messages/assign-ids.ts';
import { checkThread } from '../messages/check-thread.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { ShownFile } from '../types.ts';
import { findConversation, workspace } from '../workspace.ts';
import type { WebApiAnswer, WebApiMethod } from './web-api.ts';

interface FileParts {
  readonly log: MessageLog;
  readonly uploads: Uploads;
  readonly baseUrl: string;
  /** Every file that was shared, oldest first. */
  readonly files: ShownFile[];
}

/** `files.info`, and `files.getUploadURLExternal` and `files.completeUploadExternal`, the two ends of an upload. */
export function createFileMethods({ log, uploads, baseUrl, files }: FileParts): Record<string, WebApiMethod> {
  const method = (run: WebApiMethod['run']): WebApiMethod => ({ token: 'bot', scope: 'files:write', run });
  const refuse = (error: string): WebApiAnswer => {
    log.reportBreach(`files: ${error}`);
    return { ok: false, error };
  };

  return {
    'files.info': {
      token: 'bot',
      scope: 'files:read',
      run({ file: id }) {
        const file = files.find((each) => each.id === id);
        return file ? { ok: true, file: describeFile(file, baseUrl) } : { ok: false, error: 'file_not_found' };
      },
    },
    'files.getUploadURLExternal': method(({ filename, length }) => {
      const bytes = Number(length);
      if (typeof filename !== 'string' || !filename || !Number.isInteger(bytes) || bytes < 1) {
        return refuse('invalid_arguments');
      }
      const { id, path } = uploads.expect(filename, bytes);
      return { ok: true, upload_url: `${baseUrl}${path}`, file_id: id };
    }),
    'files.completeUploadExternal': method((args) => {
      const { files: named, channel_id: channelId, thread_ts: threadTs } = args;
      const entries: unknown[] = Array.isArray(named) ? named : [];
      const finished = entries.filter(isRecord).flatMap(({ id, title }) => {
        const upload = uploads.find(id);
        if (upload?.content === undefined) return [];
        const { name, content } = upload;
        return [{ id: upload.id, name, title: typeof title === 'string' ? title : name, content }];
      });
      if (!finished.length || finished.length !== entries.length) return refuse('file_not_found');
      const answer = { ok: true, files: finished.map(({ id, title }) => ({ id, title })) } as const;
      // Without a channel the files stay where nobody sees them.
      if (channelId === undefined) return answer;
      const conversation = findConversation(channelId);
      if (!conversation) return { ok: false, error: 'channel_not_found' };
      if (!conversation.hasBot) return { ok: false, error: 'not_in_channel' };

      const place = { channelId: conversation.id, ...(typeof threadTs === 'string' && { threadTs }) };
      const shared = finished.map((file) => ({ ...file, ...place }));
      files.push(...shared);
      for (const { id } of shared) uploads.forget(id);
      share(args, shared, place);
      return answer;
    }),
  };

  function share(
    payload: Readonly<Record<string, unknown>>,
    shared: readonly ShownFile[],
    place: object & { channelId: string },
  ) {
    const { initial_comment: text, blocks } = payload;
    const checked = text === undefined && blocks === undefined ? undefined : checkMessage({ text, blocks });
    log.add({
      ...place,
      author: 'bot',
      userId: workspace.botUserId,
      via: 'files.completeUploadExternal',
      text: checked?.text ?? '',
      blocks: assignIds(checked?.blocks ?? []),
      breaches: [...(checked?.breaches ?? []), ...checkThread(log, place.channelId, payload.thread_ts)],
      files: shared,
      payload,
    });
  }
}
