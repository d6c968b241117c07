import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import type { State } from '../../state/state.ts';
import { checkPayload, MalformedPayloadError } from './payload-schema.ts';
import { createSeenDeliveries } from './seen-deliveries.ts';

/**
 * Stands between Slack and the app, where every payload of both modes comes by: one that is malformed goes back, and
 * one that was heard before goes no further: it is acked after the one that was heard.
 * @param onAck told how long Slack waited for the ack, in milliseconds, whatever kind of payload it was
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
        try {
          checkPayload(event.body);
          if (!(await seen.isNew(event))) return await ack();
          const ackFirst: ReceiverEvent['ack'] = async (...answer) => {
            await ack(...answer);
            seen.pass(event);
          };
          await app.processEvent({ body: event.body, ack: ackFirst }).catch(async (error: unknown) => {
            await seen.forget(event); // an event goes no further than its ack, when that fails
            throw error;
          });
          seen.pass(event); // whose answer went another way when its ack failed
        } catch (error) {
          // Before the ack only Bolt has looked at the payload, and its words may quote it.
          throw isTaken ? error : new MalformedPayloadError();
        }
      };
      receiver.init(checked);
    },
    start: (...args) => receiver.start(...args),
    stop: (...args) => receiver.stop(...args),
  };
}
