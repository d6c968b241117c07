import { createServer, type RequestListener, type Server } from 'node:http';

const times = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000, // by itself Node looks every half minute, and lets both of them grow to that
  keepAliveTimeout: 65_000, // longer than the usual load balancer's minute
};
/** For a connection that says nothing at all: the others of Node's limits begin with its first byte. */
const silenceMs = 10_000;

/** An HTTP server that whoever reaches its port cannot exhaust: what drips, stays silent or comes in masses is ended. */
export function createGuardedServer(maxConnections: number, listener: RequestListener): Server {
  const server = createServer(times, listener);
  server.timeout = silenceMs;
  server.maxConnections = maxConnections;
  return server;
}
