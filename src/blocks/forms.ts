import type { types } from '@slack/bolt';
import type { Block } from './blocks.ts';

/**
 * Slack's blocks as it has them since 2026, or those that every Slack takes. No other file tells the two forms apart.
 */
export type BlockForm = 'current' | 'classic';

/** Whether a reader can sort a table. */
export function canSort(form: BlockForm): boolean {
  return form === 'current';
}

export type Cell = types.RawTextElement | types.RawNumberElement;

export interface TableOptions {
  /** What the table holds, for those who do not see it. */
  caption: string;
  head: readonly types.RawTextElement[];
  /** The first cell names its row. */
  rows: readonly (readonly Cell[])[];
  columns: types.TableBlock['column_settings'];
}

const rowsPerPage = 10;

/** A table that the reader sorts, filters and pages, or one that stands as it is. */
export function table(form: BlockForm, { caption, head, rows: body, columns = [] }: TableOptions): Block {
  const rows = [[...head], ...body.map((row) => [...row])];
  return form === 'current'
    ? { type: 'data_table', caption, rows, page_size: rowsPerPage, row_header_column_index: 0 }
    : { type: 'table', column_settings: columns, rows };
}

const raw = (text: string): types.RawTextElement => ({ type: 'raw_text', text });

/** A table that only the current form has, with every kind of cell: for Slack to judge. */
export function sampleTable(): Block {
  const amount: Cell = { type: 'raw_number', value: 1, text: '1.00' };
  const head = ['Reference', 'Amount'].map(raw);
  return table('current', { caption: 'A sample', head, rows: [[raw('SAMPLE-1'), amount]], columns: [] });
}
