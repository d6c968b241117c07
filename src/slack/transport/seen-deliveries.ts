import type { ReceiverEvent } from '@slack/bolt';
import type { Claim, State } from '../../state/state.ts';

/** Slack retries after a moment, a minute and five minutes; a signature is valid for five minutes. */
const rememberedMs = 15 * 60_000;

export interface SeenDeliveries {
  /**
   * Resolves with `true` for a new delivery. For a repeated one, waits for the first and resolves with `false` when
   * that has passed: Slack takes the first ack for the answer, whichever copy it belongs to.
   */
  isNew(event: ReceiverEvent): Promise<boolean>;
  /** Call it for a new delivery when its ack has reached Slack or is no longer needed. */
  pass(event: ReceiverEvent): void;
  /** Undoes `isNew` when delivery failed, so that Slack's retry is processed, also one that waits in `isNew`. */
  forget(event: ReceiverEvent): Promise<void>;
}

interface UnderWay {
  claims: Claim[];
  isThrough: Promise<boolean>;
  settle: (isThrough: boolean) => void;
}

/**
 * Deduplicates deliveries: Slack retries an event when it is not sure that it arrived, and anyone who saw signed bytes
 * could replay them. Typing is exempt: the same letters twice in a second are the same bytes, and a replay reveals only
 * bank codes.
 */
export function createSeenDeliveries(state: Pick<State, 'claim'>): SeenDeliveries {
  const underWay = new Map<string, UnderWay>();
  const firstOf = (keys: string[]) => keys.map((key) => underWay.get(key)).find((first) => first !== undefined);
  const end = (event: ReceiverEvent, isThrough: boolean) => {
    const keys = keysOf(event);
    const first = firstOf(keys);
    for (const key of keys) underWay.delete(key);
    first?.settle(isThrough);
  };
  const forget = async (event: ReceiverEvent) => {
    const { claims = [] } = firstOf(keysOf(event)) ?? {};
    await Promise.allSettled(claims.map((claim) => claim.release())); // one that cannot be released expires
    end(event, false);
  };
  return {
    async isNew(event) {
      const keys = keysOf(event);
      for (let first = firstOf(keys); first; first = firstOf(keys)) if (await first.isThrough) return false;
      // Register before asking the state, so that a copy that comes meanwhile waits for this one.
      const first = createUnderWay();
      for (const key of keys) underWay.set(key, first);
      const claims = await Promise.allSettled(keys.map((key) => state.claim(key, rememberedMs)));
      first.claims = claims.flatMap((claim) => (claim.status === 'fulfilled' ? (claim.value ?? []) : []));
      const failed = claims.find((claim) => claim.status === 'rejected');
      if (failed) {
        await forget(event);
        throw failed.reason;
      }
      if (first.claims.length === keys.length) return true;
      end(event, true);
      return false;
    },
    pass(event) {
      end(event, true);
    },
    forget,
  };
}

function createUnderWay(): UnderWay {
  let settle: UnderWay['settle'] = () => {};
  const isThrough = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  return { claims: [], isThrough, settle };
}

function keysOf({ body, customProperties }: ReceiverEvent): string[] {
  if (body.type === 'block_suggestion') return [];
  const ids: unknown[] = [body.event && body.event_id, customProperties?.signature, customProperties?.envelopeId];
  return ids.flatMap((id) => (typeof id === 'string' ? `delivery ${id}` : []));
}
