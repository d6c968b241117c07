/**
 * What one question leaves for the next: claims and rate limits. A port, so that a store that replicas share can replace
 * memory. Each user prefixes its keys with its own name, so that keys never collide.
 */
export interface State {
  /**
   * Claims `key` for as long as this process works on it: one that is killed loses it within seconds. Resolves with
   * `undefined` when somebody has it. With `wait` it waits these seconds for another process, until that has released
   * or kept it, was killed, or is known to live.
   */
  hold(key: string, whenHeld: 'wait' | 'give up'): Promise<Hold | undefined>;
  createLimiter(limit: Limit): Limiter;
}

export interface Hold {
  /** The work is done: nobody else may hold the key for so long, whatever becomes of this process. */
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
