import { createHash, randomBytes } from 'node:crypto';
import { isRecord } from '../is-record.ts';

/**
 * Slack gives every block and every interactive element an id when the app gave none; a press names both. Here an id
 * follows from what the block holds: who presses a button while its Home tab is drawn again as it was, presses the same
 * one. Where a person can put something in, the id is new each time: what they put in stays in named blocks alone.
 */
export function assignIds(blocks: readonly unknown[]): unknown[] {
  const createId = createIds();
  return blocks.map((block) => {
    if (!isRecord(block)) return block;
    const { elements, accessory, element } = block;
    const isKept = ![element, accessory, ...(block.type === 'actions' ? listOf(elements) : [])].some(holdsInput);
    const idOf = (value: unknown) => (isKept ? createId(value) : randomId());
    const withActionId = (value: unknown) =>
      isRecord(value) ? { ...value, action_id: value.action_id ?? idOf(value) } : value;
    return {
      ...block,
      block_id: block.block_id ?? idOf(block),
      ...(Array.isArray(elements) && block.type === 'actions' && { elements: elements.map(withActionId) }),
      ...(block.type === 'input' && { element: withActionId(element) }),
      ...(isRecord(accessory) && accessory.type !== 'image' && { accessory: withActionId(accessory) }),
    };
  });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const withoutInput = new Set<unknown>(['button', 'image', 'overflow']);
const holdsInput = (element: unknown) => isRecord(element) && !withoutInput.has(element.type);

/** Ids that are the same for the same content; of two with the same content, each has its own. */
function createIds(): (content: unknown) => string {
  const counts = new Map<string, number>();
  return (content) => {
    const json = JSON.stringify(content);
    const count = (counts.get(json) ?? 0) + 1;
    counts.set(json, count);
    return createHash('sha256').update(`${count} ${json}`).digest('base64url').slice(0, 6);
  };
}

const randomId = () => randomBytes(4).toString('base64url');
