import { describe, expect, test } from 'vitest';
import { drawAlone } from './fake/draw-alone.ts';
import { textOf } from './fake/text-of.ts';

const draw = (...blocks: unknown[]) => drawAlone(blocks);
const cell = (text: string) => ({ type: 'raw_text', text });
const moment = {
  type: 'rich_text',
  elements: [
    {
      type: 'rich_text_section',
      elements: [
        { type: 'date', timestamp: 1_700_000_000, format: '{date_num} {time}', fallback: '2023-11-14 22:13 UTC' },
      ],
    },
  ],
};
const table = (rows: unknown[][], more = {}) => ({
  type: 'data_table',
  caption: 'Totals',
  page_size: 2,
  row_header_column_index: 1,
  rows: [[cell('Amount'), cell('Who')], ...rows],
  ...more,
});

describe('a data table', () => {
  test('has a button for each column, a name for each row, and what each cell is sorted by', () => {
    const html = draw(
      table([
        [{ type: 'raw_number', value: 1250000, text: '1,250,000.00' }, cell('<b>')],
        [moment, cell('b')],
      ]),
    );
    expect(html).toContain('<caption>Totals</caption>');
    expect(
      html.match(/<th scope="col"><button type="button" class="sort">(?:Amount|Who)<\/button><\/th>/g),
    ).toHaveLength(2);
    expect(html).toContain('<td data-sort="1250000">1,250,000.00</td><th scope="row">&lt;b&gt;</th>');
    expect(html).toMatch(/<td>.*<time dateTime="2023-11-14T22:13:20\.000Z" data-format="\{date_num\} \{time\}">/);
    expect(html).not.toContain('pager');
  });

  test('shows one page of its rows, and says how many there are', () => {
    const html = draw(table([['a'], ['b'], ['c']].map(([text = '']) => [cell(text), cell(text)])));
    expect(html.match(/<tr hidden=""/g)).toHaveLength(1);
    expect(textOf(html)).toContain('1–2 of 3');
  });

  test('that is none is shown as JSON', () => {
    for (const rows of [[], [[cell('a')]], [[{ type: 'raw_date' }]]])
      expect(textOf(draw({ ...table([]), rows }))).toContain('This page cannot draw this data_table block');
  });
});

describe('a container', () => {
  const container = (more = {}) => ({
    type: 'container',
    title: { type: 'plain_text', text: 'More <b>' },
    child_blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: '*A*\n```{ "x": 1 }```' } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: 'Record 19253' }] },
    ],
    ...more,
  });

  test('is closed, and can be opened without a script', () => {
    const html = draw(container({ is_collapsible: true, default_collapsed: true }));
    expect(html).toContain(
      '<details class="container"><summary><span class="container-title">More &lt;b&gt;</span></summary>',
    );
    expect(textOf(html)).toContain('{ "x": 1 }');
    expect(textOf(html)).toContain('Record 19253');
  });

  test('is open where it says so, or cannot be closed', () => {
    expect(draw(container({ is_collapsible: true }))).toContain('<details class="container" open="">');
    const html = draw(container({ subtitle: { type: 'plain_text', text: 'ids' } }));
    expect(html).not.toContain('<details class="container"');
    expect(html).toContain('<span class="container-title">More &lt;b&gt;</span><small>ids</small>');
  });
});
