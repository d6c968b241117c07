/**
 * What one question leaves for the next: who was first, and how much is left of a limit. A port, so that a store that
 * several processes share can take the place of memory. Each user begins its keys with a name of its own.
 */
export interface State {
  /** Resolves with `true` for the first who claims `key`, and with `false` for others until the claim ends. */
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

/** Takes one point of `key`. Resolves with how long to wait for the next one, in milliseconds; `undefined` when there was one. */
export type Limiter = (key: string) => Promise<number | undefined>;
