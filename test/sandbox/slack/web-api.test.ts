import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import type { SlackStandIn } from './types.ts';
import { workspace } from './workspace.ts';

let slack: SlackStandIn;

beforeEach(async () => {
  slack = await createSlackStandIn(fullSettings);
});

afterEach(() => slack.close());

async function call(method: string, args: object, token?: string): Promise<unknown> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(`${slack.apiUrl}${method}`, { method: 'POST', headers, body: JSON.stringify(args) });
  return response.json();
}

const channel = workspace.channelId;
const quiet = { unfurl_links: false, unfurl_media: false };

it('knows the bot by its token, in the header or in the form', async () => {
  const identity = { ok: true, team_id: workspace.teamId, user_id: workspace.botUserId, bot_id: workspace.botId };
  expect(await call('auth.test', {}, slack.botToken)).toMatchObject(identity);
  const form = await fetch(`${slack.apiUrl}auth.test`, {
    method: 'POST',
    body: new URLSearchParams({ token: slack.botToken }),
  });
  expect(await form.json()).toMatchObject(identity);
  expect(JSON.stringify(slack.calls)).not.toContain(slack.botToken);
});

it.each([
  ['not_authed', undefined],
  ['invalid_auth', 'xoxb-wrong'],
])('answers %s', async (error, token) => {
  expect(await call('auth.test', {}, token)).toEqual({ ok: false, error });
});

it('keeps the two kinds of token apart', async () => {
  const refused = { ok: false, error: 'not_allowed_token_type' };
  expect(await call('apps.connections.open', {}, slack.botToken)).toEqual(refused);
  expect(await call('chat.postMessage', { channel, text: 'x' }, slack.appToken)).toEqual(refused);
});

it('does not know other methods', async () => {
  for (const method of ['chat.whisper', 'constructor']) {
    expect(await call(method, {}, slack.botToken)).toMatchObject({ ok: false, error: 'unknown_method' });
  }
});

it('refuses bad blocks, says why, and shows them all the same', async () => {
  const blocks = JSON.stringify([{ type: 'section' }]);
  const response = await fetch(`${slack.apiUrl}chat.postMessage`, {
    method: 'POST',
    body: new URLSearchParams({
      token: slack.botToken,
      channel,
      text: 'x',
      blocks,
      unfurl_links: 'false',
      unfurl_media: 'false',
    }),
  });
  expect(await response.json()).toMatchObject({
    ok: false,
    error: 'invalid_blocks',
    response_metadata: { messages: ['[ERROR] blocks[0] (section) needs text or fields'] },
  });
  expect(slack.messages).toMatchObject([{ via: 'chat.postMessage', breaches: [expect.any(String)] }]);
});

it('refuses too many characters of blocks', async () => {
  const section = { type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(2_900) } };
  const refused = await call(
    'chat.postMessage',
    { channel, text: 'x', blocks: Array(5).fill(section) },
    slack.botToken,
  );
  expect(refused).toMatchObject({ ok: false, error: 'msg_blocks_too_long' });
});

it('shows an ephemeral message to one person and forgets it', async () => {
  expect(await call('chat.postEphemeral', { channel, text: 'x' }, slack.botToken)).toMatchObject({ ok: false });
  const posted = await call('chat.postEphemeral', { channel, text: 'x', user: 'U0OTHER00' }, slack.botToken);
  const [message] = slack.messages;
  expect(posted).toEqual({ ok: true, message_ts: message?.ts });
  expect(message?.visibleTo).toBe('U0OTHER00');
  const refused = { ok: false, error: 'message_not_found' };
  expect(await call('chat.update', { channel, ts: message?.ts, text: 'y' }, slack.botToken)).toEqual(refused);
});

it.each([
  ['channel_not_found', undefined],
  ['channel_not_found', 'C0NOWHERE'],
  ['not_in_channel', workspace.otherChannelId],
])('answers %s for the channel %s', async (error, nowhere) => {
  for (const method of ['chat.postMessage', 'chat.postEphemeral', 'chat.update', 'chat.delete']) {
    expect(await call(method, { channel: nowhere, text: 'x' }, slack.botToken)).toEqual({ ok: false, error });
  }
});

it('posts to a person in the direct message', async () => {
  const posted = await call('chat.postMessage', { channel: workspace.personId, text: 'x', ...quiet }, slack.botToken);
  expect(posted).toMatchObject({ ok: true, channel: workspace.directMessageId });
  const ephemeral = { channel: workspace.directMessageId, text: 'x', user: workspace.otherPersonId };
  expect(await call('chat.postEphemeral', ephemeral, slack.botToken)).toMatchObject({ error: 'user_not_in_channel' });
  expect(slack.messages).toMatchObject([{ channelId: workspace.directMessageId }]);
});

it('wants links not to be unfurled', async () => {
  await call('chat.postMessage', { channel, text: 'x', unfurl_links: false }, slack.botToken);
  expect(slack.breaches).toEqual(['chat.postMessage: unfurl_media is not false']);
  const form = { token: slack.botToken, channel, text: 'x', unfurl_links: 'false', unfurl_media: 'false' };
  await fetch(`${slack.apiUrl}chat.postMessage`, { method: 'POST', body: new URLSearchParams(form) });
  expect(slack.breaches).toHaveLength(1);
});

it('posts into the threads of kept messages that are no replies', async () => {
  const reply = (thread_ts: string) =>
    call('chat.postMessage', { channel, text: 'x', thread_ts, ...quiet }, slack.botToken);
  const { message } = await slack.writeMessage({ text: 'Where is it?' });
  await reply(message.ts);
  expect(slack.messages.at(-1)).toMatchObject({ threadTs: message.ts, breaches: [] });
  await reply(slack.messages.at(-1)?.ts ?? '');
  await reply('1700000000.000100');
  await call('chat.postEphemeral', { channel, text: 'x', user: workspace.personId }, slack.botToken);
  await reply(slack.messages.at(-1)?.ts ?? '');
  expect(slack.breaches).toEqual([
    expect.stringContaining('of a reply'),
    expect.stringContaining('of no message'),
    expect.stringContaining('ephemeral'),
  ]);
});

it('leaves the messages of others alone', async () => {
  const { message } = await slack.writeMessage({ text: 'Alert', author: 'bot' });
  const refused = { ok: false, error: 'message_not_found' };
  expect(await call('chat.delete', { channel, ts: message.ts }, slack.botToken)).toEqual(refused);
});

it('outlives a bot that gives up in the middle of a call', async () => {
  const call = request(`${slack.apiUrl}auth.test`, { method: 'POST', headers: { 'content-length': 100 } });
  const closed = new Promise((resolve) => call.on('close', resolve));
  call.on('error', () => {});
  const begun = new Promise<void>((resolve) => {
    subscribe('http.server.request.start', function heard(_message, channel) {
      unsubscribe(channel, heard);
      resolve();
    });
  });
  call.write('token=');
  await begun;
  call.destroy();
  await closed;
  expect(await (await fetch(`${slack.apiUrl}auth.test`, { method: 'POST' })).json()).toMatchObject({ ok: false });
});
