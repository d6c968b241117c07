import { describe, expect, it } from 'vitest';
import { checkView } from './check.ts';

const x = (length: number) => 'x'.repeat(length);
const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value);
const plain = (text: string) => ({ type: 'plain_text', text });
const modal = (more = {}) => ({ type: 'modal', title: plain('Banks'), blocks: [], ...more });
const home = (more = {}) => ({ type: 'home', blocks: [], ...more });
const input = (element: object, more = {}) => ({ type: 'input', label: plain('Bank'), element, ...more });
const withInput = (element: object, more = {}) => modal({ submit: plain('Post'), blocks: [input(element, more)] });
const typed = { type: 'plain_text_input' };
const conversation = { type: 'conversations_select', response_url_enabled: true };
const divider = { type: 'divider' };

/** What, how much of it Slack takes, and a modal that holds so much. */
const limits: [string, number, (size: number) => object][] = [
  ['title', 24, (size) => modal({ title: plain(x(size)) })],
  ['submit', 24, (size) => modal({ submit: plain(x(size)) })],
  ['close', 24, (size) => modal({ close: plain(x(size)) })],
  ['blocks', 100, (size) => modal({ blocks: times(size, divider) })],
  ['private_metadata', 3_000, (size) => modal({ private_metadata: x(size) })],
  ['callback_id', 255, (size) => modal({ callback_id: x(size) })],
  ['label', 2_000, (size) => withInput(typed, { label: plain(x(size)) })],
  ['hint', 2_000, (size) => withInput(typed, { hint: plain(x(size)) })],
  ['text to start with', 3_000, (size) => withInput({ ...typed, initial_value: x(size) })],
  ['text to write', 3_000, (size) => withInput({ ...typed, max_length: size })],
  ['least text to write', 3_000, (size) => withInput({ ...typed, min_length: size })],
  ['focus', 1, (size) => modal({ submit: plain('Go'), blocks: times(size, input({ ...typed, focus_on_load: true })) })],
];

describe('Slack takes so much in a view and no more', () => {
  it.each(limits)('%s: %i', (_what, most, viewOf) => {
    expect(checkView(viewOf(most), 'modal')).toMatchObject({ breaches: [] });
    expect(checkView(viewOf(most + 1), 'modal')).toMatchObject({ refusal: 'invalid_arguments' });
  });

  it('characters of JSON: 250,000', () => {
    const section = { type: 'section', text: plain(x(3_000)) };
    expect(checkView(modal({ blocks: times(80, section) }), 'modal').breaches).toEqual([]);
    expect(checkView(modal({ blocks: times(85, section) }), 'modal')).toMatchObject({ refusal: 'view_too_large' });
  });
});

describe('Slack takes', () => {
  it.each<[string, object, 'modal' | 'home']>([
    ['a typeahead', withInput({ type: 'external_select', min_query_length: 0 }), 'modal'],
    ['a conversation to answer in', withInput(conversation), 'modal'],
    ['a Home tab', home({ callback_id: 'home', private_metadata: 'x', blocks: [divider] }), 'home'],
    ['an input on the Home tab', home({ blocks: [input(typed)] }), 'home'],
  ])('%s', (_what, view, surface) => {
    expect(checkView(view, surface)).toEqual({ blocks: expect.any(Array), breaches: [] });
  });
});

describe('Slack refuses', () => {
  const table = { type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]] };
  const markdown = { type: 'markdown', text: 'a' };
  const actions = (element: object) => ({ type: 'actions', elements: [element] });
  const options = [{ text: plain('a'), value: 'a' }];

  it.each<[string, unknown, 'modal' | 'home', string]>([
    ['nothing', undefined, 'modal', 'view is missing'],
    ['a modal on the Home tab', modal(), 'home', 'view type must be home'],
    ['a Home tab as a modal', home(), 'modal', 'view type must be modal'],
    ['a modal without title', { type: 'modal', blocks: [] }, 'modal', 'view title is missing'],
    ['a mrkdwn title', modal({ title: { type: 'mrkdwn', text: 'a' } }), 'modal', 'view title.type must be plain_text'],
    ['a Home tab with a title', home({ title: plain('a') }), 'home', 'view has "title"'],
    ['no blocks', { type: 'modal', title: plain('a') }, 'modal', 'view blocks is missing'],
    ['a table in a modal', modal({ blocks: [table] }), 'modal', 'blocks[0] (table) type is "table"'],
    ['a table on the Home tab', home({ blocks: [table] }), 'home', 'blocks[0] (table) type is "table"'],
    ['markdown in a modal', modal({ blocks: [markdown] }), 'modal', 'blocks[0] (markdown)'],
    ['an alert on the Home tab', home({ blocks: [{ type: 'alert', text: plain('a') }] }), 'home', 'blocks[0] (alert)'],
    ['an input without submit', modal({ blocks: [input(typed)] }), 'modal', 'view submit is missing'],
    ['a button as input', withInput({ type: 'button', text: plain('a') }), 'modal', 'element.type is "button"'],
    ['an input in actions', modal({ blocks: [actions(typed)] }), 'modal', 'elements[0].type is "plain_text_input"'],
    ['an answer from actions', modal({ blocks: [actions(conversation)] }), 'modal', 'response_url_enabled'],
    ['an answer from the Home tab', home({ blocks: [input(conversation)] }), 'home', 'response_url_enabled'],
    ['a workflow', modal({ blocks: [actions({ type: 'workflow_button' })] }), 'modal', 'workflow_button'],
    ['an empty filter', withInput({ type: 'conversations_select', filter: {} }), 'modal', 'filter is empty'],
    ['a broken filter', withInput({ type: 'conversations_select', filter: { include: ['all'] } }), 'modal', 'filter'],
    ['too much text', withInput({ ...typed, min_length: 3, max_length: 2 }), 'modal', 'above its max_length'],
    [
      'a choice of its own',
      withInput({ type: 'static_select', options, initial_option: { text: plain('b'), value: 'b' } }),
      'modal',
      'does not offer',
    ],
    [
      'a repeated block_id',
      modal({ blocks: times(2, { ...divider, block_id: 'a' }) }),
      'modal',
      'blocks[1] repeats the block_id "a"',
    ],
    [
      'a repeated action_id',
      modal({
        blocks: [{ type: 'actions', elements: times(2, { type: 'button', text: plain('a'), action_id: 'a' }) }],
      }),
      'modal',
      'repeats the action_id "a"',
    ],
  ])('%s', (_what, view, surface, sentence) => {
    const { breaches, refusal } = checkView(view, surface);
    expect(refusal).toBe('invalid_arguments');
    expect(breaches.join('\n')).toContain(sentence);
  });

  it('but takes, with a breach, what outsiders wrote', () => {
    const section = { type: 'section', text: { type: 'mrkdwn', text: 'From <@U0AMARA00>' } };
    const checked = checkView(modal({ blocks: [section] }), 'modal');
    expect(checked.breaches).toEqual([expect.stringContaining('a ping')]);
    expect(checked).not.toHaveProperty('refusal');
  });
});
