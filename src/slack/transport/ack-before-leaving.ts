import type { App, ReceiverEvent } from '@slack/bolt';

/**
 * The ack of a command waits a while for the answer that it may carry, and counts on the socket alone that asked. From
 * the moment that this one is about to end commands are acked at once; then the ack that would carry the answer fails, and
 * the answer goes another way.
 * @param leaving resolves when Slack gives notice
 */
export function ackBeforeLeaving(app: App, leaving: Promise<void>): App {
  const owed = new Set<() => void>();
  let isLeaving = false;
  void leaving.then(() => {
    isLeaving = true;
    for (const ackNow of owed) ackNow();
  });
  const early: App = Object.create(app);
  early.processEvent = async (event) => {
    const { body }: { body: unknown } = event; // whatever came
    if (typeof body !== 'object' || body === null || !('command' in body)) return app.processEvent(event);
    let acked: Promise<void> | undefined;
    const ackNow = () => {
      acked = event.ack();
      acked.catch(() => {}); // whoever has the answer notices
    };
    const ack: ReceiverEvent['ack'] = async (...answer) => {
      owed.delete(ackNow);
      if (acked && answer[0] !== undefined) throw new Error('The command was acked before its answer.');
      acked ??= event.ack(...answer);
      await acked;
    };
    if (isLeaving) ackNow();
    else owed.add(ackNow);
    await app.processEvent({ ...event, ack }).finally(() => owed.delete(ackNow));
  };
  return early;
}
