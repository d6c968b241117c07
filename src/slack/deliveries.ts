import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { withResolvers } from '../async.ts';
import type { Events } from '../events.ts';
import type { Lease, State } from '../store/state.ts';

/** Slack retries after a moment, a minute and five minutes; a signature is valid for five minutes. */
const rememberedMs = 15 * 60_000;
/** Beyond it the oldest is no longer waited for: its copy is acked at once. */
const underWayMax = 2_000;

/**
 * Stands between Slack and the app and gets every payload of both modes. It
 * deduplicates: Slack retries an event when it is not sure that it arrived, and anyone who saw signed bytes could replay
 * them. A repeated delivery goes no further and is acked after the first one.
 */
export function checkedReceiver(receiver: Receiver, state: Pick<State, 'lease'>, events: Events): Receiver {
  // Its table holds keys and numbers alone: a `Map` of objects that is filled and emptied all the time keeps them.
  const underWay = new LRUCache<string, Promise<boolean>>({ max: underWayMax });

  /**
   * Processes the first delivery of a key. When the process is killed meanwhile, Slack's retry is new.
   * @param run calls `pass` when its ack has reached Slack: copies that come to this process need no other
   * @returns `false` for a copy, once the first has passed: Slack takes the first ack for the answer, whichever copy it
   *   belongs to
   */
  async function isFirst(key: string, run: (pass: () => void) => Promise<void>): Promise<boolean> {
    for (let first = underWay.get(key); first; first = underWay.get(key)) if (await first) return false;
    // Register before asking the state, so that a copy that comes meanwhile waits for this one.
    const { promise, resolve: settle } = withResolvers<boolean>();
    underWay.set(key, promise);
    let hasPassed = false;
    let lease: Lease | undefined;
    try {
      lease = await state.lease(key, 'wait');
      if (lease)
        await run(() => {
          hasPassed = true;
          settle(true);
        });
      hasPassed = true; // also a command answered by another route, after its ack failed
      return lease !== undefined;
    } finally {
      // Without an ack Slack's retry is processed, also one that waits. What cannot be kept or released ends by itself.
      await (hasPassed ? lease?.commit(rememberedMs) : lease?.release())?.catch(() => {});
      if (underWay.peek(key) === promise) underWay.delete(key);
      settle(hasPassed);
    }
  }

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
        const body = heardIn(event.body);
        const run = (pass: () => void) => {
          const ackFirst: ReceiverEvent['ack'] = (...answer) => ack(...answer).then(pass);
          return app.processEvent({ body, ack: ackFirst }).catch((error: unknown) => {
            // Before the ack only Bolt has read the payload, and its error message may quote it.
            throw isTaken ? error : new Error('malformed payload');
          });
        };
        const key = keyOf(event);
        if (key === undefined) await run(() => {});
        else if (!(await isFirst(key, run))) await ack();
      };
      receiver.init(checked);
    },
  };
}

const Edit = z.object({
  subtype: z.literal('message_changed'),
  channel_type: z.literal('im'),
  channel: z.string(),
  message: z.looseObject({ edited: z.object({}), text: z.string() }),
});

/** A direct message that its person edits is heard as one more; the preview that Slack adds to a link is no edit. */
function heardIn(body: ReceiverEvent['body']): ReceiverEvent['body'] {
  const { data: edit } = Edit.safeParse(body.event);
  if (edit === undefined) return body;
  const { message, channel, channel_type } = edit;
  return { ...body, event: { ...message, type: 'message', channel, channel_type } };
}

/**
 * An event keeps its id when it is signed anew; anything else is told by its signature, or by its envelope. Typing has no
 * key: the same letters twice in a second are the same bytes, and a replay reveals only bank codes.
 */
function keyOf({ body, customProperties }: ReceiverEvent): string | undefined {
  if (body.type === 'block_suggestion') return undefined;
  const ids: unknown[] = [body.event && body.event_id, customProperties?.signature, customProperties?.envelopeId];
  const id = ids.find((each) => typeof each === 'string');
  return id === undefined ? undefined : `delivery ${id}`;
}
