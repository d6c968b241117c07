import { afterEach, expect, it } from 'vitest';
import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import type { SlackStandIn } from './types.ts';
import { workspace } from './workspace.ts';

let slack: SlackStandIn | undefined;
afterEach(() => slack?.close());

async function call(scopes: readonly string[], method: string, args: object): Promise<unknown> {
  await slack?.close();
  slack = await createSlackStandIn({ ...fullSettings, scopes });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${slack.botToken}` };
  const response = await fetch(`${slack.apiUrl}${method}`, { method: 'POST', headers, body: JSON.stringify(args) });
  return response.json();
}

const { channelId: channel, directMessageId, personId: user, userGroupId, teamId } = workspace;
const quiet = { unfurl_links: false, unfurl_media: false };
const view = { type: 'home', blocks: [] };

it.each<[string, object, string, object]>([
  ['chat.postMessage', { channel, text: 'x', ...quiet }, 'chat:write', { channel }],
  ['chat.postEphemeral', { channel, text: 'x', user }, 'chat:write', {}],
  ['files.getUploadURLExternal', { filename: 'a', length: 1 }, 'files:write', {}],
  ['conversations.open', { users: user }, 'im:write', { channel: { id: directMessageId } }],
  ['conversations.list', {}, 'channels:read', { channels: [{ is_shared: false }] }],
  ['conversations.info', { channel }, 'channels:read', { channel: { is_member: true, is_shared: false } }],
  ['conversations.info', { channel: directMessageId }, 'im:read', { channel: { is_im: true, user } }],
  ['users.info', { user }, 'users:read', { user: { id: user, team_id: teamId } }],
  ['usergroups.users.list', { usergroup: userGroupId }, 'usergroups:read', { users: [user] }],
])('%s with %j needs %s', async (method, args, scope, answer) => {
  expect(await call([scope], method, args)).toMatchObject({ ok: true, ...answer });
  expect(slack?.breaches).toEqual([]);
  const refused = { ok: false, error: 'missing_scope', needed: scope, provided: 'commands,reactions:read' };
  expect(await call(['commands', 'reactions:read'], method, args)).toEqual(refused);
  expect(slack?.breaches).toEqual([`${method}: missing_scope ${scope}`]);
});

it('views.publish needs none', async () => {
  expect(await call([], 'views.publish', { user_id: user, view })).toMatchObject({ ok: true });
});

it.each<[string, object, string]>([
  ['conversations.info', { channel: 'C0NOWHERE' }, 'channel_not_found'],
  ['conversations.open', {}, 'user_not_found'],
  ['users.info', { user: 'nobody' }, 'user_not_found'],
  ['usergroups.users.list', { usergroup: 'S0OTHER' }, 'no_such_subteam'],
])('%s does not make up what is not there: %j', async (method, args, error) => {
  expect(await call(fullSettings.scopes, method, args)).toEqual({ ok: false, error });
});
