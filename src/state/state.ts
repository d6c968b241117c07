/**
 * What all processes of one txnbot know together: who was first, and how much is left of a limit. Keys begin with the
 * name of whoever uses them, so that they never meet.
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
