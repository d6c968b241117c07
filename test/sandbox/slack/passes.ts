import { randomBytes } from 'node:crypto';

interface PassOptions<Origin> {
  /** So often each can be used. */
  readonly uses: number;
  readonly lifetimeMs: number;
  /** What is given out, with something in it that nobody guesses. */
  readonly write: (secret: string, origin: Origin) => string;
  /** Hears of each that is given out. */
  readonly handedOut: string[];
  readonly now?: () => number;
}

export type Passes<Origin> = ReturnType<typeof createPasses<Origin>>;

/**
 * What Slack gives out to be used so often within so long, a trigger_id or a response_url, and what
 * each came with.
 */
export function createPasses<Origin>(options: PassOptions<Origin>) {
  const { uses, lifetimeMs, write, handedOut, now = Date.now } = options;
  const issued = new Map<unknown, { origin: Origin; usesLeft: number; expiresAtMs: number }>();

  return {
    issue(origin: Origin): string {
      const pass = write(randomBytes(18).toString('base64url'), origin);
      issued.set(pass, { origin, usesLeft: uses, expiresAtMs: now() + lifetimeMs });
      handedOut.push(pass);
      return pass;
    },
    find(pass: unknown): { origin: Origin } | { error: 'unknown' | 'used' | 'expired' } {
      const entry = issued.get(pass);
      if (!entry) return { error: 'unknown' };
      if (entry.usesLeft === 0) return { error: 'used' };
      return now() > entry.expiresAtMs ? { error: 'expired' } : { origin: entry.origin };
    },
    /** Takes one use of it. */
    spend(pass: unknown): void {
      const entry = issued.get(pass);
      if (entry) entry.usesLeft -= 1;
    },
    /** Drops those that are past their time. */
    forgetExpired(): void {
      for (const [pass, { expiresAtMs }] of issued) if (now() > expiresAtMs) issued.delete(pass);
    },
  };
}
