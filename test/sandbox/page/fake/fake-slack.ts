import type { Delivery, ShownMessage } from '../../slack/types.ts';
import type { SlackForPage } from '../types.ts';

export interface FakeSlack extends SlackForPage {
  /** What was sent and pressed, oldest first. */
  readonly received: readonly object[];
  /** Shows a message, or replaces the one that has its id. */
  show(message: Partial<ShownMessage>): void;
  breach(sentence: string): void;
}

interface FakeSlackOptions {
  /** What happens before a delivery counts as acked. */
  onDelivery?: (slack: FakeSlack, input: object) => Promise<void> | void;
}

/** A stand-in without a bot behind it: shows what a test tells it to show. */
export function createFakeSlack({ onDelivery }: FakeSlackOptions = {}): FakeSlack {
  const messages: ShownMessage[] = [];
  const breaches: string[] = [];
  const received: object[] = [];
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) {
      listener();
    }
  };

  async function deliver(input: object): Promise<Delivery> {
    received.push(input);
    await onDelivery?.(slack, input);
    return { outcome: 'acked', ackMs: 12.3, httpStatus: 200, responseUrl: 'https://hooks.slack.com/secret' };
  }

  const slack: FakeSlack = {
    messages,
    breaches,
    received,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    sendCommand: deliver,
    pressButton: deliver,
    show(message) {
      const id = message.id ?? `m${messages.length + 1}`;
      const shown: ShownMessage = {
        ts: '1700000000.000100',
        channelId: 'C1',
        author: 'bot',
        userId: 'U1',
        via: 'ack',
        text: 'A message',
        blocks: [],
        breaches: [],
        payload: { text: message.text, blocks: message.blocks },
        ...message,
        id,
      };
      const present = messages.findIndex((each) => each.id === id);
      messages.splice(present < 0 ? messages.length : present, 1, shown);
      changed();
    },
    breach(sentence) {
      breaches.push(sentence);
      changed();
    },
  };
  return slack;
}
