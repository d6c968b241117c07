import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEvents } from '../../src/ops/events.ts';
import { createGuardedServer, listenOn, serverPort } from '../../src/ops/guarded-server.ts';
import { createHealthServer } from '../../src/ops/health.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { version } from '../../src/text.ts';
import { waitFor } from '../support/wait-for.ts';

async function started(server: Server): Promise<Server> {
  await listenOn(server, 0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

it('health and readiness have paths of their own', async () => {
  let isReady = true;
  const metrics = createMetrics(createEvents());
  const port = serverPort(await started(createHealthServer({ isReady: () => isReady, metrics })));
  /** Answers as `200 the body`. `fetch` would make other paths of some. */
  const ask = async (path: string, method = 'GET') => {
    const asked = request({ host: '127.0.0.1', port, path, method }).end();
    const [response] = await once(asked, 'response');
    return `${response.statusCode} ${await text(response)}`;
  };
  expect(await ask('/readyz')).toBe('200 {"status":"ready"}');
  isReady = false;
  expect(await ask('/readyz')).toBe('503 {"status":"not ready"}');
  expect(await ask('/readyz', 'POST')).toBe('405 {"error":"method not allowed"}');
  for (const path of ['/', '//', '/%', '/healthz/../x', '*'])
    expect(await ask(path)).toBe('404 {"error":"not found"}');
  expect(await ask('/healthz?probe=1')).toBe(`200 {"status":"ok","version":"${version}"}`);
  expect(await ask('/healthz', 'HEAD')).toBe('200 ');
  expect(await ask('/metrics')).toMatch(/^200 # HELP txnbot_/);
  const bankList = () => expect.fail('no list');
  metrics.watch({ bankList, isConnected: () => true, watchCount: async () => 0 });
  expect(await ask('/metrics')).toBe('500 {"error":"the metrics could not be read"}');
});

describe('a guarded server', () => {
  const start = (connectionsMax = 100) =>
    started(
      createGuardedServer({ connectionsMax, silenceMs: 10_000 }, ({ method }, response) => {
        if (method === 'GET') response.end('here');
      }),
    );
  const knock = (server: Server): Socket =>
    connect(serverPort(server) ?? 0, '127.0.0.1')
      .on('error', () => {})
      .resume();

  it('a guarded server ends a connection that sends nothing', async () => {
    const server = await start();
    expect(server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 10_000,
      timeout: 10_000,
    });
    server.timeout = 50;
    await once(knock(server), 'close');
  });

  /** Requests that the server does not answer: one is whole, of the other the body is missing. */
  const held = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
  const idling = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
  const half = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n';
  const ask = (server: Server) =>
    text(connect(serverPort(server) ?? 0, '127.0.0.1').end('GET / HTTP/1.0\r\n\r\n'));
  const knocked = async (server: Server, request = '') => {
    const taken = once(server, request === '' ? 'connection' : 'request');
    const socket = knock(server);
    socket.write(request);
    await taken;
    return socket;
  };
  const closed = (socket: Socket) => waitFor(() => expect(socket.closed).toBe(true));

  it('a guarded server at its limit closes the oldest silent connection', async () => {
    const server = await start(2);
    const onDrop = vi.fn();
    server.on('drop', onDrop);
    (await knocked(server)).destroy();
    const connections = promisify(server.getConnections.bind(server));
    await waitFor(async () => expect(await connections()).toBe(0)); // one that is gone is not the oldest
    const [first, second] = [await knocked(server), await knocked(server)];
    expect(await ask(server)).toContain('here');
    await closed(first);
    expect(second.closed).toBe(false);
    expect(onDrop).toHaveBeenCalledTimes(1);
  });

  it('a guarded server drops a new connection rather than one that waits for its answer', async () => {
    const server = await start(2);
    const [asking, halfway] = [await knocked(server, held), await knocked(server, half)];
    expect(await ask(server)).toContain('here');
    await closed(halfway);
    await knocked(server, held);
    await closed(knock(server));
    expect(asking.closed).toBe(false);
  });

  it('a guarded server closes an idle connection for a new one, and all of them at a stop', async () => {
    const server = await start(2);
    const [idle, other] = [await knocked(server, idling), await knocked(server, idling)];
    for (const socket of [idle, other])
      await waitFor(() => expect(socket.bytesRead).toBeGreaterThan(0));
    const halfway = await knocked(server, half);
    await closed(idle);
    server.closeIdleConnections();
    await closed(other);
    expect(halfway.closed).toBe(false);
  });
});
