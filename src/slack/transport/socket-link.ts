import { type SocketModeReceiver, webApi } from '@slack/bolt';
import { slackApiError } from '../web-api/slack-api-error.ts';
import type { Tunnels } from '../web-api/tunnels.ts';

/** Made with `autoReconnectEnabled: false`: it opens one socket and sends the acks over that one. */
export type SocketClient = SocketModeReceiver['client'];

/** How long to wait for Slack's `hello` before giving up a socket, opened or not. */
const helloMs = 15_000;

/** One socket to Slack, from its opening to its end; a reconnect makes another link. */
export interface SocketLink {
  /** Resolves when Slack sends `hello`. @throws Error when the socket does not open */
  open(): Promise<void>;
  isOpen(): boolean;
  /** Resolves when Slack announces that it will close this socket soon. */
  readonly noticed: Promise<void>;
  /** Resolves when the socket has closed, from either side. */
  readonly closed: Promise<void>;
  /** Closes with a handshake: what was written before has been sent when {@link closed} resolves. */
  close(): void;
  /** Ends it without waiting for a handshake. */
  destroy(): void;
}

/**
 * Slack's library closes a socket as soon as Slack announces the close, while commands are still on their way over it,
 * so we hide the announcement from it. The library also fails on an envelope without a payload in an unhandled promise,
 * which would end the process: we call `onMalformed` instead.
 * @param tunnels those that `client` was given; they end with it
 */
export function createSocketLink(client: SocketClient, onMalformed: () => void, tunnels?: Tunnels): SocketLink {
  let isGreeted = false;
  let isEnded = false;
  let notice = () => {};
  const noticed = new Promise<void>((resolve) => {
    notice = resolve;
  });
  const closed = new Promise<void>((resolve) => client.on('disconnected', () => resolve()));
  if (tunnels) void closed.then(tunnels.destroy);
  const isOpen = () => isGreeted && (client.websocket?.isActive() ?? false);
  const destroy = () => {
    isEnded = true;
    // The first call starts the handshake, or aborts the opening; the second does not wait for Slack's reply.
    client.websocket?.disconnect();
    client.websocket?.disconnect();
    tunnels?.destroy(); // the library ends only connections that it made itself
  };
  client.on('connecting', () => {
    if (!isEnded) return;
    // Ended while the library asked Slack for an address: nothing must be opened any more.
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
        throw error instanceof webApi.SlackError ? slackApiError(error) : (tunnels?.refusal ?? error);
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
