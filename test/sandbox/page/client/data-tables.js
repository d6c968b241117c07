const order = new Intl.Collator();

/** @param {Element} row @param {number} column */
function cellOf(row, column) {
  const cell = row.children.item(column);
  return {
    row,
    text: cell?.textContent?.trim() ?? '',
    number: cell instanceof HTMLElement && cell.dataset.sort ? Number(cell.dataset.sort) : undefined,
  };
}

/**
 * Sorts as Slack documents it: by value where all cells of the column are numbers, and by the letters otherwise.
 * @param {Element[]} rows @param {number} column
 */
function sorted(rows, column) {
  const cells = rows.map((row) => cellOf(row, column));
  const areNumbers = cells.every(({ number }) => number !== undefined);
  cells.sort((a, b) => (areNumbers ? (a.number ?? 0) - (b.number ?? 0) : order.compare(a.text, b.text)));
  return cells.map(({ row }) => row);
}

/** The rows of each table as they came: a third click brings that order back. @type {WeakMap<Element, Element[]>} */
const asTheyCame = new WeakMap();

/** @param {HTMLElement} table @param {number} page */
function showPage(table, page) {
  const rows = [...table.querySelectorAll('tbody tr')];
  const size = Number(table.dataset.pageSize);
  const last = Math.ceil(rows.length / size) - 1;
  const shown = Math.max(0, Math.min(page, last));
  table.dataset.page = String(shown);
  for (const [place, row] of rows.entries()) {
    row.toggleAttribute('hidden', Math.floor(place / size) !== shown);
  }
  const status = table.querySelector('.pager [role=status]');
  if (status) {
    status.textContent = `${shown * size + 1}–${Math.min(rows.length, (shown + 1) * size)} of ${rows.length}`;
  }
  table.querySelector('.page-back')?.toggleAttribute('disabled', shown === 0);
  table.querySelector('.page-next')?.toggleAttribute('disabled', shown === last);
}

/** @param {HTMLElement} table @param {Element} head the cell that was clicked */
function sortBy(table, head) {
  const body = table.querySelector('tbody');
  if (!body) return;
  const came = asTheyCame.get(body) ?? [...body.children];
  asTheyCame.set(body, came);
  const column = [...(head.parentElement?.children ?? [])].indexOf(head);
  const next = { none: 'ascending', ascending: 'descending', descending: 'none' }[head.ariaSort ?? 'none'] ?? 'none';
  for (const other of head.parentElement?.children ?? []) other.removeAttribute('aria-sort');
  const rows = next === 'none' ? came : sorted(came, column);
  if (next !== 'none') head.ariaSort = next;
  body.append(...(next === 'descending' ? rows.toReversed() : rows));
  showPage(table, 0);
}

/** Makes the data tables of all messages, present and to come, sort by a click on a column's name, and page. */
export function startDataTables() {
  document.addEventListener('click', ({ target }) => {
    const button = /** @type {Element} */ (target).closest('.data-table button');
    const table = button?.closest('.data-table');
    if (!button || !(table instanceof HTMLElement)) {
      return;
    }
    const head = button.closest('thead th');
    if (head) {
      sortBy(table, head);
    } else {
      const page = Number(table.dataset.page ?? 0);
      showPage(table, page + (button.matches('.page-next') ? 1 : -1));
    }
  });
}
