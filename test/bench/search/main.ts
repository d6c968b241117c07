import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { deriveQueries, type Query } from './derive-queries.ts';
import { type Ask, engines } from './engines.ts';
import { type Institution, madeUpList } from './made-up-list.ts';
import { measure } from './measure.ts';

/** `npm run bench:search`: the search of banks beside libraries that search, on given lists and on made-up ones. */
const usage = 'npm run bench:search -- --institutions FILE --queries FILE';
const { values } = parseArgs({ options: { institutions: { type: 'string' }, queries: { type: 'string' } } });
const Institutions = z.array(z.object({ institutionCode: z.string(), institutionName: z.string() }));
const Queries = z.array(z.object({ kind: z.string(), query: z.string(), accept: z.array(z.string()), k: z.number() }));

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const given = values.institutions === undefined ? undefined : Institutions.parse(read(values.institutions));
const queries = values.queries === undefined ? undefined : Queries.parse(read(values.queries));
if (!given || !queries) console.log(`No lists given, so only made-up ones are measured. ${usage}\n`);

const made = madeUpList(800, 1);
// The smallest first: what is measured later finds the engines warmer, each as much as the others.
if (given && queries) await compare('given', given, queries);
if (given) await compare('derived', given, deriveQueries(given, 100, 1));
await compare('made-up', made, deriveQueries(made, 100, 2));

console.log('## Growth, on made-up lists: µs a query, ms to build the index, MB of it\n');
const sizes = [800, 10_000, 100_000];
const growth = await ofEachEngine(async (build) => {
  const cells = [];
  for (const size of sizes) {
    const list = madeUpList(size, 3);
    const { microsAQuery, indexMs, indexMb } = await measure(build, list, deriveQueries(list, 4, 4), 300);
    cells.push(`${micros(microsAQuery)} µs, ${indexMs.toFixed(0)} ms, ${indexMb.toFixed(1)} MB`);
  }
  return cells;
});
printTable(
  ['', ...sizes.map(String)],
  Object.entries(growth).map(([name, cells]) => [name, ...cells]),
);
console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`);

/** One line an engine, then right within k by kind of query, and what txnbot got wrong. */
async function compare(title: string, list: readonly Institution[], asked: readonly Query[]): Promise<void> {
  const measured = await ofEachEngine((build) => measure(build, list, asked, 1000));
  console.log(`## ${title}: ${list.length} institutions, ${asked.length} queries\n`);
  printTable(
    ['', 'right within k', 'first', 'false matches', 'µs a query', 'index ms', 'MB'],
    Object.entries(measured).map(([name, { all, falseMatches, microsAQuery, indexMs, indexMb }]) => {
      const scores = [percent(all.withinK), percent(all.first), String(falseMatches.length)];
      return [name, ...scores, micros(microsAQuery), indexMs.toFixed(0), indexMb.toFixed(1)];
    }),
  );
  const columns = Object.values(measured);
  const kinds = Object.entries(measured.txnbot?.byKind ?? {});
  printTable(
    ['within k by kind', 'txnbot, first', ...Object.keys(measured)],
    kinds.map(([kind, { queries: count, first }]) => {
      const within = columns.map(({ byKind }) => percent(byKind[kind]?.withinK ?? 0));
      return [`${kind} (${count})`, percent(first), ...within];
    }),
  );
  const { misses = [], falseMatches = [] } = measured.txnbot ?? {};
  const wrong = [...misses, ...falseMatches].slice(0, 20).map((query) => `"${query}"`);
  if (wrong.length > 0) console.log(`txnbot misses: ${wrong.join(', ')}\n`);
}

async function ofEachEngine<T>(
  run: (build: (list: readonly Institution[]) => Ask) => Promise<T>,
): Promise<Record<string, T>> {
  const results: Record<string, T> = {};
  for (const [name, build] of Object.entries(engines)) results[name] = await run(build);
  return results;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function micros(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}

/** In Markdown, to be pasted where the figures are told. */
function printTable(head: readonly string[], rows: readonly string[][]): void {
  const lines = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows];
  console.log(`${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
}
