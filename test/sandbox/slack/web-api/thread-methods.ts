import * as z from 'zod';
import type { Directory } from '../directory.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { describeMessage } from '../messages/post-bot-message.ts';
import type { ShownMessage } from '../types.ts';
import { findConversation, isDirectMessage, workspace } from '../workspace.ts';
import type { WebApiMethod } from './web-api.ts';

/** A form's numbers and booleans come as text. */
const Arguments = z.object({
  channel: z.string(),
  ts: z.string(),
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
  oldest: z.coerce.number().default(0),
  latest: z.coerce.number().default(Number.POSITIVE_INFINITY),
  inclusive: z.union([z.boolean(), z.stringbool()]).default(false),
});

/**
 * `conversations.replies`: the root, then the replies, oldest first, page by page. Each page begins
 * with the root. The timestamp of a reply brings that reply alone.
 */
export function createThreadMethods(
  log: MessageLog,
  directory: Directory,
): Record<string, WebApiMethod> {
  const scope: WebApiMethod['scope'] = ({ channel }) => {
    if (typeof channel === 'string' && isDirectMessage(channel)) return 'im:history';
    const isPrivate = directory.channelInfo(String(channel)).is_private === true;
    return isPrivate ? 'groups:history' : 'channels:history';
  };
  return {
    'conversations.replies': {
      token: 'bot',
      scope,
      run(given) {
        const { success, data } = Arguments.safeParse(given);
        if (!success) return { ok: false, error: 'invalid_arguments' };
        const conversation = findConversation(data.channel);
        if (!conversation) return { ok: false, error: 'channel_not_found' };
        if (!conversation.hasBot) return { ok: false, error: 'not_in_channel' };

        const kept = log.messages.filter(
          ({ channelId, visibleTo }) => channelId === conversation.id && visibleTo === undefined,
        );
        const replies = kept.filter(({ ts, threadTs }) => threadTs === data.ts && ts !== data.ts);
        const found = kept.find(({ ts }) => ts === data.ts);
        if (!found && replies.length === 0) return { ok: false, error: 'thread_not_found' };

        const isReply = found?.threadTs !== undefined && found.threadTs !== found.ts;
        const root = found ? describeMessage(found) : tombstoneOf(data.ts);
        const wanted = isReply ? [] : replies.filter((reply) => isWithin(reply, data));
        const from = Number(/^next:(\d+)$/.exec(data.cursor ?? '')?.[1] ?? 0);
        if (data.cursor && from === 0) return { ok: false, error: 'invalid_cursor' };
        const page = wanted.slice(from, from + Math.max(1, data.limit - 1));
        const next = from + page.length;
        const hasMore = next < wanted.length;
        const summary = {
          thread_ts: data.ts,
          reply_count: replies.length,
          latest_reply: replies.at(-1)?.ts,
        };
        return {
          ok: true,
          messages: [
            { ...root, ...(replies.length > 0 && summary) },
            ...page.map((reply) => ({ ...describeMessage(reply), parent_user_id: found?.userId })),
          ],
          has_more: hasMore,
          ...(hasMore && { response_metadata: { next_cursor: `next:${next}` } }),
        };
      },
    },
  };
}

/** Without `inclusive`, a message at one of the two times is left out. */
function isWithin(
  { ts }: ShownMessage,
  { oldest, latest, inclusive }: z.infer<typeof Arguments>,
): boolean {
  const at = Number(ts);
  return inclusive ? at >= oldest && at <= latest : at > oldest && at < latest;
}

/** What stands for a root that was deleted while it has replies. */
function tombstoneOf(ts: string) {
  return {
    type: 'message',
    subtype: 'tombstone',
    user: 'USLACKBOT',
    team: workspace.teamId,
    text: 'This message was deleted.',
    hidden: true,
    ts,
  };
}
