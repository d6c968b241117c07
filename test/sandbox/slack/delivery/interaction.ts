import { type State, stateOf } from '../block-kit/walk.ts';
import type { Directory } from '../directory.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { describeMessage } from '../messages/post-bot-message.ts';
import type { Passes } from '../passes.ts';
import type { ResponseUrls } from '../response-urls.ts';
import type { Delivery, ShownMessage } from '../types.ts';
import { describeView, type KeptView, type Views } from '../views/views.ts';
import { nameOfChannel, nameOfUser, workspace } from '../workspace.ts';

/** Who did what a trigger_id came with, and where. */
export interface TriggerOrigin {
  readonly userId: string;
  /** The conversation that was on the screen, if any. */
  readonly channelId?: string;
  /** The view in which it happened, if any. */
  readonly viewId?: string;
}

/** What all that a person does is made of. */
export interface DeliveryParts {
  readonly log: MessageLog;
  readonly views: Views;
  readonly responseUrls: ResponseUrls;
  readonly triggerIds: Passes<TriggerOrigin>;
  readonly directory: Directory;
  readonly deliver: Deliver;
  /** The deprecated token that still is in every payload. */
  readonly verificationToken: string;
}

/** What came of one delivery, whichever way it went. */
export type Reception =
  | {
      readonly outcome: 'acked';
      readonly ackMs: number;
      readonly httpStatus?: number;
      /** A string, a JSON value, or undefined when the ack said nothing. */
      readonly body: unknown;
      /** The ack was taken, but not as the bot may have meant it. */
      readonly breach?: string;
    }
  | {
      readonly outcome: 'timed_out' | 'failed';
      readonly ackMs: number;
      readonly httpStatus?: number;
      /** The bot asked for an event not to be sent again. */
      readonly noRetry?: boolean;
    };

/** Slack's own names for the three, as the Socket Mode envelope has them. */
export type DeliveryType = 'slash_commands' | 'interactive' | 'events_api';

/** Set when an event is sent again. */
export interface Retry {
  /** 1 for the second attempt. */
  readonly attempt: number;
  readonly reason: string;
}

export type Deliver = (
  type: DeliveryType,
  payload: Readonly<Record<string, unknown>>,
  retry?: Retry,
) => Promise<Reception>;

/** What every interaction's payload starts with. */
export function describeInteraction(
  type: string,
  userId: string,
  { verificationToken, directory }: Pick<DeliveryParts, 'verificationToken' | 'directory'>,
) {
  const name = nameOfUser(userId);
  return {
    type,
    user: { id: userId, username: name, name, team_id: directory.teamOf(userId) },
    api_app_id: workspace.appId,
    token: verificationToken,
    team: { id: workspace.teamId, domain: workspace.teamDomain },
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** When it was done, as Slack writes it. */
export function actionTs(): string {
  return (Date.now() / 1_000).toFixed(6);
}

/**
 * Sends what a person did, and notes when the bot did not take it. `what` is for that sentence.
 * `readsBody`: Slack reads the ack of a submission and of a typeahead, and of nothing else.
 */
export async function sendInteraction(
  { deliver, log }: Pick<DeliveryParts, 'deliver' | 'log'>,
  payload: Readonly<Record<string, unknown>>,
  { what, readsBody = false }: { what: string; readsBody?: boolean },
): Promise<Reception> {
  const reception = await deliver('interactive', payload);
  if (reception.outcome !== 'acked') log.reportBreach(`${what} ${reception.outcome}`);
  else if (reception.body !== undefined && !readsBody)
    log.reportBreach(`ack: Slack ignores a body after ${what}`);
  else if (reception.breach) log.reportBreach(reception.breach);
  return reception;
}

export function toDelivery(reception: Reception, responseUrl?: string): Delivery {
  const { outcome, ackMs, httpStatus } = reception;
  return {
    outcome,
    ackMs,
    ...(responseUrl !== undefined && { responseUrl }),
    ...(httpStatus !== undefined && { httpStatus }),
    ...(reception.outcome === 'acked' &&
      reception.body !== undefined && { ackBody: reception.body }),
  };
}

/** Where something is pressed, chosen or typed: in a message or in a view. */
export interface FoundPlace {
  readonly id: string;
  readonly blocks: readonly unknown[];
  readonly state: State;
  readonly message?: ShownMessage;
  readonly view?: KeptView;
}

interface WantedPlace {
  readonly messageId: string | undefined;
  readonly viewId: string | undefined;
  readonly userId: string;
}

/**
 * Throws for what no person could do: use what is not there, or what is on somebody else's screen.
 */
export function findPlace(
  { log, views }: Pick<DeliveryParts, 'log' | 'views'>,
  wanted: WantedPlace,
): FoundPlace {
  const { messageId, viewId, userId } = wanted;
  if (viewId !== undefined) {
    const view = findView(views, viewId, userId);
    return { id: viewId, blocks: view.shown.blocks, state: view.shown.state, view };
  }
  const message = log.messages.find(({ id }) => id === messageId);
  if (!message) throw new Error(`There is no message ${messageId}`);
  if (message.visibleTo !== undefined && message.visibleTo !== userId)
    throw new Error(`${userId} does not see the message ${messageId}`);
  if (message.userId !== workspace.botUserId)
    throw new Error(`The message ${messageId} is not the bot's`);
  return { id: message.id, blocks: message.blocks, state: stateOf(message.blocks), message };
}

/** A Home tab, or the topmost modal: what lies below cannot be reached. */
export function findView(views: DeliveryParts['views'], viewId: string, userId: string): KeptView {
  const view = views.find(({ shown }) => shown.id === viewId);
  if (!view) throw new Error(`There is no view ${viewId}`);
  if (view.shown.userId !== userId) throw new Error(`${userId} does not see the view ${viewId}`);
  if (view.isRefused) throw new Error(`Slack refused the view ${viewId}`);
  const top = views.stackOf(userId).at(-1);
  if (view.shown.type === 'modal' && top?.shown.id !== viewId)
    throw new Error(`The view ${viewId} is covered`);
  return view;
}

/**
 * What a payload says of the place. An ephemeral message is not kept by Slack, so only its
 * timestamp comes along.
 */
export function describePlace({ message, view }: FoundPlace): Record<string, unknown> {
  if (view)
    return { container: { type: 'view', view_id: view.shown.id }, view: describeView(view) };
  if (!message) return {};
  const { ts, channelId, visibleTo, threadTs } = message;
  const thread = threadTs !== undefined && { thread_ts: threadTs };
  const isEphemeral = visibleTo !== undefined;
  return {
    container: {
      type: 'message',
      message_ts: ts,
      channel_id: channelId,
      is_ephemeral: isEphemeral,
      ...thread,
    },
    channel: { id: channelId, name: nameOfChannel(channelId) },
    ...(!isEphemeral && { message: describeMessage(message) }),
  };
}
