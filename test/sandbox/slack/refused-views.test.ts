import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fullSettings } from './full-settings.ts';
import { modal, plain, startViewBot, type ViewBot } from './view-bot.ts';
import { workspace } from './workspace.ts';

let bot: ViewBot;
beforeEach(async () => {
  bot = await startViewBot();
});
afterEach(() => bot.stop());

const typeahead = { type: 'actions', elements: [{ type: 'external_select', action_id: 'bank', min_query_length: 0 }] };

describe('a view that breaks a rule', () => {
  it('is refused, and shown with what is wrong, to be closed', async () => {
    const trigger_id = await bot.trigger();
    const refused = await bot.call('views.open', { trigger_id, view: modal({ title: plain('x'.repeat(25)) }) });
    const breach = 'view title.text has 25 characters; Slack takes at most 24';
    const messages = [`[ERROR] ${breach}`];
    expect(refused).toMatchObject({ ok: false, error: 'invalid_arguments', response_metadata: { messages } });
    const [shown] = bot.slack.views;
    expect(shown?.breaches).toEqual([breach]);
    expect(bot.slack.breaches).toEqual([`views.open: ${breach}`]);
    const viewId = shown?.id ?? '';
    await expect(bot.slack.pressViewButton({ viewId, actionId: 'more' })).rejects.toThrow('refused');
    expect(await bot.call('views.open', { trigger_id, view: modal() })).toMatchObject({ ok: true });
    expect(bot.slack.views).toMatchObject([{ title: 'Banks' }]);
  });

  it('does not close what was open, nor pile up', async () => {
    const { view } = await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal() });
    for (const title of ['', '']) {
      await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal({ title: plain(title) }) });
    }
    expect(bot.slack.views.map(({ id, breaches }) => [id === view.id, breaches.length])).toEqual([
      [true, 0],
      [false, 1],
    ]);
    await bot.slack.closeView({ viewId: bot.slack.views[1]?.id ?? '' });
    await bot.slack.pressViewButton({ viewId: view.id, actionId: 'more' });
  });

  it('leaves the one it should replace as it was', async () => {
    const { view } = await bot.call('views.open', {
      trigger_id: await bot.trigger(),
      view: modal({ external_id: 'banks' }),
    });
    const broken = modal({ blocks: [{ type: 'table', rows: [] }] });
    expect(await bot.call('views.update', { view_id: view.id, view: broken })).toMatchObject({
      error: 'invalid_arguments',
    });
    expect(bot.slack.views).toMatchObject([
      { id: view.id, blocks: view.blocks, breaches: [expect.stringContaining('table')] },
    ]);
    expect(await bot.call('views.update', { external_id: 'banks', view: modal() })).toMatchObject({ ok: true });
    expect(bot.slack.views).toMatchObject([{ id: view.id, breaches: [] }]);
    expect(await bot.call('views.update', { external_id: '', view: modal() })).toEqual({
      ok: false,
      error: 'not_found',
    });
    await bot.slack.closeView({ viewId: view.id });
    expect(await bot.call('views.update', { view_id: view.id, view: modal() })).toEqual({
      ok: false,
      error: 'not_found',
    });
  });

  it('is not published either', async () => {
    const publish = (view: object) => bot.call('views.publish', { user_id: workspace.personId, view });
    expect(await publish(modal())).toMatchObject({ error: 'invalid_arguments' });
    await bot.slack.openHome();
    expect(JSON.parse(bot.requests.at(-1)?.body ?? '').event).not.toHaveProperty('view');
    expect(await publish({ type: 'home', blocks: [typeahead] })).toMatchObject({ ok: true });
    expect(bot.slack.views).toMatchObject([{ type: 'home', breaches: [] }]);
    const stale = { user_id: workspace.personId, view: { type: 'home', blocks: [] }, hash: '1.a' };
    expect(await bot.call('views.publish', stale)).toMatchObject({ error: 'hash_conflict' });
    expect(await bot.call('views.publish', { view: { type: 'home', blocks: [] } })).toMatchObject({
      error: 'invalid_arguments',
    });
  });

  it('is not published without a Home tab', async () => {
    await bot.stop();
    bot = await startViewBot({ ...fullSettings, hasHomeTab: false });
    const args = { user_id: workspace.personId, view: { type: 'home', blocks: [] } };
    expect(await bot.call('views.publish', args)).toMatchObject({ error: 'not_enabled' });
  });
});
