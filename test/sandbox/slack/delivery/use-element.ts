import {
  type FoundElement,
  findElement,
  findElements,
  isRecord,
  type State,
} from '../block-kit/walk.ts';
import { type CheckedOptions, checkOptions } from '../check.ts';
import { slackLimits } from '../slack-limits.ts';
import type { Delivery, Option, Place } from '../types.ts';
import { findConversation, workspace } from '../workspace.ts';
import {
  actionTs,
  type DeliveryParts,
  describeInteraction,
  describePlace,
  type FoundPlace,
  findPlace,
  sendInteraction,
  toDelivery,
} from './interaction.ts';

/**
 * Where something is done, and the element of one of these types. Throws when there is none, or
 * nobody could use it.
 */
function find(parts: DeliveryParts, wanted: Place, types: readonly string[], what: string) {
  const { messageId, viewId, blockId, actionId, userId = workspace.personId } = wanted;
  const place = findPlace(parts, { messageId, viewId, userId });
  const found = findElement(place.blocks, {
    actionId,
    blockId,
    isOf: (type) => types.includes(type),
  });
  if (!found)
    throw new Error(
      `The ${viewId ? 'view' : 'message'} ${viewId ?? messageId} has no ${what} ${actionId}`,
    );
  return { place, found, userId };
}

/**
 * A person presses a button, of a message or of a view, or chooses an option of a ⋯ menu by the
 * first word of its value.
 */
export function createButtonPresser(parts: DeliveryParts) {
  return async (wanted: Place): Promise<Delivery> => {
    const { messageId, viewId, blockId, actionId, userId = workspace.personId } = wanted;
    const place = findPlace(parts, { messageId, viewId, userId });
    const button = findElement(place.blocks, {
      actionId,
      blockId,
      isOf: (type) => type === 'button',
    });
    const folded = button ? undefined : foldedOption(findElements(place.blocks), actionId, blockId);
    if (folded) {
      const action = { type: 'overflow', ...folded };
      return sendAction(parts, { place, userId, state: place.state, action });
    }
    const { found } = find(parts, wanted, ['button'], 'button');
    const { text, value } = found.element;
    const action = { type: 'button', action_id: actionId, block_id: found.blockId, text };
    const withValue = value === undefined ? action : { ...action, value };
    return sendAction(parts, { place, userId, state: place.state, action: withValue });
  };
}

function foldedOption(elements: readonly FoundElement[], verb: string, wanted: string | undefined) {
  for (const { type, blockId, actionId, element } of elements) {
    if (type !== 'overflow' || (wanted !== undefined && blockId !== wanted)) continue;
    const options: unknown[] = Array.isArray(element.options) ? element.options : [];
    const selected = options.find(
      (option) => isRecord(option) && String(option.value).startsWith(`${verb} `),
    );
    if (selected !== undefined)
      return { action_id: actionId, block_id: blockId, selected_option: selected };
  }
  return undefined;
}

const menus = ['static_select', 'external_select', 'conversations_select', 'overflow'];

/**
 * A person chooses in a menu, of a message or of a view. In an input block only the state changes.
 * In an `external_select` only what the latest typeahead offered to this person can be chosen.
 */
export function createSelector(parts: DeliveryParts & { offered: OfferedOptions }) {
  return async (
    wanted: Place & { option: Option | { conversation: string } },
  ): Promise<Delivery | undefined> => {
    const { place, found, userId } = find(parts, wanted, menus, 'menu');
    const { type, actionId, blockId, element, block } = found;
    const choice = chooseOption(found, wanted.option, parts.offered.to(userId, found, place));
    const entry = { ...place.state[blockId], [actionId]: { type, ...choice } };
    const state = type === 'overflow' ? place.state : { ...place.state, [blockId]: entry };
    if (wanted.viewId !== undefined) parts.views.change(wanted.viewId, { state });
    if (block.type === 'input') return undefined;
    const { placeholder } = element;
    const action = { type, action_id: actionId, block_id: blockId, ...choice };
    return sendAction(parts, {
      place: findPlace(parts, { messageId: wanted.messageId, viewId: wanted.viewId, userId }),
      userId,
      state,
      action: placeholder === undefined ? action : { ...action, placeholder },
    });
  };
}

/**
 * What the choice adds to the state and to the action. `offered` is what an `external_select` shows
 * at the moment. Throws when the element does not offer it.
 */
function chooseOption(
  { type, actionId, element }: FoundElement,
  option: Option | { conversation: string },
  offered: readonly unknown[],
): Record<string, unknown> {
  if ('conversation' in option) {
    if (type !== 'conversations_select')
      throw new Error(`${actionId} offers options, not conversations`);
    const conversation = findConversation(option.conversation);
    if (!conversation) throw new Error(`There is no conversation ${option.conversation}`);
    return { selected_conversation: conversation.id };
  }
  const listed: unknown[] = Array.isArray(element.options) ? element.options : [];
  const options = type === 'external_select' ? offered : listed;
  const chosen = options.find((each) => isRecord(each) && each.value === option.value);
  if (!chosen) throw new Error(`${actionId} does not offer ${JSON.stringify(option.value)}`);
  return { selected_option: chosen };
}

export type OfferedOptions = ReturnType<typeof createOfferedOptions>;

/** What each person's typeaheads show at the moment. */
export function createOfferedOptions() {
  const offered = new Map<string, CheckedOptions['options']>();
  const keyOf = (userId: string, { blockId, actionId }: FoundElement, { id }: FoundPlace) =>
    JSON.stringify([userId, id, blockId, actionId]);
  return {
    to: (...where: Parameters<typeof keyOf>) => offered.get(keyOf(...where)) ?? [],
    set: (options: CheckedOptions['options'], ...where: Parameters<typeof keyOf>) =>
      void offered.set(keyOf(...where), options),
  };
}

/**
 * A person types into an `external_select`: `block_suggestion`. Below its `min_query_length` (3
 * when it names none) Slack asks nothing: no option, and a delivery that took 0 ms.
 */
export function createTypeahead(parts: DeliveryParts & { offered: OfferedOptions }) {
  const { log, offered } = parts;

  return async (
    wanted: Place & { value: string },
  ): Promise<{ delivery: Delivery; options: readonly Option[] }> => {
    const { place, found, userId } = find(parts, wanted, ['external_select'], 'typeahead');
    const { actionId, blockId, element } = found;
    const { min_query_length: least = slackLimits.select.minQueryLength } = element;
    offered.set([], userId, found, place);
    if (wanted.value.length < Number(least))
      return { delivery: { outcome: 'acked', ackMs: 0 }, options: [] };

    const what = `the typeahead ${actionId}`;
    const payload = {
      ...describeInteraction('block_suggestion', userId, parts),
      ...describePlace(place),
      action_id: actionId,
      block_id: blockId,
      value: wanted.value,
    };
    const reception = await sendInteraction(parts, payload, { what, readsBody: true });
    if (reception.outcome !== 'acked') return { delivery: toDelivery(reception), options: [] };
    const answer = checkOptions(reception.body);
    for (const breach of answer.breaches) log.reportBreach(`${what}: ${breach}`);
    offered.set(answer.options, userId, found, place);
    const options = answer.options.map(({ text, value, description }) => ({
      text: text.text,
      value,
      ...(description && { description: description.text }),
    }));
    return { delivery: toDelivery(reception), options };
  };
}

/**
 * A person writes into a field of a view, in place of what stood there, which tells nobody until
 * something is pressed.
 */
export function createTextWriter(parts: DeliveryParts) {
  return async ({ text, ...wanted }: Place & { viewId: string; text: string }): Promise<void> => {
    const { place, found } = find(parts, wanted, ['plain_text_input'], 'field');
    const { type, actionId, blockId, element } = found;
    if (typeof element.max_length === 'number' && text.length > element.max_length)
      throw new Error(`${actionId} takes ${element.max_length} characters`);
    const entry = {
      ...place.state[blockId],
      [actionId]: { type, value: text === '' ? null : text },
    };
    parts.views.change(wanted.viewId, { state: { ...place.state, [blockId]: entry } });
  };
}

interface Action {
  readonly place: FoundPlace;
  readonly userId: string;
  /** Of the whole place, after the action. */
  readonly state: State;
  readonly action: { readonly action_id: string } & Readonly<Record<string, unknown>>;
}

/** Sends `block_actions`. Only a message's come with a channel and a response_url. */
async function sendAction(
  parts: DeliveryParts,
  { place, userId, state, action }: Action,
): Promise<Delivery> {
  const { responseUrls, triggerIds } = parts;
  const { id, message } = place;
  const origin = message ? { channelId: message.channelId } : { viewId: id };
  const responseUrl =
    message && responseUrls.issue({ channelId: message.channelId, userId, messageId: id });
  const payload = {
    ...describeInteraction('block_actions', userId, parts),
    ...describePlace(place),
    trigger_id: triggerIds.issue({ userId, ...origin }),
    ...(responseUrl !== undefined && { state: { values: state }, response_url: responseUrl }),
    actions: [{ ...action, action_ts: actionTs() }],
  };
  const what = `the use of ${action.action_id}`;
  return toDelivery(await sendInteraction(parts, payload, { what }), responseUrl);
}
