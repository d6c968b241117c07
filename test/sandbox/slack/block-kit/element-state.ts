import type { ShownView } from '../types.ts';
import { findElements } from './find-element.ts';

export type State = ShownView['state'];
type Element = Readonly<Record<string, unknown>>;

const chosen = (name: string, initial: string) => (element: Element) => ({ [name]: element[initial] ?? null });
const several = (name: string, initial: string) => (element: Element) => ({ [name]: element[initial] ?? [] });
const written = chosen('value', 'initial_value');

/** What each kind of element says in `state.values`; buttons and overflow menus say nothing there. */
const untouched: Readonly<Record<string, (element: Element) => Record<string, unknown>>> = {
  static_select: chosen('selected_option', 'initial_option'),
  external_select: chosen('selected_option', 'initial_option'),
  radio_buttons: chosen('selected_option', 'initial_option'),
  users_select: chosen('selected_user', 'initial_user'),
  channels_select: chosen('selected_channel', 'initial_channel'),
  conversations_select: chosen('selected_conversation', 'initial_conversation'),
  checkboxes: several('selected_options', 'initial_options'),
  multi_static_select: several('selected_options', 'initial_options'),
  multi_external_select: several('selected_options', 'initial_options'),
  multi_users_select: several('selected_users', 'initial_users'),
  multi_channels_select: several('selected_channels', 'initial_channels'),
  multi_conversations_select: several('selected_conversations', 'initial_conversations'),
  datepicker: chosen('selected_date', 'initial_date'),
  timepicker: chosen('selected_time', 'initial_time'),
  datetimepicker: chosen('selected_date_time', 'initial_date_time'),
  plain_text_input: written,
  number_input: written,
  email_text_input: written,
  url_text_input: written,
};

/**
 * The state of all elements of the blocks. What a person has put in before stays where block_id, action_id and kind
 * are the same as they were.
 */
export function stateOf(blocks: readonly unknown[], before: State = {}, conversation?: string): State {
  const state: Record<string, Record<string, unknown>> = {};
  for (const { type, blockId, actionId, element } of findElements(blocks)) {
    const start = untouched[type];
    if (!start) continue;
    const kept = before[blockId]?.[actionId];
    const isSameKind = typeof kept === 'object' && kept !== null && 'type' in kept && kept.type === type;
    const current = element.default_to_current_conversation === true && conversation !== undefined;
    const fresh = current ? { selected_conversation: conversation } : start(element);
    state[blockId] = { ...state[blockId], [actionId]: isSameKind ? kept : { type, ...fresh } };
  }
  return state;
}

/** The input blocks that must be filled in and are not. */
export function findMissing(blocks: readonly unknown[], state: State): string[] {
  return findElements(blocks).flatMap(({ block, blockId, actionId }) => {
    if (block.type !== 'input' || block.optional === true) return [];
    const entry = state[blockId]?.[actionId];
    if (typeof entry !== 'object' || entry === null) return [];
    const isEmpty = Object.entries(entry).some(
      ([name, value]) => name !== 'type' && (value === null || value === '' || (Array.isArray(value) && !value.length)),
    );
    return isEmpty ? [blockId] : [];
  });
}
