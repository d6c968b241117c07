import type { SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn, workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { registerListeners } from '../../src/app.ts';
import { ask as askCommand } from '../../src/asking/ask.ts';
import { txn } from '../../src/asking/txn.ts';
import { bank } from '../../src/banks/bank.ts';
import { plainReply } from '../../src/blocks/blocks.ts';
import { AccessError } from '../../src/errors.ts';
import { readCommand } from '../../src/reading/question.ts';
import { Secret } from '../../src/secret.ts';
import { createBoltApp } from '../../src/slack/bolt.ts';
import { createBoltLogger, createSlackFetch, SlackClient } from '../../src/slack/client.ts';
import { createPeople } from '../../src/slack/people.ts';
import { access, chain } from '../../src/slack/pipeline.ts';
import type { SlackRequest } from '../../src/slack/request.ts';
import { createRouter } from '../../src/slack/routes.ts';
import { createHandReceiver } from '../support/hand-receiver.ts';
import { logLines } from '../support/log-lines.ts';
import { resourcesFor } from '../support/services.ts';

const { personId, channelId, teamId } = workspace;
const resources = resourcesFor('http://127.0.0.1:1', { COMMAND_SUFFIX: '-staging' });
const everybodyMay = {
  channels: [],
  users: [],
  userGroups: [],
  batchUserGroups: [],
  bankAllowed: 'same',
  contact: undefined,
} as const;

let slack: SlackStandIn;
let router: ReturnType<typeof createRouter>;
let client: SlackClient;
beforeEach(async () => {
  slack = await createSlackStandIn();
  router = createRouter(resources.presentation.names.slash);
});
afterEach(() => slack.close());

/** What Bolt and the router make of a payload as Slack sends it. */
async function heard(body: Record<string, unknown>): Promise<SlackRequest> {
  const { receiver, deliver } = createHandReceiver();
  const { logger } = logLines();
  const boltLogger = createBoltLogger(logger);
  const address = { slackApiUrl: slack.apiUrl, fetch: createSlackFetch(slack.apiUrl) };
  client = new SlackClient(new Secret(slack.botToken), address, boltLogger);
  const givenUp = new AbortController().signal;
  const options = { client, givenUp, audit: async () => {}, onAnswer: () => {} };
  let request: SlackRequest | undefined;
  createBoltApp({ receiver, address, boltLogger, logger }, async (args) => {
    request = router.open(args, options);
  });
  await deliver({ body, ack: async () => {} });
  if (!request) throw new Error('needs no reply');
  return request;
}

/** Asked with the real policy before the door. */
async function ask(body: Record<string, unknown>): Promise<void> {
  const request = await heard(body);
  const people = createPeople(client, logLines().logger);
  await chain([access(everybodyMay, people)], async () => request.show(await request.route.listen(request)))(request);
}

const click = (actionId: string, value: string) => ({
  type: 'block_actions',
  user: { id: personId, team_id: teamId },
  team: { id: teamId },
  channel: { id: channelId },
  container: { message_ts: '1700000000.000100', channel_id: channelId },
  response_url: `${slack.apiUrl}response`,
  actions: [{ action_id: actionId, type: 'button', value }],
});
const choice = (value: unknown) => ({
  ...click('more', ''),
  actions: [{ action_id: 'more', type: 'overflow', selected_option: value }],
});
const reply = plainReply('Successful');

describe('a door under a new name', () => {
  it('that does not declare that it posts, does not', async () => {
    router.routes.action('txn:post', { command: txn, value: z.unknown() }, () => ({ reply, to: 'channel' }));
    await expect(ask(click('txn:post', ''))).rejects.toThrow('txn:post does not declare that it posts channel');
    expect(slack.messages).toEqual([]);
  });

  it('that declares it, does not post where another organisation reads', async () => {
    router.routes.action('txn:post', { command: txn, value: z.unknown(), posts: 'channel' }, () => ({
      reply,
      to: 'channel',
    }));
    slack.setChannel(channelId, { is_ext_shared: true });
    await expect(ask(click('txn:post', ''))).rejects.toThrow(AccessError);
    expect(slack.messages).toEqual([]);
  });
});

describe('a door that declares that it posts', () => {
  const madeFor = (audience: 'asker' | 'channel') => ({ reply: { ...reply, audience } });

  it('does not post in the channel what was made for the asker', async () => {
    const share = { command: txn, value: z.unknown(), posts: 'channel' } as const;
    router.routes.action('txn:post', share, () => ({ ...madeFor('asker'), to: 'channel' }));
    await expect(ask(click('txn:post', ''))).rejects.toThrow('txn:post would post what was made for the asker');
  });

  it('does not answer a thread with what was made for the asker', async () => {
    router.routes.event('app_mention', { value: z.unknown(), posts: 'thread' }, () => madeFor('asker'));
    const event = { type: 'app_mention', text: 'x', user: personId, channel: channelId, ts: '1.1' };
    await expect(ask({ type: 'event_callback', event_id: 'Ev1', event })).rejects.toThrow('made for the asker');
    router.routes.event('app_mention', { value: z.unknown(), posts: 'thread' }, () => madeFor('channel'));
    await ask({ type: 'event_callback', event_id: 'Ev2', event });
    expect(slack.messages).toEqual([expect.objectContaining({ text: 'Successful', channelId })]);
  });

  it('asks nothing of transfers when it declares that it is about banks', async () => {
    const syntax = resources.presentation.names.slash;
    router.routes.action('bank:sneak', { command: bank, value: z.unknown() }, (_value, asking) =>
      askCommand(
        readCommand('txn', 'GARO-1', resources.services.references),
        { audience: 'asker', syntax },
        asking,
        resources,
      ).then((reply) => ({ reply })),
    );
    await expect(ask(click('bank:sneak', ''))).rejects.toThrow('declares that it is about banks, and asks txn');
  });
});

it('a payload for no door is told so, with what can be typed here', async () => {
  await expect(ask(click('txn:unheard-of', ''))).rejects.toThrow(/Nothing here answers that.*`\/txn-staging help`/);
});

describe('what a door says of a question before its listener has seen it', () => {
  const value = (reference: string) => JSON.stringify({ reference, seen: { status: 'pending' } });
  const command = (name: string, text: string) => ({ command: name, text, user_id: personId, channel_id: channelId });
  const event = (type: string, text?: string, tab?: string) => ({
    type: 'event_callback',
    event: { type, text, tab, user: personId, channel: 'D0DIRECT', channel_type: 'im' },
  });

  it.each<[() => Record<string, unknown>, string | undefined, string | undefined]>([
    [() => command('/txn-staging', ' “GARO-1” '), 'txn', 'GARO-1'],
    [() => command('/txn', 'GARO-1'), undefined, 'GARO-1'], // another installation's
    [() => command('/unheard', 'of'), undefined, 'of'],
    [() => click('txn:share', value('GARO-1')), 'txn', 'GARO-1'],
    [() => click('txn:share', value('GARO-"1"')), 'txn', 'GARO-"1"'],
    [() => click('txn:share', '7'), 'txn', '7'],
    [() => click('txn:share', 'no JSON'), 'txn', 'no JSON'],
    [() => click('txn:share', 'x'.repeat(2_000)), 'txn', 'x'.repeat(200)],
    [() => click('tsq:run:0', '19253'), 'tsq', '19253'],
    [() => choice({ value: 'txn:share {"reference":"GARO-1"}' }), 'txn', 'GARO-1'],
    [() => choice({ value: 'tsq:values 19261' }), 'tsq', '19261'],
    [() => choice({ value: 'tsq:run:0 19261' }), 'tsq', '19261'],
    [() => choice({ value: 7 }), undefined, undefined],
    [() => choice(null), undefined, undefined],
    [() => click('txn:csv', 'txn GARO-1\ntsq 7'), 'txn', 'GARO-1 7'],
    [() => click('bank:picker', ''), 'bank', undefined],
    [() => click('txn:unheard-of', 'GARO-1'), undefined, 'GARO-1'],
    [() => event('app_mention', '<@U0TXNBOT0> TXN  GARO-1'), 'txn', 'GARO-1'],
    [() => event('app_mention', 'bank <@U0TXNBOT0> txn GARO-1'), 'txn', 'GARO-1'],
    [() => event('app_mention', '<@U0TXNBOT0> Bank, zenith'), 'bank', 'zenith'],
    [() => event('message', '/txn-staging GARO-1'), 'txn', 'GARO-1'],
    [() => event('message', '/bank zenith'), 'bank', 'zenith'],
    [() => event('message', 'my account 0123456789 is empty'), undefined, undefined],
    [() => event('message', 'txnfoo 1'), undefined, undefined],
    [() => event('app_mention', '<@U0TXNBOT0> bank-notes for Jane Doe'), undefined, undefined],
    [() => event('message', '/txn-live GARO-1'), undefined, undefined], // another installation's
    [() => event('app_home_opened', undefined, 'home'), undefined, undefined],
  ])('%#: %s %s', async (payload, name, text) => {
    registerListeners(router.routes, resources);
    const { command, isAboutBanks, route } = await heard(payload());
    expect([command, route.text]).toEqual([name, text]);
    expect(isAboutBanks).toBe(name === 'bank');
  });
});

describe('a door', () => {
  const typed = (actionId: string) => ({
    type: 'block_suggestion',
    user: { id: personId, team_id: teamId },
    action_id: actionId,
    block_id: 'search',
    value: 'zenith',
    view: { id: 'V1', type: 'modal' },
  });

  it.each<[() => Record<string, unknown>, boolean, boolean]>([
    [() => typed('bank:pick'), true, false],
    [() => typed('bank:unheard-of'), true, false],
    [() => click('txn:share', JSON.stringify({ reference: 'GARO-1' })), false, true],
    [() => choice({ value: 'txn:share {"reference":"GARO-1"}' }), false, true],
    [() => click('txn:csv', 'txn GARO-1'), false, false],
    [() => click('bank:run:12', 'zenith'), false, false],
    [() => click('txn:unheard-of', ''), false, false],
  ])('%#: says whether somebody types (%s), and whether it runs one at a time (%s)', async (payload, ...expected) => {
    registerListeners(router.routes, resources);
    const { route } = await heard(payload());
    expect([route.isTyping, route.isOneAtATime]).toEqual(expected);
  });

  it('takes the number behind an action for no part of its name', async () => {
    registerListeners(router.routes, resources);
    expect((await heard(click('bank:run:12', 'zenith'))).command).toBe('bank');
    expect((await heard(click('bank:1:run', 'zenith'))).command).toBeUndefined();
  });

  it('reads its payload once, however often it is asked', async () => {
    let count = 0;
    const value = z.unknown().transform(() => {
      count += 1;
      return txn;
    });
    router.routes.action('txn:post', { value, command: (read) => read, text: () => 'GARO-1' }, () => ({ reply }));
    const { route } = await heard(click('txn:post', ''));
    expect(count).toBe(0); // a person's limit comes first
    expect([route.command, route.text, route.command]).toEqual([txn, 'GARO-1', txn]);
    expect(count).toBe(1);
  });

  it('refuses what another version of txnbot has put into a button', async () => {
    registerListeners(router.routes, resources);
    await expect(ask(click('txn:share', '7'))).rejects.toThrow('That button is from an older version.');
  });
});
