import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createGuardedServer } from '../../src/ops/guarded-server.ts';
import { serverPort } from '../../src/ops/server-port.ts';
import { waitFor } from '../support/wait-for.ts';

async function start(maxConnections = 100): Promise<Server> {
  const server = createGuardedServer(maxConnections, (_request, response) => response.end('here')).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return server;
}
const knock = (server: Server): Socket =>
  connect(serverPort(server) ?? 0, '127.0.0.1')
    .on('error', () => {})
    .resume();

it('gives up what drips or stays silent after ten seconds', async () => {
  const server = await start();
  expect(server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 10_000,
    timeout: 10_000,
    connectionsCheckingInterval: 1_000,
  });
});

it('ends a connection that sends nothing', async () => {
  const server = await start();
  server.timeout = 50;
  await once(knock(server).resume(), 'close');
});

it.each([
  ['head', ''],
  ['body', '\r\n\r\n'],
])('ends a request whose %s drips', async (_what, end) => {
  const server = await start();
  server.on('request', (request) => request.resume());
  server.headersTimeout = 200;
  server.requestTimeout = 200;
  const socket = knock(server);
  socket.resume().write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 600\r\nx-drip: x${end}`);
  const drip = setInterval(() => socket.write('x'), 50);
  onTestFinished(() => clearInterval(drip));
  await once(socket, 'close');
});

it('takes so many connections, and no more before one of them has gone', async () => {
  const server = await start(2);
  const held = [knock(server), knock(server)];
  await Promise.all(held.map((socket) => once(socket, 'connect')));
  await once(knock(server).resume(), 'close');
  held[0]?.destroy();
  await waitFor(async () => {
    const socket = knock(server).end('GET / HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toContain('here');
  });
});
