import type { ShownMessage, ShownView } from '../../slack/types.ts';
import { botUserId, conversations, people } from '../places.ts';

/** A message with what a test leaves open filled in: the bot's, in the first conversation. */
export function toMessage(message: Partial<ShownMessage>, present: readonly ShownMessage[]): ShownMessage {
  return {
    id: `m${present.length + 1}`,
    ts: `1700000000.000${100 + present.length}`,
    channelId: conversations[0]?.id ?? '',
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
export function toView(view: Partial<ShownView>, present: readonly ShownView[]): ShownView {
  const [first] = people;
  return {
    id: `V${present.length + 1}`,
    type: 'modal',
    userId: first?.id ?? '',
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

/** Puts a thing in the place of the one that has its id, or at the end. */
export function putById<Thing extends { readonly id: string }>(things: Thing[], thing: Thing): void {
  const present = things.findIndex(({ id }) => id === thing.id);
  things.splice(present < 0 ? things.length : present, 1, thing);
}
