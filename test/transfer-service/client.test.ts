import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { afterEach, describe, expect, it } from 'vitest';
import { TransferApiError, UserError } from '../../src/errors.ts';
import { createTransferApi, type TransferApi } from '../../src/transfer-service/client.ts';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { anyCharacter } from '../support/any-character.ts';
import { answering, startServer, type TestServer } from '../support/http-server.ts';
import { staticToken } from '../support/static-token.ts';

let server: TestServer;
afterEach(() => server.close());

async function serving(...answer: Parameters<typeof answering>): Promise<TransferApi> {
  server = await startServer(answering(...answer));
  return createTransferApi({ baseUrl: `${server.url}/banking`, token: staticToken('sesame'), timeoutMs: 2000 });
}

async function failureOf(lookUp: Promise<unknown>) {
  const error = await lookUp.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransferApiError)) throw new Error(`expected a TransferApiError, got ${String(error)}`);
  return { failure: error.failure, ...error.details };
}

describe('what goes over the wire', () => {
  it('asks the three paths below the base URL, with both headers on each and no body', async () => {
    const api = await serving(200, transactionBody());
    await api.transaction('GARO-8f3k2j1');
    await api.requery('12345698690885579');
    await api.banks().catch(() => {});
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /banking/v1/transactions/reference/GARO-8f3k2j1',
      'GET /banking/v1/transfer/tsq?transactionId=12345698690885579',
      'GET /banking/v1/transfer/banks',
    ]);
    for (const { headers } of server.requests) {
      expect(headers.authorization).toBe('Bearer sesame');
      expect(headers['content-type']).toBe('application/json');
      expect(headers['content-length'] ?? '0').toBe('0');
    }
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['a?b=c', 'a%3Fb%3Dc'],
    ['a#b', 'a%23b'],
    ['100%', '100%25'],
    ['a b', 'a%20b'],
    ['a/b.c/d', 'a%2Fb.c%2Fd'],
    ['.a', '.a'],
    ['a..', 'a..'],
    ['Ọ̀rọ̀', encodeURIComponent('Ọ̀rọ̀')],
  ])('encodes %j into one segment of the path', async (reference, segment) => {
    const api = await serving(200, transactionBody({ reference }));
    await api.transaction(reference);
    expect(server.requests[0]?.url).toBe(`/banking/v1/transactions/reference/${segment}`);
  });

  it.each([
    '../banks',
    'a\\..\\b',
    '..%2f..%2ftransfer%2fbanks',
    'a/％２ｅ',
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '.%2e',
    '․',
    '‥',
    '．．',
    '',
    '\ud800',
  ])('refuses %j before any request', async (reference) => {
    const api = await serving(200, transactionBody());
    await expect(api.transaction(reference)).rejects.toBeInstanceOf(UserError);
    expect(server.requests).toHaveLength(0);
  });

  it('reaches no other path, whatever is asked for', async () => {
    const api = await serving(200, '{}');
    const prefix = '/banking/v1/transactions/reference/';
    const awkward = fc.string({
      unit: fc.constantFrom('.', '/', '\\', '%', '2', 'e', 'E', '?', '#', ' ', '\n', '\t', '&', ';', '：', '．', 'a'),
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(awkward, fc.string({ unit: anyCharacter })), async (reference) => {
        server.requests.length = 0;
        await api.transaction(reference).catch(() => {});
        for (const { url = '' } of server.requests) {
          expect(url.startsWith(prefix)).toBe(true);
          expect(new URL(url, 'http://host').pathname).toBe(url);
          expect(decodeURIComponent(url.slice(prefix.length))).toBe(reference);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a transaction', () => {
  it('has the fields of the spec, every number as the text of its digits', async () => {
    const api = await serving(200, transactionBody());
    const { transaction } = await api.transaction('GARO-8f3k2j1');
    expect(transaction).toMatchObject({ id: '19253', netAmount: '25010', reversedFlag: '0', accountId: null });
    expect(transaction.createdAt).toBe(transactionRecord.createdAt);
  });

  it('keeps every digit of integers beyond 2^53 and of amounts', async () => {
    const body = transactionBody({ amount: '98765432109876543.21' })
      .replace('"id":19253', '"id":12345698690885579')
      .replace('"netAmount":25010', '"netAmount":98765432109876543.21');
    const { transaction, record } = await (await serving(200, body)).transaction('GARO-8f3k2j1');
    expect(transaction.id).toBe('12345698690885579');
    expect(transaction.netAmount).toBe('98765432109876543.21');
    expect(transaction.amount).toBe('98765432109876543.21');
    expect(stringify(record)).toContain('"id":12345698690885579');
  });

  it('survives fields that are missing or of another type, and keeps what did arrive', async () => {
    const changes = { status: undefined, amount: 12.5, destinationAccountName: { first: 'Jane' }, createdAt: 'today' };
    const api = await serving(200, transactionBody({ ...changes, channel: 'web' }));
    const { transaction, record } = await api.transaction('GARO-8f3k2j1');
    expect(transaction).toMatchObject({ amount: '12.5', sessionId: transactionRecord.sessionId });
    expect(transaction.status).toBeUndefined();
    expect(transaction.destinationAccountName).toBeUndefined();
    expect(transaction.createdAt).toBeUndefined();
    expect(record).toMatchObject({ destinationAccountName: { first: 'Jane' }, createdAt: 'today', channel: 'web' });
  });

  it.each(Object.keys(transactionRecord).filter((key) => key !== 'reference'))(
    'is not lost when %s has any other type',
    async (key) => {
      for (const value of [null, true, 7, 'text', [], {}, [1]]) {
        const api = await serving(200, transactionBody({ [key]: value }));
        await expect(api.transaction('GARO-8f3k2j1')).resolves.toBeDefined();
        await server.close();
      }
      server = await startServer(answering(200, ''));
    },
  );

  it.each([
    ['another reference', transactionBody({ reference: 'GARO-other' }), 'another_reference'],
    ['another spelling of it', transactionBody({ reference: 'garo-8F3K2J1' }), 'another_reference'],
    ['no reference', transactionBody({ reference: null }), 'another_reference'],
    ['data that is no object', '{"success":true,"message":"","data":[]}', 'wrong_data'],
    ['no data', '{"success":true,"message":""}', 'wrong_data'],
    ['no envelope', JSON.stringify(transactionRecord), 'not_an_envelope'],
    ['a page', '<!doctype html><title>Welcome</title>', 'not_json'],
    ['half an answer', transactionBody().slice(0, 90), 'not_json'],
    ['an empty body', '', 'not_json'],
  ])('is not shown when the answer holds %s', async (_what, body, reason) => {
    const failure = await failureOf((await serving(200, body)).transaction('GARO-8f3k2j1'));
    expect(failure).toMatchObject({ failure: 'unexpected_body', reason });
  });

  it('is rejected with the words of the service when success is false', async () => {
    const api = await serving(200, { success: false, message: 'Reference is archived', data: null });
    expect(await failureOf(api.transaction('X1'))).toMatchObject({
      failure: 'rejected',
      serviceMessage: 'Reference is archived',
      asked: 'X1',
    });
  });
});

describe('a requery', () => {
  it.each([
    ['an envelope', '{"success":true,"message":"ok","data":{"status":"SUCCESSFUL"}}'],
    ['a bare object', '{"responseCode":"00","status":"SUCCESSFUL"}'],
    ['a list', '[{"status":"SUCCESSFUL"}]'],
  ])('comes through whole from %s', async (_what, body) => {
    const answer = await (await serving(200, body)).requery('123');
    expect(stringify(answer.payload)).toContain('"status":"SUCCESSFUL"');
  });

  it('keeps what stands beside data in an envelope, and every digit', async () => {
    const body = '{"success":false,"message":"no","data":{"id":12345698690885579},"code":"09"}';
    const answer = await (await serving(200, body)).requery('123');
    expect(answer).toMatchObject({ success: false, message: 'no', rest: { code: '09' } });
    expect(stringify(answer.payload)).toBe('{"id":12345698690885579}');
  });

  it('keeps a flat body that only happens to have success in it', async () => {
    const answer = await (await serving(200, '{"success":true,"status":"PAID"}')).requery('1');
    expect(answer).toMatchObject({ success: true, rest: { status: 'PAID' } });
  });

  it('knows the record of the spec when it sees one', async () => {
    const api = await serving(200, transactionBody());
    expect((await api.requery('123')).transaction?.transaction.reference).toBe('GARO-8f3k2j1');
  });

  it('is shown when the service says no and sends something with it', async () => {
    const body = '{"success":false,"message":"no","data":{"status":"FAILED"}}';
    const answer = await (await serving(200, body)).requery('123');
    expect(answer).toMatchObject({ success: false, message: 'no', payload: { status: 'FAILED' }, withheld: [] });
  });

  it('names what is withheld of it, and is no refusal when that is all', async () => {
    const body = '{"success":true,"message":"ok","data":{"email":"canary","cvv":"canary"},"otp":"canary"}';
    const answer = await (await serving(200, body)).requery('123');
    expect([...answer.withheld].sort()).toEqual(['cvv', 'email', 'otp']);
    expect(stringify(answer)).not.toContain('canary');
    await server.close();
    const secret = await serving(200, '{"success":false,"message":"no","data":null,"cvv":"canary"}');
    expect(await secret.requery('123')).toMatchObject({ success: false, payload: null, withheld: ['cvv'] });
  });

  it('is rejected when the service refuses and sends nothing else', async () => {
    const api = await serving(200, { success: false, message: 'unknown id' });
    expect(await failureOf(api.requery('1'))).toMatchObject({ failure: 'rejected', serviceMessage: 'unknown id' });
  });

  it.each([
    ['is a refusal', '{"success":false,"message":"no","data":null}', 'rejected'],
    ['is none when anything stands beside it', '{"success":false,"message":"no","data":null,"code":"09"}', undefined],
    ['is none when it is no refusal', '{"success":true,"message":"ok","data":null}', undefined],
  ])('without data %s', async (_what, body, failure) => {
    const api = await serving(200, body);
    if (failure) expect(await failureOf(api.requery('1'))).toMatchObject({ failure });
    else expect(await api.requery('1')).toMatchObject({ payload: null, transaction: undefined });
  });

  it.each(['reference', 'status', 'amount', 'sessionId'])('without %s is no record of the spec', async (field) => {
    const api = await serving(200, transactionBody({ [field]: undefined }));
    expect((await api.requery('1')).transaction).toBeUndefined();
  });

  it.each(['"PENDING"', '42', 'null', 'true'])('is not read from a body that is %s', async (body) => {
    expect(await failureOf((await serving(200, body)).requery('1'))).toEqual({
      failure: 'unexpected_body',
      operation: 'requery',
      asked: '1',
      status: 200,
      reason: 'wrong_data',
    });
  });
});

describe('the bank list', () => {
  it('keeps codes as text, folds blanks in names and drops what is no bank', async () => {
    const data = [
      { institutionCode: '000013', institutionName: 'GTBANK   PLC', category: '2', extra: 1 },
      { institutionCode: '000013', institutionName: 'Guaranty Trust' },
      { institutionCode: 13, institutionName: 'A number' },
      { institutionCode: ' 000015 ', institutionName: 'ZENITH' },
      { institutionCode: '0013', institutionName: 'Too short' },
      { institutionCode: '0000133', institutionName: 'Too long' },
      { institutionCode: 'X000013', institutionName: 'Letters' },
      { institutionCode: '000014', institutionName: '  ' },
      null,
    ];
    const { banks, droppedCount } = await (await serving(200, { success: true, message: 'ok', data })).banks();
    expect(banks.map(({ institutionCode, institutionName }) => `${institutionCode} ${institutionName}`)).toEqual([
      '000013 GTBANK PLC',
      '000013 Guaranty Trust',
      '000015 ZENITH',
    ]);
    expect(droppedCount).toBe(6);
  });

  it.each([
    ['a bare list', '[]', { failure: 'unexpected_body', reason: 'not_an_envelope' }],
    ['data that is no list', '{"success":true,"message":"","data":{}}', { reason: 'wrong_data' }],
    ['a refusal', '{"success":false,"message":"no","data":[]}', { failure: 'rejected', serviceMessage: 'no' }],
  ])('is not read from %s', async (_what, body, failure) => {
    expect(await failureOf((await serving(200, body)).banks())).toMatchObject({
      operation: 'banks',
      status: 200,
      ...failure,
    });
  });
});
