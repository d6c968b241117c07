import { describe, expect, it } from 'vitest';
import { checkMessage } from './check.ts';

const x = (length: number) => 'x'.repeat(length);
const plain = (text: string, more = {}) => ({ type: 'plain_text', text, ...more });
const mrkdwn = (text: string, more = {}) => ({ type: 'mrkdwn', text, ...more });
const section = (text: unknown, more = {}) => ({ type: 'section', text, ...more });
const button = (more = {}) => ({ type: 'button', text: plain('Go'), ...more });
const actions = (...elements: unknown[]) => ({ type: 'actions', elements });
const option = (more = {}) => ({ text: plain('One'), value: '1', ...more });
const table = (...rows: unknown[]) => ({ type: 'table', rows });
const cell = (text: string) => ({ type: 'raw_text', text });
const richText = (...elements: unknown[]) => ({ type: 'rich_text', elements });
const richSection = (...elements: unknown[]) => richText({ type: 'rich_text_section', elements });
const moment = richSection({ type: 'date', timestamp: 1_700_000_000, format: '{date_num} {time}', fallback: 'then' });
const dataTable = (...rows: unknown[]) => ({ type: 'data_table', caption: 'c', rows, page_size: 10 });
const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value);
const check = (...blocks: unknown[]) => checkMessage({ text: 'Hello', blocks });

describe('Slack takes', () => {
  it.each<[string, unknown]>([
    [
      'a full section',
      section(mrkdwn(x(3_000)), { fields: times(10, plain('f')), block_id: 'a', accessory: button() }),
    ],
    ['fields alone', { type: 'section', fields: [mrkdwn(x(2_000))] }],
    ['a full header', { type: 'header', text: plain(x(150), { emoji: false }), level: 2 }],
    ['a full context', { type: 'context', elements: times(10, mrkdwn('a · b', { verbatim: true })) }],
    ['full actions', actions(...times(25, button({ text: plain(x(75)), value: x(100), style: 'primary' })))],
    ['a menu', actions({ type: 'overflow', action_id: 'm', options: times(5, option({ url: 'https://slack.test' })) })],
    ['a select', actions({ type: 'static_select', placeholder: plain(x(150)), options: times(100, option()) })],
    ['a typeahead', actions({ type: 'external_select', action_id: 's', min_query_length: 2 })],
    [
      'a select that starts with one of its options',
      actions({ type: 'static_select', options: [option()], initial_option: option() }),
    ],
    ['an input', { type: 'input', label: plain('Bank'), element: { type: 'plain_text_input' } }],
    ['a divider', { type: 'divider' }],
    ['a table', { ...table([cell('a'), { type: 'raw_number', value: 1, text: '1' }]), column_settings: [null] }],
    [
      'rich text',
      richSection({ type: 'text', text: '<!channel>', style: { code: true } }, { type: 'emoji', name: 'x' }),
    ],
    ['a quote', richText({ type: 'rich_text_quote', elements: [{ type: 'text', text: 'q' }] })],
    ['a data table', dataTable([cell('a'), cell('b')], [cell('1'), moment])],
    ['a date', section(mrkdwn('<!date^1700000000^{date_short_pretty} {time_secs}|2023-11-14 22:13:20 UTC>'))],
    ['a date with a link', section(mrkdwn('<!date^1700000000^{ago}^https://slack.test/|then>'))],
    ['links', section(mrkdwn('<https://slack.test/a?b=c|a> <mailto:a@slack.test> <#C0SUPPORT>'))],
    ['escaped text, and a quote', section(mrkdwn('> &lt;!channel&gt; *free* & more'))],
    ['brackets in plain text', section(plain('<!channel> <https://evil.example|money>'))],
  ])('%s', (_what, block) => {
    expect(check(block)).toMatchObject({ breaches: [] });
    expect(check(block)).not.toHaveProperty('refusal');
  });
});

describe('Slack refuses', () => {
  it.each<[string, unknown, string]>([
    [
      'a long section',
      section(mrkdwn(x(3_001))),
      'blocks[0] (section) text.text has 3,001 characters; Slack takes at most 3,000',
    ],
    ['an empty text', section(mrkdwn('')), 'blocks[0] (section) text.text is empty'],
    ['a section without text', { type: 'section' }, 'needs text or fields'],
    [
      'eleven fields',
      { type: 'section', fields: times(11, plain('f')) },
      'blocks[0] (section) fields has 11 entries; Slack takes at most 10',
    ],
    ['no fields', { type: 'section', fields: [] }, 'fields is empty'],
    ['mrkdwn in a header', { type: 'header', text: mrkdwn('a') }, 'text.type must be plain_text'],
    ['a bare string', section('hello'), 'text must be of type object'],
    ['an empty context', { type: 'context', elements: [] }, 'elements is empty'],
    ['a button in a context', { type: 'context', elements: [button()] }, 'elements[0]'],
    ['a mrkdwn button', actions(button({ text: mrkdwn('Go') })), 'must be plain_text'],
    ['a button style', actions(button({ style: 'green' })), 'style must be primary or danger'],
    ['a select without options', actions({ type: 'static_select' }), 'options is missing'],
    [
      'a select that starts elsewhere',
      actions({ type: 'static_select', options: [option()], initial_option: option({ value: '2' }) }),
      'does not offer',
    ],
    [
      'a link in a select',
      actions({ type: 'static_select', options: [option({ url: 'https://slack.test' })] }),
      'has "url"',
    ],
    ['mrkdwn in a select', actions({ type: 'static_select', options: [option({ text: mrkdwn('a') })] }), 'plain_text'],
    ['a typeahead with options', actions({ type: 'external_select', options: [option()] }), 'has "options"'],
    ['a fraction of a query', actions({ type: 'external_select', min_query_length: 0.5 }), 'min_query_length'],
    ['an input in actions', actions({ type: 'plain_text_input' }), '"plain_text_input"'],
    ['a table of something else', table([{ type: 'raw_date', text: 'a' }]), 'rows[0][0].type is "raw_date"'],
    ['a table without rows', table(), 'rows is empty'],
    ['a block only for modals', { type: 'alert', text: plain('a') }, '"alert", which Slack does not take here'],
    ['a block without type', {}, 'blocks[0]'],
    ['no block at all', 'hello', 'blocks[0]'],
    ['an unknown property', section(mrkdwn('a'), { color: 'red' }), 'has "color", which Slack does not take here'],
    ['emoji on mrkdwn', section(mrkdwn('a', { emoji: true })), 'text has "emoji"'],
    ['verbatim on plain_text', section(plain('a', { verbatim: true })), 'text has "verbatim"'],
    ['an empty cell', table([cell('')]), 'rows[0][0].text is empty'],
    ['mrkdwn in a cell', table([mrkdwn('a')]), 'rows[0][0].type is "mrkdwn"'],
    ['a data table without a row', dataTable([cell('a')]), 'rows'],
    ['a time in the header of a data table', dataTable([moment], [cell('1')]), 'rows[0][0].type is "rich_text"'],
    ['rows of different lengths', dataTable([cell('a'), cell('b')], [cell('1')]), 'rows has rows of different lengths'],
    ['a column that is not there', { ...dataTable([cell('a')], [cell('1')]), row_header_column_index: 1 }, 'no column'],
    ['a data table without a caption', { ...dataTable([cell('a')], [cell('1')]), caption: undefined }, 'is missing'],
    ['an empty rich text', richText(), 'elements is empty'],
    ['an empty piece of rich text', richSection({ type: 'text', text: '' }), 'elements[0].elements[0].text is empty'],
    ['mrkdwn in rich text', richSection(mrkdwn('a')), 'is "mrkdwn"'],
    [
      'an emoji in code',
      richText({ type: 'rich_text_preformatted', elements: [{ type: 'emoji', name: 'x' }] }),
      '"emoji"',
    ],
  ])('%s', (_what, block, sentence) => {
    const { breaches, refusal } = check(block);
    expect(refusal).toBe('invalid_blocks');
    expect(breaches.join('\n')).toContain(sentence);
    expect(breaches[0]).toMatch(/^blocks\[0\]/);
  });

  it.each<[string, unknown[], string]>([
    ['two tables', times(2, table([cell('a')])), '2 tables'],
    ['two tables of two kinds', [table([cell('a')]), dataTable([cell('a')], [cell('1')])], '2 tables'],
    ['much text in a table', [table(...times(2, [cell(x(5_001))]))], '10002 characters in tables'],
    ['a block_id twice', times(2, { type: 'divider', block_id: 'a' }), 'blocks[1] repeats the block_id "a"'],
    ['an action_id twice in a block', [actions(...times(2, button({ action_id: 'a' })))], 'repeats the action_id "a"'],
  ])('%s', (_what, blocks, sentence) => {
    const { breaches, refusal } = check(...blocks);
    expect(refusal).toBe('invalid_blocks');
    expect(breaches.join('\n')).toContain(sentence);
  });

  it('a message that says nothing', () => {
    expect(checkMessage({})).toMatchObject({ refusal: 'no_text', breaches: [expect.any(String)] });
    expect(checkMessage({ text: '', blocks: [] })).toMatchObject({ refusal: 'no_text' });
  });
});

it('lets rows of buttons share an action_id', () => {
  expect(check(...times(2, section(plain('a'), { accessory: button({ action_id: 'txn:open' }) }))).breaches).toEqual(
    [],
  );
});

describe('flagged, though Slack would show it', () => {
  it.each([
    ['<!channel> *free*', 'has a ping: <!channel>'],
    ['<!here>', 'has a ping'],
    ['<!everyone|all>', 'has a ping'],
    ['<!subteam^S0TEAM>', 'has a ping'],
    ['Thanks <@U0AMARA00>', 'has a ping: <@U0AMARA00>'],
    ['a <b> c', 'has an unescaped <…>: <b>'],
    ['a < b', 'has an unescaped <'],
    ['<!date^soon^{time}|later>', 'has a malformed date'],
    ['<!date^1700000000^{time}>', 'has a malformed date'],
    ['<!date^1700000000^{clock}|later>', 'has a malformed date'],
    ['<javascript:alert(1)|x>', 'has an unescaped <…>'],
  ])('%s', (text, problem) => {
    const inBlock = check(section(mrkdwn(text)));
    expect(inBlock.breaches).toEqual([expect.stringContaining(`blocks[0] text ${problem}`)]);
    expect(inBlock).not.toHaveProperty('refusal');
    expect(checkMessage({ text }).breaches).toEqual([expect.stringContaining(`text ${problem}`)]);
    expect(checkMessage({ text, mrkdwn: false }).breaches).toEqual([]);
  });

  it('a mention, but for a line of context that one person reads', () => {
    const mention = 'Asked by <@U0AMARA00>';
    const context = { type: 'context', elements: [mrkdwn(mention)] };
    expect(checkMessage({ text: 'Hello', blocks: [context] }, true).breaches).toEqual([]);
    expect(checkMessage({ text: 'Hello', blocks: [context] }).breaches).toHaveLength(1);
    expect(checkMessage({ text: 'Hello', blocks: [section(mrkdwn(mention))] }, true).breaches).toHaveLength(1);
    expect(checkMessage({ text: mention, blocks: [] }, true).breaches).toHaveLength(1);
    const everybody = { type: 'context', elements: [mrkdwn('<!here>')] };
    expect(checkMessage({ text: 'Hello', blocks: [everybody] }, true).breaches).toHaveLength(1);
  });

  it('a ping, but for that of the person to whom a message in a thread is addressed', () => {
    const text = '<@U0AMARA00> hello';
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: `*${text}* <@U0BISI000>` } }];
    expect(checkMessage({ text, blocks, thread_ts: '1.2' }).breaches).toEqual([
      expect.stringContaining('has a ping: <@U0BISI000>'),
    ]);
    expect(checkMessage({ text, blocks }).breaches).toHaveLength(3);
    expect(checkMessage({ text: `hello ${text}`, thread_ts: '1.2' }).breaches).toHaveLength(1);
  });

  it('a ping in rich text', () => {
    expect(check(richSection({ type: 'broadcast', range: 'here' })).breaches).toEqual([
      'blocks[0] elements[0].elements[0] has a ping: broadcast',
    ]);
  });

  it('blocks without text beside them', () => {
    expect(checkMessage({ blocks: [{ type: 'divider' }] })).toMatchObject({
      breaches: [expect.stringContaining('text is missing')],
    });
  });
});
