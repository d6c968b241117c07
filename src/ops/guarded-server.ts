import { createServer, type RequestListener, type Server } from 'node:http';

const times = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000, // Node's default of 30 s would check the timeouts above only that often
  keepAliveTimeout: 65_000, // longer than the minute of most load balancers
};
/** For a connection that sends nothing: Node's other limits start with its first byte. */
const silenceMs = 10_000;

/** An HTTP server that no client can exhaust: it ends connections that are slow, silent or too many. */
export function createGuardedServer(maxConnections: number, listener: RequestListener): Server {
  const server = createServer(times, listener);
  server.timeout = silenceMs;
  server.maxConnections = maxConnections;
  return server;
}
