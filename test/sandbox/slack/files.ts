import { randomBytes } from 'node:crypto';
import { isRecord } from './block-kit/walk.ts';
import { checkMessage } from './check.ts';
import { checkThread, type MessageLog } from './messages/message-log.ts';
import { assignIds, describeFile } from './messages/post-bot-message.ts';
import type { ShownFile } from './types.ts';
import type { WebApiAnswer, WebApiMethod } from './web-api/web-api.ts';
import { findConversation, workspace } from './workspace.ts';

interface FileParts {
  readonly log: MessageLog;
  readonly uploads: Uploads;
  readonly baseUrl: string;
  /** Every file that was shared, oldest first. */
  readonly files: ShownFile[];
}

/**
 * `files.info`, and `files.getUploadURLExternal` and `files.completeUploadExternal`, the two ends
 * of an upload.
 */
export function createFileMethods({
  log,
  uploads,
  baseUrl,
  files,
}: FileParts): Record<string, WebApiMethod> {
  const method = (run: WebApiMethod['run']): WebApiMethod => ({
    token: 'bot',
    scope: 'files:write',
    run,
  });
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
        return file
          ? { ok: true, file: describeFile(file, baseUrl) }
          : { ok: false, error: 'file_not_found' };
      },
    },
    'files.getUploadURLExternal': method(({ filename, length }) => {
      const bytes = Number(length);
      if (typeof filename !== 'string' || !filename || !Number.isInteger(bytes) || bytes < 1) {
        return refuse('invalid_arguments');
      }
      const id = uploads.expect(filename, bytes);
      return { ok: true, upload_url: `${baseUrl}/upload/v1/${id}`, file_id: id };
    }),
    'files.completeUploadExternal': method((args) => {
      const { files: named, channel_id: channelId, thread_ts: threadTs } = args;
      const entries: unknown[] = Array.isArray(named) ? named : [];
      const finished = entries.filter(isRecord).flatMap(({ id, title }) => {
        const upload = uploads.find(id);
        if (typeof id !== 'string' || upload?.content === undefined) return [];
        const { name, content } = upload;
        return [{ id, name, title: typeof title === 'string' ? title : name, content }];
      });
      if (!finished.length || finished.length !== entries.length) return refuse('file_not_found');
      const answer = { ok: true, files: finished.map(({ id, title }) => ({ id, title })) } as const;
      // Without a channel the files stay where nobody sees them.
      if (channelId === undefined) return answer;
      const conversation = findConversation(channelId);
      if (!conversation) return { ok: false, error: 'channel_not_found' };
      if (!conversation.hasBot) return { ok: false, error: 'not_in_channel' };

      const place = {
        channelId: conversation.id,
        ...(typeof threadTs === 'string' && { threadTs }),
      };
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
    const checked =
      text === undefined && blocks === undefined ? undefined : checkMessage({ text, blocks });
    log.add({
      ...place,
      author: 'bot',
      userId: workspace.botUserId,
      via: 'files.completeUploadExternal',
      text: checked?.text ?? '',
      blocks: assignIds(checked?.blocks ?? []),
      breaches: [
        ...(checked?.breaches ?? []),
        ...checkThread(log, place.channelId, payload.thread_ts),
      ],
      files: shared,
      payload,
    });
  }
}

interface Upload {
  readonly name: string;
  /** In bytes, as the bot announced it. */
  readonly length: number;
  readonly content?: string;
}

export type Uploads = ReturnType<typeof createUploads>;

/**
 * The files that the bot announced and has not shared yet, by their ids; the path of an upload ends
 * in an unguessable one.
 */
export function createUploads() {
  const uploads = new Map<unknown, Upload>();
  return {
    /** A file to come; answers with its id. */
    expect(name: string, length: number): string {
      const id = `F0${randomBytes(12).toString('hex').toUpperCase()}`;
      uploads.set(id, { name, length });
      return id;
    },
    /** Takes what was sent to a path; answers with what was wrong with it, if anything. */
    take(path: string, bytes: Buffer): string | undefined {
      const id = path.split('/').at(-1);
      const upload = uploads.get(id);
      if (!upload) return 'no file is expected here';
      if (bytes.length !== upload.length)
        return `${bytes.length} bytes came, ${upload.length} were announced`;
      uploads.set(id, { ...upload, content: bytes.toString('utf8') });
      return undefined;
    },
    find: (id: unknown) => uploads.get(id),
    /** Each can be shared once. */
    forget: (id: string) => void uploads.delete(id),
  };
}

/**
 * The bytes of an upload: the body itself, or the file of a multipart form as the Web API's client
 * sends it.
 */
export async function readUpload(contentType: string, body: Buffer): Promise<Buffer> {
  if (!/^multipart\/form-data\b/i.test(contentType)) return body;
  const request = new Request('http://slack.test', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new Uint8Array(body),
  });
  for (const [, value] of await request.formData()) {
    if (typeof value !== 'string') return Buffer.from(await value.arrayBuffer());
  }
  return Buffer.alloc(0);
}
