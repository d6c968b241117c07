import { type FoundElement, findElement, findElements } from '../block-kit/find-element.ts';
import { isRecord } from '../is-record.ts';
import type { Delivery } from '../types.ts';
import { workspace } from '../workspace.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { findPlace, placeBlocks, placeState } from './find-place.ts';
import { sendAction } from './send-action.ts';

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
    const { text, value, url } = button.element;
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
        ...(url !== undefined && { url }),
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
