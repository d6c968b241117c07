import type { types } from '@slack/bolt';
import type { Reply } from '../blocks/blocks.ts';
import { backFrom, homeOf, modalOf } from '../blocks/modal.ts';
import type { Origin } from './bolt.ts';
import type { SlackClient } from './client.ts';

/** Updates the open modal, or opens one with the trigger (within three seconds) and updates that one later. */
export function windowRoute(client: SlackClient, origin: Origin) {
  const { viewId, viewType, triggerId } = origin;
  let openId = viewType === 'modal' ? viewId : undefined;
  const send = async (message: Reply) => {
    const view = stacked(modalOf(message), origin);
    if (openId !== undefined) return client.views.update({ view_id: openId, view });
    openId = (await client.views.open({ trigger_id: triggerId ?? '', view })).view?.id;
  };
  return { send, canWait: openId === undefined };
}

export function homeRoute(client: SlackClient, { userId }: Origin) {
  const send = ({ blocks }: Reply) => client.views.publish({ user_id: userId ?? '', view: homeOf(blocks) });
  return { send, canWait: false };
}

/** How many Slack stacks. */
const windowsMax = 3;

/**
 * Opens a window; upon the one that was clicked in, if any, so that closing it leads back there. Where Slack stacks no
 * more, it takes the place of that one.
 * @returns where its answer goes
 */
export async function openStacked(client: SlackClient, view: types.ModalView, origin: Origin): Promise<Origin> {
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
  { windowsBelow, channelId }: Pick<Origin, 'windowsBelow' | 'channelId'>,
): types.ModalView {
  const kept = channelId === undefined ? view : { private_metadata: channelId, ...view };
  return windowsBelow > 0 ? backFrom(kept) : kept;
}
