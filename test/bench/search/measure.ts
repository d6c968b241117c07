import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectGarbage } from '../../support/collect-garbage.ts';
import type { Query } from './derive-queries.ts';
import type { Ask } from './engines.ts';
import type { Institution } from './made-up-list.ts';

interface Score {
  queries: number;
  /** Shares of 1. */
  withinK: number;
  first: number;
}

export interface Measurement {
  all: Score;
  byKind: Record<string, Score>;
  /** Queries of no bank that matched one all the same. */
  falseMatches: string[];
  /** Within k, but not first; and not within k at all. */
  misses: string[];
  microsAQuery: number;
  indexMs: number;
  indexMb: number;
}

/** Builds the index once to measure it, warms the search up, and asks every query. */
export async function measure(
  build: (list: readonly Institution[]) => Ask,
  list: readonly Institution[],
  queries: readonly Query[],
  timedMs: number,
): Promise<Measurement> {
  const before = await usedBytes();
  const startMs = performance.now();
  const ask = build(list);
  const indexMs = performance.now() - startMs;
  const indexMb = ((await usedBytes()) - before) / 1e6;
  const answers = queries.map((query) => ({ query, codes: ask(query.query) }));
  const kinds = [...new Set(queries.map(({ kind }) => kind))];
  const scoreOf = (some: typeof answers) => ({
    queries: some.length,
    withinK: share(some, ({ query, codes }) => isRight(query, codes, query.k)),
    first: share(some, ({ query, codes }) => isRight(query, codes, 1)),
  });
  return {
    all: scoreOf(answers),
    byKind: Object.fromEntries(
      kinds.map((kind) => [kind, scoreOf(answers.filter(({ query }) => query.kind === kind))]),
    ),
    falseMatches: answers
      .filter(({ query, codes }) => query.accept.length === 0 && codes.length > 0)
      .map(({ query }) => query.query),
    misses: answers
      .filter(({ query, codes }) => query.accept.length > 0 && !isRight(query, codes, query.k))
      .map(({ query }) => query.query),
    microsAQuery: microsAQuery(ask, queries, timedMs),
    indexMs,
    indexMb,
  };
}

function isRight({ accept }: Query, codes: readonly string[], k: number): boolean {
  return accept.length === 0 ? codes.length === 0 : codes.slice(0, k).some((code) => accept.includes(code));
}

function share<T>(values: readonly T[], is: (value: T) => boolean): number {
  return values.length === 0 ? 1 : values.filter(is).length / values.length;
}

/** The mean over whole rounds of all queries, after one round that is not counted (`ask` has run once before). */
function microsAQuery(ask: Ask, queries: readonly Query[], timedMs: number): number {
  for (const { query } of queries) ask(query);
  const startMs = performance.now();
  let rounds = 0;
  do {
    for (const { query } of queries) ask(query);
    rounds++;
  } while (performance.now() - startMs < timedMs);
  return ((performance.now() - startMs) * 1000) / (rounds * queries.length);
}

/** Twice, with a turn between: what the one before cached behind weak references goes only then. */
async function usedBytes(): Promise<number> {
  for (let round = 0; round < 2; round++) {
    await nextTurn();
    collectGarbage();
  }
  return process.memoryUsage().heapUsed;
}
