import { expect, it } from 'vitest';
import { findMissing, stateOf } from './block-kit/element-state.ts';

const block = (type: string, more = {}, element = {}) => ({
  type: 'input',
  block_id: 'b',
  element: { type, action_id: 'a', ...element },
  ...more,
});
const option = { text: { type: 'plain_text', text: 'A' }, value: 'a' };

it.each<[string, object, object]>([
  ['static_select', { initial_option: option }, { selected_option: option }],
  ['external_select', {}, { selected_option: null }],
  ['radio_buttons', {}, { selected_option: null }],
  ['checkboxes', { initial_options: [option] }, { selected_options: [option] }],
  ['multi_external_select', {}, { selected_options: [] }],
  ['users_select', { initial_user: 'U1' }, { selected_user: 'U1' }],
  ['conversations_select', {}, { selected_conversation: null }],
  ['conversations_select', { default_to_current_conversation: true }, { selected_conversation: 'C1' }],
  ['plain_text_input', { initial_value: 'x' }, { value: 'x' }],
  ['datepicker', {}, { selected_date: null }],
])('%s with %j starts as it should', (type, element, state) => {
  expect(stateOf([block(type, {}, element)], {}, 'C1')).toEqual({ b: { a: { type, ...state } } });
});

it('buttons and overflow menus have no state', () => {
  expect(stateOf([block('button'), block('overflow')])).toEqual({});
});

it('keeps what was put in while the ids and the kind stay', () => {
  const before = { b: { a: { type: 'static_select', selected_option: option } } };
  expect(stateOf([block('static_select')], before)).toEqual(before);
  expect(stateOf([block('external_select')], before)).toMatchObject({ b: { a: { selected_option: null } } });
  expect(stateOf([block('static_select', { block_id: 'c' })], before)).toMatchObject({
    c: { a: { selected_option: null } },
  });
});

it('misses what is required and empty', () => {
  const missing = (more: object, type = 'plain_text_input', element = {}) => {
    const blocks = [block(type, more, element)];
    return findMissing(blocks, stateOf(blocks));
  };
  expect(missing({})).toEqual(['b']);
  expect(missing({}, 'checkboxes')).toEqual(['b']);
  expect(missing({}, 'plain_text_input', { initial_value: 'x' })).toEqual([]);
  expect(missing({ optional: true })).toEqual([]);
  expect(missing({ type: 'section' })).toEqual([]);
});
