import { isRecord } from '../is-record.ts';

/** What a press of the button says about it. */
export interface FoundButton {
  readonly blockId: unknown;
  readonly actionId: unknown;
  readonly text: unknown;
  readonly value: unknown;
}

/** Finds a button of a shown message; `blockId` tells apart rows whose buttons share an action_id. */
export function findButton(
  blocks: readonly unknown[],
  wanted: { actionId: string; blockId?: string | undefined },
): FoundButton | undefined {
  for (const block of blocks.filter(isRecord)) {
    if (wanted.blockId !== undefined && block.block_id !== wanted.blockId) continue;
    const elements: unknown[] = Array.isArray(block.elements) ? block.elements : [block.accessory];
    const button = elements
      .filter(isRecord)
      .find(({ type, action_id }) => type === 'button' && action_id === wanted.actionId);
    if (button) {
      const { action_id: actionId, text, value } = button;
      return { blockId: block.block_id, actionId, text, value };
    }
  }
  return undefined;
}
