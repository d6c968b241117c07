import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { type Block, buttons, foldedButton, message, section } from '../../src/blocks/blocks.ts';
import { sampleTable, table } from '../../src/blocks/forms.ts';
import { notAskedForLine } from '../../src/blocks/offers.ts';
import { statusGroup } from '../../src/blocks/status.ts';

const types = (blocks: readonly { type: string }[]) => blocks.map(({ type }) => type);
const several = (count: number, block: () => Block[]) => Array.from({ length: count }, block).flat();

describe('what does not fit', () => {
  it('never goes with the headline, which may be a section', () => {
    const wide = several(6, () => buttons([{ actionId: 'a', label: 'A', value: 'v'.repeat(2_000) }]));
    const { blocks } = message('25 asked', [section('25 asked'), section('Totals'), ...wide]);
    expect(blocks[0]).toEqual(section('25 asked'));
    expect(types(blocks).filter((type) => type === 'section')).toHaveLength(2); // the other one says so
    expect(blocks).not.toContainEqual(section('Totals'));
  });

  it('leaves room for the line that says so: Slack takes fifty', () => {
    const sections = several(60, () => [section('x')]);
    const { blocks } = message('60 asked', sections);
    expect(blocks).toHaveLength(50);
    expect(blocks.at(-1)).toEqual(section('Too long for one message: 11 parts of the answer are not shown.'));
  });
});

it('an option that stands for no button, as a forged one may, is none', () => {
  expect(foldedButton('txn:note GARO 1\n2')).toEqual({ actionId: 'txn:note', value: 'GARO 1\n2' });
  expect(foldedButton('txn:note')).toBeUndefined();
});

describe('a table', () => {
  const cell = (text: string) => ({ type: 'raw_text', text }) as const;
  const body = [[cell('1'), { type: 'raw_number', value: 1, text: '1.00' } as const]];
  const options = { caption: 'c', head: [cell('A'), cell('B')], rows: body, columns: [{ align: 'right' as const }] };
  const rows = [options.head, ...body];

  it.each([
    ['current', { type: 'data_table', caption: 'c', rows, page_size: 10, row_header_column_index: 0 }],
    ['classic', { type: 'table', rows, column_settings: options.columns }],
  ] as const)('has its rows, and of the rest what its form takes: %s', (form, block) => {
    const drawn = table(form, options);
    expect(drawn).toEqual(block);
    expect(checkMessage({ text: 'x', blocks: [drawn] }).breaches).toEqual([]);
  });

  it('has a sample for Slack to judge, with every kind of cell', () => {
    const sample = sampleTable();
    expect(checkMessage({ text: 'Hello', blocks: [sample] }).breaches).toEqual([]);
    for (const type of ['data_table', 'raw_number']) expect(JSON.stringify(sample)).toContain(`"type":"${type}"`);
  });
});

const references = (count: number) => Array.from({ length: count }, (_, place) => `GARO-${1_000_000 + place}`);
const lineOf = (words: readonly string[]) => JSON.stringify(notAskedForLine(words));

it('what was left out is shown as far as there is room, and the rest is counted', () => {
  expect(notAskedForLine([])).toEqual([]);
  expect(lineOf(references(2))).toContain('"Not asked for: GARO-1000000, GARO-1000001"');
  expect(lineOf(references(400))).toContain(', GARO-1000009 and 390 more"');
  expect(lineOf(['x'.repeat(400), 'GARO-1000000'])).toMatch(/: x{59}…, GARO-1000000"/);
});

it.each([
  ['successful', undefined, 'settled'],
  [' SUCCESSFUL ', '0', 'settled'],
  ['success', undefined, 'unknown'],
  ['In  Progress', '', 'moving'],
  ['declined', undefined, 'failed'],
  ['refunded', undefined, 'reversed'],
  ['successful', '1', 'reversed'],
  ['pending', '••', 'reversed'], // a flag that a channel may not read is not 0
  ['pending for Jane', undefined, 'unknown'],
  [undefined, undefined, 'unknown'],
])('a status %j with the reversed flag %j is %s', (status, flag, group) => {
  expect(statusGroup(status, flag)).toBe(group);
});
