import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { createOnce } from './once.ts';
import { checkPayload, MalformedPayloadError } from './payload.ts';

export interface Watch {
  /** Told how long Slack waited for the ack, whatever kind of payload it was. */
  onAck: (durationMs: number) => void;
  /** Asked when a payload arrives; answers with whether it can still be acked at a later moment. */
  ackWay?: () => () => boolean;
}

/**
 * Stands between Slack and the app, where every payload of both modes comes by: one that is malformed goes back, and
 * one that was heard before goes no further.
 */
export function watchedReceiver(receiver: Receiver, { onAck, ackWay = () => () => true }: Watch): Receiver {
  const once = createOnce();
  return {
    init(app) {
      const watched: App = Object.create(app);
      watched.processEvent = async (event) => {
        const arrivedAtMs = performance.now();
        const isAckOpen = ackWay();
        let isTaken = false;
        const ack: ReceiverEvent['ack'] = async (...answer) => {
          isTaken = true;
          if (!isAckOpen()) throw new Error('The connection that the payload came through has closed.');
          await event.ack(...answer);
          onAck(performance.now() - arrivedAtMs);
        };
        try {
          checkPayload(event.body);
          if (!once.isNew(event)) return await ack();
          await app.processEvent({ body: event.body, ack }).catch((error: unknown) => {
            once.forget(event); // an event goes no further than its ack, when that fails
            throw error;
          });
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
