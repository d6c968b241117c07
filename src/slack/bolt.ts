import {
  type AllMiddlewareArgs,
  type AnyMiddlewareArgs,
  App,
  type BlockAction,
  type Logger as BoltLogger,
  type Receiver,
  type RespondFn,
  type SlackActionMiddlewareArgs,
  type SlackCommandMiddlewareArgs,
  type SlackEventMiddlewareArgs,
  type SlackOptionsMiddlewareArgs,
  type SlackShortcutMiddlewareArgs,
  type SlackViewMiddlewareArgs,
} from '@slack/bolt';
import type { Logger } from 'pino';
import { type Audience, foldedButton } from '../blocks/blocks.ts';
import type { SlackAddress } from './client.ts';

interface BoltAppOptions {
  receiver: Receiver;
  address: SlackAddress;
  boltLogger: BoltLogger;
  logger: Logger;
}

/** Uses Bolt only to parse payloads; `listen` gets all of them, and txnbot does everything else itself. */
export function createBoltApp(
  { receiver, address, boltLogger, logger }: BoltAppOptions,
  listen: (args: BoltArgs) => Promise<void>,
): void {
  const app = new App({
    receiver,
    logger: boltLogger,
    clientOptions: address, // `respond` uses its `fetch`
    authorize: async () => ({}), // one workspace, so one client; Bolt would keep one for every team that it sees
    convoStore: false,
    ignoreSelf: false, // `replyRouteFor` ignores messages of all apps, this one included
  });
  // An error that reaches Bolt could not be delivered either. It may hold a payload: log only its code and message.
  app.error(async (error) => {
    logger.error({ outcome: 'undelivered', code: error.code, message: error.message }, 'command');
  });
  app.use(listen);
}

export type BoltArgs = AnyMiddlewareArgs & AllMiddlewareArgs;

type Command = SlackCommandMiddlewareArgs;
type Options = SlackOptionsMiddlewareArgs<'block_suggestion'>;
type Action = SlackActionMiddlewareArgs<BlockAction>;

/** What was clicked, and what stands in the fields of the view around it. */
type Clicked = Action['payload'] & { fields?: unknown };

/** What happened, and as which user the app heard it, as Slack sent that. */
type Heard = SlackEventMiddlewareArgs['payload'] & { authorizations?: unknown };

/** How to answer a click besides the Web API; its ack only stops the spinner. */
interface ClickReplies {
  ack: () => Promise<void>;
  respond: RespondFn | undefined;
}

/**
 * One of Slack's payloads, by Bolt's word for its kind, with the reply functions of that kind. Its name is the command,
 * the action_id, the callback_id or the type of the event.
 */
export type SlackPayload = { name: string } & (
  | { kind: 'command'; payload: Command['payload']; ack: Command['ack']; respond: RespondFn }
  | { kind: 'options'; payload: Options['payload']; ack: Options['ack'] }
  | ({ kind: 'action'; payload: Clicked } & ClickReplies)
  | ({ kind: 'view'; payload: SlackViewMiddlewareArgs['payload'] } & ClickReplies)
  | ({ kind: 'shortcut'; payload: SlackShortcutMiddlewareArgs['payload'] } & ClickReplies)
  | { kind: 'event'; payload: Heard }
);

/**
 * Read Bolt's arguments once: they are built by object spread, so on Node 20 each has its own hidden class and every
 * property access misses the inline cache. `undefined` for what has no name, or is of a kind that txnbot does not have.
 */
export function slackPayloadOf(args: BoltArgs): SlackPayload | undefined {
  const incoming = payloadIn(args);
  return typeof incoming?.name === 'string' ? incoming : undefined; // the library's types promise one
}

function payloadIn(args: BoltArgs): SlackPayload | undefined {
  if ('command' in args) {
    const { command, ack, respond } = args;
    return { kind: 'command', name: command.command, payload: command, ack, respond };
  }
  if ('event' in args) {
    const payload = { ...args.event, authorizations: args.body.authorizations };
    return { kind: 'event', name: args.event.type, payload };
  }
  if ('options' in args) {
    if (!isBlockSuggestion(args)) return undefined;
    return { kind: 'options', name: args.options.action_id, payload: args.options, ack: args.ack };
  }
  const replies = { ack: args.ack, respond: 'respond' in args ? args.respond : undefined };
  if ('shortcut' in args)
    return { kind: 'shortcut', name: args.shortcut.callback_id, payload: args.shortcut, ...replies };
  if ('view' in args) return { kind: 'view', name: args.view.callback_id, payload: args.view, ...replies };
  if (!('action' in args && args.action && 'action_id' in args.action)) return undefined;
  const pressed = clickedIn(pressedIn(args.action), args.body);
  return { kind: 'action', name: pressed.action_id, payload: pressed, ...replies };
}

/** An option of a ⋯ menu is the press of the button that it names: a route of its own, with its own `posts`. */
function pressedIn(action: Action['payload']): Action['payload'] {
  if (action.type !== 'overflow') return action;
  const value: unknown = action.selected_option?.value; // of a forged payload, anything
  const pressed = typeof value === 'string' ? foldedButton(value) : undefined;
  if (pressed === undefined) return action;
  const press = { ...action, action_id: pressed.actionId, value: pressed.value };
  return press;
}

function clickedIn(action: Action['payload'], body: object): Clicked {
  const { state } = part(part(body).view);
  return state === undefined ? action : { ...action, fields: state };
}

function isBlockSuggestion(args: BoltArgs & SlackOptionsMiddlewareArgs): args is BoltArgs & Options {
  return args.options.type === 'block_suggestion';
}

/** Who asks and where, with the ids that Slack's methods need to answer there. */
export type Origin = ReturnType<typeof originOf>;

/**
 * Reads who asks and where from a payload; the field names differ by kind of payload. Missing fields and fields of
 * another type are left out.
 */
export function originOf(body: unknown) {
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
  const audience: Audience = isChannel && container.is_ephemeral !== true ? 'channel' : 'asker';
  // What a window was opened from; only txnbot writes its metadata.
  const [openedFrom] = /^[CDG][A-Z0-9]+(?=\n|$)/.exec(text(view.private_metadata) ?? '') ?? [];
  return {
    userId: flatUserId ?? text(user.id) ?? text(event.user),
    /** The team that the payload gives for the person, not for the app. */
    userTeamId:
      text(user.team_id) ??
      text(event.user_team) ??
      text(event.team) ??
      (flatUserId === undefined ? undefined : text(payload.team_id)),
    /** The person's name in the payload: for people to read, never an identity. */
    userName: text(payload.user_name) ?? text(user.username) ?? text(user.name),
    channelId: channelId ?? openedFrom,
    /** Whether the payload itself says that another organisation reads there. */
    isShared: payload.is_ext_shared_channel === true,
    /** Whether others can read there: it is neither a modal nor a direct message. */
    isChannel,
    /** Who reads an answer that replaces the clicked message or is posted beside it. */
    audience,
    isEphemeral: container.is_ephemeral === true,
    /** The message that was clicked or that holds the question. */
    messageTs: text(container.message_ts) ?? text(message.ts) ?? text(event.ts),
    /** The thread of that message, if any. */
    threadTs: text(container.thread_ts) ?? text(message.thread_ts) ?? text(event.thread_ts),
    viewId: text(view.id) ?? text(container.view_id),
    /** `modal` or `home`. */
    viewType: text(view.type),
    /** Whether the modal that was clicked in lies upon another. */
    isStacked: text(view.previous_view_id) !== undefined,
    /** Opens one view, within three seconds. */
    triggerId: text(payload.trigger_id),
  };
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
