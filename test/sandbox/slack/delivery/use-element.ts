import { type FoundElement, findElement, findElements, isRecord, type State } from '../block-kit/walk.ts';
import { type CheckedOptions, checkOptions } from '../check.ts';
import { slackLimits } from '../slack-limits.ts';
import type { Delivery, Option, SlackStandIn } from '../types.ts';
import { findConversation, workspace } from '../workspace.ts';
import {
  actionTs,
  type DeliveryParts,
  describeInteraction,
  describePlace,
  type FoundPlace,
  findPlace,
  findView,
  placeBlocks,
  placeState,
  sendInteraction,
  toDelivery,
} from './interaction.ts';

interface Press {
  messageId?: string;
  viewId?: string;
  blockId?: string;
  actionId: string;
  userId?: string;
}

/** A person presses a button, of a message or of a view, or chooses an option of a ⋯ menu. Throws for what no person could do. */
export function createButtonPresser(parts: DeliveryParts) {
  return async ({ messageId, viewId, blockId, actionId, userId = workspace.personId }: Press): Promise<Delivery> => {
    const place = findPlace(parts, { messageId, viewId, userId });
    const button = findElement(placeBlocks(place), { actionId, blockId, isOf: (type) => type === 'button' });
    const folded = button ? undefined : foldedOption(findElements(placeBlocks(place)), actionId, blockId);
    if (folded) {
      const action = { type: 'overflow', ...folded };
      return sendAction(parts, { place, userId, state: placeState(place), what: `the choice of ${actionId}`, action });
    }
    if (!button) {
      throw new Error(
        `The ${viewId === undefined ? `message ${messageId}` : `view ${viewId}`} has no button ${actionId}`,
      );
    }
    const { text, value } = button.element;
    return sendAction(parts, {
      place,
      userId,
      state: placeState(place),
      what: `the press of ${actionId}`,
      action: {
        action_id: actionId,
        block_id: button.blockId,
        text,
        ...(value !== undefined && { value }),
        type: 'button',
      },
    });
  };
}

/** An option of a ⋯ menu, by the first word of its value. */
function foldedOption(elements: readonly FoundElement[], verb: string, wanted: string | undefined) {
  for (const { type, blockId, actionId, element } of elements) {
    if (type !== 'overflow' || (wanted !== undefined && blockId !== wanted)) continue;
    const options: unknown[] = Array.isArray(element.options) ? element.options : [];
    const selected = options.find((option) => isRecord(option) && String(option.value).startsWith(`${verb} `));
    if (selected !== undefined) return { action_id: actionId, block_id: blockId, selected_option: selected };
  }
  return undefined;
}

/** A person chooses in a menu, of a message or of a view. Throws for what no person could do. */
export function createSelector(parts: DeliveryParts & { offered: OfferedOptions }): SlackStandIn['select'] {
  const { offered, views } = parts;

  return async ({ messageId, viewId, blockId, actionId, userId = workspace.personId, option }) => {
    const place = findPlace(parts, { messageId, viewId, userId });
    const menu = findElement(placeBlocks(place), { actionId, blockId, isOf: isMenu });
    if (!menu) throw new Error(`There is no menu ${actionId}`);
    const choice = chooseOption(menu, option, offered.to(userId, menu, place));
    const { type, element, block } = menu;
    const before = placeState(place);
    const isKept = type !== 'overflow';
    const entry = { ...before[menu.blockId], [actionId]: { type, ...choice } };
    const state = isKept ? { ...before, [menu.blockId]: entry } : before;
    if (viewId !== undefined) views.change(viewId, { state });
    if (block.type === 'input') return undefined;

    const { placeholder } = element;
    return sendAction(parts, {
      place: viewId === undefined ? place : findPlace(parts, { viewId, userId }),
      userId,
      state,
      what: `the choice in ${actionId}`,
      action: {
        type,
        action_id: actionId,
        block_id: menu.blockId,
        ...choice,
        ...(placeholder !== undefined && { placeholder }),
      },
    });
  };
}

const menus = ['static_select', 'external_select', 'conversations_select', 'overflow'];

/** The kinds of element in which one thing is chosen. */
export function isMenu(type: string): boolean {
  return menus.includes(type);
}

/**
 * What the choice adds to the state and to the action. `offered` is what an `external_select` shows at the moment.
 * Throws when the element does not offer it.
 */
export function chooseOption(
  { type, actionId, element }: FoundElement,
  option: Option | { conversation: string },
  offered: readonly unknown[],
): Record<string, unknown> {
  if ('conversation' in option) {
    if (type !== 'conversations_select') throw new Error(`${actionId} offers options, not conversations`);
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

type Options = CheckedOptions['options'];

/** What each person's typeaheads show at the moment. */
export interface OfferedOptions {
  to(userId: string, menu: FoundElement, place: FoundPlace): Options;
  set(userId: string, menu: FoundElement, place: FoundPlace, options: Options): void;
}

export function createOfferedOptions(): OfferedOptions {
  const offered = new Map<string, Options>();
  const keyOf = (userId: string, { blockId, actionId }: FoundElement, place: FoundPlace) =>
    JSON.stringify([userId, 'view' in place ? place.view.shown.id : place.message.id, blockId, actionId]);
  return {
    to: (...where) => offered.get(keyOf(...where)) ?? [],
    set(userId, menu, place, options) {
      offered.set(keyOf(userId, menu, place), options);
    },
  };
}

/** A person types into an `external_select`: `block_suggestion`. Throws for what no person could do. */
export function createTypeahead(parts: DeliveryParts & { offered: OfferedOptions }): SlackStandIn['typeahead'] {
  const { log, offered } = parts;

  return async ({ messageId, viewId, blockId, actionId, userId = workspace.personId, value }) => {
    const place = findPlace(parts, { messageId, viewId, userId });
    const menu = findElement(placeBlocks(place), { actionId, blockId, isOf: (type) => type === 'external_select' });
    if (!menu) throw new Error(`There is no typeahead ${actionId}`);
    const { min_query_length: least = slackLimits.select.minQueryLength } = menu.element;
    if (value.length < Number(least)) {
      offered.set(userId, menu, place, []);
      return { delivery: { outcome: 'acked', ackMs: 0 }, options: [] };
    }

    const payload = {
      ...describeInteraction('block_suggestion', userId, parts),
      ...describePlace(place),
      action_id: actionId,
      block_id: menu.blockId,
      value,
    };
    const reception = await sendInteraction(parts, payload, { what: `the typeahead ${actionId}`, readsBody: true });
    const answer: CheckedOptions =
      reception.outcome === 'acked' ? checkOptions(reception.body) : { options: [], breaches: [] };
    for (const breach of answer.breaches) log.reportBreach(`the typeahead ${actionId}: ${breach}`);
    offered.set(userId, menu, place, answer.options);
    const options = answer.options.map(({ text, value: chosen, description }) => ({
      text: text.text,
      value: chosen,
      ...(description && { description: description.text }),
    }));
    return { delivery: toDelivery(reception), options };
  };
}

/** A person writes into a field of a view, which tells nobody until something is pressed. Throws for what no person could do. */
export function createTextWriter({ views }: DeliveryParts): SlackStandIn['typeText'] {
  return async ({ viewId, blockId, actionId, userId = workspace.personId, text }) => {
    const { blocks, state } = findView(views, viewId, userId).shown;
    const field = findElement(blocks, { actionId, blockId, isOf: (type) => type === 'plain_text_input' });
    if (!field) throw new Error(`There is no field ${actionId}`);
    const { element, type } = field;
    if (typeof element.max_length === 'number' && text.length > element.max_length)
      throw new Error(`${actionId} takes ${element.max_length} characters`);
    const entry = { ...state[field.blockId], [actionId]: { type, value: text === '' ? null : text } };
    views.change(viewId, { state: { ...state, [field.blockId]: entry } });
  };
}

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
