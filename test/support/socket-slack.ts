import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { listenOn, serverPort } from '../../src/ops/health.ts';

type OpenAnswer =
  | { ok: boolean; error?: string; until?: Promise<unknown> }
  | { status: number; headers?: Record<string, string> };

export type SocketSlack = Awaited<ReturnType<typeof startSocketSlack>>;

/** The part of Slack that a socket hangs on, behaving as badly as a test wants it to. */
export async function startSocketSlack() {
  const openAnswers: OpenAnswer[] = [];
  const upgrades: ('refused' | 'ignored' | 'not greeted')[] = [];
  const ignored: Duplex[] = [];
  const webSockets = new WebSocketServer({ noServer: true });
  let openCount = 0;
  const server = createServer(async (request, response) => {
    const reply = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/api/auth.test') return reply({ ok: true, user_id: 'U0BOT', bot_id: 'B0BOT', team_id: 'T0' });
    if (request.url === '/api/blocks.validate') return reply({ ok: true });
    openCount += 1;
    const answer = openAnswers.shift() ?? { ok: true };
    if ('status' in answer) return response.writeHead(answer.status, answer.headers).end();
    const { until, ...body } = answer;
    await until;
    return reply({ ...body, ...(body.ok ? { url: `ws://${host}/link/?ticket=${openCount}` } : {}) });
  });
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => {}); // the bot may hang up first
    const how = upgrades.shift();
    if (how === 'ignored') return void ignored.push(stream);
    if (how === 'refused') return void stream.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n');
    webSockets.handleUpgrade(request, stream, head, (socket) => {
      if (how !== 'not greeted') socket.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
    });
  });
  await listenOn(server, 0, '127.0.0.1');
  const host = `127.0.0.1:${serverPort(server)}`;
  const open = () => [...webSockets.clients].filter((socket) => socket.readyState === socket.OPEN);
  return {
    apiUrl: `http://${host}/api/`,
    /** What `apps.connections.open` says, one entry a call; then it opens. */
    openAnswers,
    /** What happens to the next sockets; then they are greeted. */
    upgrades,
    get openCount() {
      return openCount;
    },
    get sockets() {
      return open();
    },
    send(message: unknown) {
      for (const socket of open()) socket.send(JSON.stringify(message));
    },
    async close() {
      for (const socket of webSockets.clients) socket.terminate();
      for (const stream of ignored) stream.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
