import type { State } from '../block-kit/element-state.ts';
import type { Delivery } from '../types.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { describePlace, type FoundPlace } from './find-place.ts';
import { actionTs, describeInteraction, sendInteraction } from './interaction.ts';
import { toDelivery } from './to-delivery.ts';

export interface Action {
  readonly place: FoundPlace;
  readonly userId: string;
  /** Of the whole place, after the action. */
  readonly state: State;
  readonly action: { readonly action_id: string } & Readonly<Record<string, unknown>>;
  /** For the sentence when the bot does not take it. */
  readonly what: string;
}

/** Sends `block_actions`. Only a message's come with a channel and a response_url. */
export async function sendAction(
  parts: DeliveryParts,
  { place, userId, state, action, what }: Action,
): Promise<Delivery> {
  const { responseUrls, triggerIds } = parts;
  const isInView = 'view' in place;
  const responseUrl = isInView
    ? undefined
    : responseUrls.issue({ channelId: place.message.channelId, userId, messageId: place.message.id });
  const origin = isInView ? { viewId: place.view.shown.id } : { channelId: place.message.channelId };
  const payload = {
    ...describeInteraction('block_actions', userId, parts),
    ...describePlace(place),
    trigger_id: triggerIds.issue({ userId, ...origin }),
    ...(responseUrl !== undefined && { state: { values: state }, response_url: responseUrl }),
    actions: [{ ...action, action_ts: actionTs() }],
  };
  return toDelivery(await sendInteraction(parts, payload, { what }), responseUrl);
}
