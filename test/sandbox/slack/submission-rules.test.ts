import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modal, plain, startViewBot, type ViewBot } from './view-bot.ts';
import { workspace } from './workspace.ts';

let bot: ViewBot;
beforeEach(async () => {
  bot = await startViewBot();
});
afterEach(() => bot.stop());

const typeahead = { type: 'actions', elements: [{ type: 'external_select', action_id: 'bank', min_query_length: 0 }] };

describe('a submission', () => {
  const required = (element: object) => ({ type: 'input', block_id: 'b', label: plain('Bank'), element });
  const select = { type: 'static_select', action_id: 's', options: [{ text: plain('A'), value: 'a' }] };
  const typedInto = { ...select, initial_option: select.options[0] };
  const open = async (more: object) =>
    (await bot.call('views.open', { trigger_id: await bot.trigger(), view: modal(more) })).view.id;

  it('waits for what is required', async () => {
    const viewId = await open({ submit: plain('Post'), blocks: [required(select)] });
    const before = bot.requests.length;
    await expect(bot.slack.submitView({ viewId })).rejects.toThrow('required');
    expect(bot.slack.views[0]?.errors).toEqual({ b: expect.stringContaining('required') });
    expect(bot.requests).toHaveLength(before);
    await bot.slack.select({ viewId, actionId: 's', option: { text: 'A', value: 'a' } });
    await bot.slack.submitView({ viewId });
    expect(bot.slack.views).toEqual([]);
    expect(bot.received().response_urls).toEqual([]);
  });

  it('needs a button for it', async () => {
    await expect(bot.slack.submitView({ viewId: await open({}) })).rejects.toThrow('cannot be submitted');
  });

  it('is no success when the bot says nonsense', async () => {
    const viewId = await open({ submit: plain('Post') });
    bot.answer = { response_action: 'vanish' };
    await bot.slack.submitView({ viewId });
    expect(bot.slack.views).toHaveLength(1);
    expect(bot.slack.breaches).toEqual([expect.stringContaining('no response_action')]);
  });

  it.each<[string, object, string, object]>([
    ['no errors', { errors: {} }, 'errors is empty', {}],
    ['errors without words', { errors: { b: '' } }, 'says nothing about b', { b: '' }],
    ['errors of what is no input', { errors: { x: 'Wrong' } }, 'names x', {}],
  ])('has a breach when the bot answers with %s', async (_what, errors, breach, shown) => {
    const viewId = await open({ submit: plain('Post'), blocks: [required(typedInto)] });
    bot.answer = { response_action: 'errors', ...errors };
    await bot.slack.submitView({ viewId });
    expect(bot.slack.views).toMatchObject([{ errors: shown }]);
    expect(bot.slack.breaches).toEqual([expect.stringContaining(breach)]);
  });

  it('clears one person’s modals and nothing else', async () => {
    await bot.call('views.publish', { user_id: workspace.personId, view: { type: 'home', blocks: [] } });
    await bot.call('views.open', { trigger_id: await bot.trigger(workspace.otherPersonId), view: modal() });
    const viewId = await open({ submit: plain('Post') });
    bot.answer = { response_action: 'clear' };
    await bot.slack.submitView({ viewId });
    expect(bot.slack.views).toMatchObject([{ type: 'home' }, { userId: workspace.otherPersonId }]);
  });

  it('dispatches from an input block that asks for it', async () => {
    const viewId = await open({ submit: plain('Post'), blocks: [{ ...required(select), dispatch_action: true }] });
    await bot.slack.select({ viewId, actionId: 's', option: { text: 'A', value: 'a' } });
    expect(bot.received()).toMatchObject({ type: 'block_actions', actions: [{ type: 'static_select' }] });
  });
});

describe('the answer to a typeahead', () => {
  const option = (text: string, value = '1') => ({ text: plain(text), value });

  async function typed(body: object | undefined) {
    const { view } = await bot.call('views.open', {
      trigger_id: await bot.trigger(),
      view: modal({ blocks: [typeahead] }),
    });
    bot.answer = body;
    return bot.slack.typeahead({ viewId: view.id, actionId: 'bank', value: '' });
  }

  it.each<[string, object]>([
    ['nothing found', { options: [] }],
    ['a hundred', { options: Array(100).fill(option('x'.repeat(75))) }],
    ['groups', { option_groups: [{ label: plain('Banks'), options: [option('a')] }] }],
  ])('may be %s', async (_what, body) => {
    const { options } = await typed(body);
    expect(options.length).toBeLessThanOrEqual(100);
    expect(bot.slack.breaches).toEqual([]);
  });

  it('may describe its options', async () => {
    const { options } = await typed({ options: [{ ...option('a'), description: plain('Commercial') }] });
    expect(options).toEqual([{ text: 'a', value: '1', description: 'Commercial' }]);
  });

  it.each<[string, object | undefined]>([
    ['a hundred and one', { options: Array(101).fill(option('a')) }],
    ['long', { options: [option('x'.repeat(76))] }],
    ['of long values', { options: [option('a', 'x'.repeat(76))] }],
    ['of links', { options: [{ ...option('a'), url: 'https://slack.test' }] }],
    ['mrkdwn', { options: [{ text: { type: 'mrkdwn', text: 'a' }, value: 'a' }] }],
    ['both kinds', { options: [], option_groups: [{ label: plain('a'), options: [option('a')] }] }],
    ['neither kind', {}],
    ['nothing at all', undefined],
  ])('may not be %s', async (_what, body) => {
    expect((await typed(body)).options).toEqual([]);
    expect(bot.slack.breaches).toHaveLength(1);
    expect(bot.slack.breaches[0]).toMatch(/^the typeahead bank: /);
  });
});
