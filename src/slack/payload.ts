import type {
  AnyMiddlewareArgs,
  SlackCommandMiddlewareArgs as Command,
  SlackOptionsMiddlewareArgs as Options,
  RespondFn,
  types,
} from '@slack/bolt';
import type * as z from 'zod';
import { foldedButton } from '../blocks/blocks.ts';
import { takeBackId } from '../blocks/offers.ts';
import type { CommandHead } from '../command.ts';
import { UserError } from '../errors.ts';
import type { Door, Place } from '../policy.ts';
import type { Conversation } from '../store/subjects.ts';

/** Matches the first line of a window's metadata: the channel that the window was opened from. */
export const openedFromPattern = /^([CDG][A-Z0-9]+)(?:\n|$)/;

export type BoltArgs = AnyMiddlewareArgs;

/**
 * A Slack payload, tagged with Bolt's name for its kind, plus that kind's reply functions. `name`
 * is the command, the action_id, the callback_id or the event's type. The ack of a click only stops
 * the spinner.
 */
export type SlackPayload = { name: string; payload: object } & (
  | { kind: 'command'; ack: Command['ack']; respond: RespondFn }
  | { kind: 'options'; ack: Options<'block_suggestion'>['ack'] }
  | {
      kind: 'action' | 'view' | 'shortcut';
      ack: () => Promise<void>;
      respond: RespondFn | undefined;
    }
  | { kind: 'event' }
);

/**
 * Returns the kind, name, payload and replies of what Bolt received; `undefined` for a kind of
 * payload that we do not handle. Nothing else should read Bolt's arguments: Bolt builds them by
 * object spread, so on Node 20 each has its own hidden class, and every property access is slow.
 */
export function toSlackPayload(args: BoltArgs): SlackPayload | undefined {
  if ('command' in args) {
    const { command, ack, respond } = args;
    return { kind: 'command', name: command.command, payload: command, ack, respond };
  }

  // `authorizations` names the bot user that received the event.
  if ('event' in args) {
    const payload = { ...args.event, authorizations: args.body.authorizations };
    return { kind: 'event', name: args.event.type, payload };
  }

  if ('options' in args) {
    if (!isBlockSuggestion(args)) return undefined;
    return { kind: 'options', name: args.options.action_id, payload: args.options, ack: args.ack };
  }

  // No window asks to be told of its closing, so nothing answers that.
  if (args.body.type === 'view_closed') return undefined;

  const replies = { ack: args.ack, respond: 'respond' in args ? args.respond : undefined };
  if ('shortcut' in args) {
    const { shortcut } = args;
    return { kind: 'shortcut', name: shortcut.callback_id, payload: shortcut, ...replies };
  }

  if ('view' in args) {
    const { view } = args;
    return { kind: 'view', name: view.callback_id, payload: view, ...replies };
  }

  if (!('action' in args && args.action && 'action_id' in args.action)) return undefined;

  const menuButton = buttonOfMenu(args.action);
  /** What the view's fields hold. */
  const { state: fields } = asRecord(asRecord(args.body).view);

  return {
    kind: 'action',
    name: menuButton?.actionId ?? args.action.action_id,
    payload: { ...args.action, ...menuButton, fields },
    ...replies,
  };
}

/**
 * Returns the button that a chosen option of a ⋯ menu names: choosing it counts as pressing the
 * button, which has its own route and `posts`.
 */
function buttonOfMenu(action: { type: string }) {
  const option = asText(asRecord(asRecord(action).selected_option).value);
  return action.type === 'overflow' && option !== undefined ? foldedButton(option) : undefined;
}

function isBlockSuggestion(
  args: BoltArgs & Options,
): args is BoltArgs & Options<'block_suggestion'> {
  return args.options.type === 'block_suggestion';
}

/**
 * The person and conversation behind a request, with the ids that Slack's methods need to reply
 * there.
 */
export type Origin = ReturnType<typeof readOrigin>;

/**
 * Reads from a payload who sent it and where; the field names differ by kind of payload. Missing
 * fields and fields of an unexpected type are left out.
 */
export function readOrigin(body: unknown) {
  const payload = asRecord(body);
  const user = asRecord(payload.user);
  const event = asRecord(payload.event);
  const container = asRecord(payload.container);
  const message = asRecord(payload.message);
  const view = asRecord(payload.view);

  const channelId =
    asText(payload.channel_id) ??
    asText(asRecord(payload.channel).id) ??
    asText(event.channel) ??
    asText(asRecord(asRecord(payload.response_urls)[0]).channel_id);
  // The channel that the window was opened from; only txnbot can write it into the window's
  // metadata.
  const windowChannelId = openedFromPattern.exec(asText(view.private_metadata) ?? '')?.[1];
  const isChannel = channelId !== undefined && !channelId.startsWith('D');
  const isEphemeral = container.is_ephemeral === true;

  // Only a slash command has flat fields for the person; in any other payload, `team_id` is not the
  // person's.
  const commandUserId = asText(payload.user_id);
  const commandTeamId = commandUserId === undefined ? undefined : asText(payload.team_id);

  return {
    personId: commandUserId ?? asText(user.id) ?? asText(event.user),
    /** The person's team as the payload states it, not the app's team. */
    personTeamId:
      asText(user.team_id) ?? asText(event.user_team) ?? asText(event.team) ?? commandTeamId,
    /** The person's name in the payload, for display only: never use it as an identity. */
    personName: asText(payload.user_name) ?? asText(user.username) ?? asText(user.name),
    channelId: channelId ?? windowChannelId,
    /** Whether the payload states that the channel is shared with another organisation. */
    isShared: payload.is_ext_shared_channel === true,
    /** Whether others are in the conversation: it is neither a modal nor a direct message. */
    isChannel,
    isEphemeral,
    /** Whether others can read the message that was clicked or that holds the question. */
    isPublic: isChannel && !isEphemeral,
    /** Timestamp of the message that was clicked or that holds the question. */
    messageTs: asText(container.message_ts) ?? asText(message.ts) ?? asText(event.ts),
    /** Timestamp of the thread that the message is in, if any. */
    threadTs: asText(container.thread_ts) ?? asText(message.thread_ts) ?? asText(event.thread_ts),
    /** Value of the clicked message's Take Back; an answer that replaces the message keeps it. */
    takeBack: takeBackOf(message.blocks),
    viewId: asText(view.id) ?? asText(container.view_id),
    /** `modal` or `home`. */
    viewType: asText(view.type),
    /** Whether the clicked modal is stacked on another (`views.push`). */
    isStacked: asText(view.previous_view_id) !== undefined,
    /** Can open one view, within three seconds. */
    triggerId: asText(payload.trigger_id),
  };
}

/**
 * The conversation in which a request is answered; `undefined` for a slash command in a channel,
 * which is in no thread. Answers that only one person saw in a channel form a conversation of that
 * person alone: no one else's question can refer to them.
 */
export function conversationOf(origin: Origin, { isPublic }: Place): Conversation | undefined {
  const { channelId, isChannel, messageTs, personId } = origin;
  const threadTs = origin.threadTs ?? (isChannel ? messageTs : undefined);
  if (channelId === undefined || (isChannel && threadTs === undefined)) return undefined;

  return {
    channelId,
    threadTs,
    readerId: isPublic ? undefined : personId,
  };
}

function takeBackOf(blocks: unknown): string | undefined {
  const elements = asArray(blocks).flatMap((block) => asArray(asRecord(block).elements));
  const options = elements.flatMap((each) => asArray(asRecord(each).options));
  const menuButtons = options.map((option) => foldedButton(asText(asRecord(option).value) ?? ''));
  const menuButton = menuButtons.find((each) => each?.actionId === takeBackId);
  const button = elements.map(asRecord).find(({ action_id }) => action_id === takeBackId);
  return menuButton?.value ?? asText(button?.value);
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

type UnknownRecord = Readonly<Record<string, unknown>>;

function asRecord(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * A route's declaration, which limits the route. The access policy, the audit log and the test of
 * routes read it.
 */
export interface RouteOptions<Value> {
  /** The schema of the payload, which also transforms it into the listener's input. */
  value: z.ZodType<Value>;
  /**
   * Whether the payload may be long, so that nothing of it is read before the access policy needs
   * it. Then the schema may be asynchronous.
   */
  isLong?: boolean;
  /**
   * The command that the route runs, which decides who may use it. A route without a command is
   * about transfers.
   */
  command?: CommandHead | ((value: Value) => CommandHead | undefined);
  /**
   * The requested text: for the audit line of a request refused before the listener runs, and to
   * tell clicks apart.
   */
  text?: (value: Value) => string | undefined;
  /**
   * Whether the person typed `text`, so that a refusal may repeat it; not if they clicked a button
   * that carries it.
   */
  isTyped?: boolean;
  /** Where the answer may be posted for everybody; by default, nowhere. */
  posts?: Door['posts'];
  /** Whether to ignore a second click while the first is in flight. */
  isOneAtATime?: boolean;
  /**
   * Whether a person may have only one click in flight, on whatever message, because building files
   * costs CPU time.
   */
  isOneAPerson?: boolean;
  /**
   * The placeholder modal to open before access is checked with Slack; the modal holds nothing
   * secret.
   */
  window?: (value: Value) => types.ModalView;
}

/**
 * One payload of a route, whatever the type of its value. This is the public part of
 * `DeclaredRoute`, whose private fields depend on that type.
 */
export type Route = Pick<DeclaredRoute<unknown>, keyof DeclaredRoute<unknown>>;

/** Names in log and audit lines for routes that are not named after an action_id or callback_id. */
const kindNames: Partial<Record<SlackPayload['kind'], string>> = {
  command: 'slash_command',
  options: 'typeahead',
};

/**
 * One payload of a route. It is parsed on first use, which is after the person's rate limit is
 * checked. This is a class because an object literal with getters costs each request a sixth of its
 * CPU time.
 */
export class DeclaredRoute<Value> {
  readonly name: string;
  readonly kind: SlackPayload['kind'];
  /** The options that are the same for every payload of this route. */
  readonly declared: Pick<
    RouteOptions<unknown>,
    'posts' | 'isTyped' | 'isOneAtATime' | 'isOneAPerson'
  >;
  readonly #payload: object;
  readonly #options: RouteOptions<Value>;
  #read: z.ZodSafeParseResult<Value> | undefined;

  constructor({ kind, name, payload }: SlackPayload, options: RouteOptions<Value>) {
    this.name = kindNames[kind] ?? (name || kind);
    this.kind = kind;
    this.declared = options;
    this.#payload = payload;
    this.#options = options;
  }

  /** Reads a long payload, unless that is done. Until then the route knows nothing of it. */
  async prepare(): Promise<void> {
    if (this.#options.isLong)
      this.#read ??= await this.#options.value.safeParseAsync(this.#payload);
  }

  /** The command that the payload appears to request, before the listener reads it. */
  get command(): CommandHead | undefined {
    const { command } = this.#options;
    return typeof command === 'function' ? this.#ofValue(command) : command;
  }

  get text(): string | undefined {
    const parsed = this.#parsed();
    if (parsed === undefined) return undefined;
    return parsed.success ? this.#options.text?.(parsed.data) : rawText(this.#payload);
  }

  get window(): types.ModalView | undefined {
    return this.#ofValue(this.#options.window);
  }

  /**
   * @throws UserError for a payload from another version of txnbot, or one without a registered
   * route
   */
  read(): Value {
    const parsed = this.#parsed();
    if (!parsed?.success)
      throw new UserError(
        'Nothing here answers that: it may be from an older version. Ask anew, with a slash command.',
      );

    return parsed.data;
  }

  #parsed(): z.ZodSafeParseResult<Value> | undefined {
    if (!this.#options.isLong) this.#read ??= this.#options.value.safeParse(this.#payload);
    return this.#read;
  }

  #ofValue<T>(from: ((value: Value) => T) | undefined): T | undefined {
    const parsed = from && this.#parsed(); // a text is read when something of it is needed
    return parsed?.success ? from?.(parsed.data) : undefined;
  }
}

/**
 * Returns the text or value of a payload that no route accepts, so that the audit log shows old or
 * forged buttons.
 */
function rawText(payload: unknown): string | undefined {
  const { text: typed, value } = asRecord(payload);
  return (asText(typed) ?? asText(value))?.slice(0, 200);
}
