import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdClock } from '../../support/hold-clock.ts';
import { waitFor } from '../../support/wait-for.ts';
import { withResolvers } from '../../support/with-resolvers.ts';
import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import { type PlainBot, startPlainBot } from './start-plain-bot.ts';
import type { SlackStandIn } from './types.ts';
import { workspace } from './workspace.ts';

const { channelId: channel, personId: user, teamId, userGroupId: usergroup, botUserId } = workspace;
let slack: SlackStandIn;
let bot: PlainBot;
beforeEach(async () => {
  slack = await createSlackStandIn(fullSettings);
  bot = await startPlainBot((response) => response.end());
  slack.deliverTo(bot.requestUrl);
});
afterEach(async () => {
  bot.close();
  await slack.close();
});

async function call(method: string, args: object): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${slack.botToken}`,
    connection: 'close',
  };
  return fetch(`${slack.apiUrl}${method}`, { method: 'POST', headers, body: JSON.stringify(args) });
}
const answer = async (method: string, args: object): Promise<unknown> => (await call(method, args)).json();
const post = { channel, text: 'x', unfurl_links: false, unfurl_media: false };

describe('people, channels and groups', () => {
  it('are what a test makes of them', async () => {
    slack.setPerson(user, { info: { is_restricted: true } });
    slack.setChannel(channel, { is_ext_shared: true });
    slack.setUserGroup(usergroup, ['U0OTHER']);
    expect(await answer('users.info', { user })).toMatchObject({ user: { id: user, is_restricted: true } });
    expect(await answer('conversations.info', { channel })).toMatchObject({ channel: { is_ext_shared: true } });
    expect(await answer('usergroups.users.list', { usergroup })).toMatchObject({ users: ['U0OTHER'] });
    expect(() => slack.setChannel('C0NOWHERE', {})).toThrow('no channel');
  });

  it('are named in payloads by the organisation they are of, the app by its own', async () => {
    slack.setPerson(user, { teamId: 'T0PARTNER' });
    slack.setChannel(channel, { is_ext_shared: true });
    await slack.sendCommand({ command: '/x', text: '' });
    await slack.runGlobalShortcut({ callbackId: 'x' });
    await slack.writeMessage({ text: `<@${botUserId}> hello` });
    const [command = '', shortcut = '', event = ''] = bot.requests.map(({ body }) => body);
    expect(new URLSearchParams(command).get('team_id')).toBe('T0PARTNER');
    expect(JSON.parse(new URLSearchParams(shortcut).get('payload') ?? '')).toMatchObject({
      user: { team_id: 'T0PARTNER' },
      team: { id: teamId },
    });
    expect(JSON.parse(event)).toMatchObject({
      team_id: teamId,
      is_ext_shared_channel: true,
      event: { user_team: 'T0PARTNER', team: 'T0PARTNER' },
    });
  });
});

describe('a bad day', () => {
  it('answers with an error, and does nothing, as often as it was told', async () => {
    slack.setFailure('chat.postMessage', { error: 'invalid_blocks' }, 1);
    expect(await answer('chat.postMessage', post)).toEqual({ ok: false, error: 'invalid_blocks' });
    expect(slack.messages).toEqual([]);
    expect(await answer('chat.postMessage', post)).toMatchObject({ ok: true });
    slack.setFailure('chat.postMessage', { status: 429, headers: { 'retry-after': '1' } });
    const { status, headers } = await call('chat.postMessage', post);
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    slack.setFailure('chat.postMessage', undefined);
    expect(await answer('chat.postMessage', post)).toMatchObject({ ok: true });
    expect(slack.requests).toEqual(Array(4).fill('chat.postMessage'));
  });

  it('takes so many calls, says how long to wait, and then takes as many again', async () => {
    holdClock();
    slack.setLimit('auth.test', { calls: 2, retryAfterSeconds: 3 });
    const statuses = async (count: number) => {
      const responses = [];
      for (let index = 0; index < count; index += 1) responses.push(await call('auth.test', {}));
      return responses.map(({ status, headers }) => headers.get('retry-after') ?? status);
    };
    expect(await statuses(4)).toEqual([200, 200, '3', '3']);
    vi.advanceTimersByTime(2_000);
    expect(await statuses(1)).toEqual(['1']);
    vi.advanceTimersByTime(1_000);
    expect(await statuses(3)).toEqual([200, 200, '3']);
  });

  it('does its work and says so late, or never answers', async () => {
    const { promise: until, resolve: sayNow } = withResolvers();
    slack.setFailure('chat.postMessage', { until });
    const late = answer('chat.postMessage', post);
    const first = Promise.race([late, new Promise((resolve) => slack.subscribe(() => resolve('done')))]);
    expect(await first).toBe('done');
    expect(slack.messages).toHaveLength(1);
    sayNow();
    expect(await late).toMatchObject({ ok: true });
    slack.setFailure('response_url', { isSilent: true });
    const { responseUrl = '' } = await slack.sendCommand({ command: '/x', text: '' });
    const leaving = new AbortController();
    const silence = fetch(responseUrl, { method: 'POST', body: '{"text":"x"}', signal: leaving.signal });
    await waitFor(() => expect(slack.requests.at(-1)).toBe('response_url'));
    await answer('auth.test', {}); // for which the other one does not wait
    leaving.abort();
    await expect(silence).rejects.toThrow(/abort/i);
    expect(slack.messages.filter(({ via }) => via === 'response_url')).toEqual([]);
  });

  it('has nobody at its address, and has again', async () => {
    await slack.setListening(false);
    await expect(call('auth.test', {})).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await slack.setListening(true);
    expect(await answer('auth.test', {})).toMatchObject({ ok: true });
  });
});

it('knows every address and trigger it gave out', async () => {
  const { responseUrl = '' } = await slack.sendCommand({ command: '/x', text: '' });
  const trigger = new URLSearchParams(bot.requests[0]?.body).get('trigger_id');
  expect(slack.handedOut).toEqual([responseUrl, trigger]);
});
