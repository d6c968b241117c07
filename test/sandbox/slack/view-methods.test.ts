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

async function pushedBy(viewId: string) {
  await slack.pressViewButton({ viewId, actionId: 'more' });
  return call('views.push', { trigger_id: received().trigger_id, view: modal() });
}

describe('a trigger_id', () => {
  it('opens one view', async () => {
    const trigger_id = await trigger();
    expect(await call('views.open', { trigger_id, view: modal() })).toMatchObject({
      ok: true,
      view: {
        id: slack.views[0]?.id,
        type: 'modal',
        hash: expect.any(String),
        root_view_id: slack.views[0]?.id,
        previous_view_id: null,
        blocks: [{ block_id: expect.any(String) }],
      },
    });
    expect(await call('views.open', { trigger_id, view: modal() })).toMatchObject({ error: 'exchanged_trigger_id' });
    expect(slack.breaches).toEqual(['views.open: exchanged_trigger_id']);
    expect(slack.views).toHaveLength(1);
  });

  it.each([
    ['invalid_trigger_id', { trigger_id: '1.2.3' }],
    ['invalid_arguments', {}],
  ])('%s: %j', async (error, args) => {
    expect(await call('views.open', { ...args, view: modal() })).toMatchObject({ ok: false, error });
    expect(slack.breaches).toHaveLength(1);
    expect(slack.views).toEqual([]);
  });
});

it('tells who listens of every change to a view', async () => {
  let changes = 0;
  const { view } = await call('views.open', { trigger_id: await trigger(), view: modal() });
  const stop = slack.subscribe(() => {
    changes += 1;
  });
  await call('views.update', { view_id: view.id, view: modal() });
  await slack.closeView({ viewId: view.id });
  expect(changes).toBe(2);
  stop();
  await call('views.publish', { user_id: workspace.personId, view: { type: 'home', blocks: [] } });
  await slack.writeMessage({ text: 'x' });
  expect(changes).toBe(2);
});

describe('a stack of modals', () => {
  it('is three high', async () => {
    const { view: root } = await call('views.open', { trigger_id: await trigger(), view: modal() });
    const { view: second } = await pushedBy(root.id);
    expect(second).toMatchObject({ root_view_id: root.id, previous_view_id: root.id });
    const { view: third } = await pushedBy(second.id);
    expect(third).toMatchObject({ root_view_id: root.id, previous_view_id: second.id });
    expect(await pushedBy(third.id)).toMatchObject({ ok: false, error: 'push_limit_reached' });
    expect(slack.views.map(({ id }) => id)).toEqual([root.id, second.id, third.id]);
    expect(slack.breaches).toEqual([expect.stringContaining('views.push: 3 modals')]);
    await slack.closeView({ viewId: third.id });
    await expect(slack.closeView({ viewId: root.id })).rejects.toThrow('on top');
  });

  it('gives way to a modal that is opened from elsewhere, and is one person’s', async () => {
    await call('views.open', { trigger_id: await trigger(), view: modal() });
    await call('views.open', { trigger_id: await trigger(workspace.otherPersonId), view: modal() });
    await call('views.open', { trigger_id: await trigger(), view: modal({ title: plain('Anew') }) });
    expect(slack.views).toMatchObject([
      { userId: workspace.otherPersonId, title: 'Banks' },
      { userId: workspace.personId, title: 'Anew' },
    ]);
    const press = slack.pressViewButton({ viewId: slack.views[0]?.id ?? '', actionId: 'more' });
    await expect(press).rejects.toThrow('does not see');
  });

  it('keeps its root when a modal changes', async () => {
    const { view: root } = await call('views.open', { trigger_id: await trigger(), view: modal() });
    const { view: second } = await pushedBy(root.id);
    const { view } = await call('views.update', { view_id: second.id, view: modal() });
    expect(view).toMatchObject({ id: second.id, root_view_id: root.id, previous_view_id: root.id });
    expect(view.hash).not.toBe(second.hash);
  });

  it('is closed as a whole where its top says so, and tells of those that want it', async () => {
    const { view: root } = await call('views.open', { trigger_id: await trigger(), view: modal() });
    await slack.pressViewButton({ viewId: root.id, actionId: 'more' });
    const view = modal({ clear_on_close: true, notify_on_close: true, callback_id: 'top' });
    const { view: top } = await call('views.push', { trigger_id: received().trigger_id, view });
    const before = bot.requests.length;
    await slack.closeView({ viewId: top.id });
    expect(slack.views).toEqual([]);
    expect(bot.requests).toHaveLength(before + 1);
    expect(received()).toMatchObject({ type: 'view_closed', is_cleared: true, view: { callback_id: 'top' } });
  });

  it('leaves the Home tab and the message usable', async () => {
    const home = { type: 'home', blocks: [buttons] };
    const published = await call('views.publish', { user_id: workspace.personId, view: home });
    await call('views.open', { trigger_id: await trigger(), view: modal() });
    await slack.pressViewButton({ viewId: published.view.id, actionId: 'more' });
    expect(received()).toMatchObject({ view: { type: 'home' } });
    const opened = await call('views.open', { trigger_id: received().trigger_id, view: modal() });
    expect(opened.view.previous_view_id).toBeNull();
  });

  it('is not begun by a push', async () => {
    const pushed = await call('views.push', { trigger_id: await trigger(), view: modal() });
    expect(pushed).toMatchObject({ ok: false, error: 'invalid_arguments' });
  });
});
