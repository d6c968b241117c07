import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { filesAtStart } from '../support/files-at-start.ts';
import {
  type Contestant,
  contestants,
  type LoadResult,
  measureMemory,
  measureStarts,
  startAll,
} from './contestants.ts';
import { makeQuestions } from './questions.ts';
import { createSurroundings } from './surroundings.ts';

/**
 * `npm run bench`: txnbot as it ships beside bare Bolt and plain `node:http`, on loopback, in one run. Only ratios
 * say something: the machine is somebody's laptop. `--quick` is short.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
const isQuick = values.quick ?? false;
const rounds = 5;
const quietMs = 60_000;
const out = new URL('../output/bench/', import.meta.url);
mkdirSync(out, { recursive: true });
execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });

const { institutions, texts, forgotten } = makeQuestions();
const surroundings = await createSurroundings(institutions);
/** Each figure of each contestant, once a round. */
const figures: Record<string, Record<Contestant, readonly number[]>> = {};
const table: string[] = [];

compare('start to listening, ms', await measureStarts(surroundings, isQuick ? 5 : 9));
for (const atATime of isQuick ? [50] : [1, 50, 200]) {
  const result = await throughput(texts, atATime);
  compare(`requests/s, ${atATime} at a time`, result('requestsPerSecond'));
  compare(`CPU a command, ms, ${atATime} at a time`, result('cpuMs'), 3);
  compare(`p50, ms, ${atATime} at a time`, result('p50Ms'), 1);
  compare(`p99, ms, ${atATime} at a time`, result('p99Ms'), 1);
}
if (!isQuick) {
  const result = await throughput(forgotten, 50);
  compare('requests/s, 50 at a time, no answer remembered', result('requestsPerSecond'));
  compare('CPU a command, ms, 50 at a time, no answer remembered', result('cpuMs'), 3);
}
const memory = await ofEach((name) => measureMemory(name, surroundings, texts, isQuick ? undefined : quietMs));
compare('memory idle, MB', await ofEach((name) => [memory[name].idleMb]));
compare('memory after 20,000, MB', await ofEach((name) => [memory[name].afterMb]));
if (!isQuick) compare('memory a minute later, MB', await ofEach((name) => [memory[name].quietMb]));
const sizeOf = (file: string) => statSync(new URL(`../../dist/${file}`, import.meta.url)).size;
const bundleMb = filesAtStart().reduce((sum, file) => sum + sizeOf(file), 0) / 1024 / 1024;

const machine = { cores: cpus().length, node: process.version, load: loadavg() };
console.log(`
${machine.cores} cores, Node ${machine.node}, ${texts.length} questions of 200 people, medians of rounds; load of the machine ${machine.load.map((average) => number(average, 1)).join(', ')}
bundle ${number(bundleMb, 2)} MB at start

${row('', ...contestants, 'txnbot / bare Bolt')}
${row('---', ...contestants.map(() => '---:'), '---:')}
${table.join('\n')}`);
const results = { date: new Date().toISOString(), ...machine, questions: texts.length, figures, bundleMb };
writeFileSync(new URL('results.json', out), JSON.stringify(results, undefined, 2));
surroundings.close();

/** The same load on each in turn, round by round, so that a slow moment of the machine meets all of them. */
async function throughput(asked: readonly string[], atATime: number) {
  const servers = await startAll(surroundings);
  const results: Record<Contestant, LoadResult[]> = { 'node:http': [], 'bare Bolt': [], txnbot: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const name of contestants)
      results[name].push(await servers[name].load({ texts: asked, atATime, durationMs: 2000 }));
  for (const name of contestants) await servers[name].stop();
  return (figure: keyof LoadResult) => ({
    'node:http': results['node:http'].map((result) => result[figure]),
    'bare Bolt': results['bare Bolt'].map((result) => result[figure]),
    txnbot: results.txnbot.map((result) => result[figure]),
  });
}

async function ofEach<T>(figure: (name: Contestant) => T | Promise<T>): Promise<Record<Contestant, T>> {
  return {
    'node:http': await figure('node:http'),
    'bare Bolt': await figure('bare Bolt'),
    txnbot: await figure('txnbot'),
  };
}

/** Adds a row: the medians, and the median of the ratios of one round each with the least and the most of them. */
function compare(what: string, samples: Record<Contestant, readonly number[]>, digits = 0): void {
  figures[what] = samples;
  const ratios = samples.txnbot.map((figure, round) => figure / (samples['bare Bolt'][round] ?? Number.NaN));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const spread = ratios.length > 1 ? ` (${number(least, 2)} to ${number(most, 2)})` : '';
  const medians = contestants.map((name) => number(median(samples[name]), digits));
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
