import { describe, expect, test } from 'vitest';
import type { ShownView } from '../slack/types.ts';
import { drawView } from './draw/draw-view.tsx';
import { hostileText } from './fake/cards.ts';
import { toView } from './fake/shown.ts';
import { textOf } from './fake/text-of.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const option = (text: string, value = text) => ({ text: plain(text), value });
const input = (element: object, more: object = {}) => ({
  type: 'input',
  block_id: 'b',
  label: plain('Bank'),
  element: { action_id: 'a', ...element },
  ...more,
});
const draw = (view: Partial<ShownView>) => drawView(toView(view, []));
const drawInput = (element: object, more: Partial<ShownView> = {}) => draw({ blocks: [input(element)], ...more });
const holding = (held: object) => ({ state: { b: { a: held } } });

describe('a modal', () => {
  test('has its title, its blocks and its buttons', () => {
    const blocks = [{ type: 'header', text: plain('Fields') }];
    const html = draw({ title: 'All <Fields>', submit: 'Post', close: 'Back', blocks });
    expect(html).toMatch(/<h2[^>]*>All &lt;Fields&gt;<\/h2>/);
    expect(html).toMatch(/<h3[^>]*>.*Fields.*<\/h3>/);
    expect(html).toMatch(/<button type="submit"[^>]*>Post<\/button>/);
    expect(html).toMatch(/<button type="button" class="press close-view">Back<\/button>/);
  });

  test('without a submit button cannot be submitted', () => {
    expect(draw({})).not.toContain('type="submit"');
    expect(draw({})).toMatch(/close-view">Close<\/button>/);
  });

  test('shows what Slack would refuse, and its JSON', () => {
    const html = draw({ breaches: ['title is <too> long'], payload: { title: '<b>' }, callbackId: 'bank:post' });
    expect(textOf(html)).toContain('Slack would not take this view as it is');
    expect(html).toContain('<li>title is &lt;too&gt; long</li>');
    expect(textOf(html)).toContain('"title": "<b>"');
    expect(textOf(html)).toContain('via bank:post');
  });
});

test('a Home tab has neither a title nor buttons of its own', () => {
  const html = draw({ type: 'home', blocks: [{ type: 'header', text: plain('Ask me') }] });
  expect(textOf(html)).toContain('Ask me');
  expect(html).not.toMatch(/<h2|close-view|<form/);
});

describe('an input', () => {
  test('has its label, its hint and what is wrong with it', () => {
    const block = input({ type: 'plain_text_input' }, { hint: plain('By name'), optional: true });
    const html = draw({ blocks: [block], errors: { b: 'No <such> bank' } });
    expect(textOf(html)).toContain('Bank (optional)');
    expect(html).toContain('data-invalid="true"');
    expect(html).toContain('<p class="field-error" role="alert">No &lt;such&gt; bank</p>');
    expect(html).toContain('<p class="field-hint">By name</p>');
    expect(html).toContain('aria-label="Bank"');
  });

  test.each([
    ['a line', {}, /<input type="text"[^>]*value="typed"/],
    ['a field', { multiline: true }, /<textarea[^>]*>typed<\/textarea>/],
  ])('for text: %s', (_name, more, pattern) => {
    expect(drawInput({ type: 'plain_text_input', ...more }, holding({ value: 'typed' }))).toMatch(pattern);
  });

  test('static_select: its options, the chosen one', () => {
    const html = drawInput(
      { type: 'static_select', options: [option('One', '1')], option_groups: [] },
      holding({ selected_option: option('One', '1') }),
    );
    expect(html).toMatch(/<select[^>]*data-action-id="a"[^>]*data-element="static_select"/);
    expect(html).toMatch(/<option value="1" selected="">One<\/option>/);
  });

  test('static_select: groups', () => {
    const groups = [{ label: plain('Banks'), options: [option('One', '1')] }];
    expect(drawInput({ type: 'static_select', option_groups: groups })).toContain(
      '<optgroup label="Banks"><option value="1">One</option></optgroup>',
    );
  });

  test('external_select: what is chosen, and how much to type', () => {
    const chosen = holding({ selected_option: option('ZENITH "BANK" PLC') });
    const html = drawInput({ type: 'external_select', min_query_length: 2 }, chosen);
    expect(html).toMatch(/<input[^>]*role="combobox"[^>]*data-min-length="2"[^>]*value="ZENITH &quot;BANK&quot; PLC"/);
    expect(drawInput({ type: 'external_select' })).toContain('data-min-length="3"');
  });

  test('conversations_select: those that the person has', () => {
    const select = { type: 'conversations_select' };
    const html = drawInput(select, { userId: 'U0AMARA00', ...holding({ selected_conversation: 'C0RANDOM' }) });
    expect(html).toContain('<option value="C0RANDOM" selected=""># random</option>');
    expect(html.match(/>txnbot<\/option>/g)).toHaveLength(1);
    expect(drawInput(select, { userId: 'U0NOBODY0' })).not.toContain('>txnbot</option>');
  });

  test('what this page cannot draw is shown as JSON', () => {
    expect(textOf(drawInput({ type: 'datepicker' }))).toContain('cannot draw this datepicker element');
  });
});

test('a menu behind dots keeps its options for the browser', () => {
  const overflow = { type: 'overflow', action_id: 'a', options: [option(hostileText, 'x')] };
  const html = draw({ blocks: [{ type: 'actions', block_id: 'b', elements: [overflow] }] });
  const json = /data-options="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(JSON.parse(textOf(json))).toEqual([{ text: hostileText, value: 'x' }]);
});

test.each([
  ['title', (text: string) => ({ title: text })],
  ['label', (text: string) => ({ blocks: [input({ type: 'plain_text_input' }, { label: plain(text) })] })],
  ['error', (text: string) => ({ blocks: [input({ type: 'plain_text_input' })], errors: { b: text } })],
  ['option', (text: string) => ({ blocks: [input({ type: 'static_select', options: [option(text)] })] })],
  ['section', (text: string) => ({ blocks: [{ type: 'section', text: plain(text) }] })],
])('outside text in a %s is shown letter by letter and is never markup', (_place, viewWith) => {
  const html = draw({ payload: null, ...viewWith(hostileText) });
  expect(textOf(html)).toContain(hostileText);
  expect(html).not.toMatch(/<script|href="https:\/\/evil/);
});
