import type { OnDue, Timetable } from './engine.ts';

export interface EmbeddedTimetableOptions {
  /** Everything that is to be asked about soon after the start. */
  references: () => Promise<readonly string[]>;
}

interface Due {
  /** By the clock of the machine. Its timer goes by the one that nobody sets: it is due when either has come. */
  atMs: number;
  timer: NodeJS.Timeout | undefined;
  plannedAtMs: number | undefined;
  failures: number;
}

/** References under way at once, as with Redis: more only wait for the same places, and keep acks waiting too. */
const concurrency = 50;
/** A clock that was set, or a machine that slept, is noticed within so long. */
const clockCheckMs = 15_000;
/** After a restart, references become due over so many milliseconds. */
const spreadMs = 5_000;
const firstRetryMs = 5_000;
const retryMaxMs = 120_000;

/** Wakes for what is due in this process. Nothing of it is written: after a restart, everything is due soon. */
export function createEmbeddedTimetable({ references }: EmbeddedTimetableOptions): Timetable {
  const waiting = new Map<string, Due>();
  /** Due, in this order, and waiting for a place or for the end of its own run. */
  const ready = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let onDue: OnDue | undefined;
  let clockCheck: NodeJS.Timeout | undefined;

  function put(reference: string, inMs: number, rest: Pick<Due, 'plannedAtMs' | 'failures'>): void {
    const atMs = Date.now() + inMs;
    const known = waiting.get(reference);
    if (known !== undefined && known.atMs <= atMs) return;
    clearTimeout(known?.timer);
    const due: Due = { atMs, timer: undefined, ...rest };
    waiting.set(reference, due);
    if (onDue !== undefined) arm(reference, due);
  }

  function arm(reference: string, due: Due): void {
    const wake = () => {
      ready.add(reference);
      runReady();
    };
    due.timer = setTimeout(wake, Math.max(due.atMs - Date.now(), 0));
    clockCheck ??= setTimeout(checkClock, clockCheckMs);
  }

  function checkClock(): void {
    clockCheck = waiting.size > 0 ? setTimeout(checkClock, clockCheckMs) : undefined;
    const nowMs = Date.now();
    for (const [reference, { atMs }] of waiting) if (atMs <= nowMs) ready.add(reference);
    runReady();
  }

  function runReady(): void {
    for (const reference of ready) {
      if (running.size >= concurrency) return;
      if (!running.has(reference)) run(reference);
    }
  }

  function run(reference: string): void {
    const due = waiting.get(reference);
    ready.delete(reference);
    if (onDue === undefined || due === undefined) return;
    clearTimeout(due.timer);
    waiting.delete(reference);
    const { plannedAtMs, failures } = due;
    const ended = onDue(reference, plannedAtMs)
      .then(
        (nextAtMs) => {
          if (nextAtMs !== undefined) put(reference, nextAtMs - Date.now(), { plannedAtMs: nextAtMs, failures: 0 });
        },
        () => {
          const inMs = Math.min(firstRetryMs * 2 ** failures, retryMaxMs);
          put(reference, inMs, { plannedAtMs, failures: failures + 1 });
        },
      )
      .then(() => {
        running.delete(reference);
        runReady();
      });
    running.set(reference, ended);
  }

  return {
    async set(reference, dueAtMs) {
      put(reference, dueAtMs - Date.now(), { plannedAtMs: dueAtMs, failures: 0 });
    },
    async start(given) {
      onDue = given;
      for (const [reference, due] of waiting) arm(reference, due);
      const all = await references();
      for (const [place, reference] of all.entries())
        put(reference, (spreadMs * (place + 1)) / all.length, { plannedAtMs: undefined, failures: 0 });
    },
    async stop() {
      onDue = undefined;
      clearTimeout(clockCheck);
      for (const { timer } of waiting.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
