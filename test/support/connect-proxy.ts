import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { listenOn, serverPort } from '../../src/ops/guarded-server.ts';

export interface ConnectProxyOptions {
  /** `user:password`; who does not say it is answered 407. */
  credentials?: string;
  /** For a proxy that speaks TLS itself. */
  tls?: { key: string; cert: string };
  /** Where the names lead that this proxy alone knows: `name:443` → `127.0.0.1:5000`. */
  hosts?: Record<string, string>;
}

export type ConnectProxy = Awaited<ReturnType<typeof startConnectProxy>>;

/**
 * A real proxy on a free port of loopback. It takes CONNECT alone: any other request is answered
 * 405.
 */
export async function startConnectProxy({
  credentials,
  tls,
  hosts = {},
}: ConnectProxyOptions = {}) {
  const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const tunnels: string[] = [];
  const clients = new Set<Duplex>();
  const outside = new Set<Socket>();
  const heard: string[] = [];
  let answer: number | 'silence' | 'hanging up' | undefined;

  const server = tls ? createTlsServer(tls) : createServer();
  server.on('request', (request, response) => {
    heard.push(request.url ?? '');
    response.writeHead(405).end();
  });
  server.on(tls ? 'secureConnection' : 'connection', (client: Socket) => {
    clients.add(client);
    client.on('error', () => {}).once('close', () => clients.delete(client));
  });
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    heard.push(`CONNECT ${request.url}\n${request.rawHeaders.join('\n')}\n`);
    tunnels.push(request.url ?? '');
    const refuse = (status: number) =>
      client.end(
        `HTTP/1.1 ${status} No\r\nset-cookie: a=1\r\ncontent-length: 15\r\n\r\nthe proxy's own`,
      );
    if (answer === 'silence') return void client.resume().once('end', () => client.destroy());
    if (answer === 'hanging up') return void client.destroy();
    if (answer !== undefined) return refuse(answer);
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted)
      return refuse(407);
    const to = new URL(`http://${hosts[request.url ?? ''] ?? request.url}`);
    const target = connect({ host: to.hostname, port: Number(to.port || 80) });
    target.once('error', () => refuse(502));
    target.once('connect', () => {
      outside.add(target);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) target.write(head);
      client.on('data', (bytes: Buffer) => heard.push(bytes.toString('latin1')));
      target.pipe(client).pipe(target);
      target
        .on('error', () => {})
        .once('close', () => {
          outside.delete(target);
          client.destroy();
        });
      client.once('end', () => client.destroy()).once('close', () => target.destroy());
    });
  });
  await listenOn(server, 0, '127.0.0.1');
  const close = async () => {
    for (const stream of [...clients, ...outside]) stream.destroy();
    server.close();
    await once(server, 'close');
  };
  const host = `${tls ? 'localhost' : '127.0.0.1'}:${serverPort(server)}`;
  return {
    /** With the credentials that it wants. */
    url: `${tls ? 'https' : 'http'}://${credentials ? `${credentials}@` : ''}${host}`,
    /** What it was asked to connect to, one entry a tunnel: `127.0.0.1:5000`. */
    tunnels,
    /** How many tunnels are open. */
    get open() {
      return outside.size;
    },
    /** Everything that its clients said to it and through it. */
    heard: () => heard.join(''),
    /**
     * From now on answers with this status instead of connecting, or not at all; `undefined`
     * connects again.
     */
    answerWith(given: typeof answer) {
      answer = given;
    },
    /** Breaks every tunnel that is open. */
    breakTunnels() {
      for (const target of outside) target.destroy();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
