import type { SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn, directMessageOf, workspace } from 'slack-sandbox';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { plainReply } from '../../src/blocks/blocks.ts';
import { DeliveryError, StoreError } from '../../src/errors.ts';
import { createNotify, type Notify } from '../../src/slack/notify.ts';
import { waitFor } from '../support/wait-for.ts';
import { withResolvers } from '../support/with-resolvers.ts';
import { clientOf } from './support.ts';

let slack: SlackStandIn;
let notify: Notify;
let givenUp: AbortController;
beforeEach(async () => {
  slack = await createSlackStandIn();
  onTestFinished(() => slack.close());
  givenUp = new AbortController();
  notify = createNotify(clientOf(slack), givenUp.signal);
});
const direct = { kind: 'direct', personId: workspace.personId } as const;
const posted = () => slack.messages.filter(({ author }) => author === 'bot').map(({ text }) => text);
const noted = async () => {};
const saying = (text: string) => async () => plainReply(text);

describe('what nobody has just asked for', () => {
  it('goes into the direct message, or into the thread', async () => {
    const { message } = await slack.writeMessage({ text: 'hello' });
    await notify.send(direct, saying('alone'), noted);
    const thread = { kind: 'thread', channelId: workspace.channelId, threadTs: message.ts } as const;
    await notify.send({ ...thread, personId: workspace.personId }, saying('there'), noted);
    expect(slack.messages.slice(1)).toMatchObject([
      { text: 'alone', channelId: directMessageOf(workspace.personId), via: 'chat.postMessage' },
      { text: 'there', channelId: workspace.channelId, threadTs: message.ts },
    ]);
    expect(slack.breaches).toEqual([]); // such as unfurling
  });

  it('goes out one at a time: the next only when the one before is noted', async () => {
    const note = withResolvers();
    const first = notify.send(direct, saying('first'), () => note.promise);
    const second = notify.send({ ...direct, personId: 'U0OTHER' }, saying('second'), noted);
    await waitFor(() => expect(posted()).toEqual(['first']));
    expect(slack.requests).toEqual(['chat.postMessage']);
    note.resolve();
    await Promise.all([first, second]);
    expect(posted()).toEqual(['first', 'second']);
  });

  it('that Slack does not take is not noted, and holds up nothing', async () => {
    slack.setFailure('chat.postMessage', { error: 'channel_not_found' }, 1);
    let isNoted = false;
    const lost = notify.send(direct, saying('lost'), async () => {
      isNoted = true;
    });
    await expect(lost).rejects.toThrow(new DeliveryError('channel_not_found', { isPlaceClosed: true }));
    expect(isNoted).toBe(false);
    await notify.send(direct, saying('next'), noted);
    expect(posted()).toEqual(['next']);
  });

  it('is worded anew for each try, and not sent when there is nothing to say any more, or when that cannot be known', async () => {
    slack.setFailure('chat.postMessage', { error: 'invalid_blocks' }, 1);
    const words = ['one', 'two', undefined];
    const word = async () => {
      const text = words.shift();
      return text === undefined ? undefined : plainReply(text);
    };
    await notify.send(direct, word, noted);
    await notify.send(direct, word, noted);
    const unknown = notify.send(direct, () => Promise.reject(new StoreError('ETIMEDOUT')), noted);
    await expect(unknown).rejects.toThrow(new DeliveryError('ETIMEDOUT'));
    expect(posted()).toEqual(['two']);
    expect(slack.requests).toHaveLength(2);
  });

  it('does not keep the others waiting while Slack asks one to wait', async () => {
    slack.setFailure('chat.postMessage', { status: 429, headers: { 'retry-after': '600' } }, 1);
    const slow = notify.send(direct, saying('slow'), noted).catch((error: Error) => error.message);
    await waitFor(() => expect(slack.requests).toHaveLength(1));
    await notify.send(direct, saying('quick'), noted);
    expect(posted()).toEqual(['quick']);
    givenUp.abort();
    expect(await slow).toContain('ratelimited');
  });

  it('is not sent once it is closed; what is with Slack by then is noted before', async () => {
    const answer = withResolvers();
    slack.setFailure('chat.postMessage', { until: answer.promise }, 1);
    const events: string[] = [];
    const first = notify.send(direct, saying('first'), async () => void events.push('noted'));
    const second = notify.send(direct, saying('second'), noted);
    await waitFor(() => expect(posted()).toEqual(['first']));
    const closed = notify.close().then(() => events.push('closed'));
    answer.resolve();
    await expect(second).rejects.toThrow(new DeliveryError('stopping'));
    await Promise.all([first, closed]);
    expect(events).toEqual(['noted', 'closed']);
    expect(posted()).toEqual(['first']);
  });
});
