import type { SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn, directMessageOf, workspace } from 'slack-sandbox';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { plainReply } from '../../src/blocks/blocks.ts';
import { DeliveryError } from '../../src/errors.ts';
import { createNotify, type Notify } from '../../src/slack/send.ts';
import { clientOf } from './support.ts';

let slack: SlackStandIn;
let notify: Notify;
beforeEach(async () => {
  slack = await createSlackStandIn();
  onTestFinished(() => slack.close());
  notify = createNotify(clientOf(slack), new AbortController().signal);
});
const direct = { kind: 'direct', personId: workspace.personId } as const;
const posted = () => slack.messages.filter(({ author }) => author === 'bot').map(({ text }) => text);

describe('what nobody has just asked for', () => {
  it('goes into the direct message, or into the thread', async () => {
    const { message } = await slack.writeMessage({ text: 'hello' });
    await notify.send(direct, plainReply('alone'));
    const thread = { kind: 'thread', channelId: workspace.channelId, threadTs: message.ts } as const;
    await notify.send({ ...thread, personId: workspace.personId }, plainReply('there'));
    expect(slack.messages.slice(1)).toMatchObject([
      { text: 'alone', channelId: directMessageOf(workspace.personId), via: 'chat.postMessage' },
      { text: 'there', channelId: workspace.channelId, threadTs: message.ts },
    ]);
    expect(slack.breaches).toEqual([]); // such as unfurling
  });

  it('that Slack does not take is refused with its code, and with the time to wait while it rate limits', async () => {
    slack.setFailure('chat.postMessage', { error: 'channel_not_found' }, 1);
    await expect(notify.send(direct, plainReply('lost'))).rejects.toThrow(
      new DeliveryError('channel_not_found', { isPlaceClosed: true }),
    );
    slack.setFailure('chat.postMessage', { status: 429, headers: { 'retry-after': '600' } }, 1);
    await expect(notify.send(direct, plainReply('early'))).rejects.toMatchObject({ retryAfterMs: 600_000 });
    await notify.send(direct, plainReply('next'));
    expect(posted()).toEqual(['next']);
  });

  it('is taken back from the channel when the thread has lost its root', async () => {
    const { message } = await slack.writeMessage({ text: 'hello' });
    slack.deleteMessage(message.id);
    const thread = { kind: 'thread', channelId: workspace.channelId, threadTs: message.ts } as const;
    const refused = await notify.send({ ...thread, personId: workspace.personId }, plainReply('there')).catch((e) => e);
    expect(refused).toEqual(new DeliveryError('thread_not_found', { isPlaceClosed: true }));
    expect(posted()).toEqual([]);
  });
});
