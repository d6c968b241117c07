import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { deriveQueries, type Query } from './derive-queries.ts';
import { engines } from './engines.ts';
import { type Institution, madeUpList } from './made-up-list.ts';
import { type Measurement, measure } from './measure.ts';
import { growthTable, kindTable, overallTable } from './tables.ts';

const usage = 'npm run bench:search -- --institutions FILE --queries FILE [--json FILE] [--only txnbot]';

const { values } = parseArgs({
  options: {
    institutions: { type: 'string' },
    queries: { type: 'string' },
    json: { type: 'string' },
    only: { type: 'string' },
  },
});
const Institutions = z.array(z.object({ institutionCode: z.string(), institutionName: z.string() }));
const Queries = z.array(z.object({ kind: z.string(), query: z.string(), accept: z.array(z.string()), k: z.number() }));

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const names = Object.keys(engines).filter((name) => values.only === undefined || name === values.only);
if (names.length === 0) throw new Error(`There is no ${values.only}. ${usage}`);
const given = values.institutions === undefined ? undefined : Institutions.parse(read(values.institutions));
const queries = values.queries === undefined ? undefined : Queries.parse(read(values.queries));
if (!given || !queries) console.log(`No lists given, so only made-up ones are measured. ${usage}\n`);

const results: Record<string, Record<string, Measurement>> = {};
const made = madeUpList(800, 1);
// The smallest first: what is measured later finds the engines warmer, each as much as the others.
if (given && queries) await run('given', given, queries);
if (given) await run('derived', given, deriveQueries(given, 100, 1));
await run('made-up', made, deriveQueries(made, 100, 2));

console.log('## Growth, on made-up lists: µs a query, ms to build the index, MB of it\n');
const growth: Record<string, Record<number, Measurement>> = {};
for (const name of names) {
  growth[name] = {};
  for (const size of [800, 10_000, 100_000]) {
    const list = madeUpList(size, 3);
    growth[name][size] = await measure(engineOf(name), list, deriveQueries(list, 4, 4), 300);
  }
}
console.log(growthTable(growth));
console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ ...results, growth }, null, 2)}\n`);

async function run(title: string, list: readonly Institution[], asked: readonly Query[]): Promise<void> {
  const measured: Record<string, Measurement> = {};
  for (const name of names) measured[name] = await measure(engineOf(name), list, asked, 1000);
  results[title] = measured;
  console.log(`## ${title}: ${list.length} institutions, ${asked.length} queries\n`);
  console.log(`${overallTable(measured)}\n${kindTable(measured)}`);
  for (const [name, { misses, falseMatches }] of Object.entries(measured)) {
    if (name !== 'txnbot' || misses.length + falseMatches.length === 0) continue;
    console.log(
      `${name} misses: ${[...misses, ...falseMatches]
        .slice(0, 20)
        .map((query) => `"${query}"`)
        .join(', ')}\n`,
    );
  }
}

function engineOf(name: string) {
  const engine = engines[name];
  if (!engine) throw new Error(`There is no ${name}.`);
  return engine;
}
