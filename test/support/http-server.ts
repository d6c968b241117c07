import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';

export interface TestServer {
  url: string;
  requests: IncomingMessage[];
  close(): Promise<void>;
}

/** A real server on a free port of loopback that keeps what it was asked. */
export async function startServer(listener: RequestListener, host = '127.0.0.1'): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  }).listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A listener that answers every request alike. */
export function answering(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };
}
