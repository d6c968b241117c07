import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { isRecord } from '../block-kit/walk.ts';
import { slackLimits } from '../slack-limits.ts';
import type { DisconnectReason } from '../types.ts';
import { parseJson } from '../web-api/web-api.ts';
import { workspace } from '../workspace.ts';
import type { Deliver, Reception } from './interaction.ts';

const pingIntervalMs = 10_000;
/** How long a bot may take to say goodbye. */
const closingMs = 500;
/** From the notice until the socket is closed; Slack's takes some seconds. */
const noticeMs = 1_000;

/** What becomes of a socket that a bot opens. */
type UpgradeFault = 'refused' | 'ignored' | 'not greeted';

/**
 * Socket Mode's side of Slack: tickets, hello, envelopes and their acks, on the server of the Web
 * API.
 */
export function createSocketLink({
  server,
  baseUrl,
  ackMs,
}: {
  server: Server;
  baseUrl: string;
  ackMs?: number | undefined;
}) {
  const { host, href } = new URL('/link/', baseUrl.replace(/^http/, 'ws'));
  const webSockets = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const acks = createSocketAcks(ackMs);
  const upgradeFaults: UpgradeFault[] = [];
  const ignored: Duplex[] = [];
  const openSockets = () =>
    [...webSockets.clients].filter((socket) => socket.readyState === socket.OPEN);

  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => {}); // the bot may hang up first
    const { pathname, searchParams } = new URL(request.url ?? '/', href);
    const hasTicket = pathname === '/link/' && tickets.delete(searchParams.get('ticket') ?? '');
    const fault = upgradeFaults.shift();
    if (fault === 'ignored') return void ignored.push(stream);
    if (!hasTicket || fault === 'refused')
      return void stream.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n');
    webSockets.handleUpgrade(request, stream, head, fault === 'not greeted' ? () => {} : greet);
  });

  function greet(socket: WebSocket): void {
    const pings = setInterval(() => socket.ping('Ping from applink'), pingIntervalMs);
    socket.on('close', () => clearInterval(pings));
    socket.on('message', (data) => {
      const ack = parseJson(data.toString());
      if (isRecord(ack)) acks.settle(socket, ack);
    });
    send(socket, {
      type: 'hello',
      num_connections: openSockets().length,
      connection_info: { app_id: workspace.appId },
    });
  }

  return {
    upgradeFaults,
    get sockets() {
      return openSockets();
    },
    /** A WebSocket URL that opens one connection. */
    open() {
      const ticket = randomBytes(16).toString('hex');
      tickets.add(ticket);
      return `${href}?ticket=${ticket}&app_id=${workspace.appId}`;
    },
    async deliver(...[type, payload, retry]: Parameters<Deliver>): Promise<Reception> {
      const sockets = openSockets();
      // With several connections Slack picks any one of them.
      const socket = sockets[Math.floor(Math.random() * sockets.length)];
      if (!socket) return { outcome: 'failed', ackMs: 0 };
      const { envelopeId, reception } = acks.expect(socket);
      const envelope = {
        envelope_id: envelopeId,
        type,
        accepts_response_payload: type !== 'events_api',
        payload,
      };
      const retries = {
        retry_attempt: retry?.attempt ?? 0,
        retry_reason: retry?.reason.replace('http_', '') ?? '',
      };
      send(socket, type === 'events_api' ? { ...envelope, ...retries } : envelope);
      return reception;
    },
    /** Gives notice to all that are open now; resolves when they are closed. */
    async disconnect(reason: DisconnectReason) {
      const noticed = openSockets();
      for (const socket of noticed)
        send(socket, { type: 'disconnect', reason, debug_info: { host } });
      const closed = noticed.map((socket) => once(socket, 'close'));
      await delay(noticeMs, undefined, { ref: false });
      for (const socket of noticed) socket.close(1000);
      await Promise.all(closed);
    },
    async close() {
      acks.abandon();
      for (const stream of ignored) stream.destroy();
      const sockets = [...webSockets.clients];
      for (const socket of sockets) socket.close(1001);
      await Promise.race([
        Promise.all(sockets.map((socket) => once(socket, 'close'))),
        delay(closingMs),
      ]);
      for (const socket of webSockets.clients) socket.terminate();
      webSockets.close();
    },
  };
}

function send(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify(message));
}

/** Matches acks to the envelopes that wait for them. */
export function createSocketAcks(ackMsMax: number = slackLimits.ackMs) {
  const waiting = new Map<
    unknown,
    { socket: object; finish: (describe: (ackMs: number) => Reception) => void }
  >();

  return {
    /** @param socket that brings the envelope, and on which alone Slack waits for its ack */
    expect(socket: object) {
      const envelopeId = randomUUID();
      const startedAt = performance.now();
      const reception = new Promise<Reception>((resolve) => {
        const finish = (describe: (ackMs: number) => Reception) => {
          clearTimeout(timer);
          waiting.delete(envelopeId);
          resolve(describe(Math.round(performance.now() - startedAt)));
        };
        const timer = setTimeout(finish, ackMsMax, (ackMs: number) => ({
          outcome: 'timed_out',
          ackMs,
        }));
        waiting.set(envelopeId, { socket, finish });
      });
      return { envelopeId, reception };
    },
    /**
     * An ack that is late, for no envelope of ours, or on another socket than its envelope, changes
     * nothing, as with Slack.
     */
    settle(socket: object, { envelope_id, payload }: Readonly<Record<string, unknown>>) {
      // Bolt sends an empty object when its ack() had no argument.
      const isEmpty = isRecord(payload) && Object.keys(payload).length === 0;
      const found = waiting.get(envelope_id);
      if (found?.socket === socket)
        found.finish((ackMs) => ({ outcome: 'acked', ackMs, body: isEmpty ? undefined : payload }));
    },
    /** Fails every envelope that still waits. */
    abandon() {
      for (const { finish } of waiting.values()) finish((ackMs) => ({ outcome: 'failed', ackMs }));
    },
  };
}
