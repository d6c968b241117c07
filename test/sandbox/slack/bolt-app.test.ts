import type { App } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import { modes, startSocketModeApp } from './start-bolt-app.ts';
import type { SlackStandIn } from './types.ts';
import { workspace } from './workspace.ts';

let slack: SlackStandIn;
let app: App | undefined;

beforeEach(async () => {
  slack = await createSlackStandIn(fullSettings);
});

afterEach(async () => {
  await app?.stop();
  app = undefined;
  await slack.close();
});

const refresh = {
  type: 'actions',
  block_id: 'row',
  elements: [
    { type: 'button', action_id: 'txn:refresh', text: { type: 'plain_text', text: 'Refresh' }, value: 'GARO-1' },
  ],
} as const;

describe.each(modes)('a bare Bolt app in %s', (_mode, start) => {
  it('answers a command in its ack', async () => {
    app = await start(slack, (bolt) => {
      bolt.command('/bank', ({ ack, command }) => ack({ text: `You asked for ${command.text}`, blocks: [refresh] }));
    });
    const delivery = await slack.sendCommand({ command: '/bank', text: 'zenith & co' });
    expect(delivery).toMatchObject({ outcome: 'acked', ackBody: { text: 'You asked for zenith & co' } });
    expect(slack.messages).toMatchObject([
      { author: 'person', via: 'composer', text: '/bank zenith & co', visibleTo: workspace.personId },
      {
        author: 'bot',
        via: 'ack',
        text: 'You asked for zenith & co',
        visibleTo: workspace.personId,
        blocks: [refresh],
      },
    ]);
    expect(slack.breaches).toEqual([]);
  });

  it('shows nothing for an ack that says nothing', async () => {
    app = await start(slack, (bolt) => {
      bolt.command('/bank', ({ ack }) => ack());
    });
    const delivery = await slack.sendCommand({ command: '/bank', text: 'zenith' });
    expect(delivery.outcome).toBe('acked');
    expect(slack.messages).toHaveLength(1);
  });

  it('responds later, and shows a text ack', async () => {
    app = await start(slack, (bolt) => {
      bolt.command('/txn', async ({ ack, respond }) => {
        await ack('Asking…');
        await respond({ text: 'Found', response_type: 'in_channel' });
      });
    });
    await slack.sendCommand({ command: '/txn', text: 'GARO-1', userId: 'U0OTHER00' });
    await waitFor(() => expect(slack.messages.length).toBe(3));
    expect(slack.messages.slice(1)).toMatchObject([
      { via: 'ack', text: 'Asking…', visibleTo: 'U0OTHER00' },
      { via: 'response_url', text: 'Found' },
    ]);
    expect(slack.messages[2]).not.toHaveProperty('visibleTo');
  });

  it('hears a button of an ephemeral message and replaces the message', async () => {
    const presses: unknown[] = [];
    app = await start(slack, (bolt) => {
      bolt.command('/txn', ({ ack }) => ack({ text: 'Pending', blocks: [refresh] }));
      bolt.action('txn:refresh', async ({ ack, respond, body }) => {
        presses.push(body);
        await ack();
        await respond({ text: 'Successful', replace_original: true });
      });
    });
    await slack.sendCommand({ command: '/txn', text: 'GARO-1' });
    const delivery = await slack.pressButton({ messageId: slack.messages[1]?.id ?? '', actionId: 'txn:refresh' });
    expect(delivery.outcome).toBe('acked');
    expect(presses[0]).toMatchObject({
      type: 'block_actions',
      container: { type: 'message', is_ephemeral: true, channel_id: workspace.channelId },
      actions: [{ action_id: 'txn:refresh', block_id: 'row', type: 'button', value: 'GARO-1' }],
      response_url: delivery.responseUrl,
    });
    expect(presses[0]).not.toHaveProperty('message');
    await waitFor(() => expect(slack.messages[1]?.text).toBe('Successful'));
    expect(slack.messages).toHaveLength(2);
    expect(slack.messages[1]).toMatchObject({ visibleTo: workspace.personId });
    expect(slack.breaches).toEqual([]);
  });

  it('posts, updates and deletes over the Web API, and hears a button of a kept message', async () => {
    const presses: unknown[] = [];
    app = await start(slack, (bolt) => {
      bolt.action('txn:refresh', async ({ ack, body }) => {
        presses.push(body);
        await ack();
      });
    });
    const channel = workspace.channelId;
    const { ts = '' } = await app.client.chat.postMessage({
      channel,
      text: 'Shared',
      blocks: [refresh],
      unfurl_links: false,
      unfurl_media: false,
    });
    await slack.pressButton({ messageId: slack.messages[0]?.id ?? '', actionId: 'txn:refresh', userId: 'U0OTHER00' });
    expect(presses[0]).toMatchObject({
      user: { id: 'U0OTHER00', team_id: workspace.teamId },
      container: { message_ts: ts, is_ephemeral: false },
      message: { ts, text: 'Shared', blocks: [refresh], bot_id: workspace.botId },
    });
    await app.client.chat.update({ channel, ts, text: 'Shared again' });
    expect(slack.messages).toMatchObject([{ ts, text: 'Shared again', via: 'chat.update' }]);
    await app.client.chat.delete({ channel, ts });
    expect(slack.messages).toEqual([]);
    expect(slack.calls.map(({ method }) => method)).toEqual(
      expect.arrayContaining(['chat.postMessage', 'chat.update', 'chat.delete']),
    );
    expect(slack.breaches).toEqual([]);
  });
});

it('a Socket Mode app connects anew when told to', async () => {
  app = await startSocketModeApp(
    slack,
    (bolt) => {
      bolt.command('/bank', ({ ack }) => ack('Still here'));
    },
    1_000,
  );
  expect(slack.connectedSockets).toBe(1);
  const opened = () => slack.calls.filter(({ method }) => method === 'apps.connections.open').length;
  void slack.disconnectSockets('refresh_requested');
  await waitFor(() => expect(opened()).toBeGreaterThan(1));
  await waitFor(() => expect(slack.connectedSockets).toBe(1));
  expect(await slack.sendCommand({ command: '/bank', text: 'zenith' })).toMatchObject({ outcome: 'acked' });
});
