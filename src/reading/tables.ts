import { labelKind } from './labels.ts';

const separators = ['\t', '|', ',', ';'];
const cellMax = 100;

/**
 * Rows below a heading that says which column has the references become a labelled line each; what the other columns
 * hold is no reference, whatever it looks like.
 */
export function openTables(text: string): string {
  const lines = text.split('\n');
  const opened: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const heading = headingOf(line);
    if (!heading) {
      opened.push(line);
      continue;
    }
    for (; at + 1 < lines.length; at += 1) {
      const row = lines[at + 1] ?? '';
      const cells = cellsOf(row, heading.separator);
      if (cells.length !== heading.count) break;
      for (const { column, label } of heading.columns) opened.push(`${label}: ${cells[column] ?? ''} ;`);
    }
  }
  return opened.join('\n');
}

interface Heading {
  separator: string;
  /** Of all columns. */
  count: number;
  columns: { column: number; label: string }[];
}

/** A line of words alone, of which one says `Reference`. */
function headingOf(line: string): Heading | undefined {
  if (/\d/.test(line)) return undefined;
  for (const separator of separators) {
    const cells = cellsOf(line, separator);
    const kinds = cells.map(labelKind);
    if (cells.length < 2 || !kinds.includes('reference')) continue;
    const columns = kinds.flatMap((kind, column) =>
      kind === 'reference' || kind === 'identifier'
        ? [{ column, label: kind === 'reference' ? 'reference' : 'transaction id' }]
        : [],
    );
    return { separator, count: cells.length, columns };
  }
  return undefined;
}

/** A separator within quotes is part of its cell. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else if (cell.length <= cellMax) cell += character;
  }
  return [...cells, cell.trim()];
}
