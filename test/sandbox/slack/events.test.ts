import type { App } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import { modes } from './start-bolt-app.ts';
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

const { botUserId, channelId, directMessageId, personId, teamId } = workspace;
const mention = `<@${botUserId}> txn GARO-1`;

describe.each(modes)('a bare Bolt app in %s', (_mode, start) => {
  it('hears a mention and answers in its thread', async () => {
    const heard: unknown[] = [];
    app = await start(slack, (bolt) => {
      bolt.event('app_mention', async ({ event, body, client }) => {
        heard.push(body);
        const { channel, thread_ts = event.ts } = event;
        await client.chat.postMessage({ channel, thread_ts, text: 'Here', unfurl_links: false, unfurl_media: false });
      });
    });
    const { message, deliveries } = await slack.writeMessage({ text: '@txnbot txn GARO-1 a &amp; b' });
    expect(deliveries).toMatchObject([{ outcome: 'acked' }]);
    expect(message).toMatchObject({ author: 'person', via: 'composer', text: `${mention} a &amp; b` });
    expect(heard).toMatchObject([
      {
        type: 'event_callback',
        team_id: teamId,
        event_id: expect.stringMatching(/^Ev0/),
        is_ext_shared_channel: false,
        authorizations: [{ user_id: botUserId, is_bot: true }],
        event: {
          type: 'app_mention',
          channel: channelId,
          user: personId,
          user_team: teamId,
          text: `${mention} a &amp; b`,
          blocks: [
            {
              type: 'rich_text',
              elements: [{ elements: [{ type: 'user', user_id: botUserId }, { text: ' txn GARO-1 a & b' }] }],
            },
          ],
        },
      },
    ]);
    await waitFor(() => expect(slack.messages.at(-1)).toMatchObject({ text: 'Here', threadTs: message.ts }));
    await slack.writeMessage({ text: mention, threadTs: message.ts });
    expect(heard[1]).toMatchObject({ event: { thread_ts: message.ts } });
    expect(slack.breaches).toEqual([]);
  });

  it('hears a direct message, but not itself', async () => {
    const heard: unknown[] = [];
    app = await start(slack, (bolt) => {
      bolt.message(async ({ message, say }) => {
        heard.push(message);
        await say({ text: 'Hello', unfurl_links: false, unfurl_media: false });
      });
    });
    await slack.writeMessage({ text: mention, channelId: directMessageId });
    expect(heard).toMatchObject([{ type: 'message', channel_type: 'im', channel: directMessageId, text: mention }]);
    await waitFor(() => expect(slack.messages.at(-1)).toMatchObject({ text: 'Hello', channelId: directMessageId }));
    expect(heard).toHaveLength(1);
  });

  it('hears of its Home tab, with what it published there', async () => {
    const heard: unknown[] = [];
    app = await start(slack, (bolt) => {
      bolt.event('app_home_opened', async ({ event, client }) => {
        heard.push(event);
        await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [{ type: 'divider' }] } });
      });
    });
    expect(await slack.openHome()).toMatchObject({ outcome: 'acked' });
    await waitFor(() => expect(slack.views).toMatchObject([{ type: 'home', userId: personId, title: '' }]));
    await slack.openHome();
    expect(heard).toMatchObject([
      { tab: 'home', user: personId, channel: directMessageId },
      { view: { id: slack.views[0]?.id, blocks: [{ type: 'divider' }] } },
    ]);
    expect(heard[0]).not.toHaveProperty('view');
    await waitFor(() => expect(slack.calls.filter(({ method }) => method === 'views.publish').length).toBe(2));
    expect(slack.views).toHaveLength(1);
    expect(slack.breaches).toEqual([]);
  });
});

describe('nothing is sent', () => {
  const quietly = async (settings: object, input: Parameters<SlackStandIn['writeMessage']>[0]) => {
    await slack.close();
    slack = await createSlackStandIn({ ...fullSettings, ...settings });
    return (await slack.writeMessage(input)).deliveries;
  };

  it('without a mention, or where the bot is no member', async () => {
    expect(await quietly({}, { text: 'Hello' })).toEqual([]);
    expect(await quietly({}, { text: mention, channelId: workspace.otherChannelId })).toEqual([]);
  });

  it('to an app that does not subscribe, or lacks the scope', async () => {
    expect(await quietly({ events: [] }, { text: mention })).toEqual([]);
    expect(slack.breaches).toEqual([]);
    await expect(slack.openHome()).rejects.toThrow('does not subscribe');
    expect(await quietly({ scopes: ['commands'] }, { text: mention })).toEqual([]);
    expect(slack.breaches).toEqual(['the event app_mention needs the scope app_mentions:read']);
  });

  it('that no person could write', async () => {
    await expect(slack.writeMessage({ text: 'x', channelId: 'C0NOWHERE' })).rejects.toThrow('no conversation');
    await expect(slack.writeMessage({ text: 'x', threadTs: '1.000001' })).rejects.toThrow('Nobody can reply');
    const inDirectMessage = { text: 'x', channelId: directMessageId };
    await expect(slack.writeMessage({ ...inDirectMessage, author: 'bot' })).rejects.toThrow('No other app');
    await expect(quietly({ takesMessages: false }, inDirectMessage)).rejects.toThrow('turned off');
    await expect(quietly({ hasHomeTab: false }, { text: 'x' })).resolves.toEqual([]);
    await expect(slack.openHome()).rejects.toThrow('no Home tab');
  });
});
