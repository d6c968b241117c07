import { workspace } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { registerListeners } from '../../src/app.ts';
import { bank } from '../../src/banks/bank.ts';
import { ask as askCommand } from '../../src/commands/ask.ts';
import { readCommand } from '../../src/reading/command-text.ts';
import { readOrigin } from '../../src/slack/payload.ts';
import type { SlackRequest } from '../../src/slack/request.ts';
import { createRouter } from '../../src/slack/routes.ts';
import { resourcesFor } from '../support/services.ts';
import { bring } from './support.ts';

const { personId, channelId, teamId } = workspace;
const resources = resourcesFor('http://127.0.0.1:1', { COMMAND_SUFFIX: '-staging' });
const { routes, open } = createRouter();
registerListeners(routes, resources);

/** What Bolt and the router make of a payload as Slack sends it. */
async function heard(body: Record<string, unknown>): Promise<SlackRequest> {
  const request = await bring({ body, router: { routes, open } });
  if (!request) throw new Error('needs no reply');
  return request;
}

const click = (actionId: string, value: string) => ({
  type: 'block_actions',
  user: { id: personId, team_id: teamId },
  team: { id: teamId },
  channel: { id: channelId },
  container: { message_ts: '1700000000.000100', channel_id: channelId },
  response_url: 'http://127.0.0.1:1/response',
  actions: [{ action_id: actionId, type: 'button', value }],
});
const chosen = {
  action_id: 'more',
  type: 'overflow',
  selected_option: { value: 'txn:share {"reference":"GARO-1"}' },
};
const typed = { type: 'block_suggestion', action_id: 'bank:pick', value: 'zenith' };

describe('a door', () => {
  it('a route that is about banks may not ask for transfers', async () => {
    const shown = { syntax: resources.presentation.names.slash };
    const intent = readCommand('txn', 'GARO-1', resources.services.references);
    routes.action('bank:sneak', { command: bank, value: z.unknown() }, async (_value, asking) => ({
      reply: await askCommand(intent, shown, asking, resources),
    }));
    const request = await heard(click('bank:sneak', ''));
    await expect(request.answer()).rejects.toThrow('declares that it is about banks, and asks txn');
  });
});

const value = (reference: string) => JSON.stringify({ reference, seen: { status: 'pending' } });
const command = (name: string, text: string) => ({
  command: name,
  text,
  user_id: personId,
  channel_id: channelId,
});
const event = (type: string, text: string) => ({
  type: 'event_callback',
  event: { type, text, user: personId, channel: 'D0DIRECT', channel_type: 'im' },
});

const onMessage = (text: string) => ({
  type: 'message_action',
  callback_id: 'look_up_references',
  message: { text },
  ...{
    user: { id: personId },
    channel: { id: channelId },
    response_url: 'http://127.0.0.1:1/response',
  },
});
it.each<[Record<string, unknown>, string | undefined, string | undefined]>([
  [command('/txn', 'GARO-1'), undefined, 'GARO-1'], // another installation's
  [click('txn:share', value('GARO-1')), 'txn', 'GARO-1'],
  [click('txn:share', '7'), 'txn', '7'],
  [click('txn:share', 'x'.repeat(2_000)), 'txn', 'x'.repeat(200)],
  [{ ...click('more', ''), actions: [chosen] }, 'txn', 'GARO-1'],
  [{ ...typed, user: { id: personId } }, 'bank', 'zenith'],
  [onMessage('GARO-8f3k2j1 and GARO-5p1d6w8'), 'txn', 'GARO-8f3k2j1 GARO-5p1d6w8'],
  [onMessage('since 9: 12345698690885579'), 'tsq', '12345698690885579'],
  [onMessage('private talk'), undefined, undefined],
  [click('txn:unheard-of', 'GARO-1'), undefined, 'GARO-1'],
  [event('app_mention', '<@U0TXNBOT0> TXN  GARO-1'), 'txn', 'GARO-1'],
  [event('app_mention', 'bank <@U0TXNBOT0> txn GARO-1'), 'txn', 'GARO-1'],
  [event('app_mention', '<@U0TXNBOT0> bank zenith'), 'bank', 'zenith'],
  [event('app_mention', '<@U0TXNBOT0> txn bank'), 'txn', 'bank'],
  [event('app_mention', 'bank <@U0TXNBOT0> access'), 'bank', 'bank\naccess'], // as all that was said asks for a bank
  [event('app_mention', 'GARO-8f3k2j1 bank <@U0TXNBOT0> access'), 'txn', 'GARO-8f3k2j1'],
  [event('app_mention', '<@U0TXNBOT0> bank <@U0OTHER> txn GARO-1'), 'bank', 'txn GARO-1'],
  [event('app_mention', '<@U0TXNBOT0> bank-txn GARO-8f3k2j1'), 'txn', 'GARO-8f3k2j1'],
  [event('app_mention', '<@U0TXNBOT0>'), 'txn', 'help'],
  [event('message', 'my account 0123456789 is empty'), undefined, undefined],
  [event('app_mention', '<@U0TXNBOT0> bank-notes for Jane Doe'), undefined, undefined],
  [event('message', '/txn-live GARO-1'), undefined, undefined], // another installation's
])(
  'a route names the question of %j before its listener runs: %s %s',
  async (payload, name, text) => {
    const request = await heard(payload);
    await request.route.prepare();
    expect(request.command).toEqual(name);
    expect(request.route.text).toEqual(text);
    expect(request.isAboutBanks).toBe(name === 'bank');
  },
);

describe('who asks, and where', () => {
  /** The app is of T0OURS, the person of T0THEIRS. */
  const person = { id: 'U0ANN', team_id: 'T0THEIRS', username: 'ann' };
  const team = { id: 'T0OURS' };
  const channel = { id: 'C0HERE' };
  const event = (more: object) => ({ team_id: 'T0OURS', event: { user: 'U0ANN', ...more } });

  it.each<[string, string | undefined, object]>([
    [
      'a slash command',
      'C0HERE',
      { command: '/txn', team_id: 'T0THEIRS', user_id: 'U0ANN', channel_id: 'C0HERE' },
    ],
    ['a button', 'C0HERE', { team, user: person, channel, container: { message_ts: '1.2' } }],
    ['a button in a view', undefined, { team, user: person, view: { id: 'V1', type: 'modal' } }],
    [
      'a submission',
      'C0HERE',
      { team, user: person, view: { id: 'V1' }, response_urls: [{ channel_id: 'C0HERE' }] },
    ],
    ['a mention', 'C0HERE', event({ user_team: 'T0THEIRS', team: 'T0OURS', channel: 'C0HERE' })],
    ['a message', 'D0ANN', event({ team: 'T0THEIRS', channel: 'D0ANN' })],
  ])('the person behind %s is read with their own organisation', (_what, channelId, payload) => {
    expect(readOrigin(payload)).toMatchObject({
      personId: 'U0ANN',
      personTeamId: 'T0THEIRS',
      channelId,
    });
  });

  it("a person has no organisation where the payload names only the app's", () => {
    expect(readOrigin(event({ type: 'app_home_opened' }))).toMatchObject({
      personId: 'U0ANN',
      personTeamId: undefined,
    });
  });

  it.each<[who: string, isPublic: boolean, isChannel: boolean, object]>([
    ['others', true, true, { channel, container: { is_ephemeral: false } }],
    ['others', true, true, { channel: { id: 'G0GROUP' } }],
    ['one', false, true, { channel, container: { is_ephemeral: true } }],
    ['one', false, false, { channel: { id: 'D0ANN' } }],
    ['one', false, false, { view: { id: 'V1', type: 'modal' } }],
  ])('an answer is read by %s (%s, in a channel %s): %j', (_who, isPublic, isChannel, payload) => {
    expect(readOrigin(payload)).toMatchObject({ isPublic, isChannel });
  });

  it('a channel counts as shared by the payload only where the payload says so', () => {
    const shared = [true, false, undefined].map(
      (said) => readOrigin({ channel, is_ext_shared_channel: said }).isShared,
    );
    expect(shared).toEqual([true, false, false]);
  });
});
