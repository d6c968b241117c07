import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createPasses } from './passes.ts';
import { slackLimits } from './slack-limits.ts';
import { fullSettings, json, startUnkindBot } from './unkind-bot.ts';
import { workspace } from './workspace.ts';

// What the bot's own tests would not notice: that the stand-in is as strict as Slack.

const {
  channelId: channel,
  personId: user,
  otherPersonId,
  directMessageId,
  botUserId,
  userGroupId,
} = workspace;
const plain = (text: string) => ({ type: 'plain_text', text });
const button = { type: 'button', action_id: 'more', text: plain('More') };
const option = (value: string) => ({ text: plain(value), value });
const modal = (fields = {}) => ({
  type: 'modal',
  title: plain('Banks'),
  blocks: [{ type: 'actions', elements: [button] }],
  ...fields,
});
const quiet = { unfurl_links: false, unfurl_media: false };
const message = { channel, text: 'x', ...quiet };

describe('a delivery', () => {
  it('a delivery times out after three seconds: HTTP while the body arrives, a socket on a late ack', async () => {
    const overHttp = await startUnkindBot();
    overHttp.reply((response) => response.writeHead(200).write('not finished'));
    const overSocket = await startUnkindBot();
    const { socket, heard } = await connect(overSocket);
    const deliveries = await Promise.all([overHttp.command(), overSocket.command()]);
    for (const { outcome, ackMs } of deliveries) {
      expect(outcome).toBe('timed_out');
      expect(ackMs).toBeGreaterThanOrEqual(2_990);
    }
    const said = { author: 'slack', text: '/x failed because the app did not respond' };
    expect(overHttp.slack.messages.at(-1)).toMatchObject(said);
    socket.send('not JSON');
    socket.send(
      JSON.stringify({ envelope_id: heard.at(-1)?.envelope_id, payload: { text: 'Late' } }),
    );
    socket.ping();
    await once(socket, 'pong');
    expect(overSocket.slack.messages.at(-1)).toMatchObject(said);
  });

  it.each([404, 302, 500])('a delivery fails on status %i', async (status) => {
    const { slack, reply, command } = await startUnkindBot();
    reply((response) => response.writeHead(status, { location: '/elsewhere' }).end());
    expect(await command()).toMatchObject({ outcome: 'failed', httpStatus: status });
    expect(slack.breaches).toEqual(['/x failed with the error "dispatch_failed"']);
  });

  it.each<[string, Parameters<typeof json>[0], RegExp | undefined]>([
    ['text where JSON comes without its content type', '{"text":"Hello"}', /application\/json/],
    [
      'refused blocks',
      { text: 'Hi', blocks: [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }] },
      /\(header\)/,
    ],
    ['what it says', { text: 'Hello' }, undefined],
  ])('the sandbox shows of an ack %s', async (_what, body, breach) => {
    const { slack, reply, command } = await startUnkindBot();
    reply(typeof body === 'string' ? (response) => response.end(body) : json(body));
    await command();
    expect(slack.messages).toHaveLength(2);
    expect(slack.messages[1]).toMatchObject({ visibleTo: user });
    expect(slack.breaches).toEqual(breach ? [expect.stringMatching(breach)] : []);
  });

  it('an ack of a press with a body, or of a submission with an unknown one, is a breach', async () => {
    const { slack, reply, open } = await startUnkindBot();
    const input = {
      type: 'input',
      label: plain('X'),
      element: { type: 'plain_text_input', action_id: 'x' },
    };
    const { view } = await open(modal({ submit: plain('Go'), blocks: [...modal().blocks, input] }));
    reply(json({ text: 'x' }), json({ response_action: 'vanish' }));
    await slack.pressViewButton({ viewId: view.id, actionId: 'more' });
    await slack.typeText({ viewId: view.id, actionId: 'x', text: 'x' });
    await slack.submitView({ viewId: view.id });
    expect(slack.breaches).toEqual([
      expect.stringContaining('ignores a body'),
      expect.stringContaining('submission'),
    ]);
    expect(slack.views).toHaveLength(1);
  });

  it('an event is retried three times with the same id, until an ack or `x-slack-no-retry`', async () => {
    const { slack, requests, reply } = await startUnkindBot();
    const fail =
      (headers = {}) =>
      (response: ServerResponse) =>
        response.writeHead(500, headers).end();
    reply(fail(), fail(), fail(), fail());
    const mention = { text: `<@${botUserId}> help` };
    expect((await slack.writeMessage(mention)).deliveries).toHaveLength(4);
    expect(requests.map(({ headers }) => headers['x-slack-retry-num'])).toEqual([
      undefined,
      '1',
      '2',
      '3',
    ]);
    expect(requests[1]?.headers['x-slack-retry-reason']).toBe('http_error');
    expect(new Set(requests.map(({ body }) => JSON.parse(body).event_id)).size).toBe(1);
    reply(fail());
    expect((await slack.writeMessage(mention)).deliveries).toMatchObject([
      { outcome: 'failed' },
      { outcome: 'acked' },
    ]);
    reply(fail({ 'x-slack-no-retry': '1' }));
    expect((await slack.writeMessage(mention)).deliveries).toHaveLength(1);
  });

  it('the bot gets back what it says, changes and deletes in a direct message', async () => {
    const { requests, call } = await startUnkindBot();
    const heard = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count));
    await call('chat.postMessage', message);
    const { ts } = await call('chat.postMessage', { ...message, channel: directMessageId });
    await heard(1);
    await call('chat.update', { ...message, channel: directMessageId, ts });
    await heard(2);
    await call('chat.delete', { channel: directMessageId, ts });
    await heard(3);
    const own = { user: botUserId, bot_id: workspace.botId, ts };
    expect(requests.map(({ body }) => JSON.parse(body).event)).toMatchObject([
      { channel_type: 'im', ...own },
      { channel_type: 'im', subtype: 'message_changed', message: { ...own, edited: {} } },
      { channel_type: 'im', subtype: 'message_deleted', previous_message: own },
    ]);
  });

  it('an event is delivered only where the app subscribes, may read and is a member', async () => {
    const mention = { text: `<@${botUserId}> txn GARO-1` };
    const byItself = /^You mentioned @\S+, but it's not in this channel/;
    for (const [settings, input, breaches, lastWords] of [
      [{}, { text: 'Hello' }, 0, /^Hello$/],
      [{}, { text: 'Hello', channelId: workspace.otherChannelId }, 0, /^Hello$/],
      [{}, { ...mention, channelId: workspace.otherChannelId }, 0, byItself],
      [{ events: [] }, mention, 0, /txn GARO-1$/],
      [{ scopes: ['commands'] }, mention, 1, /txn GARO-1$/],
    ] as const) {
      const { slack } = await startUnkindBot(settings);
      expect((await slack.writeMessage(input)).deliveries).toEqual([]);
      expect(slack.breaches).toHaveLength(breaches);
      expect(slack.messages.at(-1)?.text).toMatch(lastWords);
    }
    const { slack } = await startUnkindBot({ takesMessages: false, hasHomeTab: false });
    await expect(slack.writeMessage({ text: 'x', channelId: directMessageId })).rejects.toThrow(
      'turned off',
    );
    await expect(slack.writeMessage({ text: 'x', threadTs: '1.000001' })).rejects.toThrow(
      'Nobody can reply',
    );
    await expect(slack.openHome()).rejects.toThrow('no Home tab');
  });
});

/** Connects in Socket Mode, and acks nothing; answers with what Slack sends. */
async function connect({ slack, call }: Awaited<ReturnType<typeof startUnkindBot>>) {
  slack.deliverTo(undefined);
  const { url } = await call('apps.connections.open', {}, slack.appToken);
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  const heard: Record<string, unknown>[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(data.toString())));
  await once(socket, 'message');
  return { url, socket, heard };
}

it('one ticket of apps.connections.open opens one socket', async () => {
  const bot = await startUnkindBot();
  const { url, heard } = await connect(bot);
  expect(heard[0]).toMatchObject({ type: 'hello', num_connections: 1 });
  for (const refused of [url, url.replace(/ticket=\w+/, 'ticket=guess')]) {
    const [error] = await once(new WebSocket(refused), 'error');
    expect(String(error)).toContain('401');
  }
});

it.each([
  ['trigger_id', slackLimits.triggerId, 1, 3_000],
  ['response_url', slackLimits.responseUrl, 5, 30 * 60_000],
])(
  'a %s is unguessable, and works a limited number of times within a limited time',
  (_what, limits, uses, livesMs) => {
    let nowMs = 0;
    const write = (secret: string, origin: string) => `${origin} ${secret}`;
    const passes = createPasses({ ...limits, write, handedOut: [], now: () => nowMs });
    const [pass, other] = [passes.issue('a'), passes.issue('a')];
    expect(pass).toMatch(/^a [\w-]{24}$/);
    expect(other).not.toBe(pass);
    expect(passes.find('a guess')).toEqual({ error: 'unknown' });
    nowMs = livesMs;
    for (let use = 0; use < uses; use += 1) {
      expect(passes.find(pass)).toEqual({ origin: 'a' });
      passes.spend(pass);
    }
    expect(passes.find(pass)).toEqual({ error: 'used' });
    nowMs += 1;
    const young = passes.issue('b');
    expect(passes.find(other)).toEqual({ error: 'expired' });
    passes.forgetExpired();
    expect(passes.find(other)).toEqual({ error: 'unknown' });
    expect(passes.find(young)).toEqual({ origin: 'b' });
  },
);

describe('a response_url', () => {
  it('a response_url works five times, replaces no command, and refuses what Slack would', async () => {
    const { slack, command } = await startUnkindBot();
    const { responseUrl = '' } = await command();
    const post = (body: unknown) =>
      fetch(responseUrl, { method: 'POST', body: JSON.stringify(body) });
    const answers: [unknown, number, string][] = [
      [['x'], 400, 'invalid_payload'],
      [{}, 400, 'no_text'],
      [{ text: 'x', blocks: 'x' }, 400, 'invalid_blocks'],
      [{ text: 'Loading' }, 200, 'ok'],
      [{ text: 'Done', replace_original: true }, 200, 'ok'],
      [{ text: '5' }, 200, 'ok'],
      [{ text: '6' }, 404, '{"ok":false,"error":"used_url"}'],
    ];
    for (const [body, status, text] of answers) {
      const response = await post(body);
      expect([response.status, await response.text()]).toEqual([status, text]);
    }
    expect(slack.messages.map(({ text }) => text).slice(-3)).toEqual(['Loading', 'Done', '5']);
    expect(slack.breaches).toContainEqual(
      expect.stringContaining('replace_original has no effect'),
    );
  });

  it('a refused replacement by response_url leaves the original message as it was', async () => {
    const { slack, reply, command } = await startUnkindBot();
    reply(json({ text: 'Pending', blocks: modal().blocks }));
    await command();
    const { id: messageId = '' } = slack.messages.at(-1) ?? {};
    const { responseUrl = '' } = await slack.pressButton({ messageId, actionId: 'more' });
    const body = JSON.stringify({
      text: 'Worse',
      replace_original: true,
      blocks: [{ type: 'alert' }],
    });
    expect((await fetch(responseUrl, { method: 'POST', body })).status).toBe(400);
    expect(slack.messages.find(({ id }) => id === messageId)?.text).toBe('Pending');
  });
});

describe('the Web API', () => {
  it.each([
    ['invalid_auth', 'auth.test', 'xoxb-wrong', {}],
    ['not_allowed_token_type', 'apps.connections.open', undefined, {}],
    ['unknown_method', 'chat.whisper', undefined, {}],
    ['unknown_method', 'constructor', undefined, {}],
    ['channel_not_found', 'chat.postMessage', undefined, { channel: 'C0NOWHERE', text: 'x' }],
    [
      'not_in_channel',
      'chat.postMessage',
      undefined,
      { channel: workspace.otherChannelId, text: 'x' },
    ],
    ['not_in_channel', 'chat.delete', undefined, { channel: workspace.otherChannelId }],
    [
      'user_not_in_channel',
      'chat.postEphemeral',
      undefined,
      { channel: directMessageId, text: 'x', user: 'U2' },
    ],
    [
      'invalid_blocks',
      'chat.postMessage',
      undefined,
      { ...message, blocks: [{ type: 'section' }] },
    ],
    [
      'msg_blocks_too_long',
      'chat.postMessage',
      undefined,
      { ...message, blocks: Array(5).fill({ type: 'section', text: plain('x'.repeat(2_900)) }) },
    ],
    ['message_not_found', 'chat.update', undefined, { channel, ts: '1.1', text: 'x' }],
    ['channel_not_found', 'conversations.info', undefined, { channel: 'C0NOWHERE' }],
    ['channel_not_found', 'conversations.replies', undefined, { channel: 'C0NOWHERE', ts: '1.1' }],
    [
      'not_in_channel',
      'conversations.replies',
      undefined,
      { channel: workspace.otherChannelId, ts: '1.1' },
    ],
    ['thread_not_found', 'conversations.replies', undefined, { channel, ts: '1.1' }],
    ['invalid_arguments', 'conversations.replies', undefined, { channel }],
    ['user_not_found', 'users.info', undefined, { user: 'nobody' }],
    ['no_such_subteam', 'usergroups.users.list', undefined, { usergroup: 'S0OTHER' }],
    [
      'invalid_arguments',
      'files.getUploadURLExternal',
      undefined,
      { filename: 'a.csv', length: 0 },
    ],
    ['invalid_trigger_id', 'views.open', undefined, { trigger_id: '1.2.3', view: modal() }],
    ['invalid_arguments', 'views.publish', undefined, { user_id: user, view: modal() }],
    ['not_found', 'views.update', undefined, { view_id: 'V1', view: modal() }],
  ])('the Web API answers %s to %s', async (error, method, token, args) => {
    const { call } = await startUnkindBot();
    expect(await call(method, args, token)).toMatchObject({ ok: false, error });
  });

  it.each<[string, object, string]>([
    ['chat.postMessage', message, 'chat:write'],
    ['chat.postEphemeral', { channel, text: 'x', user }, 'chat:write'],
    ['files.getUploadURLExternal', { filename: 'a', length: 1 }, 'files:write'],
    ['conversations.open', { users: user }, 'im:write'],
    ['conversations.info', { channel }, 'channels:read'],
    ['conversations.info', { channel: directMessageId }, 'im:read'],
    ['users.info', { user }, 'users:read'],
    ['usergroups.users.list', { usergroup: userGroupId }, 'usergroups:read'],
  ])('the Web API allows %s with %j to the scope %s alone', async (method, args, scope) => {
    const without = fullSettings.scopes.filter((each) => each !== scope);
    const [allowed, refused] = [
      await startUnkindBot({ scopes: [scope] }),
      await startUnkindBot({ scopes: without }),
    ];
    expect(await allowed.call(method, args)).toMatchObject({ ok: true });
    expect(await refused.call(method, args)).toMatchObject({
      ok: false,
      error: 'missing_scope',
      needed: scope,
    });
    expect(refused.slack.breaches).toEqual([`${method}: missing_scope ${scope}`]);
  });

  it('the Web API refuses unfurled links, and threads of unknown messages or replies', async () => {
    const { slack, call } = await startUnkindBot();
    await call('chat.postMessage', { channel, text: 'x', unfurl_links: false });
    const reply = (thread_ts = '') => call('chat.postMessage', { ...message, thread_ts });
    const { message: root } = await slack.writeMessage({ text: 'Where is it?' });
    await reply(root.ts);
    await reply(slack.messages.at(-1)?.ts);
    await reply('1700000000.000100');
    await call('chat.postEphemeral', { channel, text: 'x', user });
    await reply(slack.messages.at(-1)?.ts);
    expect(slack.breaches).toEqual([
      'chat.postMessage: unfurl_media is not false',
      expect.stringContaining('of a reply'),
      expect.stringContaining('of no message'),
      expect.stringContaining('ephemeral'),
    ]);
  });

  it.each([
    ['channels:history', { channel }, {}],
    ['groups:history', { channel }, { is_private: true }],
    ['im:history', { channel: directMessageId }, {}],
  ])(
    'the Web API lets a thread be read with the scope %s alone, by its kind of channel',
    async (scope, place, info) => {
      const others = ['channels:history', 'groups:history', 'im:history'].filter(
        (s) => s !== scope,
      );
      for (const scopes of [[scope], others]) {
        const { slack, call } = await startUnkindBot({ scopes });
        slack.setChannel(channel, info);
        const { message: root } = await slack.writeMessage({ text: 'x', channelId: place.channel });
        const answer = await call('conversations.replies', { ...place, ts: root.ts });
        expect(answer).toMatchObject(
          scopes === others ? { error: 'missing_scope', needed: scope } : { ok: true },
        );
      }
    },
  );

  it('the Web API pages a thread, oldest first, each page with the root, nothing ephemeral', async () => {
    const { slack, call } = await startUnkindBot();
    const { message: root } = await slack.writeMessage({ text: 'root' });
    const { ts } = root;
    const replies: string[] = [];
    for (const text of ['a', 'b', 'c'])
      replies.push((await slack.writeMessage({ text, threadTs: ts })).message.ts);
    await call('chat.postEphemeral', { channel, text: 'x', user, thread_ts: ts });
    await slack.writeMessage({ text: 'another thread' });
    const read = async (args: object) => {
      const answer = await call('conversations.replies', { channel, ts, ...args });
      const texts = answer.messages.map(({ text }: { text: string }) => text);
      return { texts, hasMore: answer.has_more, cursor: answer.response_metadata?.next_cursor };
    };

    const first = await read({ limit: 3 });
    expect(first).toMatchObject({ texts: ['root', 'a', 'b'], hasMore: true });
    const rest = await read({ limit: 3, cursor: first.cursor });
    expect(rest).toEqual({ texts: ['root', 'c'], hasMore: false });
    const [, b, c] = replies;
    expect((await read({ latest: c })).texts).toEqual(['root', 'a', 'b']);
    expect((await read({ oldest: b, inclusive: 'true' })).texts).toEqual(['root', 'b', 'c']);
    expect((await read({ ts: b })).texts).toEqual(['b']); // a reply alone

    slack.deleteMessage(root.id);
    expect((await read({})).texts).toEqual(['This message was deleted.', 'a', 'b', 'c']);
  });

  it('the Web API changes neither ephemeral messages nor those of others', async () => {
    const { slack, call } = await startUnkindBot();
    await call('chat.postEphemeral', { channel, text: 'x', user: otherPersonId });
    await slack.writeMessage({ text: 'Alert', author: 'bot' });
    for (const { ts } of slack.messages)
      expect(await call('chat.delete', { channel, ts })).toEqual({
        ok: false,
        error: 'message_not_found',
      });
    expect(slack.messages[0]?.visibleTo).toBe(otherPersonId);
  });

  it('the Web API uploads a file by its length, then its bytes, then its completion, once', async () => {
    const { slack, call } = await startUnkindBot();
    const { upload_url: url, file_id: id } = await call('files.getUploadURLExternal', {
      filename: 'a.csv',
      length: 3,
    });
    const complete = (...ids: string[]) =>
      call('files.completeUploadExternal', {
        files: ids.map((each) => ({ id: each })),
        channel_id: channel,
      });
    const refused = { ok: false, error: 'file_not_found' };
    const send = async (body: string) => (await fetch(url, { method: 'POST', body })).status;
    expect(await complete(id)).toEqual(refused);
    expect(await send('abcd')).toBe(400);
    expect(await send('abc')).toBe(200);
    expect(await complete(id, 'F0OTHER')).toEqual(refused);
    expect(await complete(id)).toMatchObject({ ok: true });
    expect(await complete(id)).toEqual(refused);
    expect(slack.files).toMatchObject([{ id, title: 'a.csv', content: 'abc' }]);
  });

  it.each<[object, string, string]>([
    [{ type: 'section', text: { text: 'x' } }, '/blocks/0/text/type', 'failed_constraint'],
    [{ type: 'divider', colour: 'red' }, '/blocks/0', 'unknown_field'],
    [{ type: 'header' }, '/blocks/0/text', 'missing_field'],
  ])('the Web API names the fault of the block %j', async (block, pointer, code) => {
    const { call } = await startUnkindBot();
    const errors = [{ pointer, code }];
    const [message, view] = [{ blocks: [block] }, modal({ blocks: [block] })];
    expect(await call('blocks.validate', { message })).toMatchObject({
      error: 'invalid_message',
      errors,
    });
    expect(await call('blocks.validate', { view })).toMatchObject({
      error: 'invalid_view',
      errors,
    });
  });
});

describe('a view', () => {
  it('a view opens with a trigger_id, which works once', async () => {
    const { slack, call, command, requests } = await startUnkindBot();
    const { responseUrl } = await command();
    const trigger_id = new URLSearchParams(requests[0]?.body).get('trigger_id');
    expect(slack.handedOut).toEqual([responseUrl, trigger_id]);
    expect(await call('views.push', { trigger_id, view: modal() })).toMatchObject({
      error: 'invalid_arguments',
    });
    expect(await call('views.open', { trigger_id, view: modal() })).toMatchObject({ ok: true });
    expect(await call('views.open', { trigger_id, view: modal() })).toMatchObject({
      error: 'exchanged_trigger_id',
    });
  });

  it('views stack three high, and only the top one can be used', async () => {
    const { slack, call, open, received } = await startUnkindBot();
    const push = async (viewId: string) => {
      await slack.pressViewButton({ viewId, actionId: 'more' });
      return call('views.push', { trigger_id: received().trigger_id, view: modal() });
    };
    const { view: root } = await open(modal());
    const { view: second } = await push(root.id);
    const { view: third } = await push(second.id);
    expect(third).toMatchObject({ root_view_id: root.id, previous_view_id: second.id });
    expect(await push(third.id)).toMatchObject({ ok: false, error: 'push_limit_reached' });
    await expect(slack.pressViewButton({ viewId: root.id, actionId: 'more' })).rejects.toThrow(
      'covered',
    );
    await expect(slack.closeView({ viewId: root.id })).rejects.toThrow('on top');
    const byAnother = { viewId: third.id, actionId: 'more', userId: otherPersonId };
    await expect(slack.pressViewButton(byAnother)).rejects.toThrow('does not see');
    await open(modal({ title: plain('Anew') }));
    expect(slack.views).toMatchObject([{ title: 'Anew' }]);
  });

  it('a view that breaks a rule is refused, and the open one stays', async () => {
    const { slack, call, open } = await startUnkindBot();
    const { view } = await open(modal());
    expect(await open(modal({ title: plain('x'.repeat(25)) }))).toMatchObject({
      error: 'invalid_arguments',
    });
    const breach = 'view title.text has 25 characters; Slack takes at most 24';
    expect(slack.views).toMatchObject([{ id: view.id }, { breaches: [breach] }]);
    const refused = slack.views[1]?.id ?? '';
    await expect(slack.pressViewButton({ viewId: refused, actionId: 'more' })).rejects.toThrow(
      'refused',
    );
    await call('views.update', {
      view_id: view.id,
      view: modal({ blocks: [{ type: 'table', rows: [] }] }),
    });
    expect(slack.views[0]).toMatchObject({ id: view.id, blocks: view.blocks });
  });

  it('a view is submitted once required fields are filled, and retains what was typed', async () => {
    const { slack, open, received, requests } = await startUnkindBot();
    const element = { type: 'plain_text_input', action_id: 'text', max_length: 20 };
    const input = { type: 'input', block_id: 'b', label: plain('Text'), element };
    const { view } = await open(modal({ submit: plain('Go'), blocks: [...modal().blocks, input] }));
    const viewId = view.id;
    const before = requests.length;
    await expect(slack.submitView({ viewId })).rejects.toThrow('required');
    expect(slack.views[0]?.errors).toEqual({ b: expect.stringContaining('required') });
    await expect(
      slack.typeText({ viewId, actionId: 'text', text: 'x'.repeat(21) }),
    ).rejects.toThrow('takes 20');
    await slack.typeText({ viewId, actionId: 'text', text: 'a\nb' });
    expect(requests).toHaveLength(before);
    await slack.pressViewButton({ viewId, actionId: 'more' });
    expect(received().view.state.values).toEqual({
      b: { text: { type: 'plain_text_input', value: 'a\nb' } },
    });
    await slack.submitView({ viewId });
    expect(slack.views).toEqual([]);
    const { view: shown } = await open(modal());
    await expect(slack.submitView({ viewId: shown.id })).rejects.toThrow('cannot be submitted');
  });

  it('an updated view renames unnamed input blocks, and no others', async () => {
    const { call, open } = await startUnkindBot();
    const input = { type: 'input', label: plain('Bank'), element: { type: 'plain_text_input' } };
    const blocks = [input, { type: 'divider' }, ...modal().blocks];
    const { view: first } = await open(modal({ submit: plain('Go'), blocks }));
    const { view: second } = await call('views.update', {
      view_id: first.id,
      view: modal({ submit: plain('Go'), blocks }),
    });
    const [before, after] = [first, second].map((view) =>
      view.blocks.map(({ block_id }: { block_id: string }) => block_id),
    );
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).not.toBe(before[0]);
  });
});

describe('a choice', () => {
  const select = (block_id: string, type: string, more = {}) => ({
    type: 'actions',
    block_id,
    elements: [{ type, action_id: 'a', ...more }],
  });
  const blocks = [
    select('plain', 'static_select', { options: [option('a')] }),
    select('found', 'external_select', { min_query_length: 3 }),
    select('place', 'conversations_select'),
  ];
  const named = (value: string) => ({ text: value, value });

  it('a choice must be one that was offered, and offered to that person', async () => {
    const { slack, call, reply, requests } = await startUnkindBot();
    await call('chat.postMessage', { ...message, blocks });
    const messageId = slack.messages[0]?.id ?? '';
    const place = (blockId: string) => ({ messageId, blockId, actionId: 'a' });
    const choices = [
      ['plain', named('b'), 'does not offer'],
      ['plain', { conversation: channel }, 'offers options'],
      ['found', named('zenith'), 'does not offer'],
      ['place', { conversation: 'C0NOWHERE' }, 'no conversation'],
      ['nowhere', named('a'), 'no menu'],
    ] as const;
    for (const [blockId, choice, sentence] of choices)
      await expect(slack.select({ ...place(blockId), option: choice })).rejects.toThrow(sentence);
    expect((await slack.typeahead({ ...place('found'), value: 'ze' })).options).toEqual([]);
    expect(requests).toEqual([]);
    reply(json({ options: [option('zenith')] }));
    await slack.typeahead({ ...place('found'), value: 'zen' });
    const found = { ...place('found'), option: named('zenith') };
    await expect(slack.select({ ...found, userId: otherPersonId })).rejects.toThrow(
      'does not offer',
    );
    expect(await slack.select(found)).toMatchObject({ outcome: 'acked' });
    const { message: alert } = await slack.writeMessage({ text: 'Alert', author: 'bot', blocks });
    await expect(slack.select({ ...found, messageId: alert.id })).rejects.toThrow('not the bot');
  });

  it.each<[string, unknown]>([
    ['a hundred and one options', { options: Array(101).fill(option('a')) }],
    ['long words', { options: [option('x'.repeat(76))] }],
    ['links', { options: [{ ...option('a'), url: 'https://slack.test' }] }],
    ['mrkdwn', { options: [{ text: { type: 'mrkdwn', text: 'a' }, value: 'a' }] }],
    ['nothing at all', {}],
  ])('no choice is offered from %s', async (_what, body) => {
    const { slack, call, reply } = await startUnkindBot();
    await call('chat.postMessage', { ...message, blocks });
    reply(json(body));
    const messageId = slack.messages[0]?.id ?? '';
    const typed = { messageId, blockId: 'found', actionId: 'a', value: 'zenith' };
    expect((await slack.typeahead(typed)).options).toEqual([]);
    expect(slack.breaches[0]).toMatch(/^the typeahead a: /);
  });
});

it('can be told what is gone, and still knows what is in use', async () => {
  const { slack, call, command } = await startUnkindBot();
  const { responseUrl = '' } = await command();
  await call('chat.postMessage', { ...message, blocks: 'x' });
  slack.forget();
  const { messages, breaches, calls, requests, handedOut } = slack;
  expect([messages, breaches, calls, requests, handedOut]).toEqual([[], [], [], [], []]);
  expect((await fetch(responseUrl, { method: 'POST', body: '{"text":"1"}' })).status).toBe(200);
});
