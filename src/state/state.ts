/**
 * What one question leaves for the next: claims and rate limits. A port, so that a store that replicas share can replace
 * memory. Each user prefixes its keys with its own name, so that keys never collide.
 */
export interface State {
  /** Resolves with the claim for the first caller that claims `key`, and with `undefined` for others until it ends. */
  claim(key: string, ttlMs: number): Promise<Claim | undefined>;
  /** How long the claim of `key` still lasts, in milliseconds; 0 when there is none. */
  claimedForMs(key: string): Promise<number>;
  createLimiter(limit: Limit): Limiter;
}

export interface Claim {
  /** Makes this claim last so long from now, also when its time was over; never one that somebody else made since. */
  keep(ttlMs: number): Promise<void>;
  /** Ends this claim before its time; never one that somebody else made since. */
  release(): Promise<void>;
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
