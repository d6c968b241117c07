import { setTimeout as sleep } from 'node:timers/promises';
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
  const asked = { ...plan(server, surroundings, [text]), command: '/txn', atATime: 50 };
  await load({ ...asked, durationMs: 5000 }); // until V8 has compiled it
  const before = surroundings.upstream.total;
  const result = await load({ ...asked, durationMs: 3000 });
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
