import { findElement } from '../block-kit/find-element.ts';
import type { SlackStandIn } from '../types.ts';
import { workspace } from '../workspace.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { findView } from './find-place.ts';

/** A person writes into a field of a view, which tells nobody until something is pressed. Throws for what no person could do. */
export function createTextWriter({ views }: DeliveryParts): SlackStandIn['typeText'] {
  return async ({ viewId, blockId, actionId, userId = workspace.personId, text }) => {
    const { blocks, state } = findView(views, viewId, userId).shown;
    const field = findElement(blocks, { actionId, blockId, isOf: (type) => type === 'plain_text_input' });
    if (!field) throw new Error(`There is no field ${actionId}`);
    const { element, block, type } = field;
    if (block.dispatch_action === true) throw new Error(`${actionId} dispatches, which nobody has needed here`);
    if (typeof element.max_length === 'number' && text.length > element.max_length)
      throw new Error(`${actionId} takes ${element.max_length} characters`);
    const entry = { ...state[field.blockId], [actionId]: { type, value: text === '' ? null : text } };
    views.change(viewId, { state: { ...state, [field.blockId]: entry } });
  };
}
