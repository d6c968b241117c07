import { workspace } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pressMore } from '../support/more-window.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { send, signedPost } from '../support/signed-post.ts';

const { channelId, directMessageId, personId, teamId, botUserId } = workspace;
let service: SampleTransferService;
let app: RunningApp;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.stop();
  await service.close();
});
const aboutConversations = () => app.slack.requests.filter((request) => request === 'conversations.info');
const mention = { type: 'app_mention', text: `<@${botUserId}> bank zenith`, user: personId, ts: '1700000000.000100' };
const happen = async (event: object) => {
  const body = { type: 'event_callback', team_id: teamId, event_id: `Ev${Math.random()}`, event };
  expect((await send(signedPost(app.requestUrl, app.slack.signingSecret, body))).status).toBe(200);
  await app.bot.inFlight.settled();
};

describe('whether a conversation is shared', () => {
  it('is asked of Slack before a mention is answered where everybody reads', async () => {
    await happen({ ...mention, channel: channelId });
    expect(aboutConversations()).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['a direct message', { ...mention, type: 'message', channel_type: 'im', channel: directMessageId }],
    ['a mention in a direct message', { ...mention, channel: directMessageId }],
    ['the Home tab', { type: 'app_home_opened', tab: 'home', user: personId, channel: directMessageId }],
  ])('is not asked for %s, where nobody else reads', async (_where, event) => {
    await happen(event);
    expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'answered' });
    expect(aboutConversations()).toEqual([]);
  });

  it('is not asked for a click whose answer is for the one who clicks', async () => {
    await app.slack.writeMessage({ text: `<@${botUserId}> txn GARO-8f3k2j1 GARO-5p1d6w8` });
    await app.bot.inFlight.settled();
    const messageId = app.answers()[0]?.id ?? '';
    vi.advanceTimersByTime(60_000); // what Slack said before does not count any more
    app.slack.setChannel(channelId, { is_ext_shared: true });
    const before = aboutConversations().length;
    await pressMore(app, messageId, 'txn:csv');
    expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'answered' });
    expect(app.slack.files).toHaveLength(1);
    expect(aboutConversations()).toHaveLength(before);
  });
});
