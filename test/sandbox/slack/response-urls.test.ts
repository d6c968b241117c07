import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResponseUrls } from './response-url/response-urls.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import { type PlainBot, startPlainBot } from './start-plain-bot.ts';
import type { SlackStandIn } from './types.ts';

const asker = { channelId: 'C0SUPPORT', userId: 'U0AMARA00' };

describe('a response_url over time', () => {
  it('is unguessable and dies after 30 minutes', () => {
    let nowMs = 0;
    const urls = createResponseUrls({ baseUrl: 'http://slack.test', now: () => nowMs });
    const { pathname } = new URL(urls.issue(asker));
    expect(pathname).toMatch(/^\/commands\/.*\/[\w-]{24}$/);
    expect(new URL(urls.issue(asker)).pathname).not.toBe(pathname);
    nowMs = 30 * 60_000;
    expect(urls.spend(pathname)).toEqual({ origin: asker });
    nowMs += 1;
    expect(urls.spend(pathname)).toEqual({ error: 'expired_url' });
    expect(urls.spend('/commands/T/1/guess')).toEqual({ error: 'used_url' });
  });

  it('is forgotten only once it is dead', () => {
    let nowMs = 0;
    const urls = createResponseUrls({ baseUrl: 'http://slack.test', now: () => nowMs });
    const { pathname: old } = new URL(urls.issue(asker));
    nowMs += 30 * 60_000 + 1;
    const { pathname: young } = new URL(urls.issue(asker));
    urls.forgetExpired();
    expect(urls.spend(old)).toEqual({ error: 'used_url' });
    expect(urls.spend(young)).toEqual({ origin: asker });
  });
});

describe('a post to a response_url', () => {
  let slack: SlackStandIn;
  let bot: PlainBot;
  let responseUrl: string;

  const post = (body: object) => fetch(responseUrl, { method: 'POST', body: JSON.stringify(body) });

  async function pressButton(actionId = 'txn:refresh') {
    const elements = [{ type: 'button', action_id: actionId, text: { type: 'plain_text', text: 'Refresh' } }];
    await post({ text: 'Pending', blocks: [{ type: 'actions', elements }] });
    const messageId = slack.messages.at(-1)?.id ?? '';
    responseUrl = (await slack.pressButton({ messageId, actionId })).responseUrl ?? '';
    return messageId;
  }

  beforeEach(async () => {
    slack = await createSlackStandIn();
    bot = await startPlainBot((response) => response.end());
    slack.deliverTo(bot.requestUrl);
    responseUrl = (await slack.sendCommand({ command: '/txn', text: 'GARO-1' })).responseUrl ?? '';
  });

  afterEach(async () => {
    bot.close();
    await slack.close();
  });

  it('is taken five times', async () => {
    const statuses: number[] = [];
    for (const text of ['1', '2', '3', '4', '5']) statuses.push((await post({ text })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(slack.breaches).toEqual([]);
    const sixth = await post({ text: '6' });
    expect(sixth.status).toBe(404);
    expect(await sixth.json()).toEqual({ ok: false, error: 'used_url' });
    expect(slack.messages).toHaveLength(6);
    expect(slack.breaches).toEqual(['response_url: used_url']);
  });

  it('is taken after everything that was noted is forgotten', async () => {
    await post({ text: 'No blocks', blocks: 'x' });
    await fetch(`${slack.apiUrl}auth.test`, { method: 'POST' });
    slack.forget();
    const { messages, breaches, calls, requests, handedOut } = slack;
    expect([messages, breaches, calls, requests, handedOut]).toEqual([[], [], [], [], []]);
    expect((await post({ text: '1' })).status).toBe(200);
    expect(slack.messages).toMatchObject([{ text: '1' }]);
  });

  it('cannot replace anything after a slash command', async () => {
    await post({ text: 'Loading' });
    await post({ text: 'Done', replace_original: true });
    expect(slack.messages.slice(1).map(({ text }) => text)).toEqual(['Loading', 'Done']);
    expect(slack.breaches).toEqual([expect.stringContaining('replace_original')]);
  });

  it('replaces, deletes or adds after a button', async () => {
    const messageId = await pressButton();
    await post({ text: 'Beside' });
    await post({ text: 'Successful', replace_original: true });
    expect(slack.messages.slice(1)).toMatchObject([
      { id: messageId, text: 'Successful', via: 'response_url' },
      { text: 'Beside' },
    ]);
    await post({ delete_original: true });
    expect(slack.messages.slice(1)).toMatchObject([{ text: 'Beside' }]);
    expect(slack.breaches).toEqual([]);
  });

  it('leaves the original as it was when the replacement is refused', async () => {
    const messageId = await pressButton();
    const refused = await post({ text: 'Worse', replace_original: true, blocks: [{ type: 'alert' }] });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toBe('invalid_blocks');
    expect(slack.messages.find(({ id }) => id === messageId)?.text).toBe('Pending');
    expect(slack.messages.at(-1)).toMatchObject({ text: 'Worse', breaches: [expect.stringContaining('alert')] });
  });

  it.each([
    ['no_text', {}],
    ['invalid_blocks', { text: 'x', blocks: 'x' }],
    ['invalid_payload', ['x']],
  ])('is refused with %s', async (error, body) => {
    const refused = await post(body);
    expect([refused.status, await refused.text()]).toEqual([400, error]);
    expect(slack.breaches.length).toBeGreaterThan(0);
  });
});
