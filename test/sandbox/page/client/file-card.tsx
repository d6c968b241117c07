import type { PageFile } from '../types.ts';
import { Each } from './each.ts';
import { Icon } from './icons.tsx';
import { parseCsv } from './parse-csv.ts';

const rowsInSight = 6;
const charactersInSight = 600;

/** A shared file: its name, how it begins, and the way to save it. */
export function FileCard({ file }: { readonly file: PageFile }) {
  const { id, name, title, bytes } = file;
  return (
    <figure className="file frame pad" data-file-id={id}>
      <figcaption className="row">
        <span className="tile avatar bot">
          <Icon of="file" />
        </span>
        <div className="grow">
          <p className="clip strong">{title || name}</p>
          <p className="clip note">
            {name} · {bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} kB`}
          </p>
        </div>
        <a
          className="press"
          href={`/files/${encodeURIComponent(id)}`}
          download={name}
          aria-label={`Download ${name}`}
        >
          Download
        </a>
      </figcaption>
      <section className="frame sideways" aria-label={`Preview of ${name}`}>
        <Preview {...file} />
      </section>
    </figure>
  );
}

function Preview({ name, beginning }: PageFile) {
  const rows = name.toLowerCase().endsWith('.csv') ? parseCsv(beginning, rowsInSight + 1) : [];
  const [head, ...body] = rows;
  if (!head) return <pre>{beginning.slice(0, charactersInSight)}</pre>;
  return (
    <>
      <table>
        <thead>
          <Row cells={head} tag="th" />
        </thead>
        <tbody>
          <Each of={body.slice(0, rowsInSight - 1)}>
            {(cells) => <Row cells={cells} tag="td" />}
          </Each>
        </tbody>
      </table>
      {rows.length > rowsInSight && <p className="note pad">More rows in the file</p>}
    </>
  );
}

function Row({
  cells,
  tag: Tag,
}: {
  readonly cells: readonly string[];
  readonly tag: 'th' | 'td';
}) {
  return (
    <tr>
      <Each of={cells}>{(text) => <Tag>{text}</Tag>}</Each>
    </tr>
  );
}
