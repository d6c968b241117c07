import { randomBytes } from 'node:crypto';
import { slackLimits } from './slack-limits.ts';

/** Who did what a trigger_id came with, and where. */
export interface TriggerOrigin {
  readonly userId: string;
  /** The conversation that was on the screen, if any. */
  readonly channelId?: string;
  /** The view in which it happened, if any. */
  readonly viewId?: string;
}

type TriggerError = 'invalid_trigger_id' | 'exchanged_trigger_id' | 'expired_trigger_id';

export type TriggerIds = ReturnType<typeof createTriggerIds>;

/** The trigger_ids that were given out: each opens one view, within three seconds. */
export function createTriggerIds({ now = Date.now }: { now?: () => number } = {}) {
  const issued = new Map<unknown, { origin: TriggerOrigin; expiresAtMs: number; isSpent: boolean }>();

  return {
    issue(origin: TriggerOrigin): string {
      // Shaped like Slack's: three parts, the last one unguessable.
      const triggerId = `${Date.now()}.${process.pid}.${randomBytes(16).toString('hex')}`;
      issued.set(triggerId, { origin, expiresAtMs: now() + slackLimits.triggerIdMs, isSpent: false });
      return triggerId;
    },
    find(triggerId: unknown): { origin: TriggerOrigin } | { error: TriggerError } {
      const entry = issued.get(triggerId);
      if (!entry) return { error: 'invalid_trigger_id' };
      if (entry.isSpent) return { error: 'exchanged_trigger_id' };
      return now() > entry.expiresAtMs ? { error: 'expired_trigger_id' } : { origin: entry.origin };
    },
    /** Once a view was opened with it. */
    spend(triggerId: unknown): void {
      const entry = issued.get(triggerId);
      if (entry) entry.isSpent = true;
    },
    /** Drops those that are past their time. */
    forgetExpired(): void {
      for (const [triggerId, { expiresAtMs }] of issued) if (now() > expiresAtMs) issued.delete(triggerId);
    },
  };
}
