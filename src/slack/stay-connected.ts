import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger as BoltLogger, type SocketModeReceiver, webApi } from '@slack/bolt';
import { untraced } from '../tracing.ts';

/** Made with `autoReconnectEnabled: false`: what to do when a socket goes away is decided here. */
export type SocketClient = SocketModeReceiver['client'];

export interface StayConnectedOptions {
  logger: BoltLogger;
  /** Told when a socket has been opened again. */
  onReconnect: () => void;
  /** How long to wait before the nth attempt in a row. */
  backoffMs?: (attempt: number) => number;
}

export interface StayingConnected {
  /** Resolves with the first connection. @throws what cannot be mended by trying again. */
  start(): Promise<void>;
  isConnected(): boolean;
  /** Says goodbye: what was written before has been sent when this resolves. */
  stop(): Promise<void>;
  /** Resolves with the reason when there will be no connection any more. */
  readonly lost: Promise<Error>;
}

/** No connection for too long. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/** A token that is refused once is refused for ever; whatever else Slack says may pass. */
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

/** A connection that held for less is as good as a failed one: Slack lets an app connect only so often. */
const heldMs = 10_000;
/** A socket that is open, and over which Slack says nothing, is given up after this long. */
const helloMs = 15_000;
/** Without a connection for so long, the process had better be started anew. */
const lostAfterMinutes = 5;
const goodbyeMs = 1_000;

/**
 * Keeps one socket to Slack open. Slack ends each of them now and then, and says so: the next one is opened at once,
 * and after a failure with growing pauses. The library's own way waits five seconds each time, counts a refused
 * upgrade as success, takes a revoked token for something that passes, and reports what it gives up on in an
 * unhandled rejection.
 */
export function stayConnected(client: SocketClient, options: StayConnectedOptions): StayingConnected {
  const { logger, onReconnect, backoffMs = jitteredMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let giveUp: (reason: Error) => void = () => {};
  const lost = new Promise<Error>((resolve) => {
    giveUp = resolve;
  });
  let greetedAtMs: number | undefined;
  let attempt = 0;
  let helloTimer: NodeJS.Timeout | undefined;
  let watchdog: NodeJS.Timeout | undefined;

  const awaitConnection = () => {
    watchdog = setTimeout(() => {
      giveUp(
        new ConnectionLostError(`No connection to Slack for ${lostAfterMinutes} minutes, however often it was tried.`),
      );
    }, lostAfterMinutes * 60_000).unref();
  };
  client.on('connecting', () => {
    helloTimer = setTimeout(() => client.websocket?.disconnect(), helloMs).unref();
  });
  client.on('connected', () => {
    clearTimeout(helloTimer);
    clearTimeout(watchdog);
    greetedAtMs = performance.now();
  });
  client.on('disconnected', () => {
    clearTimeout(helloTimer);
    if (greetedAtMs === undefined) return; // `connect` is told of it
    if (performance.now() - greetedAtMs > heldMs) attempt = 0;
    greetedAtMs = undefined;
    if (signal.aborted) return;
    awaitConnection();
    connect().then(onReconnect, giveUp);
  });

  async function connect(): Promise<void> {
    while (!signal.aborted) {
      attempt += 1;
      if (attempt > 1) await sleep(backoffMs(attempt - 1), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) break;
      try {
        await untraced(() => client.start()); // the address of the socket holds a ticket
        if (!signal.aborted) return;
      } catch (error) {
        if (isTokenRefused(error)) throw error;
        logger.warn('No socket to Slack yet, trying again:', error instanceof Error ? error.message : 'it was closed');
      }
    }
    await client.disconnect();
  }

  return {
    lost,
    async start() {
      awaitConnection();
      await connect();
    },
    isConnected: () => greetedAtMs !== undefined && (client.websocket?.isActive() ?? false),
    async stop() {
      clearTimeout(watchdog);
      stopping.abort();
      await Promise.race([client.disconnect(), sleep(goodbyeMs, undefined, { ref: false })]);
    },
  };
}

/** Whether Slack has refused the token itself, so that trying again helps nobody. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof webApi.WebAPIPlatformError && tokenErrors.has(error.data.error);
}

/** One second, two, four, and so on up to half a minute, less up to half of it by chance. */
function jitteredMs(attempt: number): number {
  return Math.min(30_000, 1_000 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}
