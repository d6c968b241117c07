import { setTimeout as sleep } from 'node:timers/promises';
import { createBankIndex } from '../../../src/banks/search.ts';
import { madeUpList } from '../search/made-up-list.ts';
import { type Contestant, contestants, load, type Running, start } from './contestants.ts';
import type { LoadResult } from './load.ts';
import type { Surroundings } from './surroundings.ts';

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const plan = ({ url, signingSecret }: Running, { responseUrlOf }: Surroundings) => ({
  url,
  signingSecret,
  command: '/bank',
  text: 'zenith',
  responseUrl: responseUrlOf('{n}'),
  warmUpMs: 700,
});

type Throughput = Record<Contestant, Record<number, LoadResult>>;

/** The same load on each in turn, round by round, so that a slow moment of the machine meets all of them. */
export async function throughput(
  surroundings: Surroundings,
  atATimes: readonly number[],
  rounds: number,
): Promise<Throughput> {
  const samples = new Map<string, LoadResult[]>();
  const running = await Promise.all(
    contestants.map(async (name) => ({ name, server: await start(name, surroundings) })),
  );
  for (const { server } of running) await load({ ...plan(server, surroundings), atATime: 20, durationMs: 1500 });
  for (let round = 0; round < rounds; round += 1)
    for (const atATime of atATimes)
      for (const { name, server } of running) {
        const result = await load({ ...plan(server, surroundings), atATime, durationMs: 2000 });
        samples.set(`${name} ${atATime}`, [...(samples.get(`${name} ${atATime}`) ?? []), result]);
      }
  await Promise.all(running.map(({ server }) => server.stop()));
  const middle = (name: Contestant, atATime: number): LoadResult => {
    const of = samples.get(`${name} ${atATime}`) ?? [];
    const pick = (figure: keyof LoadResult) => median(of.map((sample) => sample[figure]));
    return {
      requestsPerSecond: pick('requestsPerSecond'),
      p50Ms: pick('p50Ms'),
      p99Ms: pick('p99Ms'),
      maxMs: pick('maxMs'),
      answered: pick('answered'),
      failed: Math.max(0, ...of.map(({ failed }) => failed)),
    };
  };
  const of = (name: Contestant) => Object.fromEntries(atATimes.map((atATime) => [atATime, middle(name, atATime)]));
  return { 'node:http': of('node:http'), 'bare Bolt': of('bare Bolt'), txnbot: of('txnbot') };
}

/** Milliseconds until the port is open. */
export async function startUp(surroundings: Surroundings, times: number): Promise<Record<Contestant, number>> {
  const samples: Record<Contestant, number[]> = { 'node:http': [], 'bare Bolt': [], txnbot: [] };
  for (let time = 0; time < times; time += 1)
    for (const name of contestants) {
      const server = await start(name, surroundings);
      samples[name].push(server.startMs);
      await server.stop();
    }
  return {
    'node:http': median(samples['node:http']),
    'bare Bolt': median(samples['bare Bolt']),
    txnbot: median(samples.txnbot),
  };
}

export interface Memory {
  idleMb: number;
  afterMb: number;
}

export async function memoryOfEach(surroundings: Surroundings): Promise<Record<Contestant, Memory>> {
  return {
    'node:http': await memory('node:http', surroundings),
    'bare Bolt': await memory('bare Bolt', surroundings),
    txnbot: await memory('txnbot', surroundings),
  };
}

async function memory(name: Contestant, surroundings: Surroundings): Promise<Memory> {
  const server = await start(name, surroundings);
  await sleep(2000);
  const idleMb = server.memoryMb();
  await load({ ...plan(server, surroundings), atATime: 50, durationMs: 5000, count: 20_000 });
  await sleep(3000);
  const afterMb = server.memoryMb();
  await server.stop();
  return { idleMb, afterMb };
}

/** `/txn` at 50 at a time about one reference, with a transfer service that takes 50 ms; and how often that was asked. */
export async function slowService(
  surroundings: Surroundings,
  text: string,
): Promise<LoadResult & { upstream: number }> {
  const server = await start('txnbot', surroundings);
  surroundings.delayMs = 50;
  const before = surroundings.upstream.total;
  const result = await load({ ...plan(server, surroundings), command: '/txn', text, atATime: 50, durationMs: 3000 });
  const upstream = surroundings.upstream.total - before;
  surroundings.delayMs = 0;
  await server.stop();
  return { ...result, upstream };
}

export interface Burst {
  acks: LoadResult;
  finalAnswers: number;
  mostUpstream: number;
  beforeMb: number;
  afterMb: number;
}

/** A thousand commands in a second, each another reference, while the transfer service takes three. */
export async function burst(surroundings: Surroundings): Promise<Burst> {
  const server = await start('txnbot', surroundings);
  await load({ ...plan(server, surroundings), atATime: 50, durationMs: 3000 });
  await sleep(3000);
  const beforeMb = server.memoryMb();
  surroundings.posts.clear();
  surroundings.upstream.most = 0;
  surroundings.delayMs = 3000;
  const acks = await load({
    ...plan(server, surroundings),
    command: '/txn',
    text: 'GARO-{n}',
    atATime: 1,
    durationMs: 1000,
    count: 1000,
  });
  const isFinal = (text: string) => !text.startsWith('Still');
  const answered = () => [...surroundings.posts.values()].filter((texts) => texts.filter(isFinal).length === 1).length;
  for (let waited = 0; waited < 200 && answered() < 1000; waited += 1) await sleep(100);
  const mostUpstream = surroundings.upstream.most;
  surroundings.delayMs = 0;
  await sleep(5000);
  const afterMb = server.memoryMb();
  await server.stop();
  return { acks, finalAnswers: answered(), mostUpstream, beforeMb, afterMb };
}

/** Microseconds a search in lists of growing length. */
export function searchGrowth(sizes: readonly number[]): { label: string; value: number }[] {
  return sizes.map((size) => {
    const list = madeUpList(size, 1);
    const search = createBankIndex(list);
    const queries = list
      .filter((_, index) => index % Math.ceil(size / 400) === 0)
      .map(({ institutionName }) => institutionName.slice(0, 9));
    for (const query of queries) search(query);
    const startedAtMs = performance.now();
    for (const query of queries) search(query);
    return { label: size.toLocaleString('en'), value: ((performance.now() - startedAtMs) * 1000) / queries.length };
  });
}

/** Milliseconds until the whole answer about so many references, with a transfer service that takes 50 ms. */
export async function triageGrowth(
  surroundings: Surroundings,
  counts: readonly number[],
): Promise<{ label: string; value: number }[]> {
  const server = await start('txnbot', surroundings);
  surroundings.delayMs = 50;
  const points = [];
  for (const count of counts) {
    const text = Array.from({ length: count }, (_, index) => `GARO-${index}{n}`).join(' ');
    const { p50Ms } = await load({
      ...plan(server, surroundings),
      command: '/txn',
      text,
      atATime: 1,
      durationMs: 2500,
    });
    points.push({ label: String(count), value: p50Ms });
  }
  surroundings.delayMs = 0;
  await server.stop();
  return points;
}
