import { describe, expect, it } from 'vitest';
import { checkBlocks } from './block-kit/check-blocks.ts';
import { checkMessage, checkView } from './check.ts';

const x = (length: number) => 'x'.repeat(length);
const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value);
const plain = (text: string, more = {}) => ({ type: 'plain_text', text, ...more });
const mrkdwn = (text: string, more = {}) => ({ type: 'mrkdwn', text, ...more });
const section = (text: unknown, more = {}) => ({ type: 'section', text, ...more });
const fields = (...all: unknown[]) => ({ type: 'section', fields: all });
const context = (...elements: unknown[]) => ({ type: 'context', elements });
const actions = (...elements: unknown[]) => ({ type: 'actions', elements });
const button = (more = {}) => ({ type: 'button', text: plain('Go'), ...more });
const option = (more = {}) => ({ text: plain('One'), value: '1', ...more });
const menu = (...options: unknown[]) => actions({ type: 'overflow', options });
const select = (more = {}) => actions({ type: 'static_select', options: [option()], ...more });
const typeahead = (more = {}) => actions({ type: 'external_select', ...more });
const cell = (text: string) => ({ type: 'raw_text', text });
const table = (rows: unknown[], more = {}) => ({ type: 'table', rows, ...more });
const dataTable = (rows: unknown[], more = {}) => ({
  type: 'data_table',
  caption: 'c',
  rows,
  ...more,
});
const richText = (...elements: unknown[]) => ({ type: 'rich_text', elements });
const line = (...elements: unknown[]) => richText({ type: 'rich_text_section', elements });
const moment = line({
  type: 'date',
  timestamp: 1_700_000_000,
  format: '{date_short_pretty} {time}',
  fallback: 'then',
});
const divider = { type: 'divider' };
const typed = { type: 'plain_text_input' };
const conversation = { type: 'conversations_select', response_url_enabled: true };
const input = (element: object, more = {}) => ({
  type: 'input',
  label: plain('Bank'),
  element,
  ...more,
});
const modal = (more = {}) => ({ type: 'modal', title: plain('Banks'), blocks: [], ...more });
const home = (...blocks: unknown[]) => ({ type: 'home', blocks });
const asking = (element: object, more = {}) =>
  modal({ submit: plain('Post'), blocks: [input(element, more)] });

/** What is wrong with blocks of a message, or with a view. */
function judge(sent: object): readonly string[] {
  if (Array.isArray(sent)) return checkBlocks(sent);
  return checkView(sent, 'type' in sent && sent.type === 'home' ? 'home' : 'modal').breaches;
}

describe('Slack takes so much and no more', () => {
  it.each<[string, number, (size: number) => object]>([
    ['blocks', 50, (size) => times(size, divider)],
    ['tables', 1, (size) => times(size, table([[cell('a')]]))],
    ['text in tables', 10_000, (size) => [table([[cell(x(5_000))], [cell(x(size - 5_000))]])]],
    [
      'text in data tables',
      10_000,
      (size) => [dataTable([[cell(x(5_000))], [cell(x(size - 5_000))]])],
    ],
    ['block_id', 255, (size) => [section(plain('a'), { block_id: x(size) })]],
    ['action_id', 255, (size) => [actions(button({ action_id: x(size) }))]],
    ['section text', 3_000, (size) => [section(mrkdwn(x(size)))]],
    ['section fields', 10, (size) => [fields(...times(size, plain('f')))]],
    ['section field', 2_000, (size) => [fields(plain(x(size)))]],
    ['header', 150, (size) => [{ type: 'header', text: plain(x(size)) }]],
    ['context elements', 10, (size) => [context(...times(size, mrkdwn('a', { verbatim: true })))]],
    ['context text', 3_000, (size) => [context(plain(x(size)))]],
    ['actions elements', 25, (size) => [actions(...times(size, button({ style: 'primary' })))]],
    ['table rows', 100, (size) => [table(times(size, [cell('a')]))]],
    ['table columns', 20, (size) => [table([times(size, cell('a'))])]],
    [
      'table column settings',
      20,
      (size) => [table([[cell('a')]], { column_settings: times(size, { align: 'right' }) })],
    ],
    ['data table rows, with the header', 101, (size) => [dataTable(times(size, [cell('a')]))]],
    ['data table columns', 20, (size) => [dataTable(times(2, times(size, cell('a'))))]],
    ['data table page', 100, (size) => [dataTable(times(2, [cell('a')]), { page_size: size })]],
    ['button text', 75, (size) => [actions(button({ text: plain(x(size)) }))]],
    ['button value', 2_000, (size) => [actions(button({ value: x(size) }))]],
    ['option text', 75, (size) => [menu(option({ text: plain(x(size)) }))]],
    ['option value', 75, (size) => [menu(option({ value: x(size) }))]],
    ['option description', 75, (size) => [menu(option({ description: plain(x(size)) }))]],
    ['menu options', 5, (size) => [menu(...times(size, option()))]],
    ['select options', 100, (size) => [select({ options: times(size, option()) })]],
    ['select placeholder', 150, (size) => [select({ placeholder: plain(x(size)) })]],
    ['title', 24, (size) => modal({ title: plain(x(size)) })],
    ['submit', 24, (size) => modal({ submit: plain(x(size)) })],
    ['close', 24, (size) => modal({ close: plain(x(size)) })],
    ['blocks of a view', 100, (size) => modal({ blocks: times(size, divider) })],
    ['private_metadata', 3_000, (size) => modal({ private_metadata: x(size) })],
    ['callback_id', 255, (size) => modal({ callback_id: x(size) })],
    ['label', 2_000, (size) => asking(typed, { label: plain(x(size)) })],
    ['text to write', 3_000, (size) => asking({ ...typed, max_length: size })],
  ])('%s: %i', (_what, most, sentOf) => {
    expect(judge(sentOf(most))).toEqual([]);
    expect(judge(sentOf(most + 1))).not.toEqual([]);
  });

  it('blocks may be 13,200 characters of JSON', () => {
    const blocks = [...times(6, plain(x(2_000))), plain('')].map((text) => section(text));
    const spare = 13_200 - JSON.stringify(blocks).length;
    const sized = (more: number) => [...blocks.slice(0, -1), section(plain(x(spare + more)))];
    expect(checkMessage({ text: 'Hello', blocks: sized(0) }).breaches).toEqual([]);
    expect(checkMessage({ text: 'Hello', blocks: sized(1) })).toMatchObject({
      refusal: 'msg_blocks_too_long',
      breaches: ['blocks are 13201 characters of JSON; Slack takes about 13200'],
    });
  });

  it('a text may be 40,000 characters, and a view 250,000 of JSON', () => {
    expect(checkMessage({ text: x(40_000) }).breaches).toEqual([]);
    expect(checkMessage({ text: x(40_001) }).breaches).toEqual([
      expect.stringContaining('cuts it at 40000'),
    ]);
    expect(checkMessage({ text: x(40_001) })).not.toHaveProperty('refusal');
    const large = (count: number) =>
      checkView(modal({ blocks: times(count, section(plain(x(3_000)))) }), 'modal');
    expect(large(80).breaches).toEqual([]);
    expect(large(85)).toMatchObject({ refusal: 'view_too_large' });
  });
});

it.each<[string, object]>([
  ['a section with a button', [section(mrkdwn('a'), { accessory: button() })]],
  ['a typeahead', [typeahead({ action_id: 's', min_query_length: 2 })]],
  [
    'numbers and settings of a table',
    [table([[{ type: 'raw_number', value: 1, text: '1' }]], { column_settings: [null] })],
  ],
  [
    'rich text',
    [richText({ type: 'rich_text_quote', elements: [{ type: 'text', text: '<!channel>' }] })],
  ],
  [
    'a data table',
    [
      dataTable([
        [cell('a'), cell('b')],
        [cell('1'), moment],
      ]),
    ],
  ],
  [
    'a date',
    [section(mrkdwn('<!date^1700000000^{date_short_pretty} {time_secs}|2023-11-14 22:13:20 UTC>'))],
  ],
  ['a date with a link', [section(mrkdwn('<!date^1700000000^{time}^https://slack.test/|then>'))]],
  ['links', [section(mrkdwn('<https://slack.test/a?b=c|a> <mailto:a@slack.test> <#C0SUPPORT>'))]],
  ['escaped text, and a quote', [section(mrkdwn('> &lt;!channel&gt; *free* & more'))]],
  [
    'brackets in plain text',
    [section(plain('<!channel> <https://evil.example|money>', { emoji: false }))],
  ],
  [
    'an action_id in two rows',
    times(2, section(plain('a'), { accessory: button({ action_id: 'txn:open' }) })),
  ],
  ['a conversation to answer in', asking(conversation)],
  [
    'an input on the Home tab',
    { ...home(input(typed), dataTable([[cell('a')], [cell('1')]])), callback_id: 'home' },
  ],
])('Slack takes %s', (_what, sent) => {
  expect(judge(sent)).toEqual([]);
});

describe('Slack refuses', () => {
  const noSuchColumn = dataTable([[cell('a')], [cell('1')]], { row_header_column_index: 1 });

  it.each<[string, object, string]>([
    [
      'much text',
      [section(mrkdwn(x(3_001)))],
      'blocks[0] (section) text.text has 3,001 characters; Slack takes at most 3,000',
    ],
    [
      'many fields',
      [fields(...times(11, plain('f')))],
      'fields has 11 entries; Slack takes at most 10',
    ],
    ['an empty text', [section(mrkdwn(''))], 'blocks[0] (section) text.text is empty'],
    ['a section without text', [{ type: 'section' }], 'needs text or fields'],
    ['no fields', [fields()], 'fields is empty'],
    ['mrkdwn in a header', [{ type: 'header', text: mrkdwn('a') }], 'text.type must be plain_text'],
    ['a bare string', [section('hello')], 'text must be of type object'],
    ['an empty context', [context()], 'elements is empty'],
    ['a button in a context', [context(button())], 'elements[0]'],
    ['a mrkdwn button', [actions(button({ text: mrkdwn('Go') }))], 'must be plain_text'],
    ['a button style', [actions(button({ style: 'green' }))], 'style must be primary'],
    ['a select without options', [select({ options: undefined })], 'options is missing'],
    [
      'a link in a select',
      [select({ options: [option({ url: 'https://slack.test' })] })],
      'has "url"',
    ],
    ['mrkdwn in a select', [select({ options: [option({ text: mrkdwn('a') })] })], 'plain_text'],
    ['a typeahead with options', [typeahead({ options: [option()] })], 'has "options"'],
    ['a fraction of a query', [typeahead({ min_query_length: 0.5 })], 'min_query_length'],
    ['an input in actions', [actions(typed)], '"plain_text_input"'],
    [
      'a table of something else',
      [table([[{ type: 'raw_date', text: 'a' }]])],
      'rows[0][0].type is "raw_date"',
    ],
    ['a table without rows', [table([])], 'rows is empty'],
    [
      'a block of another kind',
      [{ type: 'alert', text: plain('a') }],
      '"alert", which Slack does not take here',
    ],
    ['a block without type', [{}], 'blocks[0]'],
    ['no block at all', ['hello'], 'blocks[0]'],
    [
      'an unknown property',
      [section(mrkdwn('a'), { color: 'red' })],
      'has "color", which Slack does not take here',
    ],
    ['emoji on mrkdwn', [section(mrkdwn('a', { emoji: true }))], 'text has "emoji"'],
    ['verbatim on plain_text', [section(plain('a', { verbatim: true }))], 'text has "verbatim"'],
    ['an empty cell', [table([[cell('')]])], 'rows[0][0].text is empty'],
    ['a data table without a row', [dataTable([[cell('a')]])], 'rows'],
    ['a time in a header', [dataTable([[moment], [cell('1')]])], 'rows[0][0].type is "rich_text"'],
    [
      'rows of different lengths',
      [dataTable([times(2, cell('a')), [cell('1')]])],
      'rows of different lengths',
    ],
    ['a column that is not there', [noSuchColumn], 'no column'],
    ['no caption', [dataTable([[cell('a')], [cell('1')]], { caption: undefined })], 'is missing'],
    ['an empty rich text', [richText()], 'elements is empty'],
    [
      'an empty piece of rich text',
      [line({ type: 'text', text: '' })],
      'elements[0].elements[0].text is empty',
    ],
    ['mrkdwn in rich text', [line(mrkdwn('a'))], 'is "mrkdwn"'],
    ['a ping in rich text', [line({ type: 'broadcast', range: 'here' })], 'is "broadcast"'],
    [
      'tables of two kinds',
      [table([[cell('a')]]), dataTable([[cell('a')], [cell('1')]])],
      '2 tables',
    ],
    [
      'a block_id twice',
      times(2, { ...divider, block_id: 'a' }),
      'blocks[1] repeats the block_id "a"',
    ],
    [
      'an action_id twice in a block',
      [actions(...times(2, button({ action_id: 'a' })))],
      'repeats the action_id "a"',
    ],
    ['a modal without title', { type: 'modal', blocks: [] }, 'view title is missing'],
    ['a mrkdwn title', modal({ title: mrkdwn('a') }), 'view title.type must be plain_text'],
    ['no blocks', modal({ blocks: undefined }), 'view blocks is missing'],
    ['a Home tab with a title', { ...home(), title: plain('a') }, 'view has "title"'],
    [
      'a table in a modal',
      modal({ blocks: [table([[cell('a')]])] }),
      'blocks[0] (table) type is "table"',
    ],
    ['a table on the Home tab', home(table([[cell('a')]])), 'blocks[0] (table) type is "table"'],
    ['an input without submit', modal({ blocks: [input(typed)] }), 'view submit is missing'],
    ['a button as input', asking(button()), 'element.type is "button"'],
    [
      'an answer from actions',
      modal({ blocks: [actions(conversation)] }),
      'elements[0] has response_url_enabled',
    ],
    ['an answer from the Home tab', home(input(conversation)), 'element has response_url_enabled'],
  ])('Slack refuses: %s', (_what, sent, sentence) => {
    expect(judge(sent).join('\n')).toContain(sentence);
  });

  it('Slack refuses a message or a view as a whole', () => {
    expect(checkMessage({ text: 'Hello', blocks: [{}] })).toMatchObject({
      refusal: 'invalid_blocks',
    });
    expect(checkMessage({})).toMatchObject({ refusal: 'no_text', breaches: [expect.any(String)] });
    expect(checkView(modal({ title: '' }), 'modal')).toMatchObject({
      refusal: 'invalid_arguments',
    });
    expect(checkView(modal(), 'home').breaches.join()).toContain('view type must be home');
    expect(checkView(undefined, 'modal').breaches.join()).toContain('view is missing');
  });
});

describe('flagged, though Slack would show it', () => {
  it.each([
    ['<!channel> *free*', 'has a ping: <!channel>'],
    ['<!here>', 'has a ping'],
    ['<!everyone|all>', 'has a ping'],
    ['<!subteam^S0TEAM>', 'has a ping'],
    ['a <b> c', 'has an unescaped <…>: <b>'],
    ['a < b', 'has an unescaped <'],
    ['<!date^soon^{time}|later>', 'has a malformed date'],
    ['<!date^1700000000^{time}>', 'has a malformed date'],
    ['<!date^1700000000^{clock}|later>', 'has a malformed date'],
    ['<javascript:alert(1)|x>', 'has an unescaped <…>'],
  ])('a text is flagged: %s', (text, problem) => {
    const blocks = [section(mrkdwn(text))];
    const inBlock = { breaches: [expect.stringContaining(`blocks[0] text ${problem}`)] };
    for (const checked of [
      checkMessage({ text: 'Hello', blocks }),
      checkView(modal({ blocks }), 'modal'),
    ]) {
      expect(checked).toMatchObject(inBlock);
      expect(checked).not.toHaveProperty('refusal');
    }
    expect(checkMessage({ text }).breaches).toEqual([expect.stringContaining(`text ${problem}`)]);
    expect(checkMessage({ text, mrkdwn: false }).breaches).toEqual([]);
  });

  it('a mention of a person, but for one that one person alone reads', () => {
    const text = 'Asked by <@U0AMARA00>';
    const breachesOf = (block: object, isForOne: boolean) =>
      checkMessage({ text, blocks: [block] }, isForOne).breaches;
    for (const draw of [context, section]) {
      expect(breachesOf(draw(mrkdwn(text)), true)).toEqual([]);
      expect(breachesOf(draw(mrkdwn(text)), false)).toHaveLength(2);
      expect(breachesOf(draw(mrkdwn('<!here>')), true)).toHaveLength(1);
    }
    expect(checkMessage({ text: '<!here>', blocks: [] }, true).breaches).toHaveLength(1);
  });

  it('a ping is flagged, but for one of the person whom a message in a thread addresses', () => {
    const text = '<@U0AMARA00> hello';
    const blocks = [section(mrkdwn(`*${text}* <@U0BISI000>`))];
    expect(checkMessage({ text, blocks, thread_ts: '1.2' }).breaches).toEqual([
      expect.stringContaining('has a ping: <@U0BISI000>'),
    ]);
    expect(checkMessage({ text, blocks }).breaches).toHaveLength(3);
    expect(checkMessage({ text: `hello ${text}`, thread_ts: '1.2' }).breaches).toHaveLength(1);
  });

  it('blocks without a text beside them are flagged', () => {
    expect(checkMessage({ blocks: [divider] }).breaches).toEqual([
      expect.stringContaining('text is missing'),
    ]);
  });
});
