const order = new Intl.Collator(undefined, { numeric: true });

/** What a cell is sorted by: a number of its own, an amount without its separators, or its words. @param {Element} row @param {number} column */
function keyOf(row, column) {
  const cell = row.children.item(column);
  const text = cell?.textContent?.trim() ?? '';
  const number = cell instanceof HTMLElement && cell.dataset.sort ? Number(cell.dataset.sort) : amountOf(text);
  return { text, number };
}

/** @param {string} text @returns {number | undefined} */
function amountOf(text) {
  const [amount] = /-?[\d,]*\d(?:\.\d+)?$/.exec(text) ?? [];
  return amount === undefined || !/^(?:[A-Z]{3} )?-?[\d,.]+$/.test(text)
    ? undefined
    : Number(amount.replaceAll(',', ''));
}

/** @param {Element} a @param {Element} b @param {number} column */
function compare(a, b, column) {
  const [first, second] = [keyOf(a, column), keyOf(b, column)];
  return first.number !== undefined && second.number !== undefined
    ? first.number - second.number
    : order.compare(first.text, second.text);
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
  const rows = next === 'none' ? came : came.toSorted((a, b) => compare(a, b, column));
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
