/** @jsxRuntime automatic */
import { createElement, type ReactNode } from 'react';
import { z } from 'zod';
import { DrawableBlock } from './library.tsx';

const cellSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('raw_text'), text: z.string() }),
  z.looseObject({ type: z.literal('raw_number'), value: z.number(), text: z.string() }),
  z.looseObject({ type: z.literal('rich_text'), elements: z.array(z.unknown()) }),
]);
type Cell = z.infer<typeof cellSchema>;
const rowSchema = z.array(cellSchema).min(1);

export const dataTableSchema = z.looseObject({
  type: z.literal('data_table'),
  caption: z.string(),
  rows: z.tuple([rowSchema, rowSchema], rowSchema),
  page_size: z.int().min(1).default(5),
  row_header_column_index: z.int().default(0),
});

const contentOf = (cell: Cell): ReactNode =>
  cell.type === 'rich_text' ? <DrawableBlock block={cell} type={cell.type} /> : cell.text;

/** Spread, not listed: two rows or cells may say the same, so that nothing but their places tells them apart. */
function rowOf(cells: readonly Cell[], namedBy: number, isHidden: boolean) {
  const drawn = cells.map((cell, place) => {
    const attributes = { 'data-sort': cell.type === 'raw_number' ? cell.value : undefined };
    return place === namedBy
      ? createElement('th', { ...attributes, scope: 'row' }, contentOf(cell))
      : createElement('td', attributes, contentOf(cell));
  });
  return createElement('tr', { hidden: isHidden }, ...drawn);
}

function Head({ cells }: { readonly cells: readonly Cell[] }) {
  const drawn = cells.map((cell) =>
    createElement(
      'th',
      { scope: 'col' },
      <button type="button" className="sort">
        {contentOf(cell)}
      </button>,
    ),
  );
  return <thead>{createElement('tr', null, ...drawn)}</thead>;
}

/** A table that the reader sorts by a click and pages; the browser's script does both. */
export function DataTable({ block }: { readonly block: z.infer<typeof dataTableSchema> }) {
  const { caption, rows, page_size: pageSize, row_header_column_index: namedBy } = block;
  const [head, ...body] = rows;
  const drawn = body.map((cells, place) => rowOf(cells, namedBy, place >= pageSize));
  return (
    <div className="data-table" data-page-size={pageSize}>
      <div className="data-rows">
        <table>
          <caption>{caption}</caption>
          <Head cells={head} />
          {createElement('tbody', null, ...drawn)}
        </table>
      </div>
      {body.length > pageSize && (
        <p className="pager">
          <button type="button" className="page-back" disabled>
            Back
          </button>
          <span role="status">
            1–{pageSize} of {body.length}
          </span>
          <button type="button" className="page-next">
            Next
          </button>
        </p>
      )}
    </div>
  );
}
