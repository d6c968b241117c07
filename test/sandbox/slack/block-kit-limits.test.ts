import { describe, expect, it } from 'vitest';
import { checkBlocks } from './block-kit/check-blocks.ts';
import { checkMessage } from './check.ts';

const x = (length: number) => 'x'.repeat(length);
const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value);
const plain = (text: string) => ({ type: 'plain_text', text });
const one = plain('1');
const option = (more = {}) => ({ text: one, value: '1', ...more });
const actions = (...elements: unknown[]) => [{ type: 'actions', elements }];
const button = (more = {}) => actions({ type: 'button', text: one, ...more });
const select = (more = {}) => actions({ type: 'static_select', options: [option()], ...more });
const menu = (...options: unknown[]) => actions({ type: 'overflow', options });
const section = (more = {}) => [{ type: 'section', text: one, ...more }];
const cell = (text: string) => ({ type: 'raw_text', text });
const table = (rows: unknown[], more = {}) => ({ type: 'table', rows, ...more });
const dataTable = (rows: unknown[], more = {}) => ({ type: 'data_table', caption: 'c', rows, ...more });
const list = (indent: number) => [
  { type: 'rich_text', elements: [{ type: 'rich_text_list', style: 'bullet', elements: [], indent }] },
];

/** What, how much of it Slack takes, and blocks that hold so much. */
const limits: [string, number, (size: number) => unknown[]][] = [
  ['blocks', 50, (size) => times(size, { type: 'divider' })],
  ['tables', 1, (size) => times(size, table([[cell('a')]]))],
  ['text in tables', 10_000, (size) => [table([[cell(x(5_000))], [cell(x(size - 5_000))]])]],
  ['text in data tables', 10_000, (size) => [dataTable([[cell(x(5_000))], [cell(x(size - 5_000))]])]],
  ['block_id', 255, (size) => section({ block_id: x(size) })],
  ['action_id', 255, (size) => button({ action_id: x(size) })],
  ['section text', 3_000, (size) => section({ text: plain(x(size)) })],
  ['section fields', 10, (size) => section({ fields: times(size, one) })],
  ['section field', 2_000, (size) => section({ fields: [plain(x(size))] })],
  ['header', 150, (size) => [{ type: 'header', text: plain(x(size)) }]],
  ['header level', 4, (size) => [{ type: 'header', text: one, level: size }]],
  ['context elements', 10, (size) => [{ type: 'context', elements: times(size, one) }]],
  ['context text', 3_000, (size) => [{ type: 'context', elements: [plain(x(size))] }]],
  ['actions elements', 25, (size) => actions(...times(size, { type: 'button', text: one }))],
  ['table rows', 100, (size) => [table(times(size, [cell('a')]))]],
  ['table columns', 20, (size) => [table([times(size, cell('a'))])]],
  ['table column settings', 20, (size) => [table([[cell('a')]], { column_settings: times(size, { align: 'right' }) })]],
  ['data table rows, with the header', 101, (size) => [dataTable(times(size, [cell('a')]))]],
  ['data table columns', 20, (size) => [dataTable(times(2, times(size, cell('a'))))]],
  ['data table page', 100, (size) => [dataTable(times(2, [cell('a')]), { page_size: size })]],
  ['list indent', 8, list],
  ['button text', 75, (size) => button({ text: plain(x(size)) })],
  ['button value', 2_000, (size) => button({ value: x(size) })],
  ['button link', 3_000, (size) => button({ url: x(size) })],
  ['button label', 75, (size) => button({ accessibility_label: x(size) })],
  ['option text', 75, (size) => menu(option({ text: plain(x(size)) }))],
  ['option value', 75, (size) => menu(option({ value: x(size) }))],
  ['option description', 75, (size) => menu(option({ description: plain(x(size)) }))],
  ['menu options', 5, (size) => menu(...times(size, option()))],
  ['select options', 100, (size) => select({ options: times(size, option()) })],
  ['select placeholder', 150, (size) => select({ placeholder: plain(x(size)) })],
];

describe('Slack takes so much and no more', () => {
  it.each(limits)('%s: %i', (_what, most, blocksOf) => {
    expect(checkBlocks(blocksOf(most))).toEqual([]);
    expect(checkBlocks(blocksOf(most + 1))).not.toEqual([]);
  });

  it('characters of block JSON: 13,200', () => {
    const blocks = [...times(6, plain(x(2_000))), plain('')].map((text) => ({ type: 'section', text }));
    const spare = 13_200 - JSON.stringify(blocks).length;
    const sized = (more: number) => [...blocks.slice(0, -1), { type: 'section', text: plain(x(spare + more)) }];
    expect(checkMessage({ text: 'Hello', blocks: sized(0) }).breaches).toEqual([]);
    expect(checkMessage({ text: 'Hello', blocks: sized(1) })).toMatchObject({
      refusal: 'msg_blocks_too_long',
      breaches: ['blocks are 13201 characters of JSON; Slack takes about 13200'],
    });
  });

  it('characters of text: 40,000', () => {
    expect(checkMessage({ text: x(40_000) }).breaches).toEqual([]);
    expect(checkMessage({ text: x(40_001) })).toMatchObject({
      breaches: [expect.stringContaining('cuts it at 40000')],
    });
    expect(checkMessage({ text: x(40_001) })).not.toHaveProperty('refusal');
  });
});
