import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import zlib, { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { explainTransferError } from '../../src/blocks/explanations.ts';
import { ProxyUrl } from '../../src/config/proxy-settings.ts';
import { createEvents, type LookUpEnd, type ServiceRequestEnd } from '../../src/ops/events.ts';
import { serverPort } from '../../src/ops/guarded-server.ts';
import type { TransferApi } from '../../src/transfer-service/client.ts';
import { transportFailure } from '../../src/transfer-service/response.ts';
import {
  createLookUpStats,
  type TransferApiOptions,
} from '../../src/transfer-service/token-and-address.ts';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { type ConnectProxyOptions, startConnectProxy } from '../support/connect-proxy.ts';
import { holdTimeouts } from '../support/hold-clock.ts';
import { answering } from '../support/http-server.ts';
import { logLines } from '../support/log-lines.ts';
import { waitFor } from '../support/wait-for.ts';
import { apiOf, endingOf, failureOf, found, hold, reference, serve, token } from './service.ts';

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0)); // no wait before the next try
afterEach(() => void vi.restoreAllMocks());

const jose = { destinationAccountName: 'José Adé' };
const ok = answering(200, transactionBody());
const refusal = { success: false, message: 'No such thing', data: null };
const success = (data: unknown) => answering(200, { success: true, message: '', data });
const banks = success([]);
const socket =
  (use: (socket: Socket) => void): RequestListener =>
  (request) =>
    use(request.socket);
const encoded = (body: string | Buffer, encoding: string | string[], status = 200) =>
  answering(status, body, { 'content-encoding': encoding });
const header = (length: number) =>
  answering(200, transactionBody(), { policy: 'x'.repeat(length) });
const half = `HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n${transactionBody().slice(0, 50)}`;
const resetMidBody = socket((each) => each.write(half, () => setTimeout(() => each.destroy(), 20)));
const reset = socket((each) => each.resetAndDestroy());

/** Everything that a service can do to a look-up: how that ends, and after how many requests. */
type Fault = [
  what: string,
  service: RequestListener | RequestListener[],
  ending: string,
  requests: number,
];
const faults: Fault[] = [
  ['401', answering(401, refusal), 'unauthorized 401', 1],
  ['403', answering(403, ''), 'unauthorized 403', 1],
  ['404, enveloped', [answering(404, refusal), banks], 'not_found 404', 2],
  [
    '404, a page',
    [answering(404, '<h1>Not Found</h1>'), banks],
    'unexpected_body not_an_envelope 404',
    2,
  ],
  [
    '404, other JSON',
    [answering(404, { message: 'No' }), banks],
    'unexpected_body not_an_envelope 404',
    2,
  ],
  ['404 for everything', answering(404, refusal), 'unexpected_body wrong_address 404', 2],
  ['400', answering(400, refusal), 'rejected 400', 1],
  ['422', answering(422, ''), 'rejected 422', 1],
  ['408', answering(408, ''), 'timeout 408', 1],
  ['429', answering(429, ''), 'rate_limited 429', 3],
  ...[500, 501].map(
    (status): Fault => [`${status}`, answering(status, ''), `unreachable ${status}`, 1],
  ),
  ...[502, 503, 504].map(
    (status): Fault => [`${status}`, answering(status, refusal), `unreachable ${status}`, 3],
  ),
  [
    'a redirect',
    answering(302, '', { location: '/steal' }),
    'unexpected_body not_an_envelope 302',
    1,
  ],
  ['204', (_request, response) => response.writeHead(204).end(), 'unexpected_body empty 204', 1],
  ['a page', answering(200, '<h1>Welcome</h1>'), 'unexpected_body web_page 200', 1],
  ['a refusal', answering(200, refusal), 'rejected 200', 1],
  ['no data', success(undefined), 'unexpected_body wrong_data 200', 1],
  ['data that is no object', success([]), 'unexpected_body wrong_data 200', 1],
  ['no envelope', answering(200, transactionRecord), 'unexpected_body not_an_envelope 200', 1],
  ...['GARO-other', 'GARO-8f3k2j', null].map((other): Fault => {
    const answer = answering(200, transactionBody({ reference: other }));
    return [`the reference ${other}`, answer, 'unexpected_body another_reference 200', 1];
  }),
  [
    'an encoding that Node does not know',
    encoded('x', 'snappy'),
    'unexpected_body not_json 200',
    1,
  ],
  ['no gzip, labelled so', encoded('x', 'gzip'), 'unexpected_body not_json 200', 1],
  [
    '404, enveloped and compressed',
    [encoded(gzipSync(JSON.stringify(refusal)), 'gzip', 404), banks],
    'not_found 404',
    2,
  ],
  [
    'a compressed body of 2 MB',
    encoded(gzipSync('x'.repeat(2e6)), 'gzip'),
    'unexpected_body too_large',
    1,
  ],
  ['headers of 200 kB', header(200_000), 'unexpected_body too_large', 1],
  ['a reset', reset, 'unreachable ECONNRESET', 3],
  ['a reset mid-body', resetMidBody, 'unreachable', 3],
  ['a body that ends too early', socket((each) => each.end(half)), 'unreachable', 3],
  [
    'no HTTP',
    socket((each) => each.end('SSH-2.0-OpenSSH_9.6\r\n')),
    'unreachable HTTPParserError',
    3,
  ],
];

it.each(faults)('a service fault: %s', async (_fault, service, ending, requests) => {
  const { server, api } = await serve(service);
  const { failure, details } = await failureOf(api.transaction(reference));
  const { reason, code, status } = details;
  const end = [failure, reason ?? code, status].filter((part) => part !== undefined).join(' ');
  expect(ending === 'unreachable' ? failure : end).toBe(ending);
  expect(details).toMatchObject({ operation: 'transaction', asked: reference });
  expect(server.requests).toHaveLength(requests);
});

const body = transactionBody();
it.each<[string, string | Buffer, string | string[]]>([
  ['gzip', gzipSync(body), 'gzip'],
  ['gzip by its old name', gzipSync(body), 'X-GZIP'],
  ['brotli', brotliCompressSync(body), 'br'],
  ['deflate', deflateSync(body), 'deflate'],
  ['deflate without its header', deflateRawSync(body), 'deflate'],
  ['one in the other', gzipSync(deflateSync(body)), 'deflate, gzip'],
  ['one in the other, in two headers', gzipSync(deflateSync(body)), ['deflate', 'gzip']],
  ['identity', body, 'identity'],
  ['a label that was left', body, 'gzip'],
])('an answer that a gateway compressed unasked is read: %s', async (_what, sent, encoding) => {
  const { server, api } = await serve(encoded(sent, encoding));
  expect((await api.transaction(reference)).transaction).toMatchObject({ amount: '25000.00' });
  expect(server.requests[0]?.headers['accept-encoding']).toBe('identity');
});

it.runIf('zstdCompressSync' in zlib)('reads zstd where Node does', async () => {
  const { zstdCompressSync = gzipSync }: { zstdCompressSync?: typeof gzipSync; gunzip: unknown } =
    zlib;
  const { api } = await serve(encoded(zstdCompressSync(body), 'zstd'));
  expect(await endingOf(api.transaction(reference))).toBe('answered');
});

it('an answer with 60 kB of headers is read', async () => {
  const { api } = await serve(header(60_000));
  expect(await endingOf(api.transaction(reference))).toBe('answered');
});

it.each(['Content-Encoding', 'charset'])(
  'an answer in an unknown encoding is a failure that names it: %s',
  async (kind) => {
    const headers =
      kind === 'charset'
        ? { 'content-type': 'x/y; charset=ebcdic' }
        : { 'content-encoding': 'Ebcdic' };
    const { api } = await serve(answering(200, Buffer.from([0xc0, 0xd0]), headers));
    const error = await failureOf(api.transaction(reference));
    expect(error.details.encoding).toBe('ebcdic');
    expect(explainTransferError(error).lead).toContain('cannot be read, in the encoding `ebcdic`.');
  },
);

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
it.each<[string, Buffer]>([
  ['application/json; charset=iso-8859-1', Buffer.from(transactionBody(jose), 'latin1')],
  ['application/json; Charset="Windows-1252"', Buffer.from(transactionBody(jose), 'latin1')],
  ['application/json; charset=utf-16', Buffer.from(transactionBody(jose), 'utf16le')],
  ['application/json; charset=utf-16', utf16be(`\ufeff${transactionBody(jose)}`)],
  ['application/json; charset=utf-16', utf16be(transactionBody(jose))],
  ['application/json; charset=utf-16', Buffer.from(transactionBody(jose))],
  ['application/json; charset=utf8mb4', Buffer.from(transactionBody(jose))],
  ['application/json', Buffer.from(`\ufeff${transactionBody(jose)}`)],
  ['', Buffer.from(transactionBody(jose))],
])("an answer's name is read in the charset of its content type: %s", async (type, sent) => {
  const { api } = await serve(answering(200, sent, { 'content-type': type }));
  const answer = await api.transaction(reference);
  expect(answer.transaction.destinationAccountName).toBe('José Adé');
  expect(answer.isGarbled).toBe(false);
});

it('an answer with bytes that are no characters says so', async () => {
  const sent = Buffer.from(transactionBody(jose), 'latin1');
  const { api } = await serve(answering(200, sent, { 'content-type': 'application/json' }));
  expect((await api.transaction(reference)).isGarbled).toBe(true);
  expect((await api.requery('1')).isGarbled).toBe(true);
});

describe('trying again', () => {
  it.each(['5 apples', 'a1', '-5', '1.5', '+3', '1e3', 'Tomorrow', '2026-11-28'])(
    'a look-up is retried after the malformed Retry-After %s',
    async (value) => {
      const { server, api } = await serve([answering(429, '', { 'retry-after': value }), ok]);
      expect(await endingOf(api.transaction(reference))).toBe('answered');
      expect(server.requests).toHaveLength(2);
    },
  );

  it('a look-up is given up at once when Retry-After is beyond its deadline', async () => {
    for (const value of ['60', new Date(Date.now() + 60_000).toUTCString()]) {
      const { server, api } = await serve(answering(429, '', { 'retry-after': value }));
      const { failure, details } = await failureOf(api.transaction(reference));
      expect(failure).toBe('rate_limited');
      expect(details.retryAfterMs).toBeGreaterThan(55_000);
      expect(details.retryAfterMs).toBeLessThanOrEqual(60_000);
      expect(server.requests).toHaveLength(1);
    }
  });

  it.each([
    String(Math.round(Date.now() / 1_000)),
    String(Date.now()),
    'Sun, 06 Nov 2095 08:49:37 GMT',
    'Sunday, 06-Nov-49 08:49:37 GMT',
    'Sun Nov  6 08:49:37 2095',
  ])(
    'a look-up is given up without naming a time when Retry-After is beyond a day: %s',
    async (value) => {
      const { server, api } = await serve(answering(429, '', { 'retry-after': value }));
      const error = await failureOf(api.transaction(reference));
      expect(server.requests).toHaveLength(1);
      expect(explainTransferError(error).next).toBe('');
    },
  );

  it('a look-up takes a fresh connection when a kept-alive one was reset', async () => {
    const known = new Set<Socket>();
    const resets = vi.fn((each: Socket) => each.resetAndDestroy());
    const { server, api } = await hold(
      (request, response) => {
        if (known.has(request.socket)) return void resets(request.socket);
        known.add(request.socket);
        found(request, response);
      },
      { timeoutMs: 30_000 },
    );
    const kept = ['R1', 'R2', 'R3', 'R4'].map((each) => api.transaction(each));
    await waitFor(() => expect(server.held).toBe(4));
    server.open();
    await Promise.all(kept);
    await setImmediate(); // undici takes a connection back a moment after its answer was read
    expect(await endingOf(api.transaction('R5'))).toBe('answered');
    expect(resets).toHaveBeenCalledOnce();
    expect(server.requests.at(-1)?.headers.connection).toBe('close');
  });
});

describe('a kept-alive connection that falls silent', () => {
  /** A service whose connections are mute from their second request on, after `count` look-ups. */
  async function serveMute(options?: Partial<TransferApiOptions>, count = 1) {
    const known = new Set<Socket>();
    const mute = vi.fn((..._args: Parameters<RequestListener>) => {});
    const fresh = vi.fn(found);
    const service = await serve((request, response) => {
      if (known.has(request.socket)) return mute(request, response);
      known.add(request.socket);
      fresh(request, response);
    }, options);
    const names = ['R1', 'R2', 'R3'].slice(0, count);
    await Promise.all(names.map((name) => service.api.transaction(name)));
    await setImmediate(); // undici takes a connection back a moment after its answer was read
    return { ...service, mute, fresh };
  }

  it('a silent kept-alive connection costs a part of the deadline; a fresh one is tried too', async () => {
    const ends: LookUpEnd[] = [];
    const events = createEvents().on('lookUp', (end) => ends.push(end));
    const { server, api, mute } = await serveMute({ timeoutMs: 800, events });
    expect(await endingOf(api.transaction('R2'))).toBe('answered');
    expect(mute).toHaveBeenCalledOnce();
    expect(server.requests.at(-1)?.headers.connection).toBe('close');
    expect(ends.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  });

  it('a silent kept-alive connection delays one look-up; the other kept ones are closed', async () => {
    const { server, api, mute } = await serveMute({ timeoutMs: 800 }, 3);
    await api.transaction('R4');
    await api.transaction('R5');
    expect(mute).toHaveBeenCalledOnce();
    expect(server.requests.at(-1)?.headers.connection).toBe('keep-alive');
  });

  it('a silent kept-alive connection may still answer, as a slow service does', async () => {
    const { server, api, mute, fresh } = await serveMute({ timeoutMs: 800 });
    mute.mockImplementation((request, response) => {
      server.requests.length = 0;
      void waitFor(() => expect(server.requests).toHaveLength(1)).then(() =>
        found(request, response),
      );
    });
    fresh.mockImplementation(() => {});
    expect(await endingOf(api.transaction('R4'))).toBe('answered');
    expect(fresh).toHaveBeenCalledTimes(2); // the first look-up, and this one again
  });

  it('a look-up on a silent fresh connection is not tried again', async () => {
    const { server, api } = await serve(() => {}, { timeoutMs: 1_200 });
    expect(await endingOf(api.transaction('R1'))).toMatch(/^timeout 1[12]\d\d$/);
    expect(server.requests).toHaveLength(1);
  });

  it('a look-up over a silent kept-alive connection is sent anew behind a proxy too', async () => {
    const proxy = await startConnectProxy({});
    onTestFinished(proxy.close);
    const { api, mute } = await serveMute({ timeoutMs: 800, proxy: ProxyUrl.parse(proxy.url) });
    expect(await endingOf(api.transaction('R2'))).toBe('answered');
    expect(mute).toHaveBeenCalledOnce();
  });
});

it('the deadline ends a look-up at a service that drips a byte at a time', async () => {
  const drip: RequestListener = (_request, response) => {
    const dripping = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(dripping));
  };
  const { api } = await serve(drip, { timeoutMs: 400 });
  expect(await endingOf(api.transaction(reference))).toMatch(/^timeout \d+$/);
});

it('an untrusted certificate is reported as such, and not tried again', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const connections = vi.fn();
  const server = createSecureServer({ cert, key })
    .on('connection', connections)
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const error = await failureOf(
    apiOf(`https://localhost:${serverPort(server)}`).transaction(reference),
  );
  const details = { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', attempts: 1 };
  expect(error).toMatchObject({ failure: 'untrusted', details });
  expect(connections).toHaveBeenCalledOnce();
  server.close();
});

it.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'a client certificate that is demanded is named, as there is none: %s',
  async (maxVersion) => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const server = createSecureServer({
      cert,
      key,
      maxVersion,
      requestCert: true,
      rejectUnauthorized: true,
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const api = apiOf(`https://localhost:${serverPort(server)}`);
    const { failure, details } = await failureOf(api.transaction(reference));
    expect(failure).toBe('unreachable');
    expect(details.reason).toBe('may_demand_client_certificate');
    vi.unstubAllEnvs();
    server.close();
  },
);

it.each([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
  ['CERT_REVOKED', 'untrusted'],
  ['ECONNREFUSED', 'unreachable'],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'unreachable'],
])("an untrusted certificate is recognised by Node's error code: %s", (code, failure) => {
  expect(
    transportFailure(Object.assign(new Error('x'), { code }), { operation: 'banks' }).failure,
  ).toBe(failure);
});

it('no error, log line or event of a failure holds the token', async () => {
  for (const listener of [
    answering(401, refusal),
    reset,
    () => {},
    answering(200, Buffer.alloc(6 * 1024 * 1024)),
  ]) {
    const { api } = await serve(listener, { timeoutMs: 300 });
    const error = await failureOf(api.transaction(reference));
    const { logger, lines } = logLines();
    logger.error({ err: error, error });
    const shown = [
      inspect(error, { depth: null, showHidden: true }),
      JSON.stringify(error),
      error.stack,
      ...lines,
    ];
    expect(shown.join()).toContain('TransferApiError');
    expect(shown.join()).not.toContain(token);
    expect(error.cause).toBeUndefined();
  }
});

it('the token goes through no proxy of the environment', async () => {
  const [{ server, api }, elsewhere] = [await serve(ok), await serve(ok)];
  vi.stubEnv('http_proxy', elsewhere.server.url);
  vi.stubEnv('no_proxy', '');
  expect(await endingOf(api.transaction(reference))).toBe('answered');
  vi.unstubAllEnvs();
  expect(server.requests.length).toBe(1);
  expect(elsewhere.server.requests.length).toBe(0);
});

describe('a proxy', () => {
  /** The transfer service behind one, which answers at once. */
  async function behindProxy(options: ConnectProxyOptions = {}, addressOf = (url: string) => url) {
    const proxy = await startConnectProxy(options);
    onTestFinished(proxy.close);
    const { server, api } = await serve(ok, { proxy: ProxyUrl.parse(addressOf(proxy.url)) });
    return { proxy, server, lookUp: () => api.transaction(reference) };
  }

  const refused = (code: string, attempts: number) => ({
    failure: 'proxy',
    details: { operation: 'transaction', asked: reference, code, attempts },
  });

  it('tunnels through the proxy even for http on loopback, and reuses the tunnel for the next look-up', async () => {
    const { proxy, server, lookUp } = await behindProxy({ credentials: 'jane:canary-words' });
    await lookUp();
    await setImmediate(); // undici takes a connection back a moment after its answer was read
    await lookUp();
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
    expect(server.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
    expect(proxy.tunnels).toEqual([new URL(server.url).host]);
  });

  it.each([
    [407, 'proxy_407', 1], // credentials that a proxy refuses, said again, could lock their owner out
    [502, 'proxy_502', 3],
    [204, 'proxy_204', 3],
    ['hanging up', 'proxy_UND_ERR_SOCKET', 3],
  ] as const)(
    "a proxy's own answer is never taken for the service's: %s",
    async (answer, code, tries) => {
      const { proxy, server, lookUp } = await behindProxy();
      proxy.answerWith(answer);
      expect(await failureOf(lookUp())).toMatchObject(refused(code, tries));
      expect(proxy.tunnels).toHaveLength(tries);
      expect(server.requests).toEqual([]);
      proxy.answerWith(undefined);
      expect(await endingOf(lookUp())).toBe('answered');
    },
  );

  it('an unreachable proxy is named as the cause', async () => {
    const { lookUp } = await behindProxy({}, () => 'http://127.0.0.1:1');
    expect(await failureOf(lookUp())).toMatchObject(refused('proxy_ECONNREFUSED', 3));
  });

  it('a silent proxy times out before it would read as a silent service', async () => {
    const { proxy, lookUp } = await behindProxy();
    proxy.answerWith('silence');
    const timeouts = holdTimeouts();
    const asked = failureOf(lookUp());
    await waitFor(() => expect(proxy.tunnels).toHaveLength(1));
    timeouts.expire(4_000);
    expect(await asked).toMatchObject(refused('proxy_timeout', 1));
  });
});

it.each<[string, number, (api: TransferApi) => Promise<unknown>, string]>([
  ['a transaction', 256 * 1024, (api) => api.transaction(reference), transactionBody()],
  ['a requery', 256 * 1024, (api) => api.requery('1'), transactionBody()],
  [
    'the bank list',
    5 * 1024 * 1024,
    (api) => api.banks(),
    '{"success":true,"message":"","data":[]}',
  ],
])('no body of %s over %i bytes is read', async (_what, limit, ask, json) => {
  const [under, over] = [json + ' '.repeat(limit - json.length), json + ' '.repeat(limit)];
  const { server, api } = await serve([answering(200, under), answering(200, over)]);
  expect([await endingOf(ask(api)), await endingOf(ask(api))]).toEqual([
    'answered',
    'unexpected_body too_large',
  ]);
  expect(server.requests).toHaveLength(2);
});

it('each look-up, and each of its requests, is reported with its outcome', async () => {
  async function told(listeners: RequestListener[], timeoutMs = 30_000) {
    const [lookUps, requests]: [LookUpEnd[], ServiceRequestEnd[]] = [[], []];
    const events = createEvents()
      .on('lookUp', (end) => lookUps.push(end))
      .on('request', (end) => requests.push(end));
    const { api } = await serve(listeners, { timeoutMs, events });
    await endingOf(api.transaction(reference));
    for (const { durationMs } of [...lookUps, ...requests]) expect(durationMs).toBeGreaterThan(0);
    const tries = requests.map(({ status }) => status).join();
    return `${lookUps.map(({ failure }) => failure ?? 'answered').join()}: ${tries}`;
  }

  expect(await told([answering(503, ''), ok])).toBe('answered: 5xx,2xx');
  expect(await told([() => {}], 100)).toBe('timeout: timeout');
  expect(await told([reset])).toBe('unreachable: unreachable,unreachable,unreachable');
});

it('the last outcome of a sent look-up is known, and since when none was answered', () => {
  const start = Date.UTC(2026, 0, 31, 12);
  vi.useFakeTimers({ now: start });
  onTestFinished(() => void vi.useRealTimers());
  const events = createEvents();
  const summary = createLookUpStats(events);
  const record = (failure?: 'timeout' | 'unauthorized' | 'rejected' | 'not_found' | 'not_asked') =>
    events.emit('lookUp', { operation: 'transaction', failure, durationMs: 10 });
  expect(summary()).toEqual({});
  for (const [failure, isAnswered] of [
    ['timeout', false],
    ['unauthorized', false],
    ['rejected', true],
    [undefined, true],
    ['not_found', true],
  ] as const) {
    record(failure);
    expect(summary()).toEqual({
      last: { atMs: start, isAnswered },
      ...(isAnswered && { lastSuccessAtMs: start }),
    });
  }
  vi.advanceTimersByTime(5_000);
  record('timeout');
  events.emit('breaker', 'open', 4_000);
  record('not_asked');
  const last = { atMs: start + 5_000, isAnswered: false };
  expect(summary()).toMatchObject({ last, silentSinceMs: start + 1_000, lastSuccessAtMs: start });
  events.emit('breaker', 'closed', 0);
  expect(summary().silentSinceMs).toBeUndefined();
});
