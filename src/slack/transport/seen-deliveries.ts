import type { ReceiverEvent } from '@slack/bolt';
import type { Hold, State } from '../../state/state.ts';

/** Slack retries after a moment, a minute and five minutes; a signature is valid for five minutes. */
const rememberedMs = 15 * 60_000;

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
      const asked = await Promise.allSettled(keys.map((key) => state.hold(key, 'wait')));
      const holds = asked.flatMap((hold) => (hold.status === 'fulfilled' ? (hold.value ?? []) : []));
      if (holds.length === keys.length) return deliveryOf(holds, { pass: () => settle(true), end });
      const failed = asked.find((hold) => hold.status === 'rejected');
      await each(holds, (hold) => (failed ? hold.release() : hold.keep(rememberedMs)));
      end(failed === undefined);
      if (failed) throw failed.reason;
      return undefined;
    },
  };
}

function deliveryOf(holds: Hold[], first: { pass: () => void; end: (isThrough: boolean) => void }): Delivery {
  let hasPassed = false;
  const remember = async () => {
    await each(holds, (hold) => hold.keep(rememberedMs));
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
      await each(holds, (hold) => hold.release());
      first.end(false);
    },
  };
}

/** What cannot be kept or released ends by itself. */
async function each(holds: Hold[], act: (hold: Hold) => Promise<void>): Promise<void> {
  await Promise.allSettled(holds.map(act));
}

function keysOf({ body, customProperties }: ReceiverEvent): string[] {
  if (body.type === 'block_suggestion') return [];
  const ids: unknown[] = [body.event && body.event_id, customProperties?.signature, customProperties?.envelopeId];
  return ids.flatMap((id) => (typeof id === 'string' ? `delivery ${id}` : []));
}
