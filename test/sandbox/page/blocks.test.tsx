import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Message } from './client/message.tsx';
import { formatSlackDate } from './client/slack-date.tsx';
import { draw, drawBlocks, textOf } from './fake/draw.tsx';
import { toMessage } from './fake/fake-slack.ts';
import { pageMessage } from './feed.ts';

const hostileText = '<!here> *a* `x` <https://a.example|b> <script>f()</script> &amp; 10:30:45';
const plain = (text: string) => ({ type: 'plain_text', text });
const raw = (text: string) => ({ type: 'raw_text', text });
const mrkdwn = (text: string, more: object = {}) => ({
  type: 'section',
  text: { type: 'mrkdwn', text, ...more },
});
const richText = (...elements: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const between = (block: object) =>
  /\[([\s\S]*)\]/.exec(
    textOf(
      drawBlocks([
        { type: 'section', text: plain('[') },
        block,
        { type: 'section', text: plain(']') },
      ]),
    ),
  )?.[1];
const input = (element: object, label = 'Bank') => ({
  type: 'input',
  block_id: 'b',
  label: plain(label),
  element: { action_id: 'a', ...element },
});
const option = (text: string, value = text) => ({ text: plain(text), value });
const dataTable = (rows: unknown[][]) => ({
  type: 'data_table',
  caption: 'c',
  page_size: 2,
  row_header_column_index: 1,
  rows: [[raw('h'), raw('h')], ...rows],
});

const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.stringMatching(/^[ -~\n]{1,40}$/),
    fc.constantFrom(
      hostileText,
      '# head',
      '- a\n- b',
      '---',
      '    code',
      '[a](https://a.example)',
      ':wave:',
    ),
  )
  .filter((text) => text.trim() !== '' && text.length <= 75);

describe('outside text', () => {
  test.each<[string, (text: string) => object]>([
    ['a header', (text) => ({ type: 'header', text: plain(text) })],
    ['a section', (text) => ({ type: 'section', text: plain(text) })],
    ['a field', (text) => ({ type: 'section', fields: [plain(text)] })],
    ['a context', (text) => ({ type: 'context', elements: [plain(text)] })],
    [
      'a button',
      (text) => ({ type: 'actions', elements: [{ type: 'button', text: plain(text) }] }),
    ],
    ['a table cell', (text) => ({ type: 'table', rows: [[raw(text)]] })],
    ['a data table cell', (text) => dataTable([[raw('x'), raw(text)]])],
    ['a label', (text) => input({ type: 'plain_text_input' }, text)],
    ['rich text', (text) => richText({ type: 'text', text })],
    ['escaped code', (text) => mrkdwn(`\`\`\`x${escaped(text.replaceAll('`', ''))}\`\`\``)],
  ])('outside text in %s is shown letter by letter and is never markup', (place, blockWith) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = place === 'escaped code' ? `x${text.replaceAll('`', '')}` : text;
        expect(between(blockWith(text))).toContain(shown);
      }),
    );
  });

  test('outside text that is escaped in mrkdwn neither pings nor links', () => {
    const html = drawBlocks([mrkdwn(escaped('<!channel> <https://evil.example|money> <@U1>'))]);
    expect(html).not.toMatch(/mention|>money</);
    expect(textOf(html)).toBe('<!channel> <https://evil.example|money> <@U1>');
  });

  test('outside text that is not escaped is formatted as Slack does, but never as HTML', () => {
    const html = drawBlocks([
      mrkdwn(
        '<!channel> <https://a.example/?a=1&amp;b=2|y &lt;z> <script> <javascript:alert(1)|x>',
      ),
    ]);
    expect(html).toContain('<span class="mention warned">@channel</span>');
    expect(html).toContain(
      '<a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noreferrer">',
    );
    expect(html).not.toMatch(/<script|javascript:/);
    expect(textOf(html)).toContain('y <z');
  });

  test('outside text makes the page load nothing from elsewhere', () => {
    const image = { type: 'image', image_url: 'https://evil.example/x.png', alt_text: 'A chart' };
    const html = drawBlocks([image, { ...mrkdwn('x'), accessory: image }]);
    expect(html).not.toMatch(/src=|href=|url\(/);
  });
});

describe('mrkdwn', () => {
  test.each([
    '# head',
    '- a\n- b',
    '1. x',
    '---',
    '    a',
    '[a](b)',
    '10:30:45',
    '5 * 3',
    '10*20*30',
    'a_b_c',
  ])('mrkdwn leaves what Markdown alone would format: %j', (text) =>
    expect(between(mrkdwn(text))).toBe(text),
  );

  test.each([
    ['*bold* _italic_ ~gone~', '<strong>bold</strong> <em>italic</em> <s>gone</s>'],
    ['*a `*` b*', '<strong>a <code>*</code> b</strong>'],
    ['(*x*), `a*b` *c*', '(<strong>x</strong>), <code>a*b</code> <strong>c</strong>'],
    ['a\n&gt; quoted *x*\nb', 'a\n<blockquote>quoted <strong>x</strong></blockquote>b'],
    ['```{ "a": 1 }```', '<pre>{ &quot;a&quot;: 1 }</pre>'],
    [':wave: :nosuch:', '👋 :nosuch:'],
    ['<@U0TXNBOT0> <#C0RANDOM>', /@txnbot<\/span> <span[^>]*>#random</],
  ])('%j', (text, html) => {
    const drawn = drawBlocks([mrkdwn(text)]);
    if (html instanceof RegExp) expect(drawn).toMatch(html);
    else expect(drawn).toContain(`<div class="text">${html}</div>`);
  });

  test("mrkdwn shows dates in the reader's zone, and the fallback for an invalid one", () => {
    const html = drawBlocks([
      mrkdwn('<!date^1700000000^{date_short}|then> <!date^99999999999999^{time}|long ago &lt;3>'),
    ]);
    expect(html).toMatch(
      /<time dateTime="2023-11-14T22:13:20\.000Z"[^>]*>[^<]*2023[^<]*<\/time> long ago &lt;3/,
    );
    const rich = richText({
      type: 'date',
      timestamp: 1_700_000_000,
      format: '{date_short}',
      fallback: 'then',
    });
    expect(drawBlocks([rich])).toContain('<time dateTime="2023-11-14T22:13:20.000Z"');
  });

  test('mrkdwn with `verbatim` leaves bare links', () => {
    const html = drawBlocks([
      mrkdwn('*b* https://a.example <https://b.example|b>', { verbatim: true }),
    ]);
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://b.example"']);
  });
});

test.each([
  ['{date_short_pretty} {time}', 'today 11:13 PM'],
  ['{date_short}', 'Nov 14, 2023'],
  ['{time_secs} {nosuch}', '11:13:20 PM {nosuch}'],
])('a date as %s', (format, shown) => {
  const viewer = { now: new Date(1_700_000_600_000), timeZone: 'Africa/Lagos', locale: 'en-US' };
  expect(
    formatSlackDate(new Date(1_700_000_000_000), format, viewer).replaceAll('\u202f', ' '),
  ).toBe(shown);
});

const held = (value: object) => ({ values: { b: { a: value } } });
test.each<[string, object, object, RegExp]>([
  [
    'what was typed',
    { type: 'plain_text_input' },
    { value: 'typed' },
    /<input type="text"[^>]*value="typed"/,
  ],
  [
    'a field',
    { type: 'plain_text_input', multiline: true },
    { value: 'typed' },
    /<textarea[^>]*>typed</,
  ],
  [
    'what is chosen',
    { type: 'static_select', options: [option('One', '1')] },
    { selected_option: option('One', '1') },
    /<option value="1" selected="">One</,
  ],
  [
    'what was searched',
    { type: 'external_select' },
    { selected_option: option('ZENITH "BANK"') },
    /role="combobox"[^>]*value="ZENITH &quot;BANK&quot;"/,
  ],
  [
    'the conversations that one has',
    { type: 'conversations_select' },
    { selected_conversation: 'C0RANDOM' },
    /<option value="C0RANDOM" selected=""># random<\/option><option value="D0TXNBOT0">txnbot<\/option><\/select>/,
  ],
])('elements hold %s', (_what, element, value, html) => {
  expect(drawBlocks([input(element)], held(value))).toMatch(html);
});

test('elements say what is wrong with what was put in', () => {
  const html = drawBlocks([input({ type: 'plain_text_input' })], {
    errors: { b: 'No <such> bank' },
  });
  expect(html).toMatch(
    /aria-describedby="([^"]+)" aria-invalid="true".*<p id="\1" class="problem" role="alert">No/,
  );
});

test('a data table names its rows, shows one page and says how many there are', () => {
  const html = drawBlocks([dataTable(['a', '<b>', 'c'].map((text) => [raw(text), raw(text)]))]);
  expect(html).toContain('<td>&lt;b&gt;</td><th scope="row">&lt;b&gt;</th>');
  expect(html.match(/<th scope="col"><button/g)).toHaveLength(2);
  expect(textOf(html)).toContain('1–2 of 3');
  expect(drawBlocks([dataTable([[raw('a'), raw('b')]])])).not.toContain('Next');
});

test.each<[unknown, string]>([
  [{ type: 'table', rows: [[{ type: 'raw_number', text: '3' }]] }, 'table block'],
  [{ type: 'data_table', caption: 'Totals' }, 'data_table block'],
  [{ type: 'actions', elements: [{ type: 'static_select', options: [] }] }, 'actions block'],
  [input({ type: 'datepicker' }), 'input block'],
  [{ type: 'section', fields: [null] }, 'section block'],
  [{ type: 'video', title: 'x' }, 'video block'],
  [null, 'nameless block'],
  ['text', 'nameless block'],
])('%j has no drawing and is shown as JSON', (block, what) => {
  expect(textOf(drawBlocks([block]))).toContain(`This page cannot draw this ${what}. Its JSON:`);
});

describe('a message', () => {
  const drawMessage = (message: object) =>
    draw(
      <Message
        message={pageMessage(toMessage(message))}
        replies=""
        goesOn={false}
        isInThread={false}
      />,
    );

  test('a message shows its author, its way and reader, and the rules it breaks', () => {
    const html = drawMessage({
      visibleTo: 'U1',
      breaches: ['text is <too> long'],
      payload: { secret: '<b>' },
    });
    expect(html).toContain(
      'data-message-id="m1" data-author="bot" data-via="ack" data-ephemeral="true"',
    );
    expect(textOf(html)).toMatch(/Only visible to you.*txnbotAPP/);
    expect(html).toContain('<li>text is &lt;too&gt; long</li>');
    expect(textOf(html)).toContain('{\n  "secret": "<b>"\n}');
    expect(html).not.toMatch(/Reply in thread|More actions/);
    expect(drawMessage({})).toContain('aria-label="Reply in thread"');
  });

  test('messages of a person, of Slack and of another app are told apart', () => {
    expect(textOf(drawMessage({ author: 'person', text: `/txn ${hostileText}` }))).toContain(
      `/txn ${hostileText}`,
    );
    const written = drawMessage({
      author: 'person',
      userId: 'U0BISI000',
      text: '<@U0TXNBOT0> is *it* &lt;b&gt;?',
    });
    expect(textOf(written)).toMatch(/Bisi.*@txnbot is it <b>\?/);
    expect(textOf(drawMessage({ author: 'slack', text: '/txn failed with "x"' }))).toContain(
      '/txn failed with "x"',
    );
    const alert = textOf(drawMessage({ userId: 'U0ALERTS0', attachments: [{ title: 'Stuck' }] }));
    expect(alert).toMatch(/AlertsAPP[\s\S]*cannot draw this attachment[\s\S]*"title": "Stuck"/);
  });

  test("a message with a file shows the file's beginning", () => {
    const file = (name: string, content: string) => ({
      id: 'F/1',
      name,
      title: '',
      channelId: 'C1',
      content,
    });
    const rows = ['a,b', ...Array.from({ length: 9 }, (_, at) => `"x ""${at}""",2`)].join('\n');
    const html = drawMessage({ files: [file('x.csv', rows), file('y.txt', '<b>')] });
    expect(html).toContain('<th>a</th><th>b</th>');
    expect(html.match(/<td>x/g)).toHaveLength(5);
    expect(textOf(html)).toMatch(/x\.csv · 111 bytes.*More rows in the file.*<b>/);
    expect(html).toContain('href="/files/F%2F1"');
  });
});
