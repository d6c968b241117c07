import type { ShownView } from '../types.ts';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Visits every object below `value`, parents first, with its path from the block:
 * `elements[0].text`.
 */
export function walk(
  value: unknown,
  visit: (node: Record<string, unknown>, path: string) => void,
  path = '',
): void {
  if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      walk(entry, visit, `${path}[${index}]`);
    });
  } else if (isRecord(value)) {
    visit(value, path);
    for (const [key, child] of Object.entries(value))
      walk(child, visit, path ? `${path}.${key}` : key);
  }
}

/** An interactive element and the block it stands in, with their ids. */
export interface FoundElement {
  readonly type: string;
  readonly blockId: string;
  readonly actionId: string;
  readonly element: Readonly<Record<string, unknown>>;
  readonly block: Readonly<Record<string, unknown>>;
}

/**
 * Every element of the blocks that can be acted upon, in order. The blocks must have been given
 * their ids.
 */
export function findElements(blocks: readonly unknown[]): FoundElement[] {
  return blocks.filter(isRecord).flatMap((block) => {
    const { block_id: blockId, elements, accessory, element } = block;
    const candidates: unknown[] = Array.isArray(elements) ? elements : [accessory, element];
    return candidates.filter(isRecord).flatMap((candidate) => {
      const { type, action_id: actionId } = candidate;
      const isNamed =
        typeof type === 'string' && typeof actionId === 'string' && typeof blockId === 'string';
      return isNamed ? [{ type, blockId, actionId, element: candidate, block }] : [];
    });
  });
}

/** Finds one; `blockId` tells apart rows whose elements share an action_id. */
export function findElement(
  blocks: readonly unknown[],
  wanted: { actionId: string; blockId?: string | undefined; isOf: (type: string) => boolean },
): FoundElement | undefined {
  return findElements(blocks).find(
    ({ type, blockId, actionId }) =>
      actionId === wanted.actionId &&
      (wanted.blockId === undefined || blockId === wanted.blockId) &&
      wanted.isOf(type),
  );
}

export type State = ShownView['state'];

/**
 * What an element holds in `state.values` before anybody used it; buttons and menus behind ⋯ hold
 * nothing there.
 */
const untouched: Readonly<Record<string, object>> = {
  static_select: { selected_option: null },
  external_select: { selected_option: null },
  conversations_select: { selected_conversation: null },
  plain_text_input: { value: null },
};

/**
 * The state of all elements of the blocks. What a person has put in before stays where block_id,
 * action_id and kind are the same as they were.
 */
export function stateOf(
  blocks: readonly unknown[],
  before: State = {},
  conversation?: string,
): State {
  const state: Record<string, Record<string, unknown>> = {};
  for (const { type, blockId, actionId, element } of findElements(blocks)) {
    const start = untouched[type];
    if (!start) continue;
    const kept = before[blockId]?.[actionId];
    const isSameKind =
      typeof kept === 'object' && kept !== null && 'type' in kept && kept.type === type;
    const current = element.default_to_current_conversation === true && conversation !== undefined;
    const fresh = current ? { selected_conversation: conversation } : start;
    state[blockId] = { ...state[blockId], [actionId]: isSameKind ? kept : { type, ...fresh } };
  }
  return state;
}

/** The input blocks that must be filled in and are not. */
export function findMissing(blocks: readonly unknown[], state: State): string[] {
  return findElements(blocks).flatMap(({ block, blockId, actionId }) => {
    if (block.type !== 'input') return [];
    const entry = state[blockId]?.[actionId];
    if (typeof entry !== 'object' || entry === null) return [];
    return Object.values(entry).some((value) => value === null || value === '') ? [blockId] : [];
  });
}
