import { createServer, type Server } from 'node:http';

export interface HealthOptions {
  /** Connected to Slack and not stopping. The transfer service plays no part: its outage must not take away the bot that reports it. */
  isReady: () => boolean;
}

/** `GET /healthz` and `GET /readyz`, on a server of its own that no request to Slack's door can bring down. */
export function createHealthServer({ isReady }: HealthOptions): Server {
  const server = createServer((request, response) => {
    const reply = (status: number, body: Record<string, string>) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
    };
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply(405, { error: 'method not allowed' });
    if (path === '/healthz') return reply(200, { status: 'ok' });
    if (path === '/readyz') return isReady() ? reply(200, { status: 'ready' }) : reply(503, { status: 'not ready' });
    reply(404, { error: 'not found' });
  });
  server.requestTimeout = 10_000;
  server.headersTimeout = 10_000;
  return server;
}
