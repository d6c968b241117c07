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

type Cell = types.RawTextElement | types.RawNumberElement | types.RichTextBlock;

export interface TableOptions {
  /** What the table holds, for those who do not see it. */
  caption: string;
  head: readonly types.RawTextElement[];
  rows: readonly (readonly Cell[])[];
  /** The place of the column that names each row. */
  namedBy: number;
  columns: types.TableBlock['column_settings'];
}

const rowsPerPage = 10;

/** A table that the reader sorts, filters and pages, or one that stands as it is. */
export function table(form: BlockForm, { caption, head, rows: body, namedBy, columns = [] }: TableOptions): Block {
  const rows = [[...head], ...body.map((row) => [...row])];
  return form === 'current'
    ? { type: 'data_table', caption, rows, page_size: rowsPerPage, row_header_column_index: namedBy }
    : { type: 'table', column_settings: columns, rows };
}
