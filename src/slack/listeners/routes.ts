import type { Exchange } from '../exchange/exchange.ts';
import type { SlackPayload } from '../exchange/payload-kinds.ts';

type Payload<Kind extends SlackPayload['kind']> = Extract<SlackPayload, { kind: Kind }>['payload'];
type Listener<Kind extends SlackPayload['kind']> = (payload: Payload<Kind>, exchange: Exchange) => Promise<void>;
type OptionsAck = Extract<SlackPayload, { kind: 'options' }>['ack'];
type OptionsListener = (payload: Payload<'options'>, exchange: Exchange, ack: OptionsAck) => Promise<void>;

/** Where doors are registered, under the names that Slack's payloads carry. */
export interface Dispatch {
  /** @param name with its slash */
  command(name: string, listener: Listener<'command'>): void;
  /** @param actionId without the number that keeps the ids of one message apart */
  action(actionId: string, listener: Listener<'action'>): void;
  options(actionId: string, listener: OptionsListener): void;
  shortcut(callbackId: string, listener: Listener<'shortcut'>): void;
  /** Hears when the window is submitted. */
  view(callbackId: string, listener: Listener<'view'>): void;
  event(type: string, listener: Listener<'event'>): void;
  /** Runs the one listener that a payload is for; what is for none stays unanswered. */
  listen(exchange: Exchange): Promise<void>;
}

/**
 * Finds the listener by its name. Bolt's own way asks every listener about every payload: with two dozen of them that
 * took two thirds of what a process can answer.
 */
export function createDispatch(): Dispatch {
  const commands = new Map<string, Listener<'command'>>();
  const actions = new Map<string, Listener<'action'>>();
  const options = new Map<string, OptionsListener>();
  const shortcuts = new Map<string, Listener<'shortcut'>>();
  const views = new Map<string, Listener<'view'>>();
  const events = new Map<string, Listener<'event'>>();
  return {
    command: (name, listener) => void commands.set(name, listener),
    action: (actionId, listener) => void actions.set(actionId, listener),
    options: (actionId, listener) => void options.set(actionId, listener),
    shortcut: (callbackId, listener) => void shortcuts.set(callbackId, listener),
    view: (callbackId, listener) => void views.set(callbackId, listener),
    event: (type, listener) => void events.set(type, listener),
    async listen(exchange) {
      const { incoming } = exchange;
      switch (incoming.kind) {
        case 'command':
          return await commands.get(incoming.payload.command)?.(incoming.payload, exchange);
        case 'action':
          return await actions.get(withoutNumber(incoming.payload.action_id))?.(incoming.payload, exchange);
        case 'options':
          return await options.get(incoming.payload.action_id)?.(incoming.payload, exchange, incoming.ack);
        case 'shortcut':
          return await shortcuts.get(incoming.payload.callback_id)?.(incoming.payload, exchange);
        case 'view':
          return await views.get(incoming.payload.callback_id)?.(incoming.payload, exchange);
        case 'event':
          return await events.get(incoming.payload.type)?.(incoming.payload, exchange);
      }
    },
  };
}

/** `bank:run:2` is the third of the buttons that run `/bank`. */
function withoutNumber(actionId: string): string {
  return actionId.replace(/:\d+$/, '');
}
