import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBankIndex } from '../../../src/banks/search.ts';
import { isRedisMissing, startRedis } from '../../support/redis.ts';
import { madeUpList } from '../search/made-up-list.ts';
import type { Panel } from './chart.ts';
import { load, start } from './contestants.ts';
import { plan } from './plan.ts';
import type { Surroundings } from './surroundings.ts';
import { median } from './table.ts';

/** Until V8 has compiled what is asked for again and again. */
const warmUpMs = 5_000;

/** What each kind of work costs as there is more of it. */
export async function growth(surroundings: Surroundings, texts: readonly string[]): Promise<Panel[]> {
  return [
    searches([800, 10_000, 100_000]),
    await cards(surroundings, [10, 100, 1_000]),
    await tables(surroundings, [1, 10, 25]),
    await watches(surroundings, [1, 100, 1_000]),
    ...(isRedisMissing ? [] : [await processes(surroundings, texts, [1, 2, 4])]),
  ];
}

function searches(sizes: readonly number[]): Panel {
  const points = sizes.map((size) => {
    const list = madeUpList(size, 1);
    const search = createBankIndex(list);
    const queries = list
      .filter((_, index) => index % Math.ceil(size / 400) === 0)
      .map(({ institutionName }) => institutionName.slice(0, 9));
    const passes = Array.from({ length: 15 }, () => {
      const startedAtMs = performance.now();
      for (const query of queries) search(query);
      return ((performance.now() - startedAtMs) * 1000) / queries.length;
    });
    return { label: label(size), value: median(passes.slice(5)) }; // V8 is warm then
  });
  return { title: 'A search, by length of the bank list', unit: 'µs', points };
}

async function cards(surroundings: Surroundings, counts: readonly number[]): Promise<Panel> {
  const server = await start('txnbot', surroundings);
  const card = { ...plan(server, surroundings, ['GARO-{n}']), command: '/txn', atATime: 4 };
  await load({ ...card, durationMs: warmUpMs });
  const points = [];
  for (const count of counts) {
    surroundings.unknownFields = count;
    points.push({ label: label(count), value: (await load({ ...card, durationMs: 2500 })).cpuMs });
  }
  surroundings.unknownFields = 0;
  await server.stop();
  return { title: 'CPU of a card, by fields that txnbot does not know', unit: 'ms', points };
}

/** With a transfer service that takes 50 ms. */
async function tables(surroundings: Surroundings, counts: readonly number[]): Promise<Panel> {
  const server = await start('txnbot', surroundings);
  surroundings.delayMs = 50;
  const points = [];
  for (const count of counts) {
    const text = Array.from({ length: count }, (_, index) => `GARO-${index}a8f3{n}k`).join(' ');
    const table = { ...plan(server, surroundings, [text]), command: '/txn', atATime: 1, durationMs: 2500 };
    points.push({ label: label(count), value: (await load(table)).p50Ms });
  }
  surroundings.delayMs = 0;
  await server.stop();
  return { title: 'A whole answer, by references (service: 50 ms)', unit: 'ms', points };
}

/** How long it takes to begin one more, which is on disk before its answer. */
async function watches(surroundings: Surroundings, counts: readonly number[]): Promise<Panel> {
  const points = [];
  for (const count of counts) {
    const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-bench-'));
    writeFileSync(path.join(folder, 'watches.json'), JSON.stringify({ version: 1, watches: keptWatches(count - 1) }));
    const server = await start('txnbot', surroundings, { env: { STATE_DIR: folder, WATCH_MAX: '10000' } });
    const begin = { ...plan(server, surroundings, ['watch GARO-{n}']), command: '/txn', atATime: 1 };
    points.push({ label: label(count), value: (await load({ ...begin, durationMs: 4000, count: 20 })).p50Ms });
    await server.stop();
  }
  return { title: 'To begin a watch, by those there are', unit: 'ms', points };
}

function keptWatches(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    reference: `GARO-W${index}`,
    personId: `U0W${Math.floor(index / 25)}`,
    teamId: 'T0BENCH',
    channelId: 'C0BENCH',
    begunAtMs: Date.now() - 2 * 3_600_000,
    seen: { status: 'pending', reversedFlag: '0' },
  }));
}

/** Requests/s of all together. They share the machine with the load and with Redis. */
async function processes(surroundings: Surroundings, texts: readonly string[], counts: readonly number[]) {
  const endings: (() => Promise<void>)[] = [];
  const { url } = await startRedis({ onTestFinished: (end) => void endings.push(end) });
  const points = [];
  for (const count of counts) {
    const servers = await Promise.all(
      Array.from({ length: count }, () => start('txnbot', surroundings, { env: { REDIS_URL: url } })),
    );
    const loadAll = (durationMs: number) =>
      Promise.all(
        servers.map((server) =>
          load({ ...plan(server, surroundings, texts), atATime: Math.ceil(50 / count), durationMs }),
        ),
      );
    await loadAll(count * warmUpMs); // they share the cores while V8 compiles
    const results = await loadAll(3000);
    const all = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
    points.push({ label: label(count), value: all });
    await Promise.all(servers.map((server) => server.stop()));
  }
  for (const end of endings) await end();
  return { title: 'Requests/s of all, by processes on one Redis', unit: '', points };
}

function label(count: number): string {
  return count.toLocaleString('en');
}
