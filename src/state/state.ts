/**
 * What one question leaves for the next: claims and rate limits. A port, so that a store that replicas share can replace
 * memory. Each user prefixes its keys with its own name, so that keys never collide.
 */
export interface State {
  /** Resolves with `true` for the first caller that claims `key`, and with `false` for others until the claim ends. */
  claim(key: string, ttlMs: number): Promise<boolean>;
  /** Ends a claim before its time. */
  release(key: string): Promise<void>;
  createLimiter(limit: Limit): Limiter;
}

export interface Limit {
  name: string;
  points: number;
  windowSeconds: number;
}

/**
 * Takes one point of `key`. Resolves with `undefined` when there was one, else with the milliseconds until the next.
 */
export type Limiter = (key: string) => Promise<number | undefined>;
