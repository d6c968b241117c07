import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const times = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000, // Node's default of 30 s would check the timeouts above only that often
  keepAliveTimeout: 65_000, // longer than the minute of most load balancers
};

/** Node's 511 fill up in a flood, and the system lets whoever comes next wait for a second or longer. */
const backlog = 4_096;

export interface GuardedServerOptions {
  connectionsMax: number;
  /** How long a new connection may send nothing: Node's other limits start with its first byte. */
  silenceMs: number;
}

/**
 * An HTTP server that no client can exhaust: it ends connections that are slow or silent. When there are too many, it
 * emits `drop` and closes the oldest one without a whole request, so that silent connections keep nobody out.
 */
export function createGuardedServer(
  { connectionsMax, silenceMs }: GuardedServerOptions,
  listener: RequestListener,
): Server {
  /** By age, with the latest response of each. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  const oldest = (isMeant: (response: ServerResponse | undefined) => boolean): Socket | undefined => {
    for (const [socket, response] of connections) if (isMeant(response)) return socket;
    return undefined;
  };
  const makeRoomFor = (newest: Socket) => {
    if (connections.size < connectionsMax) return;
    const dropped =
      oldest((response) => !response?.req.complete) ?? oldest((response) => response?.writableEnded === true) ?? newest;
    connections.delete(dropped);
    dropped.resetAndDestroy(); // an orderly end would keep the system busy with each of them for a minute
    server.emit('drop');
  };
  const server = createServer(times, listener)
    .on('connection', (socket) => {
      makeRoomFor(socket);
      if (socket.destroyed) return;
      connections.set(socket, undefined);
      socket.once('close', () => connections.delete(socket));
    })
    .prependListener('request', (request, response) => connections.set(request.socket, response));
  server.timeout = silenceMs;
  return server;
}

/** Resolves when the port is open. @throws the system's error */
export async function listenOn(server: Server, port: number, host?: string): Promise<void> {
  server.listen({ port, host, backlog });
  await once(server, 'listening');
}
