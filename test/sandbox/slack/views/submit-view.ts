import { findElements, findMissing, isRecord } from '../block-kit/walk.ts';
import {
  type DeliveryParts,
  describeInteraction,
  findView,
  sendInteraction,
  toDelivery,
} from '../delivery/interaction.ts';
import type { ResponseUrls } from '../response-urls.ts';
import type { Asker, Delivery } from '../types.ts';
import { workspace } from '../workspace.ts';
import { describeView, type KeptView, type Views } from './views.ts';

/**
 * A person submits a modal. Throws for what no person could do, and, with the view's `errors` set,
 * when a required input is empty: Slack does not even ask the bot then.
 */
export function createViewSubmitter(parts: DeliveryParts) {
  const { views, triggerIds, responseUrls, log } = parts;

  return async ({
    viewId,
    userId = workspace.personId,
  }: Asker & { viewId: string }): Promise<Delivery> => {
    const view = findView(views, viewId, userId);
    const { submit, blocks, state, callbackId } = view.shown;
    if (submit === undefined) throw new Error(`The view ${viewId} cannot be submitted`);
    const missing = findMissing(blocks, state);
    views.change(viewId, {
      errors: Object.fromEntries(
        missing.map((blockId) => [blockId, 'Please complete this required field.']),
      ),
    });
    if (missing.length) throw new Error(`The view ${viewId} has required fields that are empty`);

    const payload = {
      ...describeInteraction('view_submission', userId, parts),
      trigger_id: triggerIds.issue({ userId, viewId }),
      view: describeView(view),
      response_urls: describeResponseUrls(view, responseUrls),
    };
    const reception = await sendInteraction(parts, payload, {
      what: `the submission of ${callbackId}`,
      readsBody: true,
    });
    if (reception.outcome === 'acked') {
      // Slack takes response_actions too; one that the bot starts to use deserves a rule of its
      // own.
      if (reception.body !== undefined)
        log.reportBreach('ack of a submission: says what the sandbox does not know');
      else views.remove(({ shown }) => shown.id === viewId);
    }
    return toDelivery(reception);
  };
}

/** For every conversation that was chosen where the bot wants to answer. */
function describeResponseUrls(
  { shown: { blocks, state, userId } }: KeptView,
  responseUrls: ResponseUrls,
) {
  return findElements(blocks).flatMap(({ element, blockId, actionId }) => {
    const entry = state[blockId]?.[actionId];
    if (element.response_url_enabled !== true || !isRecord(entry)) return [];
    const channelId = entry.selected_conversation;
    if (typeof channelId !== 'string') return [];
    const responseUrl = responseUrls.issue({ channelId, userId, from: 'view' });
    return [
      { block_id: blockId, action_id: actionId, channel_id: channelId, response_url: responseUrl },
    ];
  });
}

/** A person closes a modal. Throws for what no person could do. */
export function createViewCloser({ views }: { readonly views: Views }) {
  return async ({
    viewId,
    userId = workspace.personId,
  }: Asker & { viewId: string }): Promise<void> => {
    const isWanted = ({ shown }: KeptView) => shown.id === viewId && shown.userId === userId;
    const top = views.stackOf(userId).at(-1);
    const isRefused = views.find((view) => isWanted(view) && view.isRefused) !== undefined;
    if (!isRefused && !(top && isWanted(top)))
      throw new Error(`${userId} has no view ${viewId} on top`);
    views.remove(isWanted);
  };
}
