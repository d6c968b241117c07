import { findElement } from '../block-kit/find-element.ts';
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

/** A person presses a button, of a message or of a view. Throws for what no person could do. */
export function createButtonPresser(parts: DeliveryParts) {
  return async ({ messageId, viewId, blockId, actionId, userId = workspace.personId }: Press): Promise<Delivery> => {
    const place = findPlace(parts, { messageId, viewId, userId });
    const button = findElement(placeBlocks(place), { actionId, blockId, isOf: (type) => type === 'button' });
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
