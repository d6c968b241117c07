import { number } from './table.ts';

interface Limit {
  what: string;
  least?: number;
  most?: number;
}

const limits = {
  requestsPerSecond: { what: 'requests/s at 50', least: 0.75 },
  cpuMs: { what: 'CPU a command at 50', most: 1.3 },
  p99Ms: { what: 'p99 at 50', most: 1.6 },
  startMs: { what: 'start to listening', most: 0.95 },
  memoryIdle: { what: 'memory idle', most: 1.1 },
  memoryAfter: { what: 'memory after 20,000', most: 1.25 },
  bundleMb: { what: 'bundle at start, MB', most: 1.2 },
} satisfies Record<string, Limit>;

/** Ratios to bare Bolt, and the size of the bundle. */
export type Judged = Record<keyof typeof limits, number>;

/** A line for each figure that is beyond its limit. */
export function beyondLimits(judged: Judged): string[] {
  const limitOf = new Map<string, Limit>(Object.entries(limits));
  return Object.entries(judged).flatMap(([key, figure]) => {
    const { what, least = 0, most = Number.POSITIVE_INFINITY } = limitOf.get(key) ?? { what: key, most: 0 };
    return figure >= least && figure <= most ? [] : `${what}: ${number(figure, 2)}, beyond ${least || most}`;
  });
}
