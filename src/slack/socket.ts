import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger as BoltLogger, type SocketModeReceiver, webApi } from '@slack/bolt';
import * as z from 'zod';
import { elapsedMs, withResolvers } from '../async.ts';
import { SlackApiError } from '../errors.ts';
import type { Events } from '../ops/events.ts';
import type { Tunnels } from '../ops/proxy.ts';
import { parseJson } from '../text.ts';
import { isTokenRefused, slackApiError } from './client.ts';
import { bodyMax } from './http-receiver.ts';

/** Reasons that need no warning: Slack regularly moves every socket to another server. */
const ordinaryReasons = new Set(['warning', 'refresh_requested', 'unknown']);

interface SocketOptions {
  logger: BoltLogger;
  events: Events;
  /**
   * Returns how long to wait before an attempt. @param attempt 1 for the third in a row, the first
   * that has to wait
   */
  backoffMs?: (attempt: number) => number;
}

/**
 * A connection that lasts less than this counts as failed: Slack limits how often an app may
 * connect.
 */
const lastedMs = 10_000;
/** How long we keep listening on a socket that Slack will close, once the next socket is open. */
const retiringMs = 10_000;
const closeTimeoutMs = 1_000;

/**
 * Keeps a socket to Slack open. Slack closes every socket now and then, and announces that: we then
 * open the next one first, and listen on both until the old one closes, as Slack expects an ack on
 * the socket that delivered the request. After a failure we retry with backoff. The library's own
 * reconnect always waits five seconds, counts a refused upgrade as success, retries with a revoked
 * token, reports its final failure as an unhandled rejection, and closes the old socket before it
 * opens a new one.
 */
export function createSocket(
  createLink: () => SocketLink,
  { logger, events, backoffMs = jitteredMs }: SocketOptions,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** All links that are open or opening. */
  const links = new Set<SocketLink>();
  let current: SocketLink | undefined;
  const { promise: lost, resolve: giveUp } = withResolvers<Error>();
  const { promise: firstOpened, resolve: noteOpened } = withResolvers<void>();
  let isReconnect = false;

  /** Opens one link after another. @throws SlackApiError when retrying cannot help */
  async function run(): Promise<void> {
    let shortLivedCount = 0;

    while (!signal.aborted) {
      // Slack may end a new socket at once, so the second one is opened without a pause as well.
      if (shortLivedCount > 1)
        await sleep(backoffMs(shortLivedCount - 1), undefined, { signal, ref: false }).catch(
          () => {},
        );

      shortLivedCount += 1;
      const link = signal.aborted ? undefined : await openLink();
      if (!link) continue;

      if (current) setTimeout(current.destroy, retiringMs).unref();
      current = link;
      if (isReconnect) events.emit('reconnect');
      isReconnect = true;
      noteOpened();

      const openedAtMs = performance.now();
      void link.closed.then(() => {
        if (current === link) current = undefined;
      });
      await Promise.race([link.closeAnnounced, link.closed]);
      const hasLasted = elapsedMs(openedAtMs) > lastedMs;
      if (hasLasted) shortLivedCount = 0;
    }
  }

  /**
   * Returns `undefined` if the link fails to open or we are stopping. @throws SlackApiError if
   * retrying cannot help
   */
  async function openLink(): Promise<SocketLink | undefined> {
    const link = createLink();
    links.add(link);
    void link.closed.then(() => links.delete(link));
    void link.closeAnnounced.then((reason) => {
      events.emit('leaving');
      if (!ordinaryReasons.has(reason)) logger.warn(`socket: Slack ends it: ${reason}`);
    });

    try {
      await link.open();
      if (!signal.aborted) return link;
    } catch (error) {
      if (isTokenRefused(error)) throw error;
      logger.warn(
        'socket: cannot be opened (check the way to Slack, HTTPS_PROXY), trying again:',
        error instanceof Error ? error.message : 'it was closed',
      );
    }

    link.destroy();
    links.delete(link);

    return undefined;
  }

  return {
    /** Resolves with the error when Slack has refused the token and reconnecting has stopped. */
    lost,
    /** Resolves once the first socket is open. @throws SlackApiError when retrying cannot help. */
    async start(): Promise<void> {
      const running = run();
      running.catch(giveUp);
      await Promise.race([firstOpened, running]);
    },
    isConnected: () => current?.isOpen() ?? false,
    /**
     * Closes all sockets with a handshake, so that data already written is sent; waits for a second
     * at most.
     */
    async stop(): Promise<void> {
      stopping.abort();
      for (const link of links) link.close();
      const closed = Promise.all([...links].map((link) => link.closed));
      await Promise.race([closed, sleep(closeTimeoutMs, undefined, { ref: false })]);
      for (const link of links) link.destroy();
    },
  };
}

/**
 * Exponential backoff with jitter: 1 s, 2 s, 4 s … up to 30 s, each shortened at random by up to
 * half.
 */
export function jitteredMs(attempt: number): number {
  return Math.min(30_000, 1_000 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}

/**
 * The library's client, created with `autoReconnectEnabled: false`: it opens one socket and sends
 * its acks there.
 */
type SocketClient = SocketModeReceiver['client'];

/** How long to wait for Slack's `hello` before giving up on a socket, opened or not. */
const helloMs = 15_000;

/** One socket to Slack, from its opening to its end; a reconnect makes another link. */
export type SocketLink = ReturnType<typeof createSocketLink>;

/**
 * Wraps the library's client of one socket. The library closes a socket as soon as Slack announces
 * the close, with commands still in transit, so we hide the announcement from it. It also fails on
 * an envelope without a payload in an unhandled promise, which would end the process: we call
 * `onRefused` instead, also for an envelope over `bodyMax`.
 * @param tunnels the proxy connections used by `client`; destroyed when the socket closes
 */
export function createSocketLink(
  client: SocketClient,
  onRefused: (why: string) => void,
  tunnels?: Tunnels,
) {
  let isEnded = false;
  const { promise: closeAnnounced, resolve: announceClose } = withResolvers<string>();
  const closed = new Promise<void>((resolve) => client.on('disconnected', () => resolve()));

  if (tunnels) void closed.then(tunnels.destroy);

  /**
   * Starts the closing handshake, or aborts the opening; a second call does not wait for Slack's
   * reply.
   */
  const close = () => {
    isEnded = true;
    client.websocket?.disconnect();
  };

  const destroy = () => {
    close();
    close();
    tunnels?.destroy(); // the library closes only connections that it opened itself
  };

  client.on('connecting', () => {
    if (!isEnded) return;
    // Closed while the library was asking Slack for the socket's URL: the socket must not open any
    // more.
    delete client.websocket;
    client.emit('disconnected');
  });

  const [handleByLibrary] = client.listeners('ws_message');
  client.removeAllListeners('ws_message');
  client.on('ws_message', async (data: unknown, ...rest: unknown[]) => {
    if (typeof data === 'string' && data.length > bodyMax) return onRefused('too long');

    const reason = noticeIn(data);
    if (reason !== undefined) return announceClose(reason);

    try {
      await handleByLibrary?.(data, ...rest);
    } catch {
      onRefused('malformed');
    }
  });

  return {
    /** Resolves with Slack's reason when it announces that it will close this socket soon. */
    closeAnnounced,
    /** Resolves when the socket has closed, from either side. */
    closed,
    isOpen: () => client.websocket?.isActive() ?? false,
    /** Resolves when Slack sends `hello`. @throws Error when the socket does not open */
    async open(): Promise<void> {
      const timer = setTimeout(destroy, helloMs).unref();
      try {
        await client.start();
      } catch (error) {
        if (!(error instanceof webApi.SlackError)) throw tunnels?.refusal ?? error;
        throw new SlackApiError({ ...slackApiError(error).details, token: 'SLACK_APP_TOKEN' });
      } finally {
        clearTimeout(timer);
      }
    },
    /** Closes with a handshake: data already written has been sent when `closed` resolves. */
    close,
    /** Closes the socket without waiting for a handshake. */
    destroy,
  };
}

const Notice = z.object({
  type: z.literal('disconnect'),
  reason: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .catch('unknown'),
});

/** @returns Slack's reason when it announces the close, such as `too_many_websockets` */
function noticeIn(data: unknown): string | undefined {
  return typeof data === 'string' && data.includes('"disconnect"')
    ? parseJson(data, Notice)?.reason
    : undefined;
}
