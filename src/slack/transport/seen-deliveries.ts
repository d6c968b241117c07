import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceiverEvent } from '@slack/bolt';
import type { Claim, State } from '../../state/state.ts';

/** Slack retries after a moment, a minute and five minutes; a signature is valid for five minutes. */
const rememberedMs = 15 * 60_000;
/** For how long a process that was killed keeps Slack's retry from the others. */
const leaseMs = 5_000;
const renewEveryMs = 1_500;
const lookAgainAfterMs = 200;

export interface SeenDeliveries {
  /**
   * Resolves with a new delivery. For a repeated one, waits for the first and resolves with `undefined` when that has
   * passed: Slack takes the first ack for the answer, whichever copy it belongs to.
   */
  take(event: ReceiverEvent): Promise<Delivery | undefined>;
}

/** A delivery that this process answers. Until it is remembered or forgotten, it is lost to others only for a moment. */
export interface Delivery {
  /** Call it when its ack has reached Slack: copies need no other. */
  pass(): void;
  /** Call it when its answer is out. */
  remember(): Promise<void>;
  /** Undoes `take` when delivery failed before the ack, so that Slack's retry is processed, also one that waits. */
  forget(): Promise<void>;
}

type ClaimState = Pick<State, 'claim' | 'claimedForMs'>;

/**
 * Deduplicates deliveries: Slack retries an event when it is not sure that it arrived, and anyone who saw signed bytes
 * could replay them. Typing is exempt: the same letters twice in a second are the same bytes, and a replay reveals only
 * bank codes.
 */
export function createSeenDeliveries(state: ClaimState): SeenDeliveries {
  const underWay = new Map<string, Promise<boolean>>();
  const firstOf = (keys: string[]) => keys.map((key) => underWay.get(key)).find((first) => first !== undefined);
  return {
    async take(event) {
      const keys = keysOf(event);
      for (let first = firstOf(keys); first; first = firstOf(keys)) if (await first) return undefined;
      // Register before asking the state, so that a copy that comes meanwhile waits for this one.
      let settle = (_isThrough: boolean) => {};
      const isThrough = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      for (const key of keys) underWay.set(key, isThrough);
      const end = (wasThrough: boolean) => {
        for (const key of keys) underWay.delete(key);
        settle(wasThrough);
      };
      const asked = await Promise.allSettled(keys.map((key) => claimOf(key, state)));
      const claims = asked.flatMap((claim) => (claim.status === 'fulfilled' ? (claim.value ?? []) : []));
      const failed = asked.find((claim) => claim.status === 'rejected');
      if (failed) {
        await each(claims, (claim) => claim.release());
        end(false);
        throw failed.reason;
      }
      if (claims.length < keys.length) {
        end(true);
        return undefined;
      }
      return deliveryOf(claims, { pass: () => settle(true), end });
    },
  };
}

/** Claims the key. Another process that holds it renews its lease or has answered; one that was killed does neither. */
async function claimOf(key: string, state: ClaimState): Promise<Claim | undefined> {
  const waitsUntilMs = performance.now() + leaseMs + lookAgainAfterMs;
  for (;;) {
    const claim = await state.claim(key, leaseMs);
    if (claim) return claim;
    const isAnswered = (await state.claimedForMs(key)) > leaseMs;
    if (isAnswered || performance.now() > waitsUntilMs) return undefined;
    await sleep(lookAgainAfterMs);
  }
}

function deliveryOf(claims: Claim[], first: { pass: () => void; end: (isThrough: boolean) => void }): Delivery {
  let hasPassed = false;
  const keepAll = (ttlMs: number) => each(claims, (claim) => claim.keep(ttlMs));
  const renewal = setInterval(() => void keepAll(leaseMs), renewEveryMs).unref();
  const remember = async () => {
    clearInterval(renewal);
    await keepAll(rememberedMs);
    first.end(true);
  };
  return {
    pass() {
      hasPassed = true;
      first.pass();
    },
    remember,
    async forget() {
      if (hasPassed) return remember(); // Slack has the ack, and sends it no more
      clearInterval(renewal);
      await each(claims, (claim) => claim.release());
      first.end(false);
    },
  };
}

/** What cannot be kept or released expires by itself. */
async function each(claims: Claim[], act: (claim: Claim) => Promise<void>): Promise<void> {
  await Promise.allSettled(claims.map(act));
}

function keysOf({ body, customProperties }: ReceiverEvent): string[] {
  if (body.type === 'block_suggestion') return [];
  const ids: unknown[] = [body.event && body.event_id, customProperties?.signature, customProperties?.envelopeId];
  return ids.flatMap((id) => (typeof id === 'string' ? `delivery ${id}` : []));
}
