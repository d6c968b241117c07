import type { Schedule, Watch } from './watch.ts';

/** Interval over which the references that a new leader finds become due. */
const spreadMs = 5_000;

const never = Infinity;

/** What the leader remembers of a watch. Times are by `performance.now()`, which nobody sets. */
export interface PlannedWatch extends Pick<Watch, 'begunAtMs'> {
  /** Since when this process has known the watch. */
  knownSinceMs: number;
  /** Whether this process knows the watch from its beginning. */
  isWholeKnown: boolean;
}

/** A watched reference, and when its next look-up is due. */
export interface Plan {
  reference: string;
  /** By id. */
  watches: Map<string, PlannedWatch>;
  /** When the next try is due; `-never` while one is running. */
  dueAtMs: number;
  /** When the look-up was due before its first try failed. */
  plannedAtMs: number;
  /** Number of failed tries in a row. */
  failures: number;
  /** Whether this process, since it leads, has yet to look it up: a change may be older. */
  isFirst: boolean;
  timer?: NodeJS.Timeout;
}

/**
 * Creates the leader's timetable, in memory: when each watched reference is due.
 * @param onDue called when a reference is due; then it is not, until `planNext` or `retry`
 */
export function createTimetable(schedule: Schedule, onDue: (plan: Plan) => void) {
  const plans = new Map<string, Plan>();

  /** Whether the plan counts: this process has not lost the lead since. */
  const has = (plan: Plan): boolean => plans.get(plan.reference) === plan;

  /** Makes a reference due at `atMs`, unless it is due earlier. */
  function advance(plan: Plan, atMs: number): void {
    if (!has(plan) || atMs >= plan.dueAtMs) return;

    clearTimeout(plan.timer);
    plan.dueAtMs = atMs;
    if (plan.failures === 0) plan.plannedAtMs = atMs;

    const begin = () => {
      plan.dueAtMs = -never;
      onDue(plan);
    };

    plan.timer = setTimeout(begin, Math.ceil(atMs - performance.now()));
  }

  function nextAtMs({ watches }: Plan): number {
    const nowMs = performance.now();
    const times = [...watches].map(
      ([id, { begunAtMs }]) => schedule.next({ id, begunAtMs }, nowMs) ?? nowMs,
    );
    return Math.min(...times);
  }

  return {
    has,
    /** Adds those watches that are not known yet. @param isNew whether they began just now */
    add(watches: readonly Watch[], isNew: boolean): void {
      const nowMs = performance.now();
      for (const { id, reference, begunAtMs } of watches) {
        const plan = plans.get(reference) ?? {
          reference,
          watches: new Map(),
          dueAtMs: never,
          plannedAtMs: nowMs,
          failures: 0,
          isFirst: !isNew,
        };
        if (plan.watches.has(id)) continue;

        // The clock of the process where the watch began may be ahead.
        const ageMs = isNew ? 0 : Math.max(0, Date.now() - begunAtMs);
        plan.watches.set(id, {
          begunAtMs: nowMs - ageMs,
          knownSinceMs: nowMs,
          isWholeKnown: isNew,
        });
        plans.set(reference, plan);
        advance(plan, isNew ? nextAtMs(plan) : nowMs + Math.random() * spreadMs);
      }
    },
    /** Plans the look-up after one that succeeded; forgets a reference that nobody watches. */
    planNext(plan: Plan): void {
      if (!has(plan)) return;
      if (plan.watches.size === 0) plans.delete(plan.reference);
      Object.assign(plan, { isFirst: false, failures: 0, dueAtMs: never });
      advance(plan, nextAtMs(plan));
    },
    /** Plans another try after one that failed. */
    retry(plan: Plan, afterMs: number): void {
      plan.failures += 1;
      plan.dueAtMs = never;
      advance(plan, performance.now() + afterMs);
    },
    clear(): void {
      for (const { timer } of plans.values()) clearTimeout(timer);
      plans.clear();
    },
  };
}
