import { request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSlackStandIn } from './slack-stand-in.ts';
import type { SlackStandIn } from './types.ts';
import { workspace } from './workspace.ts';

let slack: SlackStandIn;

beforeEach(async () => {
  slack = await createSlackStandIn();
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
    body: new URLSearchParams({ token: slack.botToken, channel, text: 'x', blocks }),
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

it('posts to channels that could be, and into threads', async () => {
  const refused = { ok: false, error: 'channel_not_found' };
  expect(await call('chat.postMessage', { text: 'x' }, slack.botToken)).toEqual(refused);
  await call('chat.postMessage', { channel, text: 'x', thread_ts: '1700000000.000100' }, slack.botToken);
  expect(slack.messages).toMatchObject([{ threadTs: '1700000000.000100', channelId: channel }]);
});

it('outlives a bot that gives up in the middle of a call', async () => {
  const call = request(`${slack.apiUrl}auth.test`, { method: 'POST', headers: { 'content-length': 100 } });
  const closed = new Promise((resolve) => call.on('close', resolve));
  call.on('error', () => {});
  call.write('token=');
  setTimeout(() => call.destroy(), 50);
  await closed;
  expect(await (await fetch(`${slack.apiUrl}auth.test`, { method: 'POST' })).json()).toMatchObject({ ok: false });
});
