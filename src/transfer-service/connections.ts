import type { IncomingHttpHeaders } from 'node:http';
import undici, { type Dispatcher } from 'undici';
import { withResolvers } from '../async.ts';
import type { Secret } from '../config/secret.ts';
import type { ProxyAddress } from '../errors.ts';
import { createTunnels } from '../ops/proxy.ts';
import { version } from '../text.ts';
import type { Deadline } from './resilience.ts';

/** Has no use for a stack trace: it only ends a promise that nobody waits for. */
const overError = new Error('The request is no longer needed.');

/** An HTTP response, as it came. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends one GET. @param isFresh whether to open a new connection */
type SendGet = (path: string, deadline: Deadline, isFresh: boolean) => Promise<HttpAnswer>;

/** Larger than any body that is read; the bank list is the longest. */
export const responseMaxBytes = 5 * 1024 * 1024;

/**
 * A look-up's deadline ends its request; only a hanging handshake needs its own timeout, so that
 * the socket closes. Gateways that add policies and cookies exceed the 16 kB of headers that Node
 * takes by default.
 */
const clientLimits = {
  connect: { timeout: 30_000 },
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 128 * 1024,
  maxResponseSize: responseMaxBytes,
};

/**
 * @param baseUrl has no trailing slash; its path precedes the path of every request
 * @param silentMs how long a kept-alive connection may be silent until the request is sent again
 */
export function createConnections(
  baseUrl: string,
  token: Secret,
  proxy: ProxyAddress | undefined,
  silentMs: number,
): SendGet {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const headers = Object.entries({
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    authorization: `Bearer ${token.reveal()}`,
    'cache-control': 'no-cache',
    'user-agent': `txnbot/${version}`,
  }).flat();
  let keptAlive = openPool(origin, proxy);

  /**
   * Sends a request over a kept-alive connection. If not even the head of an answer comes, sends it
   * over a fresh one too, and takes the answer that comes first: firewalls drop idle connections
   * without a word, and a slow service may still answer the first request.
   */
  return async (path, deadline, isFresh) => {
    const { promise, resolve, reject } = withResolvers<HttpAnswer>();
    const exchanges: Exchange[] = [];
    let fresh: ServicePool | undefined;
    let silenceTimer: NodeJS.Timeout | undefined;

    const sendOver = (pool: ServicePool, onStart = () => {}) => {
      const reset = pool === fresh; // closes the connection after use
      const exchange = createExchange(onStart, resolve, reject);
      exchanges.push(exchange);
      const request = { origin, path: prefix + path, method: 'GET' as const, headers, reset };
      pool.dispatcher.dispatch(request, exchange.handler);
    };

    const sendFresh = () => {
      // When one kept-alive connection was reset, the next one is likely to be dead as well.
      fresh = openPool(origin, proxy);
      sendOver(fresh);
    };

    const usedPool = keptAlive;
    const isFirstSilent = () => exchanges[0]?.hasBegun() === false;

    const sendKeptAlive = () => {
      const openedBefore = usedPool.openedCount();
      const onStart = () => {
        // A connection that was opened just now cannot have been dropped while idle.
        const isNewConnection = usedPool.openedCount() > openedBefore;
        if (isNewConnection) return;

        silenceTimer = setTimeout(() => {
          if (isFirstSilent()) sendFresh();
        }, silentMs);
      };

      sendOver(usedPool, onStart);
    };

    deadline.onEnd = () => reject(overError);
    if (isFresh) sendFresh();
    else sendKeptAlive();

    try {
      const answer = await promise;
      // The fresh connection has answered, so the kept-alive one is dead, as the other idle ones are
      // likely to be.
      const isKeptAliveDead = !isFresh && isFirstSilent();
      if (isKeptAliveDead && usedPool === keptAlive) {
        keptAlive = openPool(origin, proxy);
        void usedPool.dispatcher.close();
      }

      return answer;
    } finally {
      clearTimeout(silenceTimer);
      for (const exchange of exchanges) exchange.abort();
      void fresh?.dispatcher.close(); // after an aborted request, undici would connect again
    }
  };
}

interface ServicePool {
  dispatcher: Dispatcher;
  /** The number of connections opened so far. */
  openedCount(): number;
}

/**
 * Connects to the service directly or through `proxy`; proxies from environment variables are never
 * used.
 */
function openPool(origin: string, proxy: ProxyAddress | undefined): ServicePool {
  let opened = 0;

  const factory = (to: string | URL, options: object) =>
    new undici.Pool(to, options).on('connect', () => {
      opened += 1;
    });

  return {
    dispatcher: proxy
      ? createTunnels(proxy, { ...clientLimits, factory }).dispatcher
      : factory(origin, clientLimits),
    openedCount: () => opened,
  };
}

type Exchange = ReturnType<typeof createExchange>;

/**
 * One request with undici's `dispatch`: its `request` makes a stream of each body, which costs 30
 * µs. Follows no redirect, which could send the token to another host.
 */
function createExchange(
  onStart: () => void,
  resolve: (answer: HttpAnswer) => void,
  reject: (error: unknown) => void,
) {
  const chunks: Buffer[] = [];
  let controller: Dispatcher.DispatchController | undefined;
  let head: Pick<HttpAnswer, 'status' | 'headers'> | undefined;
  let isAborted = false;

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (isAborted) started.abort(overError);
      else onStart();
    },
    onResponseStart(_controller, status, headers) {
      head = { status, headers };
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      if (head) resolve({ ...head, body: Buffer.concat(chunks) });
    },
    onResponseError(_controller, error) {
      reject(error);
    },
  };

  return {
    handler,
    hasBegun: () => head !== undefined,
    /** Does nothing once the response has ended. */
    abort(): void {
      isAborted = true;
      controller?.abort(overError);
    },
  };
}
