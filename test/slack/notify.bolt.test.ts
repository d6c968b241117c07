import { createSlackStandIn, directMessageOf, workspace } from 'slack-sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plainReply } from '../../src/blocks/blocks.ts';
import { DeliveryError } from '../../src/errors.ts';
import { createNotify } from '../../src/slack/send.ts';
import { clientOf } from './support.ts';

const { personId, channelId } = workspace;
const direct = { personId };

async function start() {
  const slack = await createSlackStandIn();
  onTestFinished(() => slack.close());
  const { message } = await slack.writeMessage({ text: 'hello' });
  const thread = { channelId, threadTs: message.ts, personId };
  const posted = () => slack.messages.filter(({ author }) => author === 'bot');
  return { slack, message, thread, posted, notify: createNotify(clientOf(slack), new AbortController().signal) };
}

describe('what nobody has just asked for', () => {
  it('goes into the direct message, or into the thread', async () => {
    const { slack, thread, posted, notify } = await start();
    await notify.send(direct, plainReply('alone'));
    await notify.send(thread, plainReply('there'));
    expect(posted()).toMatchObject([
      { text: 'alone', channelId: directMessageOf(personId), via: 'chat.postMessage' },
      { text: 'there', channelId, threadTs: thread.threadTs },
    ]);
    expect(slack.breaches).toEqual([]); // such as unfurling
  });

  it('that Slack does not take is refused with its code, or with the time to wait while it rate limits', async () => {
    const { slack, posted, notify } = await start();
    slack.setFailure('chat.postMessage', { error: 'channel_not_found' }, 1);
    const closed = { code: 'channel_not_found', details: { isPlaceClosed: true } };
    await expect(notify.send(direct, plainReply('lost'))).rejects.toMatchObject(closed);
    slack.setFailure('chat.postMessage', { status: 429, headers: { 'retry-after': '600' } }, 1);
    await expect(notify.send(direct, plainReply('early'))).rejects.toMatchObject({
      details: { retryAfterMs: 600_000 },
    });
    expect(posted()).toEqual([]);
  });

  it('is taken back from the channel when the thread has lost its root', async () => {
    const { slack, message, thread, posted, notify } = await start();
    slack.deleteMessage(message.id);
    const closed = new DeliveryError('thread_not_found', { isPlaceClosed: true });
    await expect(notify.send(thread, plainReply('there'))).rejects.toEqual(closed);
    expect(posted()).toEqual([]);
  });
});
