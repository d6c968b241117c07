import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { withResolvers } from '../concurrency.ts';
import type { Events } from '../events.ts';
import type { Lease, State } from '../store/state.ts';

/**
 * Stands between Slack and the app and gets every payload of both modes. It refuses malformed payloads, and
 * deduplicates: a repeated delivery goes no further and is acked after the first one.
 */
export function checkedReceiver(receiver: Receiver, state: State, events: Events): Receiver {
  const seen = createDeliveries(state);
  return {
    ...receiver,
    init(app) {
      const checked: App = Object.create(app);
      checked.processEvent = async (event) => {
        const arrivedAtMs = performance.now();
        let isTaken = false;
        const ack: ReceiverEvent['ack'] = async (...answer) => {
          isTaken = true;
          await event.ack(...answer);
          events.emit('ack', performance.now() - arrivedAtMs);
        };
        checkPayload(event.body);
        const delivery = await seen.take(event);
        if (!delivery) return await ack();
        const ackFirst: ReceiverEvent['ack'] = async (...answer) => {
          await ack(...answer);
          delivery.pass();
        };
        try {
          await app.processEvent({ body: event.body, ack: ackFirst });
        } catch (error) {
          await delivery.forget(); // Bolt does not process an event whose ack failed
          // Before the ack only Bolt has read the payload, and its error message may quote it.
          throw isTaken ? error : malformed();
        }
        await delivery.remember(); // also of a command answered by another route, after its ack failed
      };
      receiver.init(checked);
    },
  };
}

const text = z.string();
const user = z.object({ id: text });
/** What each kind of Slack's payloads must hold, with the fields that we read without checking again. */
const Payload = z.union([
  z.object({ command: text, text }),
  z.object({ event: z.object({ type: z.literal('app_mention'), text }) }),
  z.object({ event: z.object({ type: text.regex(/^(?!app_mention$)/), text: text.nullish() }) }),
  z.object({ type: z.literal('block_actions'), user, actions: z.tuple([z.object({ action_id: text })], z.unknown()) }),
  z.object({ type: z.literal('block_suggestion'), user, action_id: text, value: text }),
  z.object({ type: z.enum(['shortcut', 'message_action']), user, callback_id: text }),
  z.object({ type: z.literal('view_submission'), user, view: z.object({ callback_id: text }) }),
]);

/** @throws Error for a body that is none of the payloads that Slack describes */
export function checkPayload(body: unknown): void {
  if (!Payload.safeParse(body).success) throw malformed();
}

/** Quotes nothing of the payload. */
function malformed(): Error {
  return new Error('malformed payload');
}

/** Slack retries after a moment, a minute and five minutes; a signature is valid for five minutes. */
const rememberedMs = 15 * 60_000;
/** Beyond it the oldest is no longer waited for: its copy is acked at once. */
const underWayMax = 2_000;

/** A delivery that this process answers. When the process is killed before it is remembered, Slack's retry is new. */
type Delivery = ReturnType<typeof deliveryOf>;

/**
 * Deduplicates deliveries: Slack retries an event when it is not sure that it arrived, and anyone who saw signed bytes
 * could replay them. Typing is exempt: the same letters twice in a second are the same bytes, and a replay reveals only
 * bank codes.
 */
export function createDeliveries(state: Pick<State, 'lease'>) {
  // Its table holds keys and numbers alone: a `Map` of objects that is filled and emptied all the time keeps them.
  const underWay = new LRUCache<string, Promise<boolean>>({ max: underWayMax });
  return {
    /**
     * Resolves with a new delivery. For a repeated one, waits for the first and resolves with `undefined` when that has
     * passed: Slack takes the first ack for the answer, whichever copy it belongs to.
     */
    async take(event: ReceiverEvent): Promise<Delivery | undefined> {
      const key = keyOf(event);
      if (key === undefined) return exempt;
      for (let first = underWay.get(key); first; first = underWay.get(key)) if (await first) return undefined;
      // Register before asking the state, so that a copy that comes meanwhile waits for this one.
      const { promise: isThrough, resolve: settle } = withResolvers<boolean>();
      underWay.set(key, isThrough);
      const end = (wasThrough: boolean) => {
        if (underWay.peek(key) === isThrough) underWay.delete(key);
        settle(wasThrough);
      };
      try {
        const lease = await state.lease(key, 'wait');
        if (lease) return deliveryOf(lease, { pass: () => settle(true), end });
        end(true);
        return undefined;
      } catch (error) {
        end(false);
        throw error;
      }
    },
  };
}

function deliveryOf(lease: Lease, first: { pass: () => void; end: (isThrough: boolean) => void }) {
  let hasPassed = false;
  /** Call it when its answer is out. */
  const remember = async () => {
    await lease.commit(rememberedMs).catch(endsByItself);
    first.end(true);
  };
  return {
    /** Call it when its ack has reached Slack: copies that come to this process need no other. */
    pass(): void {
      hasPassed = true;
      first.pass();
    },
    remember,
    /** Undoes `take` when delivery failed before the ack, so that Slack's retry is processed, also one that waits. */
    async forget(): Promise<void> {
      if (hasPassed) return remember(); // Slack has the ack, and sends it no more
      await lease.release().catch(endsByItself);
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
