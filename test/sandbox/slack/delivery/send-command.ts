import { isRecord } from '../is-record.ts';
import { postBotMessage } from '../messages/post-bot-message.ts';
import type { Delivery, SlackStandIn } from '../types.ts';
import { nameOfChannel, nameOfUser, workspace } from '../workspace.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { toDelivery } from './to-delivery.ts';

/** A person types a slash command. */
export function createCommandSender(parts: DeliveryParts): SlackStandIn['sendCommand'] {
  const { log, responseUrls, triggerIds, deliver, directory, verificationToken } = parts;

  return async (input): Promise<Delivery> => {
    const { command, text, userId = workspace.personId, channelId = workspace.channelId } = input;
    const line = { channelId, via: 'composer', blocks: [], breaches: [], visibleTo: userId };
    log.add({ ...line, author: 'person', userId, text: `${command} ${text}`.trimEnd(), payload: { command, text } });
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
        reception.outcome === 'timed_out' ? 'because the app did not respond' : 'with the error "dispatch_failed"';
      const sentence = `${command} failed ${problem}`;
      log.add({ ...line, author: 'slack', via: 'slack', userId: 'USLACKBOT', text: sentence, payload: reception });
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
