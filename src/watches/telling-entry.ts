import type { AuditEntry } from '../ops/audit-log.ts';
import type { Watch } from './watch.ts';

export interface Telling {
  /** What became of the watch. */
  outcome: string;
  /** The short reference. */
  reference: string;
  /** When it began, by `performance.now()`. */
  startedAtMs: number;
}

/** The audit line of what somebody is told, or of what they could not be told. */
export function tellingEntry(watch: Watch, { outcome, reference, startedAtMs }: Telling): AuditEntry {
  return {
    team: watch.teamId,
    user: watch.personId,
    channel: watch.channelId,
    door: 'watch',
    command: 'txn',
    asked: watch.reference,
    outcome,
    durationMs: Math.round(performance.now() - startedAtMs),
    reference,
  };
}
