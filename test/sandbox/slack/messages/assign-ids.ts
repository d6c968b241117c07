import { randomBytes } from 'node:crypto';
import { isRecord } from '../is-record.ts';

/** Slack gives every block and every interactive element an id when the app gave none; a press names both. */
export function assignIds(blocks: readonly unknown[]): unknown[] {
  return blocks.map((block) => {
    if (!isRecord(block)) return block;
    const { elements, accessory, element, child_blocks: children } = block;
    return {
      ...block,
      block_id: block.block_id ?? createId(),
      ...(Array.isArray(elements) && block.type === 'actions' && { elements: elements.map(withActionId) }),
      ...(Array.isArray(children) && { child_blocks: assignIds(children) }),
      ...(block.type === 'input' && { element: withActionId(element) }),
      ...(isRecord(accessory) && accessory.type !== 'image' && { accessory: withActionId(accessory) }),
    };
  });
}

function withActionId(element: unknown): unknown {
  return isRecord(element) ? { ...element, action_id: element.action_id ?? createId() } : element;
}

function createId(): string {
  return randomBytes(4).toString('base64url');
}
