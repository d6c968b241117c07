import { cpus, loadavg } from 'node:os';
import { type Contestant, contestants } from './contestants.ts';
import type { LoadResult } from './load.ts';
import * as measure from './measure.ts';
import type { Questions } from './questions.ts';
import type { Surroundings } from './surroundings.ts';
import { median, number, ratioOf, row } from './table.ts';

export interface CompareOptions extends Pick<Questions, 'texts' | 'forgotten'> {
  surroundings: Surroundings;
  isQuick: boolean;
}

/** What was measured of each contestant, once a round. */
type Samples = Record<Contestant, readonly number[]>;

const quietMs = 60_000;
/** Of fewer questions txnbot may remember each answer. */
const forgottenMin = 4_000;

/** Prints the contestants beside each other, as a table. @returns each figure, once a round */
export async function compareAll({ surroundings, texts, forgotten, isQuick }: CompareOptions) {
  const figures: Record<string, Samples> = {};
  const table: string[] = [];
  const compare = (what: string, samples: Samples, digits = 0) => {
    const { middle, spread } = ratioOf(samples.txnbot, samples['bare Bolt']);
    figures[what] = samples;
    table.push(
      row(what, ...contestants.map((name) => number(median(samples[name]), digits)), `${number(middle, 2)}×${spread}`),
    );
  };

  compare('start to listening, ms', await measure.startUp(surroundings, isQuick ? 5 : 9));
  for (const atATime of isQuick ? [50] : [1, 50, 200]) {
    const rounds = await measure.throughput(surroundings, { texts, output: 'piped', atATime }, 5);
    const of = (figure: keyof LoadResult) => pick(rounds, (result) => result[figure]);
    compare(`requests/s, ${atATime} at a time`, of('requestsPerSecond'));
    compare(`CPU a command, ms, ${atATime} at a time`, of('cpuMs'), 3);
    compare(`p50, ms, ${atATime} at a time`, of('p50Ms'), 1);
    compare(`p99, ms, ${atATime} at a time`, of('p99Ms'), 1);
  }
  if (!isQuick) {
    if (forgotten.length >= forgottenMin) {
      const rounds = await measure.throughput(surroundings, { texts: forgotten, output: 'piped', atATime: 50 }, 5);
      const of = (figure: keyof LoadResult) => pick(rounds, (result) => result[figure]);
      compare('requests/s, 50 at a time, no answer remembered', of('requestsPerSecond'));
      compare('CPU a command, ms, 50 at a time, no answer remembered', of('cpuMs'), 3);
    }
    const scenario = { texts: ['zenith'], output: 'thrown away', atATime: 50 } as const;
    const rounds = await measure.throughput(surroundings, scenario, 5);
    compare(
      'requests/s, 50 at a time, one question, nobody reads the log',
      pick(rounds, (result) => result.requestsPerSecond),
    );
    compare('allocated a command, kB', await each((name) => measure.allocation(name, surroundings, texts)), 1);
  }
  const memory: Partial<Record<Contestant, measure.Memory>> = {};
  for (const name of contestants)
    memory[name] = await measure.memory(name, surroundings, texts, isQuick ? undefined : quietMs);
  const megabytes = (figure: keyof measure.Memory) => each(async (name) => memory[name]?.[figure] ?? Number.NaN);
  compare('memory idle, MB', await megabytes('idleMb'));
  compare('memory after 20,000, MB', await megabytes('afterMb'));
  if (!isQuick) compare('memory a minute later, MB', await megabytes('quietMb'));

  const load = loadavg().map((average) => number(average, 1));
  console.log(
    `\n${cpus().length} cores, Node ${process.version}, ${texts.length} questions of 200 people, medians of rounds; load of the machine ${load.join(', ')}\n`,
  );
  console.log(row('', ...contestants, 'txnbot / bare Bolt'));
  console.log(row('---', ...contestants.map(() => '---:'), '---:'));
  for (const line of table) console.log(line);
  return { figures };
}

function pick(rounds: measure.Rounds, figure: (result: LoadResult) => number): Samples {
  return {
    'node:http': rounds['node:http'].map(figure),
    'bare Bolt': rounds['bare Bolt'].map(figure),
    txnbot: rounds.txnbot.map(figure),
  };
}

async function each(figure: (name: Contestant) => Promise<number>): Promise<Samples> {
  return {
    'node:http': [await figure('node:http')],
    'bare Bolt': [await figure('bare Bolt')],
    txnbot: [await figure('txnbot')],
  };
}
