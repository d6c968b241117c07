import type { App } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import { modes } from './start-bolt-app.ts';
import { startPlainBot } from './start-plain-bot.ts';
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

const alert = {
  text: 'Failed: GARO-1',
  author: 'bot',
  channelId: workspace.otherChannelId,
  blocks: [{ type: 'section', block_id: 'a', text: { type: 'mrkdwn', text: 'GARO-2' } }],
  attachments: [{ fallback: 'GARO-3' }],
} as const;

describe.each(modes)('shortcuts in %s', (_mode, start) => {
  it('on a message bring the whole message', async () => {
    const heard: unknown[] = [];
    app = await start(slack, (bolt) => {
      bolt.shortcut({ callback_id: 'look-up', type: 'message_action' }, async ({ ack, body, respond, shortcut }) => {
        heard.push(body);
        await ack();
        const { ts, thread_ts = ts } = shortcut.message;
        await respond({ text: 'Found', response_type: 'ephemeral', thread_ts });
      });
    });
    const { message } = await slack.writeMessage(alert);
    const delivery = await slack.runMessageShortcut({ callbackId: 'look-up', messageId: message.id });
    expect(delivery).toMatchObject({ outcome: 'acked', responseUrl: expect.stringContaining('/app/') });
    expect(heard).toMatchObject([
      {
        type: 'message_action',
        callback_id: 'look-up',
        response_url: delivery.responseUrl,
        trigger_id: expect.any(String),
        message_ts: message.ts,
        channel: { id: workspace.otherChannelId, name: 'random' },
        user: { id: workspace.personId, team_id: workspace.teamId },
        message: {
          text: 'Failed: GARO-1',
          bot_id: workspace.alertsBotId,
          blocks: alert.blocks,
          attachments: alert.attachments,
        },
      },
    ]);
    await waitFor(() =>
      expect(slack.messages.at(-1)).toMatchObject({
        text: 'Found',
        visibleTo: workspace.personId,
        threadTs: message.ts,
        breaches: [],
      }),
    );
    expect(slack.breaches).toEqual([]);
  });

  it('from anywhere bring a trigger_id and no response_url', async () => {
    const heard: unknown[] = [];
    app = await start(slack, (bolt) => {
      bolt.shortcut('find-bank', async ({ ack, body }) => {
        heard.push(body);
        await ack();
      });
    });
    const delivery = await slack.runGlobalShortcut({ callbackId: 'find-bank', userId: workspace.otherPersonId });
    expect(delivery).not.toHaveProperty('responseUrl');
    expect(heard).toMatchObject([
      { type: 'shortcut', trigger_id: expect.any(String), user: { id: workspace.otherPersonId, username: 'bisi' } },
    ]);
    expect(heard[0]).not.toHaveProperty('response_url');
    expect(heard[0]).not.toHaveProperty('channel');
  });
});

it('a shortcut on a file brings the file', async () => {
  const bot = await startPlainBot((response) => response.end());
  slack.deliverTo(bot.requestUrl);
  const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl });
  await client.files.uploadV2({ channel_id: workspace.channelId, filename: 'a.csv', content: 'GARO-1' });
  await slack.runMessageShortcut({ callbackId: 'look-up', messageId: slack.messages[0]?.id ?? '' });
  bot.close();
  const { message } = JSON.parse(new URLSearchParams(bot.requests[0]?.body).get('payload') ?? '{}');
  expect(message.files).toMatchObject([{ id: slack.files[0]?.id, name: 'a.csv', size: 6 }]);
});

it('a shortcut cannot be run on what is not there for everybody', async () => {
  await slack.sendCommand({ command: '/txn', text: 'GARO-1' });
  const run = (messageId: string) => slack.runMessageShortcut({ callbackId: 'look-up', messageId });
  await expect(run('m99')).rejects.toThrow('no message');
  await expect(run(slack.messages[0]?.id ?? '')).rejects.toThrow('ephemeral');
});

it('the response_url of a shortcut replaces nothing', async () => {
  const { message } = await slack.writeMessage({ text: 'GARO-1' });
  const { responseUrl = '' } = await slack.runMessageShortcut({ callbackId: 'look-up', messageId: message.id });
  expect(slack.breaches).toEqual(['the shortcut look-up failed']);
  await fetch(responseUrl, { method: 'POST', body: JSON.stringify({ text: 'x', replace_original: true }) });
  expect(slack.breaches.at(-1)).toContain('no effect on the response_url of a shortcut');
  expect(slack.messages).toHaveLength(2);
});
