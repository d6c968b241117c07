import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import { errorCode } from '../errors.ts';

const serverTimeouts = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  // Node's default of 30 s would check the timeouts above too rarely.
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000, // longer than most load balancers' idle timeout of a minute
};

/**
 * Accept queue length: Node's default of 511 fills up in a flood, delaying the next client by a
 * second or more.
 */
const backlog = 4_096;

/**
 * Creates an HTTP server that clients cannot exhaust. It closes slow connections, and those silent
 * for `silenceMs`: even before the first byte, where Node's limits start, and while a response is
 * awaited. With too many, it emits `drop` and closes the oldest without a complete request, so that
 * silent ones block nobody; if there is none, the oldest that is answered, else the newest.
 */
export function createGuardedServer(
  { connectionsMax, silenceMs }: { connectionsMax: number; silenceMs: number },
  listener: RequestListener,
): Server {
  /** The open connections, oldest first, each with the response to its latest request. */
  const connections = new Map<Socket, ServerResponse | undefined>();

  const oldest = (
    isMeant: (response: ServerResponse | undefined) => boolean,
  ): Socket | undefined => {
    for (const [socket, response] of connections) if (isMeant(response)) return socket;
    return undefined;
  };

  const makeRoomFor = (newest: Socket) => {
    if (connections.size < connectionsMax) return;

    const dropped =
      oldest((response) => !response?.req.complete) ??
      oldest((response) => response?.writableEnded === true) ??
      newest;
    connections.delete(dropped);
    // An orderly close would leave each connection in TIME_WAIT for a minute.
    dropped.resetAndDestroy();
    server.emit('drop');
  };

  const server = createServer(serverTimeouts, listener)
    .on('connection', (socket) => {
      makeRoomFor(socket);
      connections.set(socket, undefined);
      socket.once('close', () => connections.delete(socket));
    })
    .prependListener('request', (request, response) => connections.set(request.socket, response));

  server.timeout = silenceMs;
  // Node 26 also counts a connection without any request as idle. A click may be on its way there,
  // so `close` waits.
  server.closeIdleConnections = () => {
    for (const [socket, response] of connections) if (response?.writableFinished) socket.destroy();
  };

  return server;
}

/** Opens the port. @throws the system's error, such as EADDRINUSE */
export async function listenOn(server: Server, port: number, host?: string): Promise<void> {
  server.listen({ port, host, backlog });
  await once(server, 'listening');
}

/** Explains to the operator why a port could not be opened. */
export function listenError(error: unknown, variable: string, port: number, more = ''): Error {
  const code = errorCode(error);
  return new Error(
    code === 'EADDRINUSE'
      ? `Port ${port} (${variable}) is in use: end what holds it, or set ${variable} to another one.`
      : `${variable}${more} names nothing to listen at (${code}).`,
  );
}

/**
 * Returns the port that a server listens on; if 0 was configured, that is the port that the system
 * chose.
 */
export function serverPort(server: NetServer | undefined): number | undefined {
  const address = server?.address();
  return address && typeof address === 'object' ? address.port : undefined;
}
