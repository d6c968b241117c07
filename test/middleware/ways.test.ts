import { afterEach, beforeEach, expect, it } from 'vitest';
import { workspace } from '../sandbox/slack/workspace.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { send, signedPost } from '../support/signed-post.ts';

const { channelId, directMessageId, personId, teamId, botUserId, botId } = workspace;
let app: RunningApp;
beforeEach(async () => {
  app = await runApp({ transferApi: { baseUrl: 'http://127.0.0.1:1' } });
});
afterEach(() => app.stop());

const said = { user: personId, team: teamId, ts: '1700000000.000100', text: `<@${botUserId}> txn GARO-8f3k2j1` };
const direct = { ...said, type: 'message', channel: directMessageId, channel_type: 'im' };

it.each<[string, object]>([
  ['another app that mentions it', { ...said, type: 'app_mention', channel: channelId, bot_id: 'B0ALERTS0' }],
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
  const body = { type: 'event_callback', team_id: teamId, event_id: 'Ev1', event };
  expect((await send(signedPost(app.requestUrl, app.slack.signingSecret, body))).status).toBe(200);
  await app.bot.inFlight.settled();
  expect(app.answers()).toEqual([]);
  expect(app.slack.requests.filter((request) => request !== 'auth.test')).toEqual([]);
  expect(app.audit).toEqual([]);
});
