import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim, Hold, State } from '../state.ts';
import type { OwnedKeys } from './owned-keys.ts';
import { createRenewals } from './renewals.ts';

export interface RedisClaimsOptions {
  keys: OwnedKeys;
  /** Claims of this process alone: it asks them first, and has only them while Redis is away. */
  memory: State;
  onFallback: () => void;
}

/** For how long a process that was killed keeps from the others what it held. */
const leaseMs = 5_000;
const renewEveryMs = 1_500;
const lookAgainAfterMs = 200;

/** Claims that processes share. */
export function createRedisClaims({ keys, memory, onFallback }: RedisClaimsOptions): Pick<State, 'claim' | 'hold'> {
  const renewals = createRenewals(renewEveryMs);

  /** `take` tells whether it is this process's in Redis as well. */
  async function claimBoth<C extends Claim>(
    local: C | undefined,
    take: () => Promise<boolean>,
  ): Promise<C | undefined> {
    if (!local) return undefined;
    try {
      if (await take()) return local;
      await local.release();
      return undefined;
    } catch {
      onFallback();
      return local;
    }
  }

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

  return {
    async claim(key, ttlMs) {
      const owner = randomUUID();
      const local = await claimBoth(await memory.claim(key, ttlMs), () => keys.take(key, owner, ttlMs));
      return local && { release: () => releaseBoth(local, keys.release(key, owner)) };
    },
    async hold(key, whenHeld) {
      const owner = randomUUID();
      const isAwaited = whenHeld === 'wait';
      const local = await claimBoth<Hold>(await memory.hold(key, whenHeld), () => takeLease(key, owner, isAwaited));
      if (!local) return undefined;
      const endRenewal = renewals.add(() => keys.keep(key, owner, leaseMs));
      return {
        async keep(ttlMs) {
          endRenewal();
          await local.keep(ttlMs);
          await keys.keep(key, owner, ttlMs).catch(() => {}); // this process remembers it alone
        },
        release() {
          endRenewal();
          return releaseBoth(local, keys.release(key, owner));
        },
      };
    },
  };
}

async function releaseBoth(local: Claim, released: Promise<void>): Promise<void> {
  await local.release();
  await released.catch(() => {}); // it is released later, or expires by itself
}
