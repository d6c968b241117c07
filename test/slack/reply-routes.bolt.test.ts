import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { send, signedPost } from '../support/signed-post.ts';
import { waitFor } from '../support/wait-for.ts';

const { channelId, directMessageId, personId, teamId, botUserId, botId } = workspace;
/** What is asked of Slack whoever writes. */
const atStart = ['auth.test', 'blocks.validate'];
let app: RunningApp;
beforeEach(async () => {
  app = await runApp({ transferApi: { baseUrl: 'http://127.0.0.1:1' } });
});
afterEach(() => app.stop());

const said = { user: personId, team: teamId, ts: '1700000000.000100', text: `<@${botUserId}> txn GARO-8f3k2j1` };
const direct = { ...said, type: 'message', channel: directMessageId, channel_type: 'im' };

const sent = async (event: object) => {
  const body = { type: 'event_callback', team_id: teamId, event_id: `Ev${Math.random()}`, event };
  expect((await send(signedPost(app.requestUrl, app.slack.signingSecret, body))).status).toBe(200);
  await app.bot.inFlight.settled();
};

it.each<[string, string, object]>([
  ['a direct message', directMessageId, { ...direct, text: 'help' }],
  ['a mention', channelId, { ...said, type: 'app_mention', channel: channelId, text: `<@${botUserId}> help` }],
])('answers %s with a file, and one that is sent from its thread to the channel too', async (_what, channel, event) => {
  await sent({ ...event, subtype: 'file_share', files: [{ id: 'F0FILE' }] });
  await waitFor(() => expect(app.answers()).toHaveLength(1));
  const { message } = await app.slack.writeMessage({ text: 'A thread', channelId: channel, author: 'person' });
  await app.bot.inFlight.settled();
  const before = app.answers().length;
  await sent({ ...event, subtype: 'thread_broadcast', thread_ts: message.ts });
  await waitFor(() => expect(app.answers()).toHaveLength(before + 1));
  expect(app.answers().at(-1)).toMatchObject({ threadTs: message.ts, text: expect.stringContaining('txn') });
});

it.each<[string, object]>([
  ['another app that mentions it', { ...said, type: 'app_mention', channel: channelId, bot_id: 'B0ALERTS0' }],
  ['another app that writes to it', { ...direct, subtype: 'bot_message', bot_id: 'B0ALERTS0' }],
  ['another app that sends it a file', { ...direct, subtype: 'file_share', bot_id: 'B0ALERTS0' }],
  ['a file without words', { ...direct, subtype: 'file_share', text: '', files: [{ id: 'F0FILE' }] }],
  ['its own words', { ...direct, user: botUserId, bot_id: botId }],
  ['an edit', { ...direct, subtype: 'message_changed' }],
  ['a deletion', { ...direct, subtype: 'message_deleted' }],
  [
    'somebody joining',
    { ...said, type: 'message', channel: channelId, channel_type: 'channel', subtype: 'channel_join' },
  ],
  ['people talking in a channel', { ...said, type: 'message', channel: channelId, channel_type: 'channel' }],
  ['people talking in a group', { ...said, type: 'message', channel: 'G0GROUP', channel_type: 'mpim' }],
])('says nothing to %s, and asks nobody about them', async (_what, event) => {
  await sent(event);
  expect(app.answers()).toEqual([]);
  expect(app.slack.requests.filter((request) => !atStart.includes(request))).toEqual([]);
  expect(app.audit).toEqual([]);
});
