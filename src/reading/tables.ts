import { type Label, labelKind } from './labels.ts';

const separators = ['\t', '|', ',', ';'];

/**
 * Rows below a heading that says which column has the references become a labelled line each; what the other columns
 * hold is no reference, whatever it looks like, unless it is one of the service's own.
 */
export function openTables(text: string): string {
  const opened: string[] = [];
  let heading: Heading | undefined;
  for (const line of text.split('\n')) {
    const cells = heading && cellsOf(line, heading.separator);
    if (heading && cells?.length === heading.labels.length) opened.push(...labelled(cells, heading.labels));
    else {
      heading = headingOf(line);
      opened.push(line);
    }
  }
  return opened.join('\n');
}

interface Heading {
  separator: string;
  /** Of each column. */
  labels: (Label | undefined)[];
}

/** How a label is written for the reader of words. */
const written: Record<Label, string> = {
  reference: 'reference: ',
  transaction: 'txn ',
  identifier: 'transaction id: ',
  id: 'id: ',
  other: 'account: ',
};

function labelled(cells: readonly string[], labels: Heading['labels']): string[] {
  return cells.map((cell, at) => `${written[labels[at] ?? 'id']}${cell} ;`);
}

/** A line of words alone, of which one says `Reference`. */
function headingOf(line: string): Heading | undefined {
  if (/\d/.test(line)) return undefined;
  for (const separator of separators) {
    const labels = cellsOf(line, separator).map(labelKind);
    if (labels.length > 1 && labels.includes('reference')) return { separator, labels };
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
    } else cell += character;
  }
  return [...cells, cell.trim()];
}
