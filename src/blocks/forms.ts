import type { types } from '@slack/bolt';
import type { Block } from './blocks.ts';

/**
 * `current` uses blocks that Slack added in 2026, `classic` only blocks that every workspace
 * accepts. Only this file knows how the two differ.
 */
export type BlockForm = 'current' | 'classic';

/** Whether readers can sort a table that is built in this form. */
export function canSort(form: BlockForm): boolean {
  return form === 'current';
}

export type Cell = types.RawTextElement | types.RawNumberElement;

export interface TableOptions {
  /** Describes the table to screen readers. */
  caption: string;
  head: readonly types.RawTextElement[];
  /** The first cell of each row is the row's header. */
  rows: readonly (readonly Cell[])[];
  columns: types.TableBlock['column_settings'];
}

const rowsPerPage = 10;

/**
 * Builds a table that readers can sort, filter and page through (`current`), or a static one
 * (`classic`).
 */
export function table(
  form: BlockForm,
  { caption, head, rows: body, columns = [] }: TableOptions,
): Block {
  const rows = [[...head], ...body.map((row) => [...row])];
  return form === 'current'
    ? { type: 'data_table', caption, rows, page_size: rowsPerPage, row_header_column_index: 1 }
    : { type: 'table', column_settings: columns, rows };
}

const raw = (text: string): types.RawTextElement => ({ type: 'raw_text', text });

/**
 * Builds a `current` table with every kind of cell, to test whether Slack accepts the `current`
 * form.
 */
export function sampleTable(): Block {
  const amount: Cell = { type: 'raw_number', value: 1, text: '1.00' };
  const head = ['Reference', 'Amount'].map(raw);
  return table('current', {
    caption: 'A sample',
    head,
    rows: [[raw('SAMPLE-1'), amount]],
    columns: [],
  });
}
