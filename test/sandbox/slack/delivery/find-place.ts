import { type State, stateOf } from '../block-kit/element-state.ts';
import { describeMessage } from '../messages/describe-message.ts';
import type { ShownMessage } from '../types.ts';
import { describeView, type KeptView } from '../views/kept-view.ts';
import { nameOfChannel, workspace } from '../workspace.ts';
import type { DeliveryParts } from './delivery-parts.ts';

/** Where something was pressed, chosen or typed. */
export type FoundPlace = { readonly message: ShownMessage } | { readonly view: KeptView };

export interface WantedPlace {
  readonly messageId?: string | undefined;
  readonly viewId?: string | undefined;
  readonly userId: string;
}

/** Throws for what no person could do: use what is not there, or what is on somebody else's screen. */
export function findPlace({ log, views }: Pick<DeliveryParts, 'log' | 'views'>, wanted: WantedPlace): FoundPlace {
  const { messageId, viewId, userId } = wanted;
  if (viewId !== undefined) return { view: findView(views, viewId, userId) };
  const message = log.messages.find(({ id }) => id === messageId);
  if (!message) throw new Error(`There is no message ${messageId}`);
  if (message.visibleTo !== undefined && message.visibleTo !== userId) {
    throw new Error(`${userId} does not see the message ${messageId}`);
  }
  if (message.userId !== workspace.botUserId) throw new Error(`The message ${messageId} is not the bot's`);
  return { message };
}

/** A Home tab, or the topmost modal: what lies below cannot be reached. */
export function findView(views: DeliveryParts['views'], viewId: string, userId: string): KeptView {
  const view = views.find(({ shown }) => shown.id === viewId);
  if (!view) throw new Error(`There is no view ${viewId}`);
  if (view.shown.userId !== userId) throw new Error(`${userId} does not see the view ${viewId}`);
  if (view.isRefused) throw new Error(`Slack refused the view ${viewId}`);
  const top = views.stackOf(userId).at(-1);
  if (view.shown.type === 'modal' && top?.shown.id !== viewId) throw new Error(`The view ${viewId} is covered`);
  return view;
}

export function placeBlocks(place: FoundPlace): readonly unknown[] {
  return 'view' in place ? place.view.shown.blocks : place.message.blocks;
}

export function placeState(place: FoundPlace): State {
  return 'view' in place ? place.view.shown.state : stateOf(place.message.blocks);
}

/** What a payload says of the place. An ephemeral message is not kept by Slack, so only its timestamp comes along. */
export function describePlace(place: FoundPlace): Record<string, unknown> {
  if ('view' in place) {
    return { container: { type: 'view', view_id: place.view.shown.id }, view: describeView(place.view) };
  }
  const { ts, channelId, visibleTo, threadTs } = place.message;
  const thread = threadTs !== undefined && { thread_ts: threadTs };
  const isEphemeral = visibleTo !== undefined;
  return {
    container: { type: 'message', message_ts: ts, channel_id: channelId, is_ephemeral: isEphemeral, ...thread },
    channel: { id: channelId, name: nameOfChannel(channelId) },
    ...(!isEphemeral && { message: describeMessage(place.message) }),
  };
}
