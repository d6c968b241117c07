import type { Duplex } from 'node:stream';
import undici, { type Dispatcher } from 'undici';
import { errorCode, type ProxyAddress, ProxyError } from '../errors.ts';

/** Timeout for opening a tunnel. */
const tunnelTimeoutMs = 4_000;

/**
 * Connections through a proxy, for `fetch` and WebSocket of the undici package: those in Node may
 * be incompatible.
 */
export type Tunnels = ReturnType<typeof createTunnels>;

/** @param options undici's options for each connection, such as timeouts */
export function createTunnels(
  { url, authorization }: ProxyAddress,
  options: undici.Pool.Options = {},
) {
  const openSockets = new Set<Duplex>();
  let refusal: ProxyError | undefined;

  const refuse = (why: number | string) => {
    refusal = new ProxyError(why);
    return refusal;
  };

  /**
   * Checks the proxy's response to CONNECT here: later, the proxy's refusal looks like the
   * destination's failure.
   */
  const createCheckedPool = (origin: URL, poolOptions: object) => {
    const pool = new undici.Pool(origin, poolOptions);
    const connect = pool.connect.bind(pool);
    return Object.assign(pool, {
      async connect(target: Dispatcher.ConnectOptions) {
        const signal = AbortSignal.timeout(tunnelTimeoutMs);
        const answer = await connect({ ...target, signal }).catch((error: unknown) => {
          throw refuse(signal.aborted ? 'timeout' : errorCode(error));
        });
        if (answer.statusCode !== 200) {
          answer.socket.on('error', () => {}).destroy();
          throw refuse(answer.statusCode);
        }

        openSockets.add(answer.socket);
        answer.socket.once('close', () => openSockets.delete(answer.socket));

        return answer;
      },
    });
  };

  const dispatcher = new undici.ProxyAgent({
    ...options,
    uri: url,
    ...(authorization ? { token: authorization.reveal() } : {}),
    proxyTunnel: true,
    clientFactory: createCheckedPool,
  });

  return {
    dispatcher,
    /** Why a CONNECT failed, the last one if several did; `undefined` if none did. */
    get refusal() {
      return refusal;
    },
    /** Closes all connections, including WebSockets, which undici would leave open. */
    destroy(): void {
      void dispatcher.destroy();
      for (const socket of openSockets) socket.destroy();
    },
  };
}
