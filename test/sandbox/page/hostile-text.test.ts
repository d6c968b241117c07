import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileText } from './fake/cards.ts';
import { drawAlone } from './fake/draw-alone.ts';
import { textOf } from './fake/text-of.ts';

const draw = (block: object) =>
  drawAlone([
    { type: 'section', text: { type: 'plain_text', text: '[' } },
    block,
    { type: 'section', text: { type: 'plain_text', text: ']' } },
  ]);
const shownText = (block: object) => /\[([\s\S]*)\]/.exec(textOf(draw(block)))?.[1];
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Where a text from outside can stand, and Slack shows it letter by letter. */
const places: Record<string, (text: string) => object> = {
  header: (text) => ({ type: 'header', text: { type: 'plain_text', text } }),
  section: (text) => ({ type: 'section', text: { type: 'plain_text', text } }),
  field: (text) => ({ type: 'section', fields: [{ type: 'plain_text', text }] }),
  context: (text) => ({ type: 'context', elements: [{ type: 'plain_text', text }] }),
  button: (text) => ({ type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text } }] }),
  'table cell': (text) => ({ type: 'table', rows: [[{ type: 'raw_text', text }]] }),
  'data table cell': (text) => ({
    type: 'data_table',
    caption: '',
    rows: [[{ type: 'raw_text', text: '' }], [{ type: 'raw_text', text }]],
  }),
  'container title': (text) => ({
    type: 'container',
    title: { type: 'plain_text', text },
    child_blocks: [{ type: 'divider' }],
  }),
  'rich text': (text) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
  }),
};

const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.stringMatching(/^[ -~\n]{1,40}$/),
    fc.constantFrom(
      hostileText,
      '# head',
      '- a\n- b',
      '1. x',
      '---',
      '    code',
      '[a](https://a.example)',
      ':wave:',
      '\ue03cb\ue03e',
    ),
  )
  .filter((text) => text.trim() !== '')
  .map((text) => text.replace(/[\ue000-\ue07f]/g, '\ufffd'));

describe.each(Object.entries(places))('outside text in a %s', (_place, blockWith) => {
  test('is shown letter by letter and is never markup', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(shownText(blockWith(text))).toBe(text);
      }),
    );
  });

  test('cannot bring back a shielded character', () => {
    expect(shownText(blockWith('a\ue03cb\ue03ec'))).toBe('a\ufffdb\ufffdc');
  });
});

describe('outside text in mrkdwn', () => {
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

  test('that is escaped neither pings nor links, and in code it is shown letter by letter', () => {
    const html = draw(section(escaped('<!channel> <https://evil.example|money> <@U1>')));
    expect(html).not.toMatch(/slack_broadcast|slack_user|href/);
    expect(textOf(html)).toContain('<!channel> <https://evil.example|money> <@U1>');
    const inCode = anyText.map((text) => text.replace(/[`\n]/g, '')).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(inCode, (text) => {
        expect(shownText(section(`\`${escaped(text)}\``))).toBe(text);
      }),
    );
  });

  test('that is not escaped is what Slack would make of it, but never markup', () => {
    const html = draw(section('<!channel> <https://a.example/?a=1&amp;b=2|y &lt;z> <script> <javascript:alert(1)|x>'));
    expect(html).toContain('slack_broadcast');
    expect(html).toContain('<a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noreferrer">');
    expect(html).not.toMatch(/<script|javascript:/);
    expect(textOf(html)).toContain('y <z');
  });

  test.each([
    '# head',
    '- a\n- b',
    '1. x',
    '---',
    '    a',
    '[a](b)',
    '![a](b)',
    '10:30:45',
    'a | b\n--|--\n1 | 2',
    '5 * 3',
    '10*20*30',
    'a_b_c',
  ])('that only Markdown would format stays as it is: %j', (text) => {
    expect(shownText(section(text))).toBe(text);
  });

  test('that Slack formats is formatted', () => {
    const html = draw(section('*bold* _italic_ ~gone~ `code` :wave: :nosuch:\n&gt; quoted'));
    expect(html).toMatch(/<strong>.*<em>.*<s>.*<code/);
    expect(textOf(html)).toContain('👋 :nosuch:');
    expect(html).toContain('w-1');
  });
});

test('verbatim mrkdwn is formatted like any other, only that bare links stay text', () => {
  const text = '*bold* `code`\nhttps://a.example <https://b.example|b>';
  const html = draw({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });
  expect(html).toMatch(/<strong>.*<code/);
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://b.example"']);
  expect(textOf(html)).toContain('code\nhttps://a.example b');
});

test('nothing is loaded from elsewhere, and nothing carries an id or a style of the bot', () => {
  const html = draw({
    type: 'section',
    block_id: 'composer',
    text: { type: 'mrkdwn', text: 'x' },
    accessory: { type: 'image', image_url: 'https://evil.example/x.png', alt_text: 'A chart' },
  });
  expect(html).not.toMatch(/evil\.example|<link| id=| style=/);
  expect(html).toContain('src="/picture.svg" alt="A chart"');
});
