/**
 * What one question leaves for the next: claims and rate limits. A port, so that a store that replicas share can replace
 * memory. Each user prefixes its keys with its own name, so that keys never collide.
 */
export interface State {
  /** Resolves with the claim for the first caller that claims `key`, and with `undefined` for others until it ends. */
  claim(key: string, ttlMs: number): Promise<Claim | undefined>;
  createLimiter(limit: Limit): Limiter;
}

export interface Claim {
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

/** One value as JSON, kept beyond the end of the process where there is a place for it. */
export interface KeptFile {
  /** Resolves with what was written last, or with `undefined` when nothing was. Rejects when it cannot be read. */
  read(): Promise<unknown>;
  /** Replaces the value. Rejects when it cannot be kept. */
  write(value: unknown): Promise<void>;
}

/** The file of this name; each user of one has a name of its own. */
export type KeptFiles = (name: string) => KeptFile;
