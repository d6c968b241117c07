import type { Events } from '../events.ts';

/** Look-ups of the last 15 minutes. */
export interface LookUpSummary {
  count: number;
  failedCount: number;
  medianMs: number | undefined;
  /** The last answer since the process started, in milliseconds since 1970. */
  lastSuccessAtMs: number | undefined;
  /** The last look-up since then that was sent, when it ended and whether it was answered. */
  last: { atMs: number; isAnswered: boolean } | undefined;
  /** Since when nothing is answered, while the circuit breaker leaves the service alone. */
  silentSinceMs: number | undefined;
  /** Whether nothing but a wrong address explains the latest answers. */
  isAddressWrong: boolean;
}

const recentMs = 15 * 60_000;
const keptMax = 10_000;

/** What our own look-ups say about the transfer service; "not found" and a refusal are answers too. */
export function createLookUpStats(events: Events): () => LookUpSummary {
  const recent: { atMs: number; durationMs: number; isFailed: boolean }[] = [];
  let lastSuccessAtMs: number | undefined;
  let last: LookUpSummary['last'];
  let silentSinceMs: number | undefined;
  let isAddressWrong = false;
  events.on('lookUp', ({ failure, durationMs }) => {
    if (failure === 'not_asked') return; // it says nothing about the service
    const isFailed = failure !== undefined && failure !== 'not_found' && failure !== 'rejected';
    last = { atMs: Date.now(), isAnswered: !isFailed };
    if (!isFailed) lastSuccessAtMs = Date.now();
    recent.push({ atMs: Date.now(), durationMs, isFailed });
    if (recent.length > keptMax) recent.shift();
  });
  events.on('breaker', (state, silentForMs) => {
    silentSinceMs = state === 'closed' ? undefined : Date.now() - silentForMs;
  });
  events.on('address', (isWrong) => {
    isAddressWrong = isWrong;
  });
  return () => {
    const since = Date.now() - recentMs;
    const firstRecent = recent.findIndex(({ atMs }) => atMs >= since);
    recent.splice(0, firstRecent === -1 ? recent.length : firstRecent);
    const durations = recent.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
    return {
      count: recent.length,
      failedCount: recent.filter(({ isFailed }) => isFailed).length,
      medianMs: durations[Math.floor(durations.length / 2)],
      lastSuccessAtMs,
      last,
      silentSinceMs,
      isAddressWrong,
    };
  };
}
