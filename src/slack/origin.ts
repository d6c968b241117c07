import type { Audience } from '../blocks/blocks.ts';

/** Who asks and where, with the ids that Slack's methods need to answer there. */
export interface Origin {
  userId: string | undefined;
  /** The team that the payload gives for the person, not for the app. */
  userTeamId: string | undefined;
  /** The person's name in the payload: for people to read, never an identity. */
  userName: string | undefined;
  channelId: string | undefined;
  /** Whether the payload itself says that another organisation reads there. */
  isShared: boolean;
  /** Whether others can read there: it is neither a modal nor a direct message. */
  isChannel: boolean;
  /** Who reads an answer that replaces the clicked message or is posted beside it. */
  audience: Audience;
  /** The message that was clicked or that holds the question. */
  messageTs: string | undefined;
  /** The thread of that message, if any. */
  threadTs: string | undefined;
  viewId: string | undefined;
  /** `modal` or `home`. */
  viewType: string | undefined;
  /** How many modals lie below the one that was clicked in. */
  windowsBelow: number;
  /** Opens one view, within three seconds. */
  triggerId: string | undefined;
}

/**
 * Reads who asks and where from a payload; the field names differ by kind of payload. Missing fields and fields of
 * another type are left out.
 */
export function originOf(body: unknown): Origin {
  const payload = part(body);
  const user = part(payload.user);
  const event = part(payload.event);
  const container = part(payload.container);
  const message = part(payload.message);
  const view = part(payload.view);
  const channelId =
    text(payload.channel_id) ??
    text(part(payload.channel).id) ??
    text(event.channel) ??
    text(part(part(payload.response_urls)[0]).channel_id);
  const flatUserId = text(payload.user_id);
  const isChannel = channelId !== undefined && !channelId.startsWith('D');
  // What a window was opened from; only txnbot writes its metadata.
  const [openedFrom] = /^[CDG][A-Z0-9]+(?=\n|$)/.exec(text(view.private_metadata) ?? '') ?? [];
  return {
    userId: flatUserId ?? text(user.id) ?? text(event.user),
    userTeamId:
      text(user.team_id) ??
      text(event.user_team) ??
      text(event.team) ??
      (flatUserId === undefined ? undefined : text(payload.team_id)),
    userName: text(payload.user_name) ?? text(user.username) ?? text(user.name),
    channelId: channelId ?? openedFrom,
    isShared: payload.is_ext_shared_channel === true,
    messageTs: text(container.message_ts) ?? text(message.ts) ?? text(event.ts),
    threadTs: text(container.thread_ts) ?? text(message.thread_ts) ?? text(event.thread_ts),
    viewId: text(view.id) ?? text(container.view_id),
    viewType: text(view.type),
    windowsBelow: windowsBelow(view),
    triggerId: text(payload.trigger_id),
    isChannel,
    audience: isChannel && container.is_ephemeral !== true ? 'channel' : 'asker',
  };
}

/** Slack names the one right below and the lowest, and stacks three at most. */
function windowsBelow({ previous_view_id: previous, root_view_id: root }: Part): number {
  if (text(previous) === undefined) return 0;
  return previous === root ? 1 : 2;
}

type Part = Readonly<Record<string, unknown>>;
const nothing: Part = {};

function part(value: unknown): Part {
  return isPart(value) ? value : nothing;
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
