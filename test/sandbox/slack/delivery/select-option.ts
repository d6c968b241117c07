import { findElement } from '../block-kit/find-element.ts';
import type { SlackStandIn } from '../types.ts';
import { workspace } from '../workspace.ts';
import { chooseOption, isMenu } from './choose-option.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { findPlace, placeBlocks, placeState } from './find-place.ts';
import { sendAction } from './send-action.ts';
import type { OfferedOptions } from './typeahead.ts';

/** A person chooses in a menu, of a message or of a view. Throws for what no person could do. */
export function createSelector(parts: DeliveryParts & { offered: OfferedOptions }): SlackStandIn['select'] {
  const { offered, views } = parts;

  return async ({ messageId, viewId, blockId, actionId, userId = workspace.personId, option }) => {
    const place = findPlace(parts, { messageId, viewId, userId });
    const menu = findElement(placeBlocks(place), { actionId, blockId, isOf: isMenu });
    if (!menu) throw new Error(`There is no menu ${actionId}`);
    const choice = chooseOption(menu, option, offered.to(userId, menu, place));
    const { type, element, block } = menu;
    const before = placeState(place);
    const isKept = type !== 'overflow';
    const entry = { ...before[menu.blockId], [actionId]: { type, ...choice } };
    const state = isKept ? { ...before, [menu.blockId]: entry } : before;
    if (viewId !== undefined) views.change(viewId, { state });
    if (block.type === 'input' && block.dispatch_action !== true) return undefined;

    const { placeholder } = element;
    return sendAction(parts, {
      place: viewId === undefined ? place : findPlace(parts, { viewId, userId }),
      userId,
      state,
      what: `the choice in ${actionId}`,
      action: {
        type,
        action_id: actionId,
        block_id: menu.blockId,
        ...choice,
        ...(placeholder !== undefined && { placeholder }),
      },
    });
  };
}
