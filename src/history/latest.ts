interface Dated {
  fingerprint: string;
  /** Milliseconds since 1970. */
  atMs: number;
}

export interface Latest<T extends Dated> {
  add(value: T): void;
  /** Forgets this very value, if it is the latest of its fingerprint. */
  drop(value: T): void;
  /** Forgets what is not of the window that ends now; also what is later than now, when a clock was set back. */
  expire(nowMs: number): void;
}

const minuteMs = 60_000;

/**
 * The latest value of each fingerprint within a window. `count` learns what comes in (1) and goes out (−1), so that
 * nobody walks the values to count them: they lie by the minute, and whole minutes expire.
 */
export function createLatest<T extends Dated>(windowMs: number, count: (value: T, by: 1 | -1) => void): Latest<T> {
  const latest = new Map<string, T>();
  const minutes = new Map<number, Set<T>>();

  function remove(value: T): void {
    latest.delete(value.fingerprint);
    minutes.get(minuteOf(value))?.delete(value);
    count(value, -1);
  }

  return {
    add(value) {
      const known = latest.get(value.fingerprint);
      if (known && known.atMs > value.atMs) return;
      if (known) remove(known);
      latest.set(value.fingerprint, value);
      const minute = minuteOf(value);
      minutes.set(minute, (minutes.get(minute) ?? new Set()).add(value));
      count(value, 1);
    },
    drop(value) {
      if (latest.get(value.fingerprint) === value) remove(value);
    },
    expire(nowMs) {
      for (const [minute, values] of minutes) {
        const startMs = minute * minuteMs;
        if (startMs >= nowMs - windowMs && startMs <= nowMs) continue;
        for (const value of values) remove(value);
        minutes.delete(minute);
      }
    },
  };
}

function minuteOf({ atMs }: Dated): number {
  return Math.floor(atMs / minuteMs);
}
