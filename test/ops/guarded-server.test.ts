import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGuardedServer, serverPort } from '../../src/ops/health.ts';
import { waitFor } from '../support/wait-for.ts';

async function start(connectionsMax = 100): Promise<Server> {
  const server = createGuardedServer({ connectionsMax, silenceMs: 10_000 }, ({ method }, response) => {
    if (method === 'GET') response.end('here');
  }).listen(0, '127.0.0.1');
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

describe('a connection too many', () => {
  /** Requests that the server does not answer: one is whole, of the other the body is missing. */
  const held = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
  const half = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n';
  const ask = async (server: Server) => text(knock(server).end('GET / HTTP/1.0\r\n\r\n'));
  const knocked = async (server: Server, request = '') => {
    const taken = once(server, request === '' ? 'connection' : 'request');
    const socket = knock(server);
    socket.write(request);
    await taken;
    return socket;
  };
  const closed = (socket: Socket) => waitFor(() => expect(socket.closed).toBe(true));

  it('is answered, in place of the oldest one that is silent', async () => {
    const server = await start(2);
    const onDrop = vi.fn();
    server.on('drop', onDrop);
    const [first, second] = [await knocked(server), await knocked(server)];
    expect(await ask(server)).toContain('here');
    await closed(first);
    expect(second.closed).toBe(false);
    expect(onDrop).toHaveBeenCalledTimes(1);
  });

  it('never takes the place of a whole request that waits for its answer', async () => {
    const server = await start(2);
    const [asking, halfway] = [await knocked(server, held), await knocked(server, half)];
    expect(await ask(server)).toContain('here');
    await closed(halfway);
    await knocked(server, held);
    await closed(knock(server));
    expect(asking.closed).toBe(false);
  });

  it('takes the place of one that is kept open for another request', async () => {
    const server = await start(1);
    const idle = await knocked(server, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await waitFor(() => expect(idle.bytesRead).toBeGreaterThan(0));
    expect(await ask(server)).toContain('here');
    await closed(idle);
  });
});
