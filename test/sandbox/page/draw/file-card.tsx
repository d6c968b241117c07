/** @jsxRuntime automatic */
import { createElement } from 'react';
import type { ShownFile } from '../../slack/types.ts';
import { FileIcon } from './icons.tsx';
import { parseCsv } from './parse-csv.ts';

const rowsInSight = 6;
const charactersInSight = 600;

/** Spread, not listed: two rows or cells may say the same, so that nothing but their places tells them apart. */
const rowOf = (tag: 'th' | 'td', row: readonly string[]) =>
  createElement('tr', null, ...row.map((text) => createElement(tag, null, text)));

function Rows({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  const [head = [], ...body] = rows;
  return (
    <table>
      <thead>{rowOf('th', head)}</thead>
      {createElement('tbody', null, ...body.map((row) => rowOf('td', row)))}
    </table>
  );
}

function Preview({ name, content }: ShownFile) {
  const isCsv = name.toLowerCase().endsWith('.csv');
  const rows = isCsv ? parseCsv(content, rowsInSight + 1) : [];
  if (!isCsv || rows.length === 0) {
    return <pre>{content.slice(0, charactersInSight)}</pre>;
  }
  const isCut = rows.length > rowsInSight;
  return (
    <>
      <Rows rows={rows.slice(0, rowsInSight)} />
      {isCut && <p className="file-more">More rows in the file</p>}
    </>
  );
}

/** A shared file: its name, how it begins, and the way to save it. */
export function FileCard({ file }: { readonly file: ShownFile }) {
  const { id, name, title, content } = file;
  const bytes = new TextEncoder().encode(content).length;
  return (
    <figure className="file" data-file-id={id}>
      <figcaption>
        <FileIcon />
        <span className="file-name">
          <strong>{title || name}</strong>
          <span>
            {name} · {bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} kB`}
          </span>
        </span>
        <a className="press" href={`/files/${encodeURIComponent(id)}`} download={name} aria-label={`Download ${name}`}>
          Download
        </a>
      </figcaption>
      <section className="file-preview" aria-label={`Preview of ${name}`}>
        <Preview {...file} />
      </section>
    </figure>
  );
}
