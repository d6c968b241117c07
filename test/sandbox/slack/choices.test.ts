import { afterEach, beforeEach, expect, it } from 'vitest';
import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import { type PlainBot, startPlainBot } from './start-plain-bot.ts';
import type { SlackStandIn } from './types.ts';
import { workspace } from './workspace.ts';

let slack: SlackStandIn;
let bot: PlainBot;
let messageId: string;

const plain = (text: string) => ({ type: 'plain_text', text });
const option = (value: string) => ({ text: plain(value), value });
const menu = (block_id: string, type: string, more = {}) => ({
  type: 'actions',
  block_id,
  elements: [{ type, action_id: 'menu', ...more }],
});
const blocks = [
  menu('plain', 'static_select', { options: [option('a')], placeholder: plain('Which') }),
  menu('grouped', 'static_select', { option_groups: [{ label: plain('g'), options: [option('b')] }] }),
  menu('found', 'external_select', { initial_option: option('first') }),
  menu('place', 'conversations_select'),
  menu('channel', 'channels_select'),
  menu('more', 'overflow', { options: [option('c')] }),
];

beforeEach(async () => {
  slack = await createSlackStandIn(fullSettings);
  bot = await startPlainBot((response) => {
    const isTypeahead = bot.requests.at(-1)?.body.includes('block_suggestion');
    const body = isTypeahead ? JSON.stringify({ options: [option('zenith')] }) : undefined;
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  slack.deliverTo(bot.requestUrl);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${slack.botToken}` };
  const message = { channel: workspace.channelId, text: 'Menus', blocks, unfurl_links: false, unfurl_media: false };
  await fetch(`${slack.apiUrl}chat.postMessage`, { method: 'POST', headers, body: JSON.stringify(message) });
  messageId = slack.messages[0]?.id ?? '';
});

afterEach(async () => {
  bot.close();
  await slack.close();
});

const received = () => JSON.parse(new URLSearchParams(bot.requests.at(-1)?.body).get('payload') ?? '{}');
type Choice = Parameters<SlackStandIn['select']>[0]['option'];
const choose = (blockId: string, choice: Choice, userId: string = workspace.personId) =>
  slack.select({ messageId, blockId, actionId: 'menu', option: choice, userId });
const named = (value: string) => ({ text: value, value });

it.each<[string, Choice, object]>([
  ['plain', named('a'), { type: 'static_select', selected_option: option('a'), placeholder: plain('Which') }],
  ['grouped', named('b'), { type: 'static_select', selected_option: option('b') }],
  ['found', named('first'), { type: 'external_select', selected_option: option('first') }],
  ['place', { conversation: 'D0TXNBOT0' }, { type: 'conversations_select', selected_conversation: 'D0TXNBOT0' }],
  ['channel', { conversation: 'C0RANDOM' }, { type: 'channels_select', selected_channel: 'C0RANDOM' }],
  ['more', named('c'), { type: 'overflow', selected_option: option('c') }],
])('a choice in %s is %j', async (blockId, choice, action) => {
  expect(await choose(blockId, choice)).toMatchObject({ outcome: 'acked', responseUrl: expect.any(String) });
  const { actions, state } = received();
  expect(actions).toMatchObject([{ block_id: blockId, action_id: 'menu', ...action }]);
  expect(Object.keys(state.values)).toEqual(['plain', 'grouped', 'found', 'place', 'channel']);
});

it.each<[string, Choice, string]>([
  ['plain', named('b'), 'does not offer'],
  ['plain', { conversation: 'C0SUPPORT' }, 'offers options'],
  ['found', named('zenith'), 'does not offer'],
  ['place', named('C0SUPPORT'), 'does not offer'],
  ['place', { conversation: 'C0NOWHERE' }, 'no conversation'],
  ['nowhere', named('a'), 'no menu'],
])('a choice in %s cannot be %j', async (blockId, choice, problem) => {
  await expect(choose(blockId, choice)).rejects.toThrow(problem);
});

it('offers to each person what that person typed', async () => {
  const type = (value: string) => slack.typeahead({ messageId, blockId: 'found', actionId: 'menu', value });
  await type('zen');
  await expect(choose('found', named('zenith'), workspace.otherPersonId)).rejects.toThrow('does not offer');
  await choose('found', named('zenith'));
  const before = bot.requests.length;
  expect(await type('ze')).toEqual({ delivery: { outcome: 'acked', ackMs: 0 }, options: [] });
  expect(bot.requests).toHaveLength(before);
  await expect(choose('found', named('zenith'))).rejects.toThrow('does not offer');
});

it('keeps the elements of other apps to those', async () => {
  const { message } = await slack.writeMessage({ text: 'Alert', author: 'bot', blocks });
  const place = { messageId: message.id, actionId: 'menu', blockId: 'plain' };
  await expect(slack.select({ ...place, option: named('a') })).rejects.toThrow('not the bot');
});
