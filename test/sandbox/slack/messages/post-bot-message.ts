import { type CheckedMessage, checkMessage } from '../check-message.ts';
import type { ShownMessage } from '../types.ts';
import { isDirectMessage, workspace } from '../workspace.ts';
import { assignIds } from './assign-ids.ts';
import { checkThread } from './check-thread.ts';
import type { MessageLog } from './message-log.ts';

export interface BotMessage {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly via: string;
  readonly channelId: string;
  /** The only person who sees it, if it is ephemeral. */
  readonly visibleTo?: string | undefined;
  /** Breaches that are not of the message itself. */
  readonly breaches?: readonly string[];
}

export interface PostedMessage {
  readonly message: ShownMessage;
  readonly breaches: readonly string[];
  readonly refusal?: CheckedMessage['refusal'];
}

/** Checks and shows a message. One that Slack would refuse is shown too, so that a person sees what happened. */
export function postBotMessage(
  log: MessageLog,
  { payload, via, channelId, visibleTo, breaches = [] }: BotMessage,
): PostedMessage {
  const checked = checkMessage(payload, visibleTo !== undefined || isDirectMessage(channelId));
  // A reply to a root that was deleted is taken, and stands in the channel.
  const isRootGone = typeof payload.thread_ts === 'string' && log.isRemoved(payload.thread_ts);
  const threadTs = isRootGone ? undefined : payload.thread_ts;
  const misplaced = checkThread(log, channelId, threadTs);
  const message = log.add({
    channelId,
    author: 'bot',
    userId: workspace.botUserId,
    via,
    ...contentOf(checked, payload, [...breaches, ...misplaced]),
    ...(visibleTo !== undefined && { visibleTo }),
    ...(typeof threadTs === 'string' && { threadTs }),
  });
  return { message, breaches: message.breaches, refusal: checked.refusal };
}

/** Puts new content in an old message's place; what Slack would refuse stands beside it instead. */
export function replaceBotMessage(log: MessageLog, original: ShownMessage, reply: BotMessage): PostedMessage {
  const { visibleTo, channelId } = original;
  const checked = checkMessage(reply.payload, visibleTo !== undefined || isDirectMessage(channelId));
  if (checked.refusal) return postBotMessage(log, reply);
  const content = contentOf(checked, reply.payload, reply.breaches ?? []);
  const message = log.replace(original.id, { via: reply.via, ...content });
  return { message, breaches: message.breaches };
}

function contentOf(checked: CheckedMessage, payload: unknown, breaches: readonly string[]) {
  return {
    text: checked.text,
    blocks: assignIds(checked.blocks),
    breaches: [...checked.breaches, ...breaches],
    payload,
  };
}
