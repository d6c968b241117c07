import type { Receiver, ReceiverEvent } from '@slack/bolt';

/** A receiver of Bolt's to which a test hands its payloads, with no Slack before it. */
export function createHandReceiver(): { receiver: Receiver; deliver: (event: ReceiverEvent) => Promise<void> } {
  let deliver: (event: ReceiverEvent) => Promise<void> = async () => {};
  const receiver: Receiver = {
    init(app) {
      deliver = (event) => app.processEvent(event);
    },
    start: async () => {},
    stop: async () => {},
  };
  return { receiver, deliver: (event) => deliver(event) };
}
