import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { institutions } from '../fixtures/institutions.ts';
import { filesAtStart } from '../support/files-at-start.ts';
import { closeBoth, contestants, start } from './contestants.ts';
import type { LoadResult } from './load.ts';

/**
 * `npm run bench`: txnbot as it ships beside bare Bolt, on loopback, in one run. Only ratios say something: the machine
 * is somebody's laptop. `--quick` is short.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const quietMs = 60_000;
/** What people type for a bank: its name, the first word of it, a letter too few, its code. */
const texts = institutions.flatMap(({ institutionName: name, institutionCode }) => [
  ...[name, name.split(' ')[0] ?? '', name.slice(0, 2) + name.slice(3), institutionCode],
]);
execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });

/** A figure of both contestants, in each round. */
type Samples = readonly (readonly [bolt: number, txnbot: number])[];
const table: string[] = [];

const starts = await inRounds(async (server) => server.startMs, values.quick ? 5 : 9);
compare('start to listening, ms', starts);
for (const atATime of values.quick ? [50] : [1, 50, 200]) await compareLoads(atATime);
const memories = await inRounds(async ({ load, memoryMb }) => {
  await sleep(2_000);
  const idle = memoryMb();
  await load({ texts, atATime: 50, count: 20_000 });
  await sleep(3_000);
  const after = memoryMb();
  if (!values.quick) await sleep(quietMs);
  return { idle, after, quiet: memoryMb() };
}, 1);
compare(
  'memory idle, MB',
  figureOf(memories, ({ idle }) => idle),
);
compare(
  'memory after 20,000, MB',
  figureOf(memories, ({ after }) => after),
);
if (!values.quick)
  compare(
    'memory a minute later, MB',
    figureOf(memories, ({ quiet }) => quiet),
  );

const sizeOf = (file: string) => statSync(new URL(`../../dist/${file}`, import.meta.url)).size;
const bundleMb = filesAtStart().reduce((sum, file) => sum + sizeOf(file), 0) / 1024 / 1024;
const load = loadavg().map((average) => number(average, 1));
console.log(`
${cpus().length} cores, Node ${process.version}, medians of rounds; load of the machine ${load.join(', ')}
bundle ${number(bundleMb, 2)} MB at start

${row('', ...contestants, 'txnbot / bare Bolt')}
${row('---', ...contestants.map(() => '---:'), '---:')}
${table.join('\n')}`);
await closeBoth();

type Server = Awaited<ReturnType<typeof start>>;

/** In turn, so that a slow moment of the machine meets both. */
async function inRounds<T>(measure: (server: Server) => Promise<T>, times: number): Promise<[bolt: T, txnbot: T][]> {
  const once = async (name: (typeof contestants)[number]) => {
    const server = await start(name);
    const measured = await measure(server);
    await server.stop();
    return measured;
  };
  const all: [T, T][] = [];
  for (let round = 0; round < times; round += 1) all.push([await once('bare Bolt'), await once('txnbot')]);
  return all;
}

/** On servers that stay, as those that have just started are slow. */
async function compareLoads(atATime: number): Promise<void> {
  const [bolt, txnbot] = [await start('bare Bolt'), await start('txnbot')];
  const plan = { texts, atATime, count: values.quick ? 6_000 : 15_000 };
  const results: [LoadResult, LoadResult][] = [];
  for (let round = 0; round < (values.quick ? 3 : 5); round += 1)
    results.push([await bolt.load(plan), await txnbot.load(plan)]);
  await Promise.all([bolt.stop(), txnbot.stop()]);
  const compareFigure = (what: string, figure: keyof LoadResult, digits: number) =>
    compare(
      `${what}, ${atATime} at a time`,
      figureOf(results, (result) => result[figure]),
      digits,
    );
  compareFigure('requests/s', 'requestsPerSecond', 0);
  compareFigure('CPU a command, ms', 'cpuMs', 3);
  compareFigure('p50, ms', 'p50Ms', 1);
  compareFigure('p99, ms', 'p99Ms', 1);
}

function figureOf<T>(measured: readonly (readonly [T, T])[], figure: (of: T) => number): Samples {
  return measured.map(([bolt, txnbot]) => [figure(bolt), figure(txnbot)]);
}

/** Adds a row: the medians, and the median of the ratios of each round, with the least and the most of them. */
function compare(what: string, samples: Samples, digits = 0): void {
  const ratios = samples.map(([bolt, txnbot]) => txnbot / bolt);
  const spread = ratios.length > 1 ? ` (${number(Math.min(...ratios), 2)} to ${number(Math.max(...ratios), 2)})` : '';
  const medians = [0, 1].map((place) => number(median(samples.map((sample) => sample[place] ?? 0)), digits));
  table.push(row(what, ...medians, `${number(median(ratios), 2)}×${spread}`));
}

function median(some: readonly number[]): number {
  return some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? Number.NaN;
}

function number(value: number, digits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/** A row of a Markdown table. */
function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
