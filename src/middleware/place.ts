import * as z from 'zod';

/** The parts of Slack's payloads that say who asks and where; they differ by door, and mean the same. */
const id = z.string().optional().catch(undefined);
const Person = z.object({ id, name: id, username: id, team_id: id });
const Payload = z.object({
  user_id: id,
  team_id: id,
  user_name: id,
  user: Person.optional().catch(undefined),
  channel_id: id,
  channel: z.object({ id }).optional().catch(undefined),
  container: z
    .object({ message_ts: id, thread_ts: id, is_ephemeral: z.boolean().optional().catch(undefined), view_id: id })
    .optional()
    .catch(undefined),
  message: z.object({ ts: id, thread_ts: id }).optional().catch(undefined),
  view: z.object({ id, type: id }).optional().catch(undefined),
  trigger_id: id,
  is_ext_shared_channel: z.boolean().optional().catch(undefined),
  event: z
    .object({ user: id, user_team: id, team: id, channel: id, ts: id, thread_ts: id })
    .optional()
    .catch(undefined),
  response_urls: z
    .array(z.object({ channel_id: id }))
    .optional()
    .catch(undefined),
});

export interface Place {
  userId: string | undefined;
  /** The organisation that the payload names for the person, not for the app. */
  userTeamId: string | undefined;
  /** What Slack calls them in the payload: for people to read, never an identity. */
  userName: string | undefined;
  channelId: string | undefined;
  /** The payload says that another organisation reads along there; only events say so. */
  isShared: boolean;
  /** The message that was clicked, or that asked. */
  messageTs: string | undefined;
  /** The thread that it stands in, if any. */
  threadTs: string | undefined;
  viewId: string | undefined;
  /** `modal` or `home`. */
  viewType: string | undefined;
  /** Opens one view, within three seconds. */
  triggerId: string | undefined;
  /** Who reads an answer that replaces what stands there, or is posted beside it. */
  audience: 'asker' | 'channel';
}

/** What is missing or of another type is left out; `body` is an object, or it would not have come so far. */
export function placeOf(body: unknown): Place {
  const { user, channel, container, message, view, event, response_urls: urls, ...flat } = Payload.parse(body);
  const channelId = flat.channel_id ?? channel?.id ?? event?.channel ?? urls?.[0]?.channel_id;
  const isPrivate = container?.is_ephemeral === true || channelId === undefined || channelId.startsWith('D');
  return {
    userId: flat.user_id ?? user?.id ?? event?.user,
    userTeamId:
      user?.team_id ?? event?.user_team ?? event?.team ?? (flat.user_id === undefined ? undefined : flat.team_id),
    userName: flat.user_name ?? user?.username ?? user?.name,
    channelId,
    isShared: flat.is_ext_shared_channel === true,
    messageTs: container?.message_ts ?? message?.ts ?? event?.ts,
    threadTs: container?.thread_ts ?? message?.thread_ts ?? event?.thread_ts,
    viewId: view?.id ?? container?.view_id,
    viewType: view?.type,
    triggerId: flat.trigger_id,
    audience: isPrivate ? 'asker' : 'channel',
  };
}
