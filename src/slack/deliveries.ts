import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { elapsedMs } from '../async.ts';
import type { Events } from '../ops/events.ts';
import type { State } from '../store/state.ts';

/**
 * TTL of deliveries. Slack retries at once, after 1 and 5 minutes; a signature
 * lasts 5 minutes.
 */
const rememberedMs = 15 * 60_000;

/**
 * Wraps a receiver, HTTP or socket, to drop repeated deliveries before they reach the app: Slack
 * retries an event when unsure whether it arrived, and anyone who has seen a signed request could
 * replay it.
 */
export function deduplicateDeliveries<R extends Receiver>(
  receiver: R,
  state: Pick<State, 'lease'>,
  events: Events,
): R {
  /**
   * Processes the first delivery with a key. If its ack fails or the process is killed, a retry
   * counts as first.
   */
  async function handle(event: ReceiverEvent, app: App): Promise<void> {
    const arrivedAtMs = performance.now();
    const body = withEditAsMessage(event.body);
    /** Whether the payload was understood: what handles it acks it. */
    let isAckTried = false;
    /** Whether Slack has the ack, or the answer went another way: a retry would repeat it. */
    let isDone = false;

    const ack: ReceiverEvent['ack'] = async (...answer) => {
      isAckTried = true;
      await event.ack(...answer);
      isDone = true;
      events.emit('ack', elapsedMs(arrivedAtMs));
    };

    const run = async () => {
      try {
        await app.processEvent({ body, ack });
      } catch (error) {
        // Before the ack only Bolt has read the payload, and its error message may quote it.
        throw isAckTried ? error : new Error('malformed payload');
      }

      // Ignores a payload of a kind that nothing handles. A command has no type: its ack is its
      // answer.
      if (!isAckTried && typeof body.type === 'string') await ack();
    };

    const key = deliveryKey(event);
    if (key === undefined) return run();

    const lease = await state.lease(key, 'wait');
    if (!lease) {
      // Slack shows a command's first ack as the answer, even a repeated delivery's ack: so a
      // repeated command gets none.
      if (body.command === undefined) await ack();
      return;
    }

    try {
      await run();
      isDone = true;
    } finally {
      // A lease that is neither committed nor released expires.
      await (isDone ? lease.commit(rememberedMs) : lease.release()).catch(() => {});
    }
  }

  return {
    ...receiver,
    init(app) {
      const checked: App = Object.create(app);
      checked.processEvent = (event) => handle(event, app);
      receiver.init(checked);
    },
  };
}

/**
 * Turns a person's edit of a direct message into a new message. A link preview that Slack adds is
 * not an edit.
 */
function withEditAsMessage(body: ReceiverEvent['body']): ReceiverEvent['body'] {
  const { subtype, channel_type, channel, message } = body.event ?? {};
  if (subtype !== 'message_changed' || channel_type !== 'im' || !message?.edited) return body;
  return { ...body, event: { ...message, type: 'message', channel, channel_type } };
}

/**
 * Returns the deduplication key: an event's id, which a retry repeats, else the signature or the
 * envelope's id. A request for what is typed in a select has no key: the same letters twice in a
 * second make identical requests, and a replay shows only bank codes.
 */
function deliveryKey({ body, customProperties }: ReceiverEvent): string | undefined {
  if (body.type === 'block_suggestion') return undefined;

  const ids: unknown[] = [
    body.event && body.event_id,
    customProperties?.signature,
    customProperties?.envelopeId,
  ];
  const id = ids.find((each) => typeof each === 'string');

  return id === undefined ? undefined : `delivery ${id}`;
}
