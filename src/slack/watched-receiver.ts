import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { isPayload } from './payload.ts';

export interface Watch {
  /** Told how long Slack waited for the ack, whatever kind of payload it was. */
  onAck: (durationMs: number) => void;
  /** Asked when a payload arrives; answers with whether it can still be acked at a later moment. */
  ackWay?: () => () => boolean;
}

/**
 * Stands between Slack and the app, where every payload of both modes comes by. What is none goes no further: Bolt
 * hands the error to the receiver's `processEventErrorHandler`.
 */
export function watchedReceiver(receiver: Receiver, { onAck, ackWay = () => () => true }: Watch): Receiver {
  return {
    init(app) {
      const watched: App = Object.create(app);
      watched.processEvent = async (event) => {
        if (!isPayload(event.body)) throw new Error('That is no payload of Slack’s.');
        const arrivedAtMs = performance.now();
        const isAckOpen = ackWay();
        const ack: ReceiverEvent['ack'] = async (...answer) => {
          if (!isAckOpen()) throw new Error('The connection that the payload came through has closed.');
          await event.ack(...answer);
          onAck(performance.now() - arrivedAtMs);
        };
        return app.processEvent({ ...event, ack });
      };
      receiver.init(watched);
    },
    start: (...args) => receiver.start(...args),
    stop: (...args) => receiver.stop(...args),
  };
}
