import { useState } from 'react';
import type { BlockOf } from '../../slack/block-kit/blocks.ts';
import { Each } from './each.ts';
import { RichText } from './rich-text.tsx';

type Cell = BlockOf<'table'>['rows'][number][number];

const order = new Intl.Collator();

/** What a cell reads as, to be sorted by. */
const lettersOf = (cell: Cell | undefined): string =>
  cell === undefined
    ? ''
    : cell.type === 'rich_text'
      ? JSON.stringify(cell.elements)
      : cell.text.trim();

/**
 * Sorts as Slack documents it: by value where all cells of the column are numbers, and by the
 * letters otherwise.
 */
function sortedBy(rows: readonly Cell[][], column: number): Cell[][] {
  const numberIn = (row: readonly Cell[]) => {
    const cell = row[column];
    return cell?.type === 'raw_number' ? cell.value : Number.NaN;
  };
  const areNumbers = !rows.some((row) => Number.isNaN(numberIn(row)));
  return rows.toSorted((a, b) =>
    areNumbers
      ? numberIn(a) - numberIn(b)
      : order.compare(lettersOf(a[column]), lettersOf(b[column])),
  );
}

const arrows = { none: '↕', ascending: '↑', descending: '↓' } as const;
const nextDirection = { none: 'ascending', ascending: 'descending', descending: 'none' } as const;

interface Sorting {
  readonly column: number;
  readonly direction: 'ascending' | 'descending' | 'none';
}

/** A table that the reader sorts by a click on a column's name, and pages. */
export function DataTable({ block }: { readonly block: BlockOf<'data_table'> }) {
  const { caption, rows, page_size: pageSize = 5, row_header_column_index: namedBy = 0 } = block;
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
    <div className="frame">
      <div className="sideways">
        <table>
          <caption className="note pad">{caption}</caption>
          <thead>
            <tr>
              <Each of={head}>
                {(cell, at) => (
                  <th
                    scope="col"
                    aria-sort={
                      sorting.column === at && sorting.direction !== 'none'
                        ? sorting.direction
                        : undefined
                    }
                  >
                    <button type="button" onClick={() => sortBy(at)}>
                      <CellContent cell={cell} />{' '}
                      <span aria-hidden="true">
                        {arrows[sorting.column === at ? sorting.direction : 'none']}
                      </span>
                    </button>
                  </th>
                )}
              </Each>
            </tr>
          </thead>
          <tbody>
            <Each of={sorted.slice(from, from + pageSize)}>
              {(cells) => <Row cells={cells} namedBy={namedBy} />}
            </Each>
          </tbody>
        </table>
      </div>
      {lastPage > 0 && (
        <p className="row note pad">
          <button
            type="button"
            className="press"
            disabled={from === 0}
            onClick={() => setPage(page - 1)}
          >
            Back
          </button>
          <span role="status">
            {from + 1}–{Math.min(body.length, from + pageSize)} of {body.length}
          </span>
          <button
            type="button"
            className="press"
            disabled={page >= lastPage}
            onClick={() => setPage(page + 1)}
          >
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
        {(cell, at) => {
          const Tag = at === namedBy ? 'th' : 'td';
          return (
            <Tag scope={at === namedBy ? 'row' : undefined}>
              <CellContent cell={cell} />
            </Tag>
          );
        }}
      </Each>
    </tr>
  );
}

/** What stands in a cell of a table. */
export const CellContent = ({ cell }: { readonly cell: Cell }) =>
  cell.type === 'rich_text' ? <RichText block={cell} /> : cell.text;
