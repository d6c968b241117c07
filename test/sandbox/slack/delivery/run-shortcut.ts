import { describeMessage } from '../messages/describe-message.ts';
import type { SlackStandIn } from '../types.ts';
import { nameOfChannel, workspace } from '../workspace.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { actionTs, describeInteraction, sendInteraction } from './interaction.ts';
import { toDelivery } from './to-delivery.ts';

type Shortcuts = Pick<SlackStandIn, 'runMessageShortcut' | 'runGlobalShortcut'>;

/** A person runs a shortcut: from the lightning menu, or on a message, whoever wrote it. */
export function createShortcuts(parts: DeliveryParts): Shortcuts {
  const { log, responseUrls, triggerIds } = parts;

  return {
    async runMessageShortcut({ callbackId, messageId, userId = workspace.personId }) {
      const message = log.messages.find(({ id }) => id === messageId);
      if (!message) throw new Error(`There is no message ${messageId}`);
      if (message.visibleTo !== undefined) throw new Error('Slack offers no shortcuts on an ephemeral message');
      const { channelId, ts } = message;
      const responseUrl = responseUrls.issue({ channelId, userId, from: 'shortcut' });
      const payload = {
        ...describeInteraction('message_action', userId, parts),
        callback_id: callbackId,
        trigger_id: triggerIds.issue({ userId, channelId }),
        action_ts: actionTs(),
        response_url: responseUrl,
        message_ts: ts,
        channel: { id: channelId, name: nameOfChannel(channelId) },
        message: describeMessage(message),
      };
      const reception = await sendInteraction(parts, payload, { what: `the shortcut ${callbackId}` });
      return toDelivery(reception, responseUrl);
    },
    async runGlobalShortcut({ callbackId, userId = workspace.personId, channelId }) {
      const payload = {
        ...describeInteraction('shortcut', userId, parts),
        callback_id: callbackId,
        trigger_id: triggerIds.issue({ userId, ...(channelId === undefined ? {} : { channelId }) }),
        action_ts: actionTs(),
      };
      return toDelivery(await sendInteraction(parts, payload, { what: `the shortcut ${callbackId}` }));
    },
  };
}
