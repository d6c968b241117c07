import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modal, plain, startViewBot, type ViewBot } from './view-bot.ts';
import { workspace } from './workspace.ts';

let bot: ViewBot;
beforeEach(async () => {
  bot = await startViewBot();
});
afterEach(() => bot.stop());

async function pushedBy(viewId: string) {
  await bot.slack.pressViewButton({ viewId, actionId: 'more' });
  return bot.call('views.push', { trigger_id: bot.received().trigger_id, view: modal() });
}

describe('a trigger_id', () => {
  it('opens one view', async () => {
    const trigger_id = await bot.trigger();
    expect(await bot.call('views.open', { trigger_id, view: modal() })).toMatchObject({
      ok: true,
      view: {
        id: bot.slack.views[0]?.id,
        type: 'modal',
        hash: expect.any(String),
        root_view_id: bot.slack.views[0]?.id,
        previous_view_id: null,
        blocks: [{ block_id: expect.any(String) }],
      },
    });
    expect(await bot.call('views.open', { trigger_id, view: modal() })).toMatchObject({
      error: 'exchanged_trigger_id',
    });
    expect(bot.slack.breaches).toEqual(['views.open: exchanged_trigger_id']);
    expect(bot.slack.views).toHaveLength(1);
  });

  it.each([
    ['invalid_trigger_id', { trigger_id: '1.2.3' }],
    ['invalid_arguments', {}],
  ])('%s: %j', async (error, args) => {
    expect(await bot.call('views.open', { ...args, view: modal() })).toMatchObject({ ok: false, error });
    expect(bot.slack.breaches).toHaveLength(1);
    expect(bot.slack.views).toEqual([]);
  });
});

it('tells who listens of every change to a view', async () => {
  let changes = 0;
  const { view } = await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal() });
  const stop = bot.slack.subscribe(() => {
    changes += 1;
  });
  await bot.call('views.update', { view_id: view.id, view: modal() });
  await bot.slack.closeView({ viewId: view.id });
  expect(changes).toBe(2);
  stop();
  await bot.call('views.publish', { user_id: workspace.personId, view: { type: 'home', blocks: [] } });
  await bot.slack.writeMessage({ text: 'x' });
  expect(changes).toBe(2);
});

it('takes a press on a Home tab that was published again, where the button is what it was', async () => {
  const button = (text: string) => ({ type: 'button', text: plain(text) });
  const publish = (text: string, elements: readonly object[] = [button('Ask'), button(text)]) =>
    bot.call('views.publish', {
      user_id: workspace.personId,
      view: {
        type: 'home',
        blocks: [
          { type: 'header', text: plain(text) },
          { type: 'actions', elements },
        ],
      },
    });
  const asPressed = ({
    id,
    blocks,
  }: {
    id: string;
    blocks: { block_id: string; elements: { action_id: string }[] }[];
  }) => ({
    viewId: id,
    blockId: blocks[1]?.block_id ?? '',
    actionId: blocks[1]?.elements[0]?.action_id ?? '',
  });
  const seen = asPressed((await publish('Noon')).view);
  await publish('Noon');
  expect(await bot.slack.pressViewButton(seen)).toMatchObject({ outcome: 'acked' });
  await publish('One', [button('Ask'), button('Noon')]);
  expect(await bot.slack.pressViewButton(seen)).toMatchObject({ outcome: 'acked' });
  await publish('One');
  await expect(bot.slack.pressViewButton(seen)).rejects.toThrow('has no button');
});

it('names an unnamed block anew where a person can put something in', async () => {
  const input = { type: 'input', label: plain('Bank'), element: { type: 'plain_text_input' } };
  const view = modal({ submit: plain('Go'), blocks: [input, { type: 'divider' }, { type: 'divider' }] });
  const { view: first } = await bot.call('views.open', { trigger_id: await bot.trigger(), view });
  const { view: second } = await bot.call('views.update', { view_id: first.id, view });
  const ids = [first, second].map((each: { blocks: { block_id: string }[] }) =>
    each.blocks.map(({ block_id }) => block_id),
  );
  expect(ids[1]?.slice(1)).toEqual(ids[0]?.slice(1));
  expect(new Set(ids.flat()).size).toBe(4);
});

describe('a stack of modals', () => {
  it('is three high', async () => {
    const { view: root } = await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal() });
    const { view: second } = await pushedBy(root.id);
    expect(second).toMatchObject({ root_view_id: root.id, previous_view_id: root.id });
    const { view: third } = await pushedBy(second.id);
    expect(third).toMatchObject({ root_view_id: root.id, previous_view_id: second.id });
    expect(await pushedBy(third.id)).toMatchObject({ ok: false, error: 'push_limit_reached' });
    expect(bot.slack.views.map(({ id }) => id)).toEqual([root.id, second.id, third.id]);
    expect(bot.slack.breaches).toEqual([expect.stringContaining('views.push: 3 modals')]);
    await bot.slack.closeView({ viewId: third.id });
    await expect(bot.slack.closeView({ viewId: root.id })).rejects.toThrow('on top');
  });

  it('gives way to a modal that is opened from elsewhere, and is one person’s', async () => {
    await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal() });
    await bot.call('views.open', { trigger_id: await bot.trigger(workspace.otherPersonId), view: modal() });
    await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal({ title: plain('Anew') }) });
    expect(bot.slack.views).toMatchObject([
      { userId: workspace.otherPersonId, title: 'Banks' },
      { userId: workspace.personId, title: 'Anew' },
    ]);
    const press = bot.slack.pressViewButton({ viewId: bot.slack.views[0]?.id ?? '', actionId: 'more' });
    await expect(press).rejects.toThrow('does not see');
  });

  it('keeps its root when a modal changes', async () => {
    const { view: root } = await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal() });
    const { view: second } = await pushedBy(root.id);
    const { view } = await bot.call('views.update', { view_id: second.id, view: modal() });
    expect(view).toMatchObject({ id: second.id, root_view_id: root.id, previous_view_id: root.id });
    expect(view.hash).not.toBe(second.hash);
  });

  it('is closed as a whole where its top says so, and tells of those that want it', async () => {
    const { view: root } = await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal() });
    await bot.slack.pressViewButton({ viewId: root.id, actionId: 'more' });
    const view = modal({ clear_on_close: true, notify_on_close: true, callback_id: 'top' });
    const { view: top } = await bot.call('views.push', { trigger_id: bot.received().trigger_id, view });
    const before = bot.requests.length;
    await bot.slack.closeView({ viewId: top.id });
    expect(bot.slack.views).toEqual([]);
    expect(bot.requests).toHaveLength(before + 1);
    expect(bot.received()).toMatchObject({ type: 'view_closed', is_cleared: true, view: { callback_id: 'top' } });
  });

  it('leaves the Home tab and the message usable', async () => {
    const home = { type: 'home', blocks: modal().blocks };
    const published = await bot.call('views.publish', { user_id: workspace.personId, view: home });
    await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal() });
    await bot.slack.pressViewButton({ viewId: published.view.id, actionId: 'more' });
    expect(bot.received()).toMatchObject({ view: { type: 'home' } });
    const opened = await bot.call('views.open', { trigger_id: bot.received().trigger_id, view: modal() });
    expect(opened.view.previous_view_id).toBeNull();
  });

  it('is not begun by a push', async () => {
    const pushed = await bot.call('views.push', { trigger_id: await bot.trigger(), view: modal() });
    expect(pushed).toMatchObject({ ok: false, error: 'invalid_arguments' });
  });
});
