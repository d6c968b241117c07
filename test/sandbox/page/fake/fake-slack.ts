import type { Delivery, Option, ShownFile, ShownMessage, ShownView } from '../../slack/types.ts';
import { conversations } from '../places.ts';
import type { SlackForPage } from '../types.ts';
import { putById, toMessage, toView } from './shown.ts';

export interface FakeSlack extends SlackForPage {
  /** What was sent and pressed, oldest first. What is neither a command nor a press of a message says what it is. */
  readonly received: readonly object[];
  /** Shows a message, or replaces the one that has its id. */
  show(message: Partial<ShownMessage>): void;
  /** Shows a modal on top or a Home tab, or replaces the one that has its id. */
  showView(view: Partial<ShownView>): void;
  hideView(id: string): void;
  share(file: ShownFile): void;
  breach(sentence: string): void;
}

interface FakeSlackOptions {
  /** What happens before a delivery counts as acked. */
  onDelivery?: (slack: FakeSlack, input: object) => Promise<void> | void;
  /** What the bot offers for what is typed. */
  offer?: (value: string) => readonly Option[];
}

/** A stand-in without a bot behind it: shows what a test tells it to show. */
export function createFakeSlack({ onDelivery, offer = () => [] }: FakeSlackOptions = {}): FakeSlack {
  const messages: ShownMessage[] = [];
  const views: ShownView[] = [];
  const files: ShownFile[] = [];
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
  const named = (did: string) => (input: object) => deliver({ did, ...input });

  const slack: FakeSlack = {
    messages,
    views,
    files,
    breaches,
    received,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    sendCommand: deliver,
    pressButton: deliver,
    pressViewButton: named('pressViewButton'),
    submitView: named('submitView'),
    select: named('select'),
    runMessageShortcut: named('runMessageShortcut'),
    runGlobalShortcut: named('runGlobalShortcut'),
    openHome: (input = {}) => deliver({ did: 'openHome', ...input }),
    async closeView(input) {
      await deliver({ did: 'closeView', ...input });
    },
    async typeText(input) {
      await deliver({ did: 'typeText', ...input });
    },
    async typeahead(input) {
      return { delivery: await deliver({ did: 'typeahead', ...input }), options: offer(input.value) };
    },
    async writeMessage(input) {
      const { author = 'person', userId = 'U1', channelId = conversations[0]?.id ?? '', files: _, ...content } = input;
      slack.show({ ...content, author, userId, channelId, via: 'composer', payload: input });
      const delivery = await deliver({ did: 'writeMessage', ...input });
      const message = messages.find(({ payload }) => payload === input);
      return { message: message ?? toMessage({}, messages), deliveries: [delivery] };
    },
    show(message) {
      putById(messages, toMessage(message, messages));
      changed();
    },
    showView(view) {
      putById(views, toView(view, views));
      changed();
    },
    hideView(id) {
      const index = views.findIndex((view) => view.id === id);
      views.splice(index, index < 0 ? 0 : 1);
      changed();
    },
    share(file) {
      files.push(file);
      changed();
    },
    breach(sentence) {
      breaches.push(sentence);
      changed();
    },
  };
  return slack;
}
