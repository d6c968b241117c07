import { setTimeout as sleep } from 'node:timers/promises';
import { type Contestant, contestants, load, type Output, start } from './contestants.ts';
import type { LoadResult } from './load.ts';
import { plan } from './plan.ts';
import type { Surroundings } from './surroundings.ts';

/** What was measured in each round, in order. */
export type Rounds = Record<Contestant, LoadResult[]>;

export interface Scenario {
  texts: readonly string[];
  output: Output;
  atATime: number;
}

/** The same load on each in turn, round by round, so that a slow moment of the machine meets all of them. */
export async function throughput(
  surroundings: Surroundings,
  { texts, output, atATime }: Scenario,
  rounds: number,
): Promise<Rounds> {
  const running = await Promise.all(
    contestants.map(async (name) => ({ name, server: await start(name, surroundings, { output }) })),
  );
  const results: Rounds = { 'node:http': [], 'bare Bolt': [], txnbot: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const { name, server } of running)
      results[name].push(await load({ ...plan(server, surroundings, texts), atATime, durationMs: 2000 }));
  await Promise.all(running.map(({ server }) => server.stop()));
  return results;
}

/** Milliseconds until the port is open. */
export async function startUp(surroundings: Surroundings, times: number): Promise<Record<Contestant, number[]>> {
  const samples: Record<Contestant, number[]> = { 'node:http': [], 'bare Bolt': [], txnbot: [] };
  for (let time = 0; time < times; time += 1)
    for (const name of contestants) {
      const server = await start(name, surroundings, { output: 'thrown away' });
      samples[name].push(server.startMs);
      await server.stop();
    }
  return samples;
}

export interface Memory {
  idleMb: number;
  afterMb: number;
  /** After a minute without a question; absent when nobody waited for it. */
  quietMb: number | undefined;
}

/** @param quietMs how long to wait at the end */
export async function memory(
  name: Contestant,
  surroundings: Surroundings,
  texts: readonly string[],
  quietMs: number | undefined,
): Promise<Memory> {
  const server = await start(name, surroundings);
  await sleep(2000);
  const idleMb = server.memoryMb();
  await load({ ...plan(server, surroundings, texts), atATime: 50, durationMs: 5000, count: 20_000 });
  await sleep(3000);
  const afterMb = server.memoryMb();
  if (quietMs !== undefined) await sleep(quietMs);
  const quietMb = quietMs === undefined ? undefined : server.memoryMb();
  await server.stop();
  return { idleMb, afterMb, quietMb };
}

/** Kilobytes that are allocated for one command, by what V8 says of each collection. */
export async function allocation(
  name: Contestant,
  surroundings: Surroundings,
  texts: readonly string[],
): Promise<number> {
  const server = await start(name, surroundings, { output: 'kept' });
  const command = { ...plan(server, surroundings, texts), atATime: 50, durationMs: 3000 };
  await load(command);
  const from = server.written().length;
  const count = 10_000;
  await load({ ...command, count });
  const collections = [
    ...server
      .written()
      .slice(from)
      .matchAll(/ms: \S+.*? (\d+\.\d) \(.*?\) -> (\d+\.\d) \(/g),
  ];
  await server.stop();
  let allocatedMb = 0;
  for (const [at, [, before]] of collections.entries()) {
    const left = collections[at - 1]?.[2];
    if (left !== undefined) allocatedMb += Number(before) - Number(left);
  }
  return (allocatedMb * 1024) / count;
}
