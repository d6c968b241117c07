import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import type { State } from '../../state/state.ts';
import { checkPayload, MalformedPayloadError } from './payload-schema.ts';
import { createSeenDeliveries } from './seen-deliveries.ts';

/**
 * Stands between Slack and the app and gets every payload of both modes. It refuses malformed payloads, and
 * deduplicates: a repeated delivery goes no further and is acked after the first one.
 * @param onAck called with how long Slack waited for the ack, in milliseconds, for every kind of payload
 */
export function checkedReceiver(receiver: Receiver, state: State, onAck: (durationMs: number) => void): Receiver {
  const seen = createSeenDeliveries(state);
  return {
    init(app) {
      const checked: App = Object.create(app);
      checked.processEvent = async (event) => {
        const arrivedAtMs = performance.now();
        let isTaken = false;
        const ack: ReceiverEvent['ack'] = async (...answer) => {
          isTaken = true;
          await event.ack(...answer);
          onAck(performance.now() - arrivedAtMs);
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
          throw isTaken ? error : new MalformedPayloadError();
        }
        await delivery.remember(); // also of a command answered by another route, after its ack failed
      };
      receiver.init(checked);
    },
    start: (...args) => receiver.start(...args),
    stop: (...args) => receiver.stop(...args),
  };
}
