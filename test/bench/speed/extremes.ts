import { setTimeout as sleep } from 'node:timers/promises';
import { createBankIndex } from '../../../src/banks/search.ts';
import { madeUpList } from '../search/made-up-list.ts';
import { load, start } from './contestants.ts';
import type { LoadResult } from './load.ts';
import { plan } from './plan.ts';
import type { Surroundings } from './surroundings.ts';

/** `/txn` at 50 at a time about one reference, with a transfer service that takes 50 ms; and how often that was asked. */
export async function slowService(
  surroundings: Surroundings,
  text: string,
): Promise<LoadResult & { upstream: number }> {
  const server = await start('txnbot', surroundings);
  surroundings.delayMs = 50;
  const before = surroundings.upstream.total;
  const asked = plan(server, surroundings, [text]);
  const result = await load({ ...asked, command: '/txn', atATime: 50, durationMs: 3000 });
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
  await load({ ...plan(server, surroundings, ['zenith']), atATime: 50, durationMs: 3000 });
  await sleep(3000);
  const beforeMb = server.memoryMb();
  surroundings.posts.clear();
  surroundings.upstream.most = 0;
  surroundings.delayMs = 3000;
  const acks = await load({
    ...plan(server, surroundings, ['GARO-{n}']),
    command: '/txn',
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
      ...plan(server, surroundings, [text]),
      command: '/txn',
      atATime: 1,
      durationMs: 2500,
    });
    points.push({ label: String(count), value: p50Ms });
  }
  surroundings.delayMs = 0;
  await server.stop();
  return points;
}
