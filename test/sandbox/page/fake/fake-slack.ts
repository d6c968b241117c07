import type { Delivery, Option, ShownFile, ShownMessage, ShownView } from '../../slack/types.ts';
import { botUserId, conversations, people } from '../places.ts';
import type { SlackForPage } from '../types.ts';

export type FakeSlack = ReturnType<typeof createFakeSlack>;

interface FakeSlackOptions {
  /** What happens before a delivery counts as acked. */
  readonly onDelivery?: (slack: FakeSlack, done: { readonly did: string }) => void;
  /** What the bot offers for what is typed. */
  readonly offer?: (value: string) => readonly Option[];
}

const channelId = conversations[0]?.id ?? '';

/** A message with what a test leaves open filled in: the bot's, in the first conversation. */
export function toMessage(message: Partial<ShownMessage>, place = 0): ShownMessage {
  return {
    id: `m${place + 1}`,
    ts: `1700000000.000${100 + place}`,
    channelId,
    author: 'bot',
    userId: botUserId,
    via: 'ack',
    text: 'A message',
    blocks: [],
    breaches: [],
    payload: { text: message.text, blocks: message.blocks },
    ...message,
  };
}

/** A view with what a test leaves open filled in: a modal of the first person. */
function toView(view: Partial<ShownView>, place: number): ShownView {
  return {
    id: `V${place + 1}`,
    type: 'modal',
    userId: people[0]?.id ?? '',
    title: 'A view',
    callbackId: 'a-view',
    privateMetadata: '',
    blocks: [],
    breaches: [],
    payload: { blocks: view.blocks },
    state: {},
    errors: {},
    ...view,
  };
}

/** A stand-in without a bot behind it: shows what a test tells it to show. */
export function createFakeSlack({ onDelivery, offer = () => [] }: FakeSlackOptions = {}) {
  const messages: ShownMessage[] = [];
  const views: ShownView[] = [];
  const files: ShownFile[] = [];
  const breaches: string[] = [];
  const received: object[] = [];
  const listeners = new Set<() => void>();

  /** In the place of the one that has its id, or at the end. */
  function put<Thing extends { readonly id: string }>(things: Thing[], thing: Thing): void {
    const present = things.findIndex(({ id }) => id === thing.id);
    things.splice(present < 0 ? things.length : present, 1, thing);
    for (const listener of listeners) listener();
  }
  const deliver =
    (did: string) =>
    async (input: object = {}): Promise<Delivery> => {
      const done = { did, ...input };
      received.push(done);
      onDelivery?.(slack, done);
      return {
        outcome: 'acked',
        ackMs: 12.3,
        httpStatus: 200,
        responseUrl: 'https://hooks.slack.com/secret',
      };
    };

  const slackForPage: SlackForPage = {
    statuses: [],
    messages,
    views,
    files,
    breaches,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    sendCommand: deliver('sendCommand'),
    pressButton: deliver('pressButton'),
    submitView: deliver('submitView'),
    select: deliver('select'),
    runMessageShortcut: deliver('runMessageShortcut'),
    runGlobalShortcut: deliver('runGlobalShortcut'),
    openHome: deliver('openHome'),
    closeView: async (input) => void (await deliver('closeView')(input)),
    typeText: async (input) => void (await deliver('typeText')(input)),
    typeahead: async (input) => ({
      delivery: await deliver('typeahead')(input),
      options: offer(input.value),
    }),
    async writeMessage(input) {
      const {
        author = 'person',
        userId = 'U1',
        channelId: where = channelId,
        files: _,
        ...content
      } = input;
      const written = {
        ...content,
        author,
        userId,
        channelId: where,
        via: 'composer',
        payload: input,
      };
      const message = toMessage(written, messages.length);
      put(messages, message);
      return { message, deliveries: [await deliver('writeMessage')(input)] };
    },
  };
  const slack = {
    ...slackForPage,
    /** What was sent and pressed, oldest first. */
    received,
    /** Shows a message, or replaces the one that has its id. */
    show: (message: Partial<ShownMessage>) => put(messages, toMessage(message, messages.length)),
    /** Shows a modal on top or a Home tab, or replaces the one that has its id. */
    showView: (view: Partial<ShownView>) => put(views, toView(view, views.length)),
    share: (file: ShownFile) => put(files, file),
    breach(sentence: string) {
      breaches.push(sentence);
      for (const listener of listeners) listener();
    },
  };
  return slack;
}
