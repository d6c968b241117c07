import { useState } from 'react';
import { z } from 'zod';
import { Each } from './each.ts';
import { RichText, richTextSchema } from './rich-text.tsx';

const cellSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('raw_text'), text: z.string() }),
  z.looseObject({ type: z.literal('raw_number'), value: z.number(), text: z.string() }),
  richTextSchema,
]);
type Cell = z.infer<typeof cellSchema>;
const rowSchema = z.array(cellSchema).min(1);

export const dataTableSchema = z.looseObject({
  type: z.literal('data_table'),
  block_id: z.string().optional(),
  caption: z.string(),
  rows: z.tuple([rowSchema, rowSchema], rowSchema),
  page_size: z.int().min(1).default(5),
  row_header_column_index: z.int().default(0),
});

const order = new Intl.Collator();

/** What a cell reads as, to be sorted by. */
const lettersOf = (cell: Cell | undefined): string =>
  cell === undefined ? '' : cell.type === 'rich_text' ? JSON.stringify(cell.elements) : cell.text.trim();

/** Sorts as Slack documents it: by value where all cells of the column are numbers, and by the letters otherwise. */
function sortedBy(rows: readonly Cell[][], column: number): Cell[][] {
  const numberIn = (row: readonly Cell[]) => {
    const cell = row[column];
    return cell?.type === 'raw_number' ? cell.value : Number.NaN;
  };
  const areNumbers = !rows.some((row) => Number.isNaN(numberIn(row)));
  return rows.toSorted((a, b) =>
    areNumbers ? numberIn(a) - numberIn(b) : order.compare(lettersOf(a[column]), lettersOf(b[column])),
  );
}

const nextDirection = { none: 'ascending', ascending: 'descending', descending: 'none' } as const;

interface Sorting {
  readonly column: number;
  readonly direction: 'ascending' | 'descending' | 'none';
}

/** A table that the reader sorts by a click on a column's name, and pages. */
export function DataTable({ block }: { readonly block: z.infer<typeof dataTableSchema> }) {
  const { caption, rows, page_size: pageSize, row_header_column_index: namedBy } = block;
  const [head, ...body] = rows;
  const [sorting, setSorting] = useState<Sorting>({ column: -1, direction: 'none' });
  const [page, setPage] = useState(0);
  const rising = sorting.direction === 'none' ? body : sortedBy(body, sorting.column);
  const sorted = sorting.direction === 'descending' ? rising.toReversed() : rising;
  const lastPage = Math.ceil(body.length / pageSize) - 1;
  const from = Math.min(page, lastPage) * pageSize;
  const sortBy = (column: number) => {
    const before = sorting.column === column ? sorting.direction : 'none';
    setSorting({ column, direction: nextDirection[before] });
    setPage(0);
  };
  return (
    <div className="data-table">
      <div className="data-rows">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <Each of={head}>
                {(cell, at) => (
                  <th
                    scope="col"
                    aria-sort={sorting.column === at && sorting.direction !== 'none' ? sorting.direction : undefined}
                  >
                    <button type="button" className="sort" onClick={() => sortBy(at)}>
                      <CellContent cell={cell} />
                    </button>
                  </th>
                )}
              </Each>
            </tr>
          </thead>
          <tbody>
            <Each of={sorted.slice(from, from + pageSize)}>{(cells) => <Row cells={cells} namedBy={namedBy} />}</Each>
          </tbody>
        </table>
      </div>
      {lastPage > 0 && (
        <p className="pager">
          <button type="button" disabled={from === 0} onClick={() => setPage(page - 1)}>
            Back
          </button>
          <span role="status">
            {from + 1}–{Math.min(body.length, from + pageSize)} of {body.length}
          </span>
          <button type="button" disabled={page >= lastPage} onClick={() => setPage(page + 1)}>
            Next
          </button>
        </p>
      )}
    </div>
  );
}

function Row({ cells, namedBy }: { readonly cells: readonly Cell[]; readonly namedBy: number }) {
  return (
    <tr>
      <Each of={cells}>
        {(cell, at) =>
          at === namedBy ? (
            <th scope="row">
              <CellContent cell={cell} />
            </th>
          ) : (
            <td>
              <CellContent cell={cell} />
            </td>
          )
        }
      </Each>
    </tr>
  );
}

const CellContent = ({ cell }: { readonly cell: Cell }) =>
  cell.type === 'rich_text' ? <RichText block={cell} /> : cell.text;
