import { afterAll, beforeAll, expect, it } from 'vitest';
import { answering, startServer } from '../../support/http-server.ts';
import { waitFor } from '../../support/wait-for.ts';
import {
  createSampleTransferService,
  type SampleTransferService,
} from './sample-transfer-service.ts';

const token = 'token-of-this-test';
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
let service: SampleTransferService;

beforeAll(async () => {
  service = await createSampleTransferService({ token, slowMs: 300, dripIntervalMs: 20 });
});
afterAll(() => service.close());

const get = (path: string, init: RequestInit = {}) =>
  fetch(`${service.baseUrl}${path}`, { headers, ...init });
const transaction = (reference: string, init?: RequestInit) =>
  get(`/v1/transactions/reference/${encodeURIComponent(reference)}`, init);
const requery = (transactionId: string) => get(`/v1/transfer/tsq?transactionId=${transactionId}`);

it.each<[string, number, object]>([
  [
    'GARO-8f3k2j1',
    200,
    { success: true, data: { reference: 'GARO-8f3k2j1', status: 'successful' } },
  ],
  ['GARO-6r3v8n5', 200, { data: { status: 'reversed', reversedFlag: 1 } }],
  ['GARO-9n0l2b3', 200, { data: { sourceAccountName: '', sessionId: null, details: null } }],
  [
    'GARO-6h4s1l9',
    200,
    { data: { description: '<!channel> *free* <https://evil.example|money>' } },
  ],
  ['GARO/8f3?k=2#j1%50', 200, { data: { reference: 'GARO/8f3?k=2#j1%50' } }],
  ['GARO-7m2e9z4', 200, { data: { reference: 'GARO-7m2e9z5' } }],
  [
    'GARO-7l0n6g2',
    200,
    { data: { destinationAccountName: expect.stringMatching(/^Adébísí .{192}$/) } },
  ],
  ['GARO-nobody', 404, { success: false, message: 'Transaction not found', data: null }],
  ['%zz', 404, { success: false }],
  [
    'GARO-2r0j3c1',
    200,
    { success: false, message: 'Reference is not valid for this account', data: null },
  ],
  ['GARO-4r0j3c2', 400, { success: false, message: 'Reference must be <alphanumeric> & *short*' }],
  ['GARO-4w9a6t0', 429, { success: false, message: 'Too many requests' }],
  ['GARO-5e0r0r1', 500, { error: 'Internal Server Error' }],
])('the sample service answers for the transaction %s with %i', async (reference, status, body) => {
  const response = await transaction(reference);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(body);
});

it.each<[string, number, object]>([
  ['', 422, { success: false }],
  ['GARO-1', 422, { success: false }],
  ['123', 404, { success: false }],
  ['19253', 200, { transactionStatus: 'SUCCESSFUL' }],
  ['19254', 200, [{ attempt: 1 }, { attempt: 2 }]],
  ['19230', 200, { data: { id: 19230, reference: 'GARO-4u7k1y9' } }],
])('the sample service answers a requery of "%s" with %i', async (transactionId, status, body) => {
  const response = await requery(transactionId);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(body);
});

it('the sample service retains every digit of huge numbers, and can leave fields out', async () => {
  const huge = await (await transaction('GARO-2b8g5a3')).text();
  expect(huge).toContain('"id":9007199254740993,"userId":12345698690885579,');
  expect(huge).toContain('"netAmount":98765432109876553.21');
  expect(await (await requery('12345698690885579')).text()).toContain(
    '"transactionId":12345698690885579,',
  );
  expect(await (await transaction('GARO-0m5s8f1')).json()).not.toHaveProperty('data.id');
});

/**
 * It has been asked, somebody else has answered another request meanwhile, and still nothing has
 * come.
 */
async function staysSilent(ask: (signal: AbortSignal) => Promise<Response>): Promise<void> {
  const before = service.requests.length;
  const leaving = new AbortController();
  const outcome = ask(leaving.signal).then(
    () => 'answered',
    (error: Error) => error.name,
  );
  await waitFor(() => expect(service.requests).toHaveLength(before + 1));
  const other = await startServer(answering(200, ''));
  await fetch(other.url);
  await other.close();
  leaving.abort();
  expect(await outcome).toBe('AbortError');
}

it('the sample service answers slowly, a byte at a time, or never', async () => {
  const startedAt = performance.now();
  expect(await (await transaction('GARO-3s1o0w1')).json()).toMatchObject({ success: true });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
  const dripping = await transaction('GARO-1d2i1p1');
  const headersAt = performance.now(); // here before the body is
  expect(await dripping.json()).toMatchObject({ success: true });
  expect(performance.now() - headersAt).toBeGreaterThan(500);
  await staysSilent((signal) => transaction('GARO-9h4n9u1', { signal }));
});

it('the sample service can answer with invalid JSON', async () => {
  const html = await transaction('GARO-2h7m1l1');
  expect([html.status, html.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  await expect((await transaction('GARO-7r9n5c1')).json()).rejects.toThrow('JSON');
  expect(await (await transaction('GARO-3m9t1y1')).text()).toBe('');
});

it.each([
  ['GARO-5o3n0c1', 503, null],
  ['GARO-4w9a1t1', 429, '1'],
])('the sample service is busy every other time for %s', async (reference, status, retryAfter) => {
  const answers = [
    await transaction(reference),
    await transaction(reference),
    await transaction(reference),
  ];
  expect(answers.map((response) => response.status)).toEqual([status, 200, status]);
  expect(answers[0]?.headers.get('retry-after')).toBe(retryAfter);
});

it('the sample service redirects to another host, and sees whether the token follows', async () => {
  const response = await transaction('GARO-3o2d1r1', { redirect: 'manual' });
  const location = new URL(response.headers.get('location') ?? '');
  expect(response.status).toBe(302);
  expect(location.host).not.toBe(new URL(service.baseUrl).host);
  await fetch(location);
  expect(service.requests.at(-1)?.url).toBe('/elsewhere');
});

it.each([
  [401, '/v1/transfer/banks', { headers: { ...headers, authorization: 'Bearer wrong' } }],
  [401, '/v1/transfer/banks', { headers: { 'content-type': 'application/json' } }],
  [415, '/v1/transfer/banks', { headers: { ...headers, 'content-type': 'text/plain' } }],
  [415, '/v1/transfer/banks', { headers: { authorization: headers.authorization } }],
  [405, '/v1/transfer/banks', { method: 'POST' }],
  [404, '/v1/transfer/other', {}],
  [404, '/../v1/transfer/banks', {}],
])('the sample service answers %i to %s %o', async (status, path, init) => {
  const response = await get(path, init);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ success: false });
});

it('the sample service records requests as sent, until it is told to clear them', async () => {
  await transaction('a b/c');
  const url = '/banking/v1/transactions/reference/a%20b%2Fc';
  expect(service.requests.at(-1)).toMatchObject({ method: 'GET', url, headers });
  service.forget();
  expect(service.requests).toEqual([]);
});

it('the sample service can be switched to an outage', async () => {
  service.setOutage('unavailable');
  expect((await get('/v1/transfer/banks')).status).toBe(503);
  service.setOutage('silent');
  await staysSilent((signal) => get('/v1/transfer/banks', { signal }));
  service.setOutage('none');
  expect((await get('/v1/transfer/banks')).status).toBe(200);
});
