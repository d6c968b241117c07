import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { State } from '../state.ts';
import type { OwnedKeys } from './owned-keys.ts';
import { createRenewals } from './renewals.ts';

export interface RedisClaimsOptions {
  keys: OwnedKeys;
  /** Claims of this process alone: it asks them first, and has only them while Redis is away. */
  memory: Pick<State, 'hold'>;
  onFallback: () => void;
}

/** For how long a process that was killed keeps from the others what it held. */
const leaseMs = 5_000;
const renewEveryMs = 1_500;
const lookAgainAfterMs = 200;

/** Claims that processes share. */
export function createRedisClaims({ keys, memory, onFallback }: RedisClaimsOptions): Pick<State, 'hold'> {
  const renewals = createRenewals(renewEveryMs);

  /** Another process that holds it renews its lease or has kept it; one that was killed does neither. */
  async function takeLease(key: string, owner: string, isAwaited: boolean): Promise<boolean> {
    const waitsUntilMs = performance.now() + leaseMs + lookAgainAfterMs;
    for (;;) {
      if (await keys.take(key, owner, leaseMs)) return true;
      if (!isAwaited) return false;
      const isKept = (await keys.takenForMs(key)) > leaseMs;
      if (isKept || performance.now() > waitsUntilMs) return false;
      await sleep(lookAgainAfterMs);
    }
  }

  /** Whether it is this process's in Redis as well, or Redis is away. */
  async function isTaken(key: string, owner: string, isAwaited: boolean): Promise<boolean> {
    try {
      return await takeLease(key, owner, isAwaited);
    } catch {
      onFallback();
      return true;
    }
  }

  return {
    async hold(key, whenHeld) {
      const owner = randomUUID();
      const local = await memory.hold(key, whenHeld);
      if (!local) return undefined;
      if (!(await isTaken(key, owner, whenHeld === 'wait'))) {
        await local.release();
        return undefined;
      }
      const endRenewal = renewals.add(() => keys.keep(key, owner, leaseMs));
      return {
        async keep(ttlMs) {
          endRenewal();
          await local.keep(ttlMs);
          await keys.keep(key, owner, ttlMs).catch(() => {}); // this process remembers it alone until Redis is back
        },
        async release() {
          endRenewal();
          // Redis first: whoever claims it here next asks Redis after this.
          const released = keys.release(key, owner).catch(() => {}); // it is released later, or expires by itself
          await local.release();
          await released;
        },
      };
    },
  };
}
