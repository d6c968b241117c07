import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { transactionBody, transactionRecord } from './fixtures/transaction.ts';
import { finalOf } from './support/final-of.ts';
import { answering, startServer } from './support/http-server.ts';
import { runApp } from './support/run-app.ts';
import { waitFor } from './support/wait-for.ts';

/**
 * Everything that a transfer service can do to a look-up, over real sockets: what the person reads, how long it took,
 * how many requests were made, and what is in the log. Printed as a table at the end.
 */
interface Row {
  fault: string;
  service: () => Promise<Service>;
  /** What the person reads, from its beginning. */
  reads: RegExp;
  requests: number | undefined;
  log: Record<string, unknown>;
  timeoutMs?: number;
  /** How long the person waits at least. */
  leastMs?: number;
}

interface Service {
  baseUrl: string;
  requests(): number;
  close(): Promise<unknown>;
}

const http = (listener: RequestListener) => async (): Promise<Service> => {
  const server = await startServer(listener);
  return { baseUrl: server.url, requests: () => server.requests.length, close: server.close };
};
/** The same with a bank list, which tells a wrong address from a missing record. */
const besideBanks =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const isBanks = request.url === '/v1/transfer/banks';
    (isBanks ? answering(200, { success: true, message: '', data: [] }) : listener)(request, response);
  };
/** Below HTTP: whatever is done with the socket once a request has arrived on it. */
const tcp = (onRequest: (socket: Socket) => void) => async (): Promise<Service> => {
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => {
      requests += 1;
      onRequest(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    requests: () => requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
const nobody = (baseUrl: string) => async (): Promise<Service> => ({
  baseUrl,
  requests: () => 0,
  close: async () => {},
});
/** Redirects to another host, and counts who comes there. */
const redirecting = async (): Promise<Service> => {
  const elsewhere = await startServer(answering(200, transactionBody()));
  const server = await startServer(answering(302, '', { location: elsewhere.url.replace('127.0.0.1', 'localhost') }));
  return {
    baseUrl: server.url,
    requests: () => server.requests.length + 100 * elsewhere.requests.length,
    close: () => Promise.all([server.close(), elsewhere.close()]),
  };
};

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n';
const refusal = (message: string) => ({ success: false, message, data: null });
const drip: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
};
const twoHundredMegabytes: RequestListener = (_request, response) => {
  const megabyte = gzipSync(Buffer.alloc(1024 * 1024, ' '));
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(Buffer.concat(Array.from({ length: 200 }, () => megabyte)));
};
const wrong = (value: unknown) => (typeof value === 'string' ? [value.length] : { of: 'another type' });
const wrongTypes = Object.fromEntries(Object.entries(transactionRecord).map(([key, value]) => [key, wrong(value)]));

const unreached = /^`GARO-8f3k2j1`: the transfer service could not be reached\.$/;
const unreadable = (status = '') =>
  new RegExp(`^\`GARO-8f3k2j1\`: the transfer service answered something that cannot be read${status}\\.$`);
const inTrouble = (status: number) =>
  new RegExp(`^\`GARO-8f3k2j1\`: the transfer service answered with an error \\(HTTP ${status}\\)\\.`);
const late = /^`GARO-8f3k2j1`: the transfer service did not answer within 2 s\.$/;

const rows: Row[] = [
  {
    fault: 'refused',
    service: nobody('http://127.0.0.1:1'),
    reads: unreached,
    requests: 0,
    log: { outcome: 'unreachable', code: 'ECONNREFUSED', attempts: 3 },
  },
  {
    fault: 'no such host (DNS)',
    service: nobody('https://txnbot.invalid'),
    reads: unreached,
    requests: 0,
    log: { outcome: 'unreachable', code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/), attempts: 3 },
  },
  {
    fault: 'reset before an answer',
    service: tcp((socket) => socket.resetAndDestroy()),
    reads: unreached,
    requests: 3,
    log: { outcome: 'unreachable', code: 'ECONNRESET', attempts: 3 },
  },
  {
    fault: 'reset mid-body',
    service: tcp((socket) =>
      socket.write(`${head}{"success":true,`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    ),
    reads: unreached,
    requests: 3,
    log: { outcome: 'unreachable', code: expect.any(String), attempts: 3 },
  },
  {
    fault: 'closed mid-body',
    service: tcp((socket) => socket.end(`${head}{"success":true,`)),
    reads: unreached,
    requests: 3,
    log: { outcome: 'unreachable', code: expect.any(String), attempts: 3 },
  },
  {
    fault: 'no HTTP at all',
    service: tcp((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
    reads: unreached,
    requests: 3,
    log: { outcome: 'unreachable', code: 'HPE_INVALID_CONSTANT', attempts: 3 },
  },
  {
    fault: 'no answer',
    service: http(() => {}),
    timeoutMs: 2_000,
    leastMs: 1_990,
    reads: late,
    requests: 1,
    log: { outcome: 'timeout', attempts: 1 },
  },
  {
    fault: 'a byte every 50 ms',
    service: http(drip),
    timeoutMs: 2_000,
    leastMs: 1_990,
    reads: late,
    requests: 1,
    log: { outcome: 'timeout', attempts: 1 },
  },
  {
    fault: '200 with HTML',
    service: http(answering(200, '<!doctype html><h1>Welcome</h1>', { 'content-type': 'text/html' })),
    reads: unreadable(),
    requests: 1,
    log: { outcome: 'unexpected_body', status: 200, reason: 'not_json' },
  },
  {
    fault: 'truncated JSON',
    service: http(answering(200, transactionBody().slice(0, -20))),
    reads: unreadable(),
    requests: 1,
    log: { outcome: 'unexpected_body', status: 200, reason: 'not_json' },
  },
  {
    fault: 'empty body',
    service: http(answering(200, '')),
    reads: unreadable(),
    requests: 1,
    log: { outcome: 'unexpected_body', status: 200, reason: 'not_json' },
  },
  {
    fault: '204',
    service: http((_request, response) => response.writeHead(204).end()),
    reads: unreadable(),
    requests: 1,
    log: { outcome: 'unexpected_body', status: 204, reason: 'not_json' },
  },
  {
    fault: '200 MB behind 200 KB of gzip',
    service: http(twoHundredMegabytes),
    reads: /^`GARO-8f3k2j1`: the transfer service answered more than this bot reads\.$/,
    requests: 1,
    log: { outcome: 'unexpected_body', reason: 'too_large' },
  },
  {
    fault: 'gzip that is none',
    service: http(answering(200, '{"success":true}', { 'content-encoding': 'gzip' })),
    reads: unreadable(),
    requests: 1,
    log: { outcome: 'unexpected_body', reason: 'not_json' },
  },
  {
    fault: 'redirect to another host',
    service: redirecting,
    reads: unreadable(' \\(HTTP 302\\)'),
    requests: 1,
    log: { outcome: 'unexpected_body', status: 302 },
  },
  {
    fault: '400, enveloped',
    service: http(answering(400, refusal('Reference is malformed'))),
    reads: /^`GARO-8f3k2j1`: the transfer service refused this request \(HTTP 400\)\.$/,
    requests: 1,
    log: { outcome: 'rejected', status: 400 },
  },
  {
    fault: '401',
    service: http(answering(401, refusal('Unauthenticated.'))),
    reads: /^`GARO-8f3k2j1`: the transfer service refused this bot's token\.$/,
    requests: 1,
    log: { outcome: 'unauthorized', status: 401 },
  },
  {
    fault: '403',
    service: http(answering(403, '')),
    reads: /^`GARO-8f3k2j1`: the transfer service refused this bot's access \(HTTP 403\)\.$/,
    requests: 1,
    log: { outcome: 'unauthorized', status: 403 },
  },
  {
    fault: '404, enveloped',
    service: http(besideBanks(answering(404, refusal('Transaction not found')))),
    reads: /^No record of `GARO-8f3k2j1`\./,
    requests: 2,
    log: { outcome: 'not_found', status: 404 },
  },
  {
    fault: '404, bare',
    service: http(besideBanks(answering(404, '<h1>Not Found</h1>', { 'content-type': 'text/html' }))),
    reads: unreadable(' \\(HTTP 404\\)'),
    requests: 2,
    log: { outcome: 'unexpected_body', status: 404, reason: 'not_an_envelope' },
  },
  {
    fault: '404 for everything',
    service: http(answering(404, refusal('No route matched'))),
    reads: /^`GARO-8f3k2j1`: the address that this bot was given looks wrong/,
    requests: 2,
    log: { outcome: 'unexpected_body', status: 404, reason: 'wrong_address' },
  },
  {
    fault: '408',
    service: http(answering(408, '')),
    reads: /^`GARO-8f3k2j1`: the transfer service gave up waiting \(HTTP 408\)\.$/,
    requests: 1,
    log: { outcome: 'timeout', status: 408 },
  },
  {
    fault: '429',
    service: http(answering(429, '')),
    reads: /^`GARO-8f3k2j1`: the transfer service limits how often one may ask\.$/,
    requests: 3,
    log: { outcome: 'rate_limited', status: 429, attempts: 3 },
  },
  {
    fault: '429, Retry-After: 60',
    service: http(answering(429, '', { 'retry-after': '60' })),
    reads: /limits how often one may ask\.$/,
    requests: 1,
    log: { outcome: 'rate_limited', status: 429, retryAfterMs: 60_000 },
  },
  {
    fault: '429, Retry-After: 1, then found',
    service: () => {
      let asked = 0;
      return http((request, response) => {
        asked += 1;
        const answer = asked === 1 ? answering(429, '', { 'retry-after': '1' }) : answering(200, transactionBody());
        answer(request, response);
      })();
    },
    leastMs: 990,
    reads: /^✓ Successful/,
    requests: 2,
    log: { outcome: 'answered' },
  },
  ...[500, 501].map((status) => ({
    fault: String(status),
    service: http(answering(status, refusal('Server Error'))),
    reads: inTrouble(status),
    requests: 1,
    log: { outcome: 'unreachable', status, attempts: 1 },
  })),
  ...[502, 503, 504].map((status) => ({
    fault: String(status),
    service: http(answering(status, refusal('Bad day'))),
    reads: inTrouble(status),
    requests: 3,
    log: { outcome: 'unreachable', status, attempts: 3 },
  })),
  {
    fault: '200, success: false',
    service: http(answering(200, refusal('Reference is not valid for this account'))),
    reads: /^`GARO-8f3k2j1`: the transfer service refused this request\.$/,
    requests: 1,
    log: { outcome: 'rejected', status: 200 },
  },
  {
    fault: '200, success: false, no word',
    service: http(answering(200, { success: false })),
    reads: /^`GARO-8f3k2j1`: the transfer service refused this request\.$/,
    requests: 1,
    log: { outcome: 'rejected', status: 200 },
  },
  {
    fault: 'success, no data',
    service: http(answering(200, { success: true, message: '', data: null })),
    reads: unreadable(),
    requests: 1,
    log: { outcome: 'unexpected_body', reason: 'wrong_data' },
  },
  {
    fault: 'JSON, no envelope',
    service: http(answering(200, transactionRecord)),
    reads: unreadable(),
    requests: 1,
    log: { outcome: 'unexpected_body', reason: 'not_an_envelope' },
  },
  {
    fault: 'wrong types in every field',
    service: http(answering(200, { success: true, message: '', data: wrongTypes })),
    reads: /^The service answered with a transaction that is not `GARO-8f3k2j1`; it is not shown\.$/,
    requests: 1,
    log: { outcome: 'unexpected_body', reason: 'another_reference' },
  },
  {
    fault: 'wrong types in all but the reference',
    service: http(answering(200, { success: true, message: '', data: { ...wrongTypes, reference: 'GARO-8f3k2j1' } })),
    reads: /^(?!Successful|Failed|Pending)/,
    requests: 1,
    log: { outcome: 'answered' },
  },
  {
    fault: 'another reference back',
    service: http(answering(200, transactionBody({ reference: 'GARO-0000000' }))),
    reads: /^The service answered with a transaction that is not `GARO-8f3k2j1`; it is not shown\.$/,
    requests: 1,
    log: { outcome: 'unexpected_body', reason: 'another_reference' },
  },
  {
    fault: 'nobody was answered for five seconds, the next',
    service: nobody('http://127.0.0.1:1'),
    reads: /^The transfer service is down; `GARO-8f3k2j\d` was not looked up\.$/,
    requests: 0,
    log: { outcome: 'not_asked', reason: 'outage' },
  },
];

const table: string[] = [];
afterAll(() => {
  const lines = [
    '| the service | the person reads | ms | requests | in the log |',
    '|---|---|---:|---:|---|',
    ...table.sort(),
  ];
  console.log(lines.join('\n'));
});

describe('a look-up', () => {
  it.concurrent.each(rows)(
    'met by: $fault',
    async ({ fault, service: start, reads, requests, log, timeoutMs = 30_000, leastMs = 0 }) => {
      const service = await start();
      const app = await runApp({
        transferApi: { baseUrl: service.baseUrl, token: 'canary-token-5d41402abc4b' },
        env: { TRANSFER_API_TIMEOUT_MS: String(timeoutMs) },
      });
      const ask = (text = 'GARO-8f3k2j1') => app.slack.sendCommand({ command: '/txn', text });
      if (fault.startsWith('nobody was answered'))
        await waitFor(async () => {
          await Promise.all(Array.from({ length: 5 }, (_, n) => ask(`GARO-8f3k2j${n}`)));
          expect(app.answers().at(-1)?.text).toMatch(reads);
        });
      await app.bot.inFlight.settled();
      const answers = () => finalOf(app.answers());
      const before = answers().length;
      const startedAtMs = performance.now();
      await ask();
      await waitFor(() => expect(answers().length).toBeGreaterThan(before));
      const durationMs = Math.round(performance.now() - startedAtMs);
      await app.bot.inFlight.settled();

      const { text = '' } = answers().at(-1) ?? {};
      const { level, time: _, msg: _msg, durationMs: _ms, reference, ...entry } = app.log.entries().at(-1) ?? {};
      const said = Object.entries(entry).map(([key, value]) => `${key}=${String(value)}`);
      table.push(
        `| ${fault} | ${text.split('\n')[0]} | ${durationMs} | ${service.requests()} | ${level}: ${said.join(' ')} |`,
      );
      await app.stop();
      await service.close();
      const isAddressWrong = log.reason === 'wrong_address';
      expect(app.services.lookUpSummary().isAddressWrong).toBe(isAddressWrong);
      expect(app.log.lines.join().includes('no bank list at TRANSFER_API_BASE_URL')).toBe(isAddressWrong);

      expect(text).toMatch(reads);
      if (!fault.startsWith('404, env')) expect(text).not.toMatch(/not found|no transaction/i);
      expect(text).not.toMatch(/\b(?:failed|fail)\b/i);
      expect(answers()).toHaveLength(before + 1);
      if (requests !== undefined) expect(service.requests()).toBe(requests);
      expect(entry).toMatchObject({ command: 'txn', ...log });
      expect(reference).toMatch(/^[2-9A-Z]{6}$/);
      expect(durationMs).toBeGreaterThanOrEqual(leastMs);
      expect(app.log.lines.join()).not.toMatch(/canary|0123456789|0001479098/);
      expect(app.slack.breaches).toEqual([]);
    },
  );
});
