import { createHash } from 'node:crypto';
import type { Watch } from './watch.ts';

/**
 * When a watched reference is asked about. All of it follows from when the watch began and from its id, so that nothing
 * is written for it and a restart changes nothing.
 */
export type Schedule = ReturnType<typeof createSchedule>;

/** Each time moves by up to this part of the shorter of the waits beside it, so that no wait changes by more than a tenth. */
const jitterMax = 0.05;

interface ScheduleOptions {
  /** From one question to the next; the last one repeats. */
  waitsMs: readonly number[];
  lastsMs: number;
}

export function createSchedule({ waitsMs, lastsMs }: ScheduleOptions) {
  const lastWaitMs = waitsMs.at(-1) ?? lastsMs;
  const waitMs = (step: number) => waitsMs[step] ?? lastWaitMs;
  let sumMs = 0;
  const planned = waitsMs.map((ms) => {
    sumMs += ms;
    return sumMs;
  });
  const plannedMs = (step: number) => planned[step] ?? sumMs + (step - planned.length + 1) * lastWaitMs;
  const askedAfterMs = (step: number, id: string) =>
    plannedMs(step) + Math.round(Math.min(waitMs(step), waitMs(step + 1)) * jitterMax * jitter(id, step));

  return {
    endsAtMs: ({ begunAtMs }: Pick<Watch, 'begunAtMs'>) => begunAtMs + lastsMs,
    /** The first time after `afterMs`; at last the end of the watch. `undefined` when it is over by then. */
    next({ id, begunAtMs }: Pick<Watch, 'id' | 'begunAtMs'>, afterMs: number): number | undefined {
      const sinceMs = afterMs - begunAtMs;
      if (sinceMs >= lastsMs) return undefined;
      const listed = planned.findIndex((ms) => ms > sinceMs);
      const following = listed === -1 ? planned.length + Math.floor((sinceMs - sumMs) / lastWaitMs) : listed;
      // No time moves past its neighbours, so the search may begin one step before the planned one.
      let step = Math.max(0, following - 1);
      while (askedAfterMs(step, id) <= sinceMs) step += 1;
      return begunAtMs + Math.min(askedAfterMs(step, id), lastsMs);
    },
  };
}

/** From −1 to 1, always the same for the same step of the same watch. */
function jitter(id: string, step: number): number {
  return createHash('sha256').update(`${id} ${step}`).digest().readUInt32BE() / 0x7fffffff - 1;
}
