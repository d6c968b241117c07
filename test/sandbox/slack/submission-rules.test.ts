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

describe('a submission', () => {
  const required = (element: object) => ({ type: 'input', block_id: 'b', label: plain('Bank'), element });
  const select = { type: 'static_select', action_id: 's', options: [{ text: plain('A'), value: 'a' }] };
  const typedInto = { ...select, initial_option: select.options[0] };
  const open = async (more: object) =>
    (await call('views.open', { trigger_id: await trigger(), view: modal(more) })).view.id;

  it('waits for what is required', async () => {
    const viewId = await open({ submit: plain('Post'), blocks: [required(select)] });
    const before = bot.requests.length;
    await expect(slack.submitView({ viewId })).rejects.toThrow('required');
    expect(slack.views[0]?.errors).toEqual({ b: expect.stringContaining('required') });
    expect(bot.requests).toHaveLength(before);
    await slack.select({ viewId, actionId: 's', option: { text: 'A', value: 'a' } });
    await slack.submitView({ viewId });
    expect(slack.views).toEqual([]);
    expect(received().response_urls).toEqual([]);
  });

  it('needs a button for it', async () => {
    await expect(slack.submitView({ viewId: await open({}) })).rejects.toThrow('cannot be submitted');
  });

  it('is no success when the bot says nonsense', async () => {
    const viewId = await open({ submit: plain('Post') });
    answer = { response_action: 'vanish' };
    await slack.submitView({ viewId });
    expect(slack.views).toHaveLength(1);
    expect(slack.breaches).toEqual([expect.stringContaining('no response_action')]);
  });

  it.each<[string, object, string, object]>([
    ['no errors', { errors: {} }, 'errors is empty', {}],
    ['errors without words', { errors: { b: '' } }, 'says nothing about b', { b: '' }],
    ['errors of what is no input', { errors: { x: 'Wrong' } }, 'names x', {}],
  ])('has a breach when the bot answers with %s', async (_what, errors, breach, shown) => {
    const viewId = await open({ submit: plain('Post'), blocks: [required(typedInto)] });
    answer = { response_action: 'errors', ...errors };
    await slack.submitView({ viewId });
    expect(slack.views).toMatchObject([{ errors: shown }]);
    expect(slack.breaches).toEqual([expect.stringContaining(breach)]);
  });

  it('clears one person’s modals and nothing else', async () => {
    await call('views.publish', { user_id: workspace.personId, view: { type: 'home', blocks: [] } });
    await call('views.open', { trigger_id: await trigger(workspace.otherPersonId), view: modal() });
    const viewId = await open({ submit: plain('Post') });
    answer = { response_action: 'clear' };
    await slack.submitView({ viewId });
    expect(slack.views).toMatchObject([{ type: 'home' }, { userId: workspace.otherPersonId }]);
  });

  it('dispatches from an input block that asks for it', async () => {
    const viewId = await open({ submit: plain('Post'), blocks: [{ ...required(select), dispatch_action: true }] });
    await slack.select({ viewId, actionId: 's', option: { text: 'A', value: 'a' } });
    expect(received()).toMatchObject({ type: 'block_actions', actions: [{ type: 'static_select' }] });
  });
});

describe('the answer to a typeahead', () => {
  const option = (text: string, value = '1') => ({ text: plain(text), value });

  async function typed(body: object | undefined) {
    const { view } = await call('views.open', { trigger_id: await trigger(), view: modal({ blocks: [typeahead] }) });
    answer = body;
    return slack.typeahead({ viewId: view.id, actionId: 'bank', value: '' });
  }

  it.each<[string, object]>([
    ['nothing found', { options: [] }],
    ['a hundred', { options: Array(100).fill(option('x'.repeat(75))) }],
    ['groups', { option_groups: [{ label: plain('Banks'), options: [option('a')] }] }],
  ])('may be %s', async (_what, body) => {
    const { options } = await typed(body);
    expect(options.length).toBeLessThanOrEqual(100);
    expect(slack.breaches).toEqual([]);
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
    expect(slack.breaches).toHaveLength(1);
    expect(slack.breaches[0]).toMatch(/^the typeahead bank: /);
  });
});
