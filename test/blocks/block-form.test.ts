import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { table } from '../../src/blocks/forms.ts';

describe('a table', () => {
  const cell = (text: string) => ({ type: 'raw_text', text }) as const;
  const options = {
    caption: 'c',
    head: [cell('A'), cell('B')],
    rows: [[cell('1'), cell('2')]],
    columns: [{ align: 'right' as const }],
  };

  it('has its rows in both forms, and of the rest what each form takes', () => {
    const rows = [options.head, ...options.rows];
    expect(table('current', options)).toEqual({
      type: 'data_table',
      caption: 'c',
      rows,
      page_size: 10,
      row_header_column_index: 0,
    });
    expect(table('classic', options)).toEqual({ type: 'table', rows, column_settings: options.columns });
    for (const form of ['current', 'classic'] as const)
      expect(checkMessage({ text: 'x', blocks: [table(form, options)] }).breaches).toEqual([]);
  });
});
