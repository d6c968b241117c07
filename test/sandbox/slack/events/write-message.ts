import { randomBytes } from 'node:crypto';
import type { AppSettings } from '../../manifest.ts';
import type { Directory } from '../directory.ts';
import type { MessageLog, NewMessage } from '../messages/message-log.ts';
import { checkThread } from '../messages/message-log.ts';
import { assignIds, describeMessage } from '../messages/post-bot-message.ts';
import type { Asker, Delivery, ShownFile, ShownMessage } from '../types.ts';
import { findConversation, isDirectMessage, workspace } from '../workspace.ts';
import type { SendEvent } from './send-event.ts';

interface Input extends Asker {
  /** The typed name of the bot, `@name`, becomes the mention `<@U…>`, as in Slack's composer. */
  readonly text: string;
  readonly threadTs?: string;
  /** `bot` posts as another app (`workspace.alertsUserId`), for instance an alert. */
  readonly author?: 'person' | 'bot';
  readonly blocks?: readonly unknown[];
  readonly attachments?: readonly unknown[];
  /** Sent with the message, which may then be empty. */
  readonly files?: readonly { name: string; content: string | Uint8Array }[];
}

interface WritingParts {
  readonly log: MessageLog;
  readonly settings: AppSettings;
  readonly sendEvent: SendEvent;
  readonly directory: Directory;
  /** Every file that was shared. */
  readonly files: ShownFile[];
}

/**
 * A person writes in a channel, a thread or the direct message with the bot, or another app posts.
 * The bot hears it as Slack would let it: an `app_mention` where it is mentioned, a `message.im` in
 * the direct message. Throws for what nobody could do. `deliveries` holds every attempt.
 */
export function createWriter({ log, settings, sendEvent, directory, files }: WritingParts) {
  return async (
    input: Input,
  ): Promise<{ message: ShownMessage; deliveries: readonly Delivery[] }> => {
    const { channelId = workspace.channelId, threadTs, author = 'person' } = input;
    const conversation = findConversation(channelId);
    if (!conversation) throw new Error(`There is no conversation ${channelId}`);
    if (isDirectMessage(channelId) && author === 'bot')
      throw new Error('No other app writes in a direct message');
    if (isDirectMessage(channelId) && !settings.takesMessages) {
      throw new Error('Sending messages to this app has been turned off.');
    }
    const [problem] = checkThread(log, channelId, threadTs);
    if (problem) throw new Error(`Nobody can reply there: ${problem}`);
    const sent = (input.files ?? []).map(({ name, content }): ShownFile => {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const id = `F0${randomBytes(5).toString('hex').toUpperCase()}`;
      return { id, name, title: name, channelId, content: new TextDecoder().decode(bytes), bytes };
    });
    files.push(...sent);
    const message = log.add({ ...read(input, channelId), ...(sent.length > 0 && { files: sent }) });
    if (conversation.hasBot) return { message, deliveries: await tell(message) };
    if (mentionsBot(message)) sayIsNoMember(message);
    return { message, deliveries: [] };
  };

  /** As Slackbot does, which would offer to invite the bot. */
  function sayIsNoMember({ channelId, userId, threadTs }: ShownMessage): void {
    log.add({
      channelId,
      author: 'slack',
      userId,
      visibleTo: userId,
      via: 'slack',
      text: `You mentioned @${workspace.botName}, but it's not in this channel: it hears nothing here.`,
      blocks: [],
      breaches: [],
      payload: {},
      ...(threadTs !== undefined && { threadTs }),
    });
  }

  /** A direct message is heard as it is, anything else only where it names the bot. */
  async function tell(message: ShownMessage) {
    const { channelId, ts, files } = message;
    const team = directory.teamOf(message.userId);
    const event = {
      ...describeMessage(message),
      team,
      user_team: team,
      channel: channelId,
      event_ts: ts,
      ...(files && { subtype: 'file_share' }),
    };
    if (isDirectMessage(channelId)) {
      return sendEvent(
        { name: 'message.im', scope: 'im:history' },
        { ...event, channel_type: 'im' },
      );
    }
    if (!mentionsBot(message)) return [];
    return sendEvent(
      { name: 'app_mention', scope: 'app_mentions:read' },
      { ...event, type: 'app_mention', subtype: undefined },
    );
  }
}

const mentionsBot = ({ text }: ShownMessage) => text.includes(`<@${workspace.botUserId}>`);

function read(input: Input, channelId: string): NewMessage {
  const {
    text,
    threadTs,
    author = 'person',
    userId = workspace.personId,
    blocks = [],
    attachments,
  } = input;
  const isPerson = author === 'person';
  return {
    channelId,
    author,
    userId: isPerson ? userId : workspace.alertsUserId,
    via: isPerson ? 'composer' : workspace.alertsName,
    text: isPerson ? text.replaceAll(`@${workspace.botName}`, `<@${workspace.botUserId}>`) : text,
    blocks: assignIds(blocks),
    breaches: [],
    payload: input,
    ...(attachments && { attachments }),
    ...(threadTs !== undefined && { threadTs }),
  };
}
