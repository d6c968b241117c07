import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { filesAtStart } from '../support/files-at-start.ts';
import { type Contestant, contestants, node, type Started, start } from './contestants.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { questions, service, slack } from './surroundings.ts';

/**
 * `npm run bench`: txnbot as it ships beside a plain bot, bare Bolt and plain `node:http`, on
 * loopback, in one run. Only ratios say something: the machine is somebody's laptop. `--quick` is
 * short.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
/** Short slices that take turns, so that whatever else the machine does meets all contestants. */
const rounds = values.quick ? 5 : 15;
const measuredMs = 500;
/** V8 has compiled the largest of them only after some thousand commands. */
const warmMs = 8_000;
const quietMs = 60_000;
const texts = questions.slice(0, 300);
execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' });

/** A figure of each contestant, once a round. */
type Samples = readonly (readonly number[])[];
const table: string[] = [];

compare('start to listening, ms', 'bare Bolt', await starts(values.quick ? 5 : 9));
const atATimes = values.quick ? [50] : [1, 50, 200];
for (const atATime of atATimes) await throughput('`/txn`', { command: '/txn', atATime });
if (!values.quick) {
  const slow = `${service.url}/slow`;
  for (const atATime of atATimes)
    await throughput('`/txn`, service of 100 ms', { command: '/txn', atATime }, slow);
  const asked = { command: '/txn', atATime: 50 } as const;
  await throughput('`/txn`, 10,000 watched', asked, service.url, watchMany);
  await throughput('`/txn`, 10,000 known and remembered', asked, service.url, lookUpMany);
}
for (const atATime of atATimes) await throughput('`/bank`', { command: '/bank', texts, atATime });
const memory = await memories();
compare('memory idle, MB', 'plain bot', memory('idle'));
compare('memory after 20,000 `/txn`, MB', 'plain bot', memory('after'));
compare('live heap after them and a collection, MB', 'plain bot', memory('live'));
if (!values.quick) compare('memory a minute later, MB', 'plain bot', memory('quiet'));
const sizeOf = (file: string) => statSync(new URL(`../../dist/${file}`, import.meta.url)).size;
const bundleMb = filesAtStart().reduce((sum, file) => sum + sizeOf(file), 0) / 1024 / 1024;

const machine = {
  cores: cpus().length,
  node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
  load: loadavg(),
};
console.log(`
${machine.cores} cores, Node ${machine.node.slice(1)}, medians of rounds, the least for CPU; load of the machine ${machine.load.map((average) => number(average, 1)).join(', ')}
bundle ${number(bundleMb, 2)} MB at start

${row('', ...contestants, 'txnbot / another')}
${row('---', ...contestants.map(() => '---:'), '---:')}
${table.join('\n')}`);
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

/**
 * The places of all contestants, each round in another order: a machine that has just worked hard is
 * slower, so nobody may always follow the same one.
 */
function orderOf(round: number): number[] {
  const count = contestants.length;
  const step = 1 + (round % (count - 1)); // their number is a prime, so that each step meets all
  return contestants.map((_, at) => (at * step + 2 * round) % count);
}

/**
 * The same load on each in turn, round by round.
 * @param prepare what is done to each before
 */
async function throughput(
  what: string,
  asked: Pick<LoadPlan, 'command' | 'texts' | 'atATime'>,
  transferApi = service.url,
  prepare: (server: Started) => Promise<unknown> = async () => {},
): Promise<void> {
  const servers = await Promise.all(contestants.map((name) => start(name, transferApi)));
  for (const server of servers) {
    await prepare(server);
    await server.load({ ...asked, durationMs: warmMs });
  }
  const loads = servers.map((): LoadResult[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const place of orderOf(round)) {
      const result = await servers[place]?.load({ ...asked, durationMs: measuredMs });
      if (result) loads[place]?.push(result);
    }
  for (const { stop } of servers) await stop();
  const other = asked.command === '/txn' ? 'plain bot' : 'bare Bolt';
  const of = (figure: keyof LoadResult): Samples =>
    loads.map((each) => each.map((result) => result[figure]));
  const when = `${what}, ${asked.atATime} at a time`;
  compare(`requests/s, ${when}`, other, of('requestsPerSecond'));
  compare(`CPU a command, ms, ${when}`, other, of('cpuMs'), 3, least);
  compare(`p50, ms, ${when}`, other, of('p50Ms'), 1);
  compare(`p99, ms, ${when}`, other, of('p99Ms'), 1);
}

/**
 * 400 people watch 25 references each, the most that one person may; nobody else knows the word.
 */
async function watchMany({ load }: Started): Promise<void> {
  const reference = (number: number) => `GARO-0${String(number).padStart(6, '0')}`;
  const lists = Array.from({ length: 400 }, (_, person) =>
    Array.from({ length: 25 }, (_each, at) => reference(25 * person + at)).join(' '),
  );
  const watching = lists.map((references) => `watch ${references}`);
  await load({
    command: '/txn',
    texts: watching,
    atATime: 4,
    durationMs: 0,
    count: watching.length,
  });
}

/** Each look-up is known of its transaction, counted for its bank, and remembered for its person. */
async function lookUpMany({ load }: Started): Promise<void> {
  await load({ command: '/txn', atATime: 50, durationMs: 0, count: 10_000 });
}

async function memories() {
  const found: { idle: number; after: number; quiet: number; live: number }[] = [];
  for (const name of contestants) {
    const { load, memoryMb, liveHeapMb, stop } = await start(name);
    await sleep(2000);
    const idle = memoryMb();
    await load({ command: '/txn', atATime: 50, durationMs: 0, count: 20_000 });
    await sleep(3000);
    const after = memoryMb();
    if (!values.quick) await sleep(quietMs);
    const quiet = memoryMb();
    found.push({ idle, after, quiet, live: await liveHeapMb() });
    await stop();
  }
  return (when: 'idle' | 'after' | 'quiet' | 'live'): Samples => found.map((each) => [each[when]]);
}

/**
 * Adds a row: a figure of each contestant's rounds, and the ratio of two such figures with the least
 * and the most of the ratios of one round each.
 * @param figureOf the median; of CPU the least, since what else the machine does only adds to it
 */
function compare(
  what: string,
  to: Contestant,
  samples: Samples,
  digits = 0,
  figureOf: (some: readonly number[]) => number = median,
): void {
  const own = samples.at(-1) ?? [];
  const other = samples[contestants.indexOf(to)] ?? [];
  const ratios = own.map((figure, round) => figure / (other[round] ?? Number.NaN));
  const spread =
    ratios.length > 1
      ? ` (${number(Math.min(...ratios), 2)} to ${number(Math.max(...ratios), 2)})`
      : '';
  const figures = samples.map((each) => number(figureOf(each), digits));
  const ratio = figureOf(own) / figureOf(other);
  table.push(row(what, ...figures, `${number(ratio, 2)}× ${to}${spread}`));
}

function least(some: readonly number[]): number {
  return Math.min(...some);
}

function median(some: readonly number[]): number {
  return [...some].sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? Number.NaN;
}

function number(value: number, digits = 0): string {
  return value.toLocaleString('en', {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  });
}

/** A row of a Markdown table. */
function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
