import type { ReceiverEvent } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import type { Hold, State } from '../../state/state.ts';

/** Slack retries after a moment, a minute and five minutes; a signature is valid for five minutes. */
const rememberedMs = 15 * 60_000;
/** Beyond it the oldest is no longer waited for: its copy is acked at once. */
const underWayMax = 2_000;

export interface SeenDeliveries {
  /**
   * Resolves with a new delivery. For a repeated one, waits for the first and resolves with `undefined` when that has
   * passed: Slack takes the first ack for the answer, whichever copy it belongs to.
   */
  take(event: ReceiverEvent): Promise<Delivery | undefined>;
}

/** A delivery that this process answers. When the process is killed before it is remembered, Slack's retry is new. */
export interface Delivery {
  /** Call it when its ack has reached Slack: copies that come to this process need no other. */
  pass(): void;
  /** Call it when its answer is out. */
  remember(): Promise<void>;
  /** Undoes `take` when delivery failed before the ack, so that Slack's retry is processed, also one that waits. */
  forget(): Promise<void>;
}

/**
 * Deduplicates deliveries: Slack retries an event when it is not sure that it arrived, and anyone who saw signed bytes
 * could replay them. Typing is exempt: the same letters twice in a second are the same bytes, and a replay reveals only
 * bank codes.
 */
export function createSeenDeliveries(state: Pick<State, 'hold'>): SeenDeliveries {
  // Its table holds keys and numbers alone: see `createBag`.
  const underWay = new LRUCache<string, Promise<boolean>>({ max: underWayMax });
  return {
    async take(event) {
      const key = keyOf(event);
      if (key === undefined) return exempt;
      for (let first = underWay.get(key); first; first = underWay.get(key)) if (await first) return undefined;
      // Register before asking the state, so that a copy that comes meanwhile waits for this one.
      let settle = (_isThrough: boolean) => {};
      const isThrough = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      underWay.set(key, isThrough);
      const end = (wasThrough: boolean) => {
        if (underWay.peek(key) === isThrough) underWay.delete(key);
        settle(wasThrough);
      };
      try {
        const hold = await state.hold(key, 'wait');
        if (hold) return deliveryOf(hold, { pass: () => settle(true), end });
        end(true);
        return undefined;
      } catch (error) {
        end(false);
        throw error;
      }
    },
  };
}

function deliveryOf(hold: Hold, first: { pass: () => void; end: (isThrough: boolean) => void }): Delivery {
  let hasPassed = false;
  const remember = async () => {
    await hold.keep(rememberedMs).catch(endsByItself);
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
      await hold.release().catch(endsByItself);
      first.end(false);
    },
  };
}

/** What cannot be kept or released ends by itself. */
function endsByItself(): void {}

const exempt: Delivery = { pass() {}, async remember() {}, async forget() {} };

/** An event keeps its id when it is signed anew; anything else is told by its signature, or by its envelope. */
function keyOf({ body, customProperties }: ReceiverEvent): string | undefined {
  if (body.type === 'block_suggestion') return undefined;
  const ids: unknown[] = [body.event && body.event_id, customProperties?.signature, customProperties?.envelopeId];
  const id = ids.find((each) => typeof each === 'string');
  return id === undefined ? undefined : `delivery ${id}`;
}
