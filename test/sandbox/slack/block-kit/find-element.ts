import { isRecord } from '../is-record.ts';

/** An interactive element and the block it stands in, with their ids. */
export interface FoundElement {
  readonly type: string;
  readonly blockId: string;
  readonly actionId: string;
  readonly element: Readonly<Record<string, unknown>>;
  readonly block: Readonly<Record<string, unknown>>;
}

/** Every element of the blocks that can be acted upon, in order. The blocks must have been given their ids. */
export function findElements(blocks: readonly unknown[]): FoundElement[] {
  return blocks.filter(isRecord).flatMap((block) => {
    const { block_id: blockId, elements, accessory, element } = block;
    const candidates: unknown[] = Array.isArray(elements) ? elements : [accessory, element];
    return candidates.filter(isRecord).flatMap((candidate) => {
      const { type, action_id: actionId } = candidate;
      const isNamed = typeof type === 'string' && typeof actionId === 'string' && typeof blockId === 'string';
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
      actionId === wanted.actionId && (wanted.blockId === undefined || blockId === wanted.blockId) && wanted.isOf(type),
  );
}
