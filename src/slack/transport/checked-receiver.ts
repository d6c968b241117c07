import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { checkPayload, MalformedPayloadError } from './payload-schema.ts';
import { createSeenDeliveries } from './seen-deliveries.ts';

/**
 * Stands between Slack and the app, where every payload of both modes comes by: one that is malformed goes back, and
 * one that was heard before goes no further: it is acked after the one that was heard.
 * @param onAck told how long Slack waited for the ack, in milliseconds, whatever kind of payload it was
 */
export function checkedReceiver(receiver: Receiver, onAck: (durationMs: number) => void): Receiver {
  const once = createSeenDeliveries();
  return {
    init(app) {
      const watched: App = Object.create(app);
      watched.processEvent = async (event) => {
        const arrivedAtMs = performance.now();
        let isTaken = false;
        const ack: ReceiverEvent['ack'] = async (...answer) => {
          isTaken = true;
          await event.ack(...answer);
          onAck(performance.now() - arrivedAtMs);
        };
        try {
          checkPayload(event.body);
          if (!(await once.isNew(event))) return await ack();
          const ackFirst: ReceiverEvent['ack'] = async (...answer) => {
            await ack(...answer);
            once.pass(event);
          };
          await app.processEvent({ body: event.body, ack: ackFirst }).catch((error: unknown) => {
            once.forget(event); // an event goes no further than its ack, when that fails
            throw error;
          });
          once.pass(event); // whose answer went another way when its ack failed
        } catch (error) {
          // Before the ack only Bolt has looked at the payload, and its words may quote it.
          throw isTaken ? error : new MalformedPayloadError();
        }
      };
      receiver.init(watched);
    },
    start: (...args) => receiver.start(...args),
    stop: (...args) => receiver.stop(...args),
  };
}
