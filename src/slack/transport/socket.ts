import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger as BoltLogger } from '@slack/bolt';
import { SlackApiError } from '../../errors.ts';
import { untraced } from '../../tracing.ts';
import type { SocketLink } from './socket-link.ts';

export interface SocketOptions {
  logger: BoltLogger;
  /** Called when a socket has been opened again. */
  onReconnect: () => void;
  /** How long to wait before the nth attempt in a row. */
  backoffMs?: (attempt: number) => number;
}

export interface Socket {
  /** Resolves with the first connection. @throws SlackApiError when retrying cannot help. */
  start(): Promise<void>;
  isConnected(): boolean;
  /** Closes with a handshake, for a second at most, so that what was written before is sent. */
  stop(): Promise<void>;
  /** Resolves with the reason when it stops trying to connect. */
  readonly lost: Promise<Error>;
}

/** No connection for too long. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/** Slack's error codes that refuse the token for good; any other error may pass. */
const tokenErrors = new Set([
  'account_inactive',
  'forbidden_team',
  'invalid_auth',
  'invalid_token',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_authed',
  'team_disabled',
  'token_expired',
  'token_revoked',
  'user_removed_from_team',
]);

/** A connection that held for less counts as failed: Slack limits how often an app may connect. */
const heldMs = 10_000;
/** How long we still listen on a socket that Slack will close, beside the next one. */
const retiringMs = 10_000;
/** After this long without a connection, the process should be restarted. */
const lostAfterMinutes = 5;
const goodbyeMs = 1_000;

/**
 * Keeps a socket to Slack open. Slack closes each of them now and then, and announces it: we open the next one first,
 * and listen on both until the old one has closed, since Slack waits for an ack on the socket that it asked on. After a
 * failure we retry with growing pauses. The library's own reconnect always waits five seconds, counts a refused upgrade
 * as success, retries with a revoked token, reports its final failure as an unhandled rejection, and closes the old
 * socket before it opens a new one.
 */
export function createSocket(createLink: () => SocketLink, options: SocketOptions): Socket {
  const { logger, onReconnect, backoffMs = jitteredMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** All links that are open or opening. */
  const links = new Set<SocketLink>();
  let current: SocketLink | undefined;
  let giveUp: (reason: Error) => void = () => {};
  const lost = new Promise<Error>((resolve) => {
    giveUp = resolve;
  });
  let attempt = 0;
  /** Whether a link was opened without a pause since the last one that held. */
  let wasHurried = false;
  let watchdog: NodeJS.Timeout | undefined;

  const watch = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
      const why = `No connection to Slack for ${lostAfterMinutes} minutes, however often it was tried.`;
      giveUp(new ConnectionLostError(why));
    }, lostAfterMinutes * 60_000).unref();
  };

  /** `undefined` when stopped meanwhile. @throws SlackApiError when retrying cannot help */
  async function openNext(): Promise<SocketLink | undefined> {
    while (!signal.aborted) {
      attempt += 1;
      if (attempt > 1) await sleep(backoffMs(attempt - 1), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) break;
      const link = createLink();
      links.add(link);
      void link.closed.then(() => links.delete(link));
      try {
        await untraced(link.open); // the socket's URL holds a ticket, which works like a token
        if (!signal.aborted) return link;
      } catch (error) {
        if (isTokenRefused(error)) throw error;
        logger.warn('No socket to Slack yet, trying again:', error instanceof Error ? error.message : 'it was closed');
      }
      link.destroy();
      links.delete(link);
    }
    return undefined;
  }

  /** `false` when stopped meanwhile. @throws SlackApiError when retrying cannot help */
  async function connect(): Promise<boolean> {
    const link = await openNext();
    if (!link) return false;
    clearTimeout(watchdog);
    const before = current;
    current = link;
    if (before) retire(before);
    void hold(link);
    return true;
  }

  /** Waits until the link ends or Slack announces its end, then opens the next one. */
  async function hold(link: SocketLink): Promise<void> {
    const greetedAtMs = performance.now();
    void link.closed.then(() => {
      if (current !== link) return;
      current = undefined;
      if (!signal.aborted) watch();
    });
    const isNoticed = await Promise.race([link.noticed.then(() => true), link.closed.then(() => false)]);
    const hasHeld = performance.now() - greetedAtMs > heldMs;
    // A socket that Slack will close does not last long, so open the next one at once, unless Slack announces one close
    // after another.
    const isHurry = isNoticed && !wasHurried;
    if (hasHeld || isHurry) attempt = 0;
    wasHurried = !hasHeld && (isHurry || wasHurried);
    if (signal.aborted) return;
    await connect().then((isConnected) => {
      if (isConnected) onReconnect();
    }, giveUp);
  }

  function retire(link: SocketLink): void {
    const timer = setTimeout(link.destroy, retiringMs).unref();
    void link.closed.then(() => clearTimeout(timer));
  }

  return {
    lost,
    async start() {
      watch();
      await connect();
    },
    isConnected: () => current?.isOpen() ?? false,
    async stop() {
      clearTimeout(watchdog);
      stopping.abort();
      for (const link of links) link.close();
      const closed = Promise.all([...links].map((link) => link.closed));
      await Promise.race([closed, sleep(goodbyeMs, undefined, { ref: false })]);
      for (const link of links) link.destroy();
    },
  };
}

/** Whether Slack has refused the token itself, so that retrying cannot help. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof SlackApiError && error.details.failure === 'refused' && tokenErrors.has(error.details.code);
}

/** One second, two, four, and so on up to 30, less a random part of up to half. */
export function jitteredMs(attempt: number): number {
  return Math.min(30_000, 1_000 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}
