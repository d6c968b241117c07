import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { filesAtStart } from '../support/files-at-start.ts';
import { contestants, start } from './contestants.ts';
import type { LoadResult } from './load.ts';
import { questions, service, slack } from './surroundings.ts';

/**
 * `npm run bench`: txnbot as it ships beside bare Bolt and plain `node:http`, on loopback, in one run. Only ratios
 * say something: the machine is somebody's laptop. `--quick` is short.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const rounds = 5;
const quietMs = 60_000;
const texts = questions.slice(0, 300);
execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });

/** Each figure of each contestant, once a round. */
type Samples = readonly (readonly number[])[];
const figures: Record<string, Samples> = {};
const table: string[] = [];

compare('start to listening, ms', await starts(values.quick ? 5 : 9));
for (const atATime of values.quick ? [50] : [1, 50, 200]) {
  const result = await throughput(texts, atATime);
  compare(`requests/s, ${atATime} at a time`, result('requestsPerSecond'));
  compare(`CPU a command, ms, ${atATime} at a time`, result('cpuMs'), 3);
  compare(`p50, ms, ${atATime} at a time`, result('p50Ms'), 1);
  compare(`p99, ms, ${atATime} at a time`, result('p99Ms'), 1);
}
if (!values.quick) {
  const result = await throughput(questions, 50);
  compare('requests/s, 50 at a time, no answer remembered', result('requestsPerSecond'));
  compare('CPU a command, ms, 50 at a time, no answer remembered', result('cpuMs'), 3);
}
const memory = await memories();
compare('memory idle, MB', memory('idle'));
compare('memory after 20,000, MB', memory('after'));
if (!values.quick) compare('memory a minute later, MB', memory('quiet'));
const sizeOf = (file: string) => statSync(new URL(`../../dist/${file}`, import.meta.url)).size;
const bundleMb = filesAtStart().reduce((sum, file) => sum + sizeOf(file), 0) / 1024 / 1024;

const machine = { cores: cpus().length, node: process.version, load: loadavg() };
console.log(`
${machine.cores} cores, Node ${machine.node}, medians of rounds; load of the machine ${machine.load.map((average) => number(average, 1)).join(', ')}
bundle ${number(bundleMb, 2)} MB at start

${row('', ...contestants, 'txnbot / bare Bolt')}
${row('---', ...contestants.map(() => '---:'), '---:')}
${table.join('\n')}`);
const out = new URL('../output/bench/', import.meta.url);
mkdirSync(out, { recursive: true });
const results = { date: new Date().toISOString(), ...machine, contestants, figures, bundleMb };
writeFileSync(new URL('results.json', out), JSON.stringify(results, undefined, 2));
await Promise.all([slack.close(), service.close()]);

/** In turn, so that a slow moment of the machine meets all of them. */
async function starts(count: number): Promise<Samples> {
  const samples = contestants.map((): number[] => []);
  for (let round = 0; round < count; round += 1)
    for (const [place, name] of contestants.entries()) {
      const server = await start(name);
      samples[place]?.push(server.startMs);
      await server.stop();
    }
  return samples;
}

/** The same load on each in turn, round by round. */
async function throughput(asked: readonly string[], atATime: number) {
  const servers = await Promise.all(contestants.map(start));
  const loads = servers.map((): LoadResult[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [place, { load }] of servers.entries())
      loads[place]?.push(await load({ texts: asked, atATime, durationMs: 2000 }));
  for (const { stop } of servers) await stop();
  return (figure: keyof LoadResult): Samples => loads.map((each) => each.map((result) => result[figure]));
}

async function memories() {
  const found: { idle: number; after: number; quiet: number }[] = [];
  for (const name of contestants) {
    const { load, memoryMb, stop } = await start(name);
    await sleep(2000);
    const idle = memoryMb();
    await load({ texts, atATime: 50, durationMs: 0, count: 20_000 });
    await sleep(3000);
    const after = memoryMb();
    if (!values.quick) await sleep(quietMs);
    found.push({ idle, after, quiet: memoryMb() });
    await stop();
  }
  return (when: 'idle' | 'after' | 'quiet'): Samples => found.map((each) => [each[when]]);
}

/** Adds a row: the medians, and the median of the ratios of one round each with the least and the most of them. */
function compare(what: string, samples: Samples, digits = 0): void {
  figures[what] = samples;
  const [, bolt = [], txnbot = []] = samples;
  const ratios = txnbot.map((figure, round) => figure / (bolt[round] ?? Number.NaN));
  const spread = ratios.length > 1 ? ` (${number(Math.min(...ratios), 2)} to ${number(Math.max(...ratios), 2)})` : '';
  const medians = samples.map((each) => number(median(each), digits));
  table.push(row(what, ...medians, `${number(median(ratios), 2)}×${spread}`));
}

function median(some: readonly number[]): number {
  return [...some].sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? Number.NaN;
}

function number(value: number, digits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/** A row of a Markdown table. */
function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
