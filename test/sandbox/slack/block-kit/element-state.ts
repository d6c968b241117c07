import type { ShownView } from '../types.ts';
import { findElements } from './find-element.ts';

export type State = ShownView['state'];
type Element = Readonly<Record<string, unknown>>;

const chosen = (name: string, initial: string) => (element: Element) => ({ [name]: element[initial] ?? null });

/** What each kind of element says in `state.values`; buttons and overflow menus say nothing there. */
const untouched: Readonly<Record<string, (element: Element) => Record<string, unknown>>> = {
  static_select: chosen('selected_option', 'initial_option'),
  external_select: chosen('selected_option', 'initial_option'),
  conversations_select: chosen('selected_conversation', 'initial_conversation'),
  plain_text_input: chosen('value', 'initial_value'),
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
    return Object.values(entry).some((value) => value === null || value === '') ? [blockId] : [];
  });
}
