import { isRecord } from '../block-kit/walk.ts';
import { describeMessage, postBotMessage } from '../messages/post-bot-message.ts';
import type { Asker, Delivery } from '../types.ts';
import { nameOfChannel, nameOfUser, workspace } from '../workspace.ts';
import {
  actionTs,
  type DeliveryParts,
  describeInteraction,
  sendInteraction,
  toDelivery,
} from './interaction.ts';

/** A person types a slash command. */
export function createCommandSender(parts: DeliveryParts) {
  const { log, responseUrls, triggerIds, deliver, directory, verificationToken } = parts;

  return async (input: Asker & { command: string; text: string }): Promise<Delivery> => {
    const { command, text, userId = workspace.personId, channelId = workspace.channelId } = input;
    const line = { channelId, via: 'composer', blocks: [], breaches: [], visibleTo: userId };
    log.add({
      ...line,
      author: 'person',
      userId,
      text: `${command} ${text}`.trimEnd(),
      payload: { command, text },
    });
    const responseUrl = responseUrls.issue({ channelId, userId });
    const reception = await deliver('slash_commands', {
      token: verificationToken,
      team_id: directory.teamOf(userId),
      team_domain: workspace.teamDomain,
      channel_id: channelId,
      channel_name: nameOfChannel(channelId),
      user_id: userId,
      user_name: nameOfUser(userId),
      command,
      text,
      api_app_id: workspace.appId,
      // A string here, unlike in every other payload.
      is_enterprise_install: 'false',
      response_url: responseUrl,
      trigger_id: triggerIds.issue({ userId, channelId }),
    });
    if (reception.outcome === 'acked') {
      if (reception.breach) log.reportBreach(reception.breach);
      showAck(reception.body, channelId, userId);
    } else {
      const problem =
        reception.outcome === 'timed_out'
          ? 'because the app did not respond'
          : 'with the error "dispatch_failed"';
      const sentence = `${command} failed ${problem}`;
      log.add({
        ...line,
        author: 'slack',
        via: 'slack',
        userId: 'USLACKBOT',
        text: sentence,
        payload: reception,
      });
      log.reportBreach(sentence);
    }
    return toDelivery(reception, responseUrl);
  };

  function showAck(body: unknown, channelId: string, userId: string): void {
    const payload = isRecord(body) ? body : { text: body };
    // `{ "response_type": "in_channel" }` alone is a valid ack that says nothing.
    if (!payload.text && !payload.blocks) return;
    const visibleTo = payload.response_type === 'in_channel' ? undefined : userId;
    postBotMessage(log, { payload, via: 'ack', channelId, visibleTo });
  }
}

/** A person runs a shortcut: from the lightning menu, or on a message, whoever wrote it. */
export function createShortcuts(parts: DeliveryParts) {
  const { log, responseUrls, triggerIds } = parts;

  return {
    async runMessageShortcut(
      input: Asker & { callbackId: string; messageId: string },
    ): Promise<Delivery> {
      const { callbackId, messageId, userId = workspace.personId } = input;
      const message = log.messages.find(({ id }) => id === messageId);
      if (!message) throw new Error(`There is no message ${messageId}`);
      if (message.visibleTo !== undefined)
        throw new Error('Slack offers no shortcuts on an ephemeral message');
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
      const reception = await sendInteraction(parts, payload, {
        what: `the shortcut ${callbackId}`,
      });
      return toDelivery(reception, responseUrl);
    },
    async runGlobalShortcut(input: Asker & { callbackId: string }): Promise<Delivery> {
      const { callbackId, userId = workspace.personId, channelId } = input;
      const payload = {
        ...describeInteraction('shortcut', userId, parts),
        callback_id: callbackId,
        trigger_id: triggerIds.issue({ userId, ...(channelId === undefined ? {} : { channelId }) }),
        action_ts: actionTs(),
      };
      return toDelivery(
        await sendInteraction(parts, payload, { what: `the shortcut ${callbackId}` }),
      );
    },
  };
}
