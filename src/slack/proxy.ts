import type { Duplex } from 'node:stream';
import type { webApi } from '@slack/bolt';
import type { Dispatcher } from 'undici';
import undici from 'undici';
import { errorCode, type ProxyAddress, ProxyError, tunnelTimeoutMs } from '../errors.ts';

export type SlackFetch = NonNullable<webApi.WebClientOptions['fetch']>;

/** What sends a request: Node's own `fetch`, or one through a proxy. */
type Network = (...request: Parameters<SlackFetch>) => Promise<NetworkResponse>;
type SlackResponse = Awaited<ReturnType<SlackFetch>>;
export type NetworkResponse = SlackResponse & { readonly body: AsyncIterable<Uint8Array> | null };

/** Connections through a proxy; for undici's own `fetch` and WebSocket, as another version's need not fit. */
export type Tunnels = ReturnType<typeof createTunnels>;

export function createTunnels({ url, authorization }: ProxyAddress) {
  const open = new Set<Duplex>();
  let refusal: ProxyError | undefined;
  const refuse = (why: number | string) => {
    refusal = new ProxyError(why);
    return refusal;
  };

  /** The proxy's answer is judged here: later it reads as a failure of the one who was to be reached. */
  const connections = (origin: URL, options: object) => {
    const pool = new undici.Pool(origin, options);
    const connect = pool.connect.bind(pool);
    return Object.assign(pool, {
      async connect(asked: Dispatcher.ConnectOptions) {
        refusal = undefined;
        const signal = AbortSignal.timeout(tunnelTimeoutMs);
        const answer = await connect({ ...asked, signal }).catch((error: unknown) => {
          throw refuse(signal.aborted ? 'timeout' : errorCode(error));
        });
        if (answer.statusCode !== 200) {
          answer.socket.on('error', () => {}).destroy();
          throw refuse(answer.statusCode);
        }
        open.add(answer.socket);
        answer.socket.once('close', () => open.delete(answer.socket));
        return answer;
      },
    });
  };
  const dispatcher = new undici.ProxyAgent({
    uri: url,
    ...(authorization ? { token: authorization.reveal() } : {}),
    proxyTunnel: true,
    clientFactory: connections,
  });
  return {
    dispatcher,
    /** Why the proxy opened no tunnel when it was last asked for one. */
    get refusal() {
      return refusal;
    },
    /** Ends all connections, also of a WebSocket, which undici would leave open. */
    destroy(): void {
      void dispatcher.destroy();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Node's own `fetch`, or one whose every request goes through the proxy, whatever its host. */
export function networkOf(proxy: ProxyAddress | undefined): Network {
  if (!proxy) return (url, init) => fetch(url, init);
  const { dispatcher } = createTunnels(proxy);
  return async (url, { headers, body, ...init } = {}) => {
    const plain = await plainBody(body);
    return undici.fetch(url, { ...init, dispatcher, body: plain.body, headers: { ...headers, ...plain.headers } });
  };
}

/** A file comes in a form of Node's own `fetch`, which undici's takes for a text. */
async function plainBody(body: string | FormData | undefined) {
  if (body === undefined || typeof body === 'string') return { body: body ?? null, headers: {} };
  const form = new Response(body);
  return { body: await form.arrayBuffer(), headers: { 'content-type': form.headers.get('content-type') ?? '' } };
}
