import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, startServer } from '../../support/http-server.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createSampleTransferService } from './sample-transfer-service.ts';
import { samples } from './samples.ts';
import type { SampleTransferService } from './types.ts';

const token = 'token-of-this-test';
const authorization = `Bearer ${token}`;
let service: SampleTransferService;

beforeAll(async () => {
  service = await createSampleTransferService({ token, slowMs: 300, dripIntervalMs: 20 });
});

afterAll(() => service.close());

function get(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization, 'content-type': 'application/json' };
  return fetch(`${service.baseUrl}${path}`, { headers, ...init });
}

const transaction = (reference: string, init?: RequestInit) =>
  get(`/v1/transactions/reference/${encodeURIComponent(reference)}`, init);
const requery = (transactionId: string, init?: RequestInit) =>
  get(`/v1/transfer/tsq?transactionId=${transactionId}`, init);

async function bodyOf(response: Promise<Response>): Promise<unknown> {
  return (await response).json();
}

const fields = [
  ...['id', 'userId', 'accountId', 'amount', 'charge', 'netAmount', 'description'],
  ...['destinationAccountNumber', 'destinationAccountName', 'destinationBankCode', 'destinationBankName'],
  ...['sourceAccountNumber', 'sourceAccountName', 'sourceBankCode', 'sourceBankName', 'reference'],
  ...['transactionTypeName', 'category', 'type', 'stampDuty', 'sessionId', 'status', 'reversedFlag', 'utilityType'],
  ...['details', 'completedAt', 'createdAt', 'updatedAt'],
];

describe('the bank list', () => {
  it('is an envelope of well-formed institutions in alphabetical order', async () => {
    const institution = {
      institutionCode: expect.stringMatching(/^\d{6}$/),
      institutionName: expect.stringMatching(/\S/),
      category: expect.stringMatching(/^\d{1,2}$/),
    };
    const body: unknown = await bodyOf(get('/v1/transfer/banks'));
    expect(body).toMatchObject({ success: true, message: 'Banks retrieved successfully' });
    const { data } = body as { data: { institutionCode: string; institutionName: string }[] };
    expect(data).toEqual(data.map(() => expect.objectContaining(institution)));
    expect(new Set(data.map(({ institutionCode }) => institutionCode)).size).toBe(data.length);
    const names = data.map(({ institutionName }) => institutionName.toLowerCase());
    expect(names).toEqual([...names].sort());
    expect(data).toContainEqual({
      institutionCode: '000015',
      institutionName: 'ZENITH BANK PLC',
      category: expect.anything(),
    });
  });
});

describe('a transaction by reference', () => {
  it('has every field of the interface', async () => {
    const body = await bodyOf(transaction('GARO-8f3k2j1'));
    expect(Object.keys((body as { data: object }).data)).toEqual(fields);
  });

  it.each([
    ['GARO-8f3k2j1', { reference: 'GARO-8f3k2j1', status: 'successful' }],
    ['GARO-7c4m9p2', { transactionTypeName: 'collection', category: 'collection' }],
    ['GARO-5p1d6w8', { status: 'pending', completedAt: null }],
    ['GARO-2x9f4t7', { status: 'failed' }],
    ['GARO-6r3v8n5', { status: 'reversed', reversedFlag: 1 }],
    ['GARO-4u7k1y9', { transactionTypeName: 'bulk_disbursement' }],
    ['GARO-9n0l2b3', { sourceAccountName: '', sessionId: null, details: null }],
    ['GARO-3e8d5x6', { accountId: 'acc_55120', stampDuty: '50.00', utilityType: 'electricity' }],
    ['GARO-6h4s1l9', { description: '<!channel> *free* <https://evil.example|money>' }],
    ['GARO/8f3?k=2#j1%50', { reference: 'GARO/8f3?k=2#j1%50' }],
    ['GARO-7m2e9z4', { reference: 'GARO-7m2e9z5' }],
    ['GARO-4w1t7y6', { amount: 25_000, status: 3 }],
    ['GARO-7l0n6g2', { destinationAccountName: expect.stringMatching(/^Adébísí .{192}$/) }],
  ])('%s', async (reference, data) => {
    expect(await bodyOf(transaction(reference))).toMatchObject({ success: true, data });
  });

  it('keeps every digit of huge numbers, and can leave fields out', async () => {
    const huge = await (await transaction('GARO-2b8g5a3')).text();
    expect(huge).toContain('"id":9007199254740993,"userId":12345698690885579,');
    expect(huge).toContain('"amount":"98765432109876543.21"');
    expect(huge).toContain('"netAmount":98765432109876553.21');
    expect(await bodyOf(transaction('GARO-0m5s8f1'))).not.toHaveProperty('data.id');
  });
});

/** It has been asked, somebody else has answered another request meanwhile, and still nothing has come. */
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

describe('trouble', () => {
  it.each([
    ['GARO-0a0a0a0', 404, 'Transaction not found'],
    ['GARO-nobody', 404, 'Transaction not found'],
    ['%zz', 404, 'Transaction not found'],
    ['GARO-4t0k3n1', 401, 'Unauthenticated.'],
    ['GARO-2r0j3c1', 200, 'Reference is not valid for this account'],
    ['GARO-4r0j3c2', 400, 'Reference must be <alphanumeric> & *short*'],
    ['GARO-4r0j3c3', 422, ''],
    ['GARO-4w9a6t0', 429, 'Too many requests'],
  ])('%s answers %i with an envelope', async (reference, status, message) => {
    const response = await transaction(reference);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ success: false, message, data: null });
  });

  it('answers slowly', async () => {
    const startedAt = performance.now();
    expect(await bodyOf(transaction('GARO-3s1o0w1'))).toMatchObject({ success: true });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
  });

  it('never answers', async () => {
    await staysSilent((signal) => transaction('GARO-9h4n9u1', { signal }));
  });

  it('drips a byte at a time', async () => {
    const response = await transaction('GARO-1d2i1p1');
    const headersAt = performance.now(); // here before the body is
    expect(await response.json()).toMatchObject({ success: true });
    expect(performance.now() - headersAt).toBeGreaterThan(500);
  });

  it('answers HTML, half a JSON, nothing, and a 500', async () => {
    const html = await transaction('GARO-2h7m1l1');
    expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    await expect(bodyOf(transaction('GARO-7r9n5c1'))).rejects.toThrow('JSON');
    expect(await (await transaction('GARO-3m9t1y1')).text()).toBe('');
    expect((await transaction('GARO-5e0r0r1')).status).toBe(500);
  });

  it.each([
    ['GARO-5o3n0c1', 503, null],
    ['GARO-4w9a1t1', 429, '1'],
  ])('%s is busy every other time', async (reference, status, retryAfter) => {
    const answers = [await transaction(reference), await transaction(reference), await transaction(reference)];
    expect(answers.map((response) => response.status)).toEqual([status, 200, status]);
    expect(answers[0]?.headers.get('retry-after')).toBe(retryAfter);
  });

  it('redirects to another host, where it would see the token', async () => {
    const response = await transaction('GARO-3o2d1r1', { redirect: 'manual' });
    const location = new URL(response.headers.get('location') ?? '');
    expect(response.status).toBe(302);
    expect(location.host).not.toBe(new URL(service.baseUrl).host);
    await fetch(location);
    expect(service.requests.at(-1)?.url).toBe('/elsewhere');
  });
});

describe('a requery', () => {
  it.each([
    ['', 422],
    ['GARO-1', 422],
    ['123', 404],
  ])('of "%s" answers %i', async (transactionId, status) => {
    expect((await requery(transactionId)).status).toBe(status);
  });

  it.each([
    ['19253', { transactionStatus: 'SUCCESSFUL' }],
    ['19254', [{ attempt: 1 }, { attempt: 2 }]],
    ['19198', { data: { result: { transfer: { state: { status: 'REVERSED' } } } } }],
    ['19230', { data: { id: 19230, reference: 'GARO-4u7k1y9' } }],
    ['19172', { success: false, data: { status: 'PENDING' } }],
  ])('%s has a shape of its own', async (transactionId, body) => {
    expect(await bodyOf(requery(transactionId))).toMatchObject(body);
  });

  it('keeps every digit of a long id', async () => {
    expect(await (await requery('12345698690885579')).text()).toContain('"transactionId":12345698690885579,');
  });
});

describe('access', () => {
  it.each([
    [401, '/v1/transfer/banks', { headers: { authorization: 'Bearer wrong', 'content-type': 'application/json' } }],
    [401, '/v1/transfer/banks', { headers: { 'content-type': 'application/json' } }],
    [415, '/v1/transfer/banks', { headers: { authorization, 'content-type': 'text/plain' } }],
    [415, '/v1/transfer/banks', { headers: { authorization } }],
    [405, '/v1/transfer/banks', { method: 'POST' }],
    [404, '/v1/transfer/other', {}],
    [404, '/../v1/transfer/banks', {}],
  ])('answers %i to %s %o', async (status, path, init) => {
    const response = await get(path, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ success: false });
  });

  it('keeps what was requested, as it stood on the wire, until it is to forget it', async () => {
    await transaction('a b/c');
    expect(service.requests.at(-1)).toMatchObject({
      method: 'GET',
      url: '/banking/v1/transactions/reference/a%20b%2Fc',
      headers: { authorization, 'content-type': 'application/json' },
    });
    service.forget();
    expect(service.requests).toEqual([]);
  });

  it('can be out of order', async () => {
    service.setOutage('unavailable');
    expect((await get('/v1/transfer/banks')).status).toBe(503);
    service.setOutage('silent');
    await staysSilent((signal) => get('/v1/transfer/banks', { signal }));
    service.setOutage('none');
    expect((await get('/v1/transfer/banks')).status).toBe(200);
  });
});

describe('the samples', () => {
  it('are each given once, with a short title', () => {
    const lines = samples.map(({ command, text }) => `${command} ${text}`);
    expect(new Set(lines).size).toBe(lines.length);
    for (const { title } of samples) expect(title).toMatch(/^[A-Z].{3,39}$/);
    expect(new Set(samples.map(({ command }) => command))).toEqual(new Set(['/txn', '/tsq', '/bank']));
  });
});
