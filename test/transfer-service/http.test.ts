import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { TransferApiError } from '../../src/errors.ts';
import { createEvents, type LookUpEnd, type RequestEnd } from '../../src/events.ts';
import { serverPort } from '../../src/ops/health.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { createTransferApi, type TransferApi } from '../../src/transfer-service/client.ts';
import { createHttp, type Token } from '../../src/transfer-service/request.ts';
import { version } from '../../src/version.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startHeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { answering, startServer, type TestServer } from '../support/http-server.ts';
import { recordSpans } from '../support/record-spans.ts';
import { staticToken } from '../support/static-token.ts';
import { waitFor } from '../support/wait-for.ts';

const token = 'canary-token-5d41402abc4b';
const servers: TestServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

const noBanks = answering(200, { success: true, message: '', data: [] });

async function serve(...listeners: Parameters<typeof startServer>[0][]): Promise<TestServer> {
  let count = 0;
  const server = await startServer((request, response) => {
    const listener = listeners[Math.min(count, listeners.length - 1)];
    count += 1;
    listener?.(request, response);
  });
  servers.push(server);
  return server;
}

function apiOf(baseUrl: string, timeoutMs = 30_000): TransferApi {
  return createTransferApi({ baseUrl, token: staticToken(token), timeoutMs });
}

/** Within a time that no machine needs; what is about the deadline brings its own. */
async function lookUp(baseUrl: string, timeoutMs = 30_000) {
  const startedAtMs = performance.now();
  const outcome = await apiOf(baseUrl, timeoutMs)
    .transaction('GARO-8f3k2j1')
    .then(
      (answer) => ({ answer, error: undefined }),
      (error: unknown) => ({ answer: undefined, error }),
    );
  return { ...outcome, durationMs: performance.now() - startedAtMs };
}

function expectFailure(error: unknown): TransferApiError {
  if (!(error instanceof TransferApiError)) throw new Error(`expected a TransferApiError, got ${inspect(error)}`);
  return error;
}

const ok = answering(200, transactionBody());
const envelope = { success: false, message: 'No such thing', data: null };

it('the service is told who asks, and in which version', async () => {
  const server = await serve(ok);
  await lookUp(server.url);
  expect(server.requests[0]?.headers).toMatchObject({
    'user-agent': `txnbot/${version}`,
    authorization: `Bearer ${token}`,
    accept: 'application/json',
  });
});

describe.concurrent('an answer that is no success', () => {
  it.each([
    [401, envelope, 'unauthorized', 1],
    [403, envelope, 'unauthorized', 1],
    [404, envelope, 'not_found', 1],
    [404, '<h1>Not Found</h1>', 'unexpected_body', 1],
    [404, { statusCode: 404, message: 'Cannot GET /v1' }, 'unexpected_body', 1],
    [400, envelope, 'rejected', 1],
    [422, envelope, 'rejected', 1],
    [408, envelope, 'timeout', 1],
    [429, envelope, 'rate_limited', 3],
    [500, envelope, 'unreachable', 1],
    [501, envelope, 'unreachable', 1],
    [502, envelope, 'unreachable', 3],
    [503, envelope, 'unreachable', 3],
    [504, envelope, 'unreachable', 3],
  ])('%i becomes the right failure, after the right number of requests', async (status, body, failure, requests) => {
    const server = await serve(...Array.from({ length: requests }, () => answering(status, body)), noBanks);
    const { error } = await lookUp(server.url);
    expect(expectFailure(error)).toMatchObject({ failure, details: { status, attempts: requests } });
    const banks = status === 404 ? ['/v1/transfer/banks'] : []; // which vouches for the address
    expect(server.requests.slice(requests).map(({ url }) => url)).toEqual(banks);
  });

  it('carries the words of the service', async () => {
    const server = await serve(answering(400, envelope));
    expect(expectFailure((await lookUp(server.url)).error).details.serviceMessage).toBe('No such thing');
  });
});

describe.concurrent('trying again', () => {
  it('finds the answer behind a passing failure', async () => {
    const server = await serve(answering(503, ''), ok);
    expect((await lookUp(server.url)).answer).toBeDefined();
    expect(server.requests).toHaveLength(2);
  });

  it('finds the answer behind a connection that was reset', async () => {
    const server = await serve((request) => request.socket.destroy(), ok);
    expect((await lookUp(server.url)).answer).toBeDefined();
  });

  it('finds the answer behind a body that broke off', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write(transactionBody().slice(0, 50));
      setTimeout(() => response.destroy(), 20);
    }, ok);
    expect((await lookUp(server.url)).answer).toBeDefined();
    expect(server.requests).toHaveLength(2);
  });

  it('waits as long as Retry-After asks, in seconds', async () => {
    const server = await serve(answering(429, '', { 'retry-after': '1' }), ok);
    const { answer, durationMs } = await lookUp(server.url);
    expect(answer).toBeDefined();
    expect(durationMs).toBeGreaterThanOrEqual(990);
  });

  it('waits as long as Retry-After asks, as a date', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(503, { 'retry-after': new Date(Date.now() + 2000).toUTCString() });
      response.end();
    }, ok);
    const { answer, durationMs } = await lookUp(server.url);
    expect(answer).toBeDefined();
    expect(durationMs).toBeGreaterThanOrEqual(900);
  });
});

describe.concurrent('a kept connection that is reset', () => {
  it('is followed by a fresh one, as the next one kept would be dead as well', async () => {
    const known = new Set<Socket>();
    const resets = vi.fn((socket: Socket) => socket.resetAndDestroy());
    const server = await startHeldServer((request, response) => {
      if (known.has(request.socket)) return void resets(request.socket);
      known.add(request.socket);
      response.end(transactionBody({ reference: request.url?.split('/').at(-1) }));
    });
    servers.push(server);
    const api = apiOf(server.url);
    const kept = ['R1', 'R2', 'R3', 'R4'].map((reference) => api.transaction(reference));
    await waitFor(() => expect(server.held).toBe(4));
    server.open();
    await Promise.all(kept);
    expect((await api.transaction('R5')).transaction.reference).toBe('R5');
    expect(resets).toHaveBeenCalledOnce();
    expect(server.requests.at(-1)?.headers.connection).toBe('close');
  });
});

describe.concurrent('what is told of a look-up', () => {
  const told = async (listeners: Parameters<typeof serve>, timeoutMs = 30_000) => {
    const server = await serve(...listeners);
    const [lookUps, requests]: [LookUpEnd[], RequestEnd[]] = [[], []];
    const api = createTransferApi({
      baseUrl: server.url,
      token: staticToken(token),
      timeoutMs,
      events: createEvents()
        .on('lookUp', (end) => lookUps.push(end))
        .on('request', (end) => requests.push(end)),
    });
    const startedAtMs = performance.now();
    await api.transaction('GARO-8f3k2j1').catch(() => {});
    const tookMs = performance.now() - startedAtMs;
    for (const { durationMs } of [...lookUps, ...requests]) {
      expect(durationMs).toBeGreaterThan(0);
      expect(durationMs).toBeLessThanOrEqual(tookMs);
    }
    return {
      lookUps: lookUps.map(({ failure }) => failure),
      requests: requests.map(({ status }) => status),
      end: lookUps[0],
    };
  };

  it('are its end and each of its requests', async () => {
    expect(await told([answering(503, ''), ok])).toMatchObject({
      lookUps: [undefined],
      requests: ['5xx', '2xx'],
      end: { operation: 'transaction' },
    });
    expect(await told([answering(400, envelope)])).toMatchObject({ lookUps: ['rejected'], requests: ['4xx'] });
  });

  it('is nothing of one that ended in an error of our own', async () => {
    const server = await serve(answering(401, envelope));
    const onLookUp = vi.fn();
    const unreadable = new Error('no disk');
    const asked = createTransferApi({
      baseUrl: server.url,
      token: { current: () => token, renew: () => Promise.reject(unreadable) },
      timeoutMs: 30_000,
      events: createEvents().on('lookUp', onLookUp),
    }).transaction('GARO-8f3k2j1');
    await expect(asked).rejects.toBe(unreadable);
    expect(onLookUp).not.toHaveBeenCalled();
  });

  it('is why a request had no status', async () => {
    expect(await told([() => {}], 100)).toMatchObject({ lookUps: ['timeout'], requests: ['timeout'] });
    const reset: RequestListener = (request) => request.socket.destroy();
    expect(await told([reset])).toMatchObject({ lookUps: ['unreachable'], requests: Array(3).fill('unreachable') });
    expect(await told([answering(200, '<html>')])).toMatchObject({ lookUps: ['unexpected_body'], requests: ['2xx'] });
  });
});

describe.concurrent('a token that is read from a file', () => {
  const asking = (server: TestServer, renew: Token['renew']) =>
    createTransferApi({ baseUrl: server.url, token: { current: () => token, renew }, timeoutMs: 30_000 })
      .transaction('GARO-8f3k2j1')
      .then(
        () => 'answered',
        (error: unknown) => expectFailure(error).failure,
      );

  it('is read anew when it is refused, and then the look-up is tried once more', async () => {
    const renew = vi.fn(async () => true);
    const server = await serve(answering(401, envelope), ok);
    expect(await asking(server, renew)).toBe('answered');
    expect(renew).toHaveBeenCalledExactlyOnceWith(token);
    expect(await asking(await serve(answering(401, envelope)), renew)).toBe('unauthorized');
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['403', answering(403, envelope)],
    ['500', answering(500, '')],
    ['no answer', ((request) => request.socket.destroy()) satisfies RequestListener],
  ])('is not read anew after %s', async (_what, listener) => {
    const renew = vi.fn(async () => true);
    await asking(await serve(listener), renew);
    expect(renew).not.toHaveBeenCalled();
  });
});

describe.concurrent('a certificate that nobody vouches for', () => {
  it('is said as what it is, and not tried again', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const server = createSecureServer({ cert, key }).listen(0, '127.0.0.1');
    const connections = vi.fn();
    server.on('connection', connections);
    await once(server, 'listening');
    const { error } = await lookUp(`https://localhost:${serverPort(server)}`);
    expect(expectFailure(error)).toMatchObject({
      failure: 'untrusted',
      details: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', attempts: 1 },
    });
    expect(connections).toHaveBeenCalledOnce();
    server.close();
  });
});

describe.concurrent('the deadline', () => {
  it.each([
    ['never answers', () => {}],
    [
      'drips a byte at a time',
      (_request: unknown, response: import('node:http').ServerResponse) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(drip));
      },
    ],
    [
      'sends headers and no body',
      (_request: unknown, response: import('node:http').ServerResponse) => {
        response.writeHead(200);
        response.flushHeaders();
      },
    ],
  ])('ends a look-up at a service that %s', async (_what, listener) => {
    const server = await serve(listener);
    const { error, durationMs } = await lookUp(server.url, 400);
    const { failure, details } = expectFailure(error);
    expect(failure).toBe('timeout');
    expect(details.timeoutMs).toBeGreaterThan(0); // less what a busy machine took to send it
    expect(details.timeoutMs).toBeLessThanOrEqual(400);
    expect(durationMs).toBeGreaterThan(380);
  });

  it('covers the tries together, not each', async () => {
    const server = await serve((_request, response) => {
      setTimeout(() => response.writeHead(503).end(), 250);
    });
    expectFailure((await lookUp(server.url, 400)).error);
    expect(server.requests.length).toBeLessThan(3);
  });
});

describe.concurrent('nobody there', () => {
  it('says unreachable when nothing listens', async () => {
    const { error } = await lookUp('http://127.0.0.1:1');
    expect(expectFailure(error)).toMatchObject({
      failure: 'unreachable',
      details: { code: 'ECONNREFUSED', attempts: 3 },
    });
  });

  it('says unreachable when the name is not known', async () => {
    expect(expectFailure((await lookUp('http://nowhere.invalid')).error).failure).toBe('unreachable');
  });

  it('says unreachable when what listens does not speak HTTP', async () => {
    const greet = (socket: Socket) => socket.on('error', () => {}).end('220 mail.example ESMTP\r\n');
    const server = createServer(greet).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const { error } = await lookUp(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    expect(expectFailure(error).failure).toBe('unreachable');
    server.close();
  });
});

describe.concurrent('the token', () => {
  it.each([
    ['refused', answering(401, envelope)],
    ['not found', answering(404, envelope)],
    ['rejected', answering(400, envelope)],
    ['rate limited', answering(429, '', { 'retry-after': '60' })],
    ['in trouble', answering(500, '')],
    ['not JSON', answering(200, '<html>')],
    ['too large', answering(200, Buffer.alloc(6 * 1024 * 1024))],
    ['reset', (request: import('node:http').IncomingMessage) => request.socket.destroy()],
    ['timeout', () => {}],
  ])('is in nothing that comes of a failure: %s', async (_what, listener) => {
    const server = await serve(listener);
    const { error } = await lookUp(server.url, 500);
    const lines: string[] = [];
    createLogger('trace', [], { write: (line) => lines.push(line) }).error({
      err: error,
      error,
    });
    const everything = [
      inspect(error, { depth: null, showHidden: true }),
      JSON.stringify(error),
      String(error),
      expectFailure(error).stack,
      ...lines,
    ].join('\n');
    expect(everything).toContain('TransferApiError');
    expect(everything).not.toContain(token);
    expect(expectFailure(error).cause).toBeUndefined();
  });
});

describe('what is not read', () => {
  it('follows no redirect, so the token stays', async () => {
    const elsewhere = await serve(ok);
    const server = await serve(answering(302, '', { location: `${elsewhere.url}/steal` }));
    expect(expectFailure((await lookUp(server.url)).error)).toMatchObject({
      failure: 'unexpected_body',
      details: { status: 302 },
    });
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('goes through no proxy of the environment, so the token stays', async () => {
    const [server, elsewhere] = [await serve(ok), await serve(ok)];
    for (const [name, value] of [
      ['http_proxy', elsewhere.url],
      ['no_proxy', ''],
    ] as const)
      vi.stubEnv(name, value);
    expect((await lookUp(server.url)).answer).toBeDefined();
    vi.unstubAllEnvs();
    expect(server.requests).toHaveLength(1);
    expect(elsewhere.requests).toHaveLength(0);
  });

  const limits: [string, number, (api: TransferApi) => Promise<unknown>, string][] = [
    ['a transaction', 256 * 1024, (api) => api.transaction('GARO-8f3k2j1'), transactionBody()],
    ['a requery', 256 * 1024, (api) => api.requery('1'), transactionBody()],
    ['the bank list', 5 * 1024 * 1024, (api) => api.banks(), '{"success":true,"message":"","data":[]}'],
  ];
  it.each(limits)('of %s is what is over %i bytes, plain or compressed', async (_what, limit, ask, json) => {
    const over = json + ' '.repeat(limit);
    for (const answer of [answering(200, over), answering(200, gzipSync(over), { 'content-encoding': 'gzip' })]) {
      const server = await serve(answer);
      const error = await ask(apiOf(server.url)).catch((reason: unknown) => reason);
      expect(expectFailure(error)).toMatchObject({ failure: 'unexpected_body', details: { reason: 'too_large' } });
      expect(server.requests).toHaveLength(1);
    }
  });

  it.each(limits)('of %s is nothing of just under %i bytes', async (_what, limit, ask, json) => {
    const server = await serve(answering(200, json + ' '.repeat(limit - json.length)));
    expect(await ask(apiOf(server.url))).toBeDefined();
  });

  it.each(['gzip', 'br'])('does not take broken compression for an answer: %s', async (encoding) => {
    const server = await serve(answering(200, 'not compressed at all', { 'content-encoding': encoding }));
    expect(expectFailure((await lookUp(server.url)).error)).toMatchObject({
      failure: 'unexpected_body',
      details: { operation: 'transaction', asked: 'GARO-8f3k2j1', reason: 'not_json' },
    });
  });
});

describe('a path that the URL parser would make another one of', () => {
  it.each(['/v1/transactions/reference/..', '/v1/./transfer', '/v1/a#b', '/v1/a\\b'])(
    'is not asked for: %s',
    async (path) => {
      const server = await serve(ok);
      const get = createHttp({ baseUrl: `${server.url}/banking`, token: staticToken(token), timeoutMs: 30_000 });
      const asked = (to: string) => get({ operation: 'banks', route: '/v1', path: to, maxBodyBytes: 100_000 });
      await expect(asked(path)).rejects.toThrow('does not survive the URL parser');
      expect(server.requests).toEqual([]);
      await asked('/v1/a%2Fb?c=d');
      expect(server.requests.map(({ url }) => url)).toEqual(['/banking/v1/a%2Fb?c=d']);
    },
  );
});

describe('a span', () => {
  const reference = 'GARO-8f3k2j1';
  const route = '/v1/transactions/reference/{reference}';
  const attributes = { 'http.request.method': 'GET', 'url.template': route, 'server.address': '127.0.0.1' };
  const spansOf = async (...listeners: Parameters<typeof serve>) => {
    const spans = recordSpans();
    await lookUp((await serve(...listeners)).url);
    expect(JSON.stringify(spans)).not.toContain(reference);
    return spans;
  };

  it('is written for each request, with what came of it', async () => {
    expect(await spansOf(answering(503, ''), answering(502, ''), ok)).toEqual(
      [503, 502, 200].map((status, index) => ({
        name: `GET ${route}`,
        attributes: {
          ...attributes,
          ...(index > 0 ? { 'http.request.resend_count': index } : {}),
          'http.response.status_code': status,
          ...(status === 200 ? {} : { 'error.type': 'unreachable' }),
        },
        status: status === 200 ? undefined : 2,
        isEnded: true,
      })),
    );
  });

  it('says why there was no status', async () => {
    const reset: RequestListener = (request) => request.socket.destroy();
    const [first] = await spansOf(reset, ok);
    expect(first).toEqual({
      name: `GET ${route}`,
      attributes: { ...attributes, 'error.type': 'unreachable' },
      status: 2,
      isEnded: true,
    });
  });
});

describe('one broken record', () => {
  it('does not close the door to the others', async () => {
    const server = await serve(answering(500, ''));
    const api = createTransferApi({ baseUrl: server.url, token: staticToken(token), timeoutMs: 1000 });
    for (let count = 0; count < 12; count += 1) await api.requery('1').catch(() => {});
    expect(server.requests).toHaveLength(12);
  });
});

describe('by a clock that stands', () => {
  it('a token that is read anew leaves the look-up what is left of its time', async () => {
    holdClock();
    const server = await startHeldServer((request, response) =>
      request.url?.includes('R1') ? response.writeHead(401).end('{"success":false}') : ok(request, response),
    );
    servers.push(server);
    const api = createTransferApi({
      baseUrl: server.url,
      token: { current: () => token, renew: async () => true },
      timeoutMs: 8_000,
    });
    const asked = api.transaction('R1').catch((error: unknown) => error);
    await waitFor(() => expect(server.held).toBe(1));
    vi.advanceTimersByTime(5_000);
    server.release();
    await waitFor(() => expect(server.requests).toHaveLength(2));
    vi.advanceTimersByTime(3_000);
    expect(await asked).toMatchObject({ failure: 'timeout', details: { timeoutMs: 3_000 } });
  });

  it.each(['5 apples', 'a1', '-1'])('a Retry-After of %j asks for nothing', async (retryAfter) => {
    const server = await serve(answering(429, '', { 'retry-after': retryAfter }), ok);
    expect((await lookUp(server.url)).answer).toBeDefined();
  });

  it('trying again is given up at once when Retry-After lies beyond the deadline, which is said', async () => {
    holdClock();
    const server = await serve(answering(429, '', { 'retry-after': '60' }));
    const { error } = await lookUp(server.url);
    expect(expectFailure(error)).toMatchObject({ failure: 'rate_limited', details: { retryAfterMs: 60_000 } });
    expect(server.requests).toHaveLength(1);
  });

  it('one try that is slow is not given up: slow is not gone', async () => {
    holdClock();
    const server = await startHeldServer(ok);
    servers.push(server);
    const asked = lookUp(server.url, 8_000);
    await waitFor(() => expect(server.held).toBe(1));
    vi.advanceTimersByTime(7_900);
    server.release();
    expect((await asked).answer).toBeDefined();
    expect(server.requests).toHaveLength(1);
  });
});
