import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { type Block, buttons, foldedButton, message, section } from '../../src/blocks/blocks.ts';
import { blockSamples, table } from '../../src/blocks/forms.ts';

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

  const samples = Object.entries(blockSamples());
  it.each(samples)('and %s have samples for Slack to judge', (kind, blocks) => {
    expect(types(blocks)).toContain(kind);
    expect(checkMessage({ text: 'Hello', blocks }).breaches).toEqual([]);
    expect(JSON.stringify(blocks)).toContain('"type":"raw_number"');
  });
});
