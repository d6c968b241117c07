import { createHistogram } from 'node:perf_hooks';

export type SoakError =
  | 'not acked with 200'
  | 'not answered in time'
  | 'not as Slack takes it'
  | 'error in the log'
  | 'process ended';

export interface Times {
  record(ms: number): void;
  /** Milliseconds; `share` is a percentage, and 100 the longest. */
  percentile(share: number): number;
}

/** What a soak has come to so far. */
export interface Tally {
  sent: number;
  /** How long it took to send them, to the moment when the next one is due. */
  sendingMs: number;
  readonly acks: Times;
  readonly answers: Times;
  readonly errors: ReadonlyMap<SoakError, number>;
  countError(kind: SoakError): void;
}

export function createTally(): Tally {
  const errors = new Map<SoakError, number>();
  return {
    sent: 0,
    sendingMs: 0,
    acks: createTimes(),
    answers: createTimes(),
    errors,
    countError: (kind) => void errors.set(kind, (errors.get(kind) ?? 0) + 1),
  };
}

/** As much memory for a week as for a minute. */
function createTimes(): Times {
  const micros = createHistogram();
  return {
    record: (ms) => micros.record(Math.max(1, Math.round(ms * 1000))),
    percentile: (share) => (micros.count === 0 ? Number.NaN : micros.percentile(share) / 1000),
  };
}
