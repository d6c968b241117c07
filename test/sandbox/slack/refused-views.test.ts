import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fullSettings } from './full-settings.ts';
import { createSlackStandIn } from './slack-stand-in.ts';
import { type PlainBot, startPlainBot } from './start-plain-bot.ts';
import type { SlackStandIn } from './types.ts';
import { workspace } from './workspace.ts';

let slack: SlackStandIn;
let bot: PlainBot;
let answer: object | undefined;

beforeEach(async () => {
  answer = undefined;
  slack = await createSlackStandIn(fullSettings);
  bot = await startPlainBot((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer && JSON.stringify(answer));
  });
  slack.deliverTo(bot.requestUrl);
});

afterEach(async () => {
  bot.close();
  await slack.close();
});

async function call(method: string, args: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${slack.botToken}` };
  const response = await fetch(`${slack.apiUrl}${method}`, { method: 'POST', headers, body: JSON.stringify(args) });
  return response.json();
}

/** What came last, as the bot reads it. */
function received() {
  const form = new URLSearchParams(bot.requests.at(-1)?.body);
  return JSON.parse(form.get('payload') ?? JSON.stringify(Object.fromEntries(form)));
}

async function trigger(userId: string = workspace.personId): Promise<string> {
  await slack.sendCommand({ command: '/bank', text: '', userId });
  return received().trigger_id;
}

const plain = (text: string) => ({ type: 'plain_text', text });
const buttons = { type: 'actions', elements: [{ type: 'button', action_id: 'more', text: plain('More') }] };
const modal = (more = {}) => ({ type: 'modal', title: plain('Banks'), blocks: [buttons], ...more });
const typeahead = { type: 'actions', elements: [{ type: 'external_select', action_id: 'bank', min_query_length: 0 }] };

describe('a view that breaks a rule', () => {
  it('is refused, and shown with what is wrong, to be closed', async () => {
    const trigger_id = await trigger();
    const refused = await call('views.open', { trigger_id, view: modal({ title: plain('x'.repeat(25)) }) });
    const breach = 'view title.text has 25 characters; Slack takes at most 24';
    const messages = [`[ERROR] ${breach}`];
    expect(refused).toMatchObject({ ok: false, error: 'invalid_arguments', response_metadata: { messages } });
    const [shown] = slack.views;
    expect(shown?.breaches).toEqual([breach]);
    expect(slack.breaches).toEqual([`views.open: ${breach}`]);
    const viewId = shown?.id ?? '';
    await expect(slack.pressViewButton({ viewId, actionId: 'more' })).rejects.toThrow('refused');
    expect(await call('views.open', { trigger_id, view: modal() })).toMatchObject({ ok: true });
    expect(slack.views).toMatchObject([{ title: 'Banks' }]);
  });

  it('does not close what was open, nor pile up', async () => {
    const { view } = await call('views.open', { trigger_id: await trigger(), view: modal() });
    for (const title of ['', '']) {
      await call('views.open', { trigger_id: await trigger(), view: modal({ title: plain(title) }) });
    }
    expect(slack.views.map(({ id, breaches }) => [id === view.id, breaches.length])).toEqual([
      [true, 0],
      [false, 1],
    ]);
    await slack.closeView({ viewId: slack.views[1]?.id ?? '' });
    await slack.pressViewButton({ viewId: view.id, actionId: 'more' });
  });

  it('leaves the one it should replace as it was', async () => {
    const { view } = await call('views.open', { trigger_id: await trigger(), view: modal({ external_id: 'banks' }) });
    const broken = modal({ blocks: [{ type: 'table', rows: [] }] });
    expect(await call('views.update', { view_id: view.id, view: broken })).toMatchObject({
      error: 'invalid_arguments',
    });
    expect(slack.views).toMatchObject([
      { id: view.id, blocks: view.blocks, breaches: [expect.stringContaining('table')] },
    ]);
    expect(await call('views.update', { external_id: 'banks', view: modal() })).toMatchObject({ ok: true });
    expect(slack.views).toMatchObject([{ id: view.id, breaches: [] }]);
    expect(await call('views.update', { external_id: '', view: modal() })).toEqual({ ok: false, error: 'not_found' });
    await slack.closeView({ viewId: view.id });
    expect(await call('views.update', { view_id: view.id, view: modal() })).toEqual({ ok: false, error: 'not_found' });
  });

  it('is not published either', async () => {
    const publish = (view: object) => call('views.publish', { user_id: workspace.personId, view });
    expect(await publish(modal())).toMatchObject({ error: 'invalid_arguments' });
    await slack.openHome();
    expect(JSON.parse(bot.requests.at(-1)?.body ?? '').event).not.toHaveProperty('view');
    expect(await publish({ type: 'home', blocks: [typeahead] })).toMatchObject({ ok: true });
    expect(slack.views).toMatchObject([{ type: 'home', breaches: [] }]);
    const stale = { user_id: workspace.personId, view: { type: 'home', blocks: [] }, hash: '1.a' };
    expect(await call('views.publish', stale)).toMatchObject({ error: 'hash_conflict' });
    expect(await call('views.publish', { view: { type: 'home', blocks: [] } })).toMatchObject({
      error: 'invalid_arguments',
    });
  });

  it('is not published without a Home tab', async () => {
    await slack.close();
    slack = await createSlackStandIn({ ...fullSettings, hasHomeTab: false });
    const args = { user_id: workspace.personId, view: { type: 'home', blocks: [] } };
    expect(await call('views.publish', args)).toMatchObject({ error: 'not_enabled' });
  });
});
