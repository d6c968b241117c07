import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import type { Events } from '../ops/events.ts';
import type { State } from '../store/state.ts';

/** Slack retries after a moment, a minute and five minutes; a signature is valid for five minutes. */
const rememberedMs = 15 * 60_000;

/**
 * Stands between Slack and the app and gets every payload of both modes. It deduplicates: Slack retries an event when it
 * is not sure that it arrived, and anyone who saw signed bytes could replay them. A repeated delivery goes no further.
 */
export function checkedReceiver<R extends Receiver>(receiver: R, state: Pick<State, 'lease'>, events: Events): R {
  /** Processes the first delivery of a key. When its ack fails or the process is killed, Slack's retry is new. */
  async function handle(event: ReceiverEvent, app: App): Promise<void> {
    const arrivedAtMs = performance.now();
    const body = withEditAsMessage(event.body);
    let isAcked = false;
    let isTaken = false;
    const ack: ReceiverEvent['ack'] = async (...answer) => {
      isTaken = true;
      await event.ack(...answer);
      isAcked = true;
      events.emit('ack', performance.now() - arrivedAtMs);
    };
    const run = () =>
      app.processEvent({ body, ack }).catch((error: unknown) => {
        // Before the ack only Bolt has read the payload, and its error message may quote it.
        throw isTaken ? error : new Error('malformed payload');
      });
    const key = keyOf(event);
    if (key === undefined) return run();
    const lease = await state.lease(key, 'wait');
    // Slack takes the first ack of a command for its answer, whichever copy it belongs to.
    if (!lease) return body.command === undefined ? ack() : undefined;
    try {
      await run();
      isAcked = true; // or answered by another route, after its ack failed
    } finally {
      // A lease that is neither committed nor released ends by itself.
      await (isAcked ? lease.commit(rememberedMs) : lease.release()).catch(() => {});
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

/** A direct message that its person edits is heard as one more; the preview that Slack adds to a link is no edit. */
function withEditAsMessage(body: ReceiverEvent['body']): ReceiverEvent['body'] {
  const { subtype, channel_type, channel, message } = body.event ?? {};
  if (subtype !== 'message_changed' || channel_type !== 'im' || !message?.edited) return body;
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
