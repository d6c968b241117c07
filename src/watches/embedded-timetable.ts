import type { OnDue, Timetable } from './engine.ts';

export interface EmbeddedTimetableOptions {
  /** Everything that is to be asked about soon after the start. */
  references: () => Promise<readonly string[]>;
}

interface Due {
  /** By the clock of the machine, and by the one that nobody sets: it is due when either has come. */
  atMs: number;
  atMonotonicMs: number;
  plannedAtMs: number | undefined;
  failures: number;
}

/** No sleep is longer, so that a clock that was set, or a machine that slept, is noticed soon. */
const sleepMaxMs = 15_000;
/** After a restart, references become due over so many milliseconds. */
const spreadMs = 5_000;
const firstRetryMs = 5_000;
const retryMaxMs = 120_000;

/** Wakes for what is due in this process. Nothing of it is written: after a restart, everything is due soon. */
export function createEmbeddedTimetable({ references }: EmbeddedTimetableOptions): Timetable {
  const waiting = new Map<string, Due>();
  const running = new Map<string, Promise<void>>();
  let onDue: OnDue | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wakesAtMs = Number.POSITIVE_INFINITY;

  function put(reference: string, inMs: number, rest: Pick<Due, 'plannedAtMs' | 'failures'>): void {
    const due = { atMs: Date.now() + inMs, atMonotonicMs: performance.now() + inMs, ...rest };
    const known = waiting.get(reference);
    if (known !== undefined && known.atMs <= due.atMs) return;
    waiting.set(reference, due);
    if (!running.has(reference)) wakeIn(inMs);
  }

  function wakeIn(ms: number): void {
    if (onDue === undefined) return;
    const inMs = Math.min(Math.max(ms, 0), sleepMaxMs);
    const atMs = performance.now() + inMs;
    if (atMs >= wakesAtMs) return;
    clearTimeout(timer);
    wakesAtMs = atMs;
    timer = setTimeout(wake, inMs);
  }

  function wake(): void {
    wakesAtMs = Number.POSITIVE_INFINITY;
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [reference, due] of waiting) {
      if (running.has(reference)) continue;
      const inMs = Math.min(due.atMs - Date.now(), due.atMonotonicMs - performance.now());
      if (inMs > 0) nextMs = Math.min(nextMs, inMs);
      else run(reference, due);
    }
    if (waiting.size > 0) wakeIn(nextMs);
  }

  function run(reference: string, due: Due): void {
    if (onDue === undefined) return;
    waiting.delete(reference);
    const isOver = () => {
      running.delete(reference);
      if (waiting.has(reference)) wakeIn(0); // it was set meanwhile
    };
    const ended = onDue(reference, due.plannedAtMs).then(
      (nextAtMs) => {
        isOver();
        if (nextAtMs !== undefined) put(reference, nextAtMs - Date.now(), { plannedAtMs: nextAtMs, failures: 0 });
      },
      () => {
        isOver();
        const { plannedAtMs, failures } = due;
        const inMs = Math.min(firstRetryMs * 2 ** failures, retryMaxMs);
        put(reference, inMs, { plannedAtMs, failures: failures + 1 });
      },
    );
    running.set(reference, ended);
  }

  return {
    async set(reference, dueAtMs) {
      put(reference, dueAtMs - Date.now(), { plannedAtMs: dueAtMs, failures: 0 });
    },
    async start(given) {
      onDue = given;
      const all = await references();
      for (const [place, reference] of all.entries())
        put(reference, (spreadMs * (place + 1)) / all.length, { plannedAtMs: undefined, failures: 0 });
      wakeIn(0);
    },
    async stop() {
      onDue = undefined;
      clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
