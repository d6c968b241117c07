import type { types } from '@slack/bolt';
import { backFrom } from '../../views/modal.ts';
import type { SlackClient } from '../web-api/client.ts';
import type { SlackOrigin } from './origin.ts';

/** How many Slack stacks. */
const windowsMax = 3;

/**
 * Opens a window; upon the one that was clicked in, if any, so that closing it leads back there. Where Slack stacks no
 * more, it takes the place of that one.
 * @returns where its answer goes
 */
export async function openStacked(
  client: SlackClient,
  view: types.ModalView,
  origin: SlackOrigin,
): Promise<SlackOrigin> {
  const { triggerId: trigger_id = '', viewId: view_id = '', viewType, windowsBelow } = origin;
  if (viewType !== 'modal') {
    const { view: opened } = await client.views.open({ trigger_id, view: stacked(view, origin) });
    return { ...origin, viewId: opened?.id, viewType: 'modal' };
  }
  const below = windowsBelow + 1;
  if (below === windowsMax) {
    await client.views.update({ view_id, view: stacked(view, origin) });
    return origin;
  }
  const upon = { ...origin, windowsBelow: below };
  const { view: pushed } = await client.views.push({ trigger_id, view: stacked(view, upon) });
  return { ...upon, viewId: pushed?.id };
}

/**
 * Closing a window that lies upon another leads back to that one, and its button says so. A window keeps the channel
 * that it was opened from: what is clicked in it is asked there.
 */
export function stacked(
  view: types.ModalView,
  { windowsBelow, channelId }: Pick<SlackOrigin, 'windowsBelow' | 'channelId'>,
): types.ModalView {
  const kept = channelId === undefined ? view : { private_metadata: channelId, ...view };
  return windowsBelow > 0 ? backFrom(kept) : kept;
}
