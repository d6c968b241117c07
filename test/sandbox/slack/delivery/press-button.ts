import type { Delivery, ShownMessage, SlackStandIn } from '../types.ts';
import { nameOfChannel, nameOfUser, workspace } from '../workspace.ts';
import { findButton } from './find-button.ts';
import type { DeliveryParts } from './send-command.ts';
import { toDelivery } from './to-delivery.ts';
import { createTriggerId } from './trigger-id.ts';

/**
 * A person presses a button. Throws for what no person could do: a message or button that is not there, or an
 * ephemeral message of somebody else.
 */
export function createButtonPresser(parts: DeliveryParts): SlackStandIn['pressButton'] {
  const { log, responseUrls, deliver, verificationToken } = parts;

  return async ({ messageId, actionId, blockId, userId = workspace.personId }): Promise<Delivery> => {
    const message = log.messages.find(({ id }) => id === messageId);
    if (!message) throw new Error(`There is no message ${messageId}`);
    if (message.visibleTo !== undefined && message.visibleTo !== userId) {
      throw new Error(`${userId} does not see the message ${messageId}`);
    }
    const button = findButton(message.blocks, { actionId, blockId });
    if (!button) throw new Error(`The message ${messageId} has no button ${actionId}`);

    const { channelId } = message;
    const responseUrl = responseUrls.issue({ channelId, userId, messageId });
    const reception = await deliver('interactive', {
      type: 'block_actions',
      user: { id: userId, username: nameOfUser(userId), name: nameOfUser(userId), team_id: workspace.teamId },
      api_app_id: workspace.appId,
      token: verificationToken,
      ...describePlace(message),
      trigger_id: createTriggerId(),
      team: { id: workspace.teamId, domain: workspace.teamDomain },
      enterprise: null,
      is_enterprise_install: false,
      channel: { id: channelId, name: nameOfChannel(channelId) },
      state: { values: {} },
      response_url: responseUrl,
      actions: [
        {
          action_id: button.actionId,
          block_id: button.blockId,
          text: button.text,
          ...(button.value !== undefined && { value: button.value }),
          type: 'button',
          action_ts: (Date.now() / 1_000).toFixed(6),
        },
      ],
    });
    if (reception.outcome !== 'acked') log.reportBreach(`the press of ${actionId} ${reception.outcome}`);
    else if (reception.body !== undefined) log.reportBreach('ack: Slack ignores a body when a button was pressed');
    return toDelivery(reception, responseUrl);
  };
}

/** An ephemeral message is not kept by Slack, so only its timestamp comes along. */
function describePlace({ ts, channelId, visibleTo, threadTs, text, blocks }: ShownMessage) {
  const thread = threadTs !== undefined && { thread_ts: threadTs };
  const isEphemeral = visibleTo !== undefined;
  return {
    container: { type: 'message', message_ts: ts, channel_id: channelId, is_ephemeral: isEphemeral, ...thread },
    ...(!isEphemeral && {
      message: {
        type: 'message',
        user: workspace.botUserId,
        bot_id: workspace.botId,
        app_id: workspace.appId,
        team: workspace.teamId,
        ts,
        text,
        blocks,
        ...thread,
      },
    }),
  };
}
