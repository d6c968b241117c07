/**
 * The cells of a CSV file, RFC 4180, up to `maxRows` rows. A byte order mark is not part of the
 * first cell.
 */
export function parseCsv(content: string, maxRows: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // A cell, quoted or bare, and what ends it.
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const text = content.replace(/^\ufeff/, '');
  while (rows.length < maxRows && cells.lastIndex < text.length) {
    const match = cells.exec(text);
    if (!match) {
      break;
    }
    const [, quoted, bare = '', end] = match;
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
