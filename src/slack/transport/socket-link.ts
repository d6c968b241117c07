import { type SocketModeReceiver, webApi } from '@slack/bolt';
import { slackApiError } from '../web-api/slack-api-error.ts';

/** Made with `autoReconnectEnabled: false`: it opens one socket, and acks what came over that one there. */
export type SocketClient = SocketModeReceiver['client'];

/** A socket that is open but over which Slack says nothing, or that does not open at all, is given up after this long. */
const helloMs = 15_000;

/** One socket to Slack, from its opening to its end; the next one is another link. */
export interface SocketLink {
  /** Resolves when Slack greets. @throws what keeps the socket from opening */
  open(): Promise<void>;
  isOpen(): boolean;
  /** Resolves when Slack says that it will end this socket before long. */
  readonly noticed: Promise<void>;
  /** Resolves when the socket is gone, whoever ended it. */
  readonly closed: Promise<void>;
  /** Says goodbye: what was written before has been sent when {@link closed} resolves. */
  close(): void;
  /** Ends it without a word. */
  destroy(): void;
}

/**
 * The library closes a socket as soon as Slack gives notice, with commands still on their way over it; so it does not hear
 * of notices. It stumbles over an envelope without a payload in a promise that nobody holds, which would end the process:
 * `onMalformed` is told instead.
 */
export function createSocketLink(client: SocketClient, onMalformed: () => void): SocketLink {
  let isGreeted = false;
  let isEnded = false;
  let notice = () => {};
  const noticed = new Promise<void>((resolve) => {
    notice = resolve;
  });
  const closed = new Promise<void>((resolve) => client.on('disconnected', () => resolve()));
  const isOpen = () => isGreeted && (client.websocket?.isActive() ?? false);
  const destroy = () => {
    isEnded = true;
    // The first of them says goodbye, or breaks off the opening; the second does not wait for an answer.
    client.websocket?.disconnect();
    client.websocket?.disconnect();
  };
  client.on('connecting', () => {
    if (!isEnded) return;
    // Ended while Slack was asked for an address: nothing is opened there any more.
    delete client.websocket;
    client.emit('disconnected');
  });
  client.on('connected', () => {
    isGreeted = true;
  });

  const [hear] = client.listeners('ws_message');
  client.removeAllListeners('ws_message');
  client.on('ws_message', async (data: unknown, ...rest: unknown[]) => {
    if (isNotice(data)) return notice();
    try {
      await hear?.(data, ...rest);
    } catch {
      onMalformed();
    }
  });

  return {
    noticed,
    closed,
    isOpen,
    async open() {
      const timer = setTimeout(destroy, helloMs).unref();
      try {
        await client.start();
      } catch (error) {
        throw error instanceof webApi.SlackError ? slackApiError(error) : error;
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      isEnded = true;
      void client.disconnect();
    },
    destroy,
  };
}

function isNotice(data: unknown): boolean {
  if (typeof data !== 'string' || !data.includes('"disconnect"')) return false;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' && message !== null && 'type' in message && message.type === 'disconnect';
  } catch {
    return false;
  }
}
