import type { App, ReceiverEvent } from '@slack/bolt';

/**
 * A command's ack waits a while because it may carry the answer, and Slack takes it only on the socket that delivered
 * the command. Once Slack announces that it will close this socket, commands are acked at once; the later ack with the
 * answer then fails, and the answer takes another route.
 * @param leaving resolves when Slack announces the close
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
    const { body }: { body: unknown } = event; // any value: not checked yet
    if (typeof body !== 'object' || body === null || !('command' in body)) return app.processEvent(event);
    let acked: Promise<void> | undefined;
    const ackNow = () => {
      acked = event.ack();
      acked.catch(() => {}); // `ack` below fails as well
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
