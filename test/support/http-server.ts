import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { listenOn, serverPort } from '../../src/ops/guarded-server.ts';

export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** A real server on a free port of loopback that keeps what it was asked. */
export async function startServer(listener: RequestListener, host = '127.0.0.1') {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await listenOn(server, 0, host);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${serverPort(server)}`,
    server,
    requests,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A listener that answers every request alike. */
export function answering(
  status: number,
  body: unknown,
  headers: Record<string, string | string[]> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };
}
