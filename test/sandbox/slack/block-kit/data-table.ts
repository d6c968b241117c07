import { z } from 'zod';
import { slackLimits } from '../slack-limits.ts';
import { common, rawCells, richTextBlock } from './blocks.ts';

const { columns, rows, pageSize } = slackLimits.dataTable;

const headerRow = z.array(z.discriminatedUnion('type', rawCells)).min(1).max(columns);
const row = z
  .array(z.discriminatedUnion('type', [...rawCells, richTextBlock]))
  .min(1)
  .max(columns);

/** A table that the reader sorts, filters and pages: a header and at least one row, all of the same length. */
export const dataTableBlock = z
  .strictObject({
    ...common,
    type: z.literal('data_table'),
    rows: z.tuple([headerRow, row], row),
    caption: z.string().min(1),
    page_size: z.int().min(1).max(pageSize).optional(),
    row_header_column_index: z.int().min(0).optional(),
  })
  .refine((block) => block.rows.length <= rows, { error: `has more than ${rows} rows`, path: ['rows'] })
  .refine(({ rows: [header, ...others] }) => others.every(({ length }) => length === header.length), {
    error: 'has rows of different lengths',
    path: ['rows'],
  })
  .refine(({ rows: [header], row_header_column_index: index = 0 }) => index < header.length, {
    error: 'names no column of the table',
    path: ['row_header_column_index'],
  });
