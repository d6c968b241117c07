import { createServer } from 'node:https';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { inspectConfig } from '../../src/config/inspect.ts';
import { createSlackProbe } from '../../src/doctor/check.ts';
import { bankList, oneReference } from '../../src/doctor/transfer-service.ts';
import { serverPort } from '../../src/ops/health.ts';
import { Transaction } from '../../src/transfer-service/bodies.ts';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';

const reference = 'GARO-8f3k2j1';

describe('the bank list', () => {
  it('came: how many, and how long it took', async (test) => {
    const { examine } = await createExamined(test);
    expect(await examine(bankList)).toEqual([
      expect.stringMatching(
        /^ok The transfer service was reached on loopback, without TLS, and took the token\. 125 banks came in \d+ ms\.$/,
      ),
    ]);
  });

  it('says what was left out and why, by names and types', async (test) => {
    const { examine } = await createExamined(test);
    const bank = { institutionCode: '000001', institutionName: 'Canary Bank' };
    const data = [
      bank,
      { ...bank, institutionCode: 4711 },
      { ...bank, institutionCode: '4711' },
      { institutionCode: '000002' },
      { ...bank, institutionName: '  ' },
      'canary',
    ];
    const service = await startServer(answering(200, { success: true, message: '', data }));
    test.onTestFinished(() => service.close());
    const lines = await examine(bankList, { TRANSFER_API_BASE_URL: service.url });
    expect(lines).toEqual([
      expect.stringContaining('1 bank came'),
      'note 5 entries were left out: institutionCode is integer; institutionCode is not six digits; institutionName is missing; institutionName is empty; an entry is string. → Tell those who run the service.',
    ]);
    expect(lines.join()).not.toMatch(/canary|4711/i);
  });

  it.for([
    [401, {}, /^PROBLEM The transfer service does not take TRANSFER_API_TOKEN \(HTTP 401\)/],
    [500, {}, /^PROBLEM The transfer service, or what stands before it, failed \(HTTP 500\)/],
    [
      404,
      '<html>',
      /^PROBLEM No bank list at …\/v1\/transfer\/banks \(HTTP 404\)\. → Check TRANSFER_API_BASE_URL; txnbot adds \/v1\/… /,
    ],
    [404, { success: false, message: 'canary' }, /^PROBLEM No bank list at …\/v1\/transfer\/banks \(HTTP 404\)\./],
    [200, '<html>', /^PROBLEM What answered is not as the interface says \(not_json\)/],
    [200, { success: false, message: 'canary' }, /^PROBLEM The transfer service refused the question/],
    [200, { success: true, message: '', data: {} }, /^PROBLEM What answered is not .* \(wrong_data\)/],
    [200, { success: true, message: '', data: [] }, /^PROBLEM The transfer service was reached .* 0 banks came/],
  ] as const)('is missing from an answer of %d %j', async ([status, body, line], test) => {
    const { examine } = await createExamined(test);
    const service = await startServer(answering(status, body));
    test.onTestFinished(() => service.close());
    const lines = await examine(bankList, { TRANSFER_API_BASE_URL: service.url });
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(lines.join()).not.toContain('canary');
  });

  it('does not come in time', async (test) => {
    const { examine, service } = await createExamined(test);
    service.setOutage('silent');
    expect(await examine(bankList, { TRANSFER_API_TIMEOUT_MS: '100' })).toEqual([
      'PROBLEM The transfer service did not answer in time. → Ask those who run it; TRANSFER_API_TIMEOUT_MS says how long txnbot waits.',
    ]);
  });

  it('does not come before the checks have to end, although txnbot would wait longer', async (test) => {
    const { env } = await createExamined(test);
    const ending = new AbortController();
    const silent = await startServer(() => ending.abort());
    test.onTestFinished(() => silent.close());
    const inspected = inspectConfig({
      ...env,
      TRANSFER_API_BASE_URL: silent.url,
      TRANSFER_API_TIMEOUT_MS: '120000',
    });
    const slack = createSlackProbe(inspected.config);
    const context = { inspected, slack, reference, ending: ending.signal };
    const unanswered = {
      outcome: 'note',
      seen: expect.stringMatching(
        /^The transfer service did not answer within \d+ seconds; txnbot would wait 120 seconds\.$/,
      ),
      todo: 'Ask those who run it why it is slow.',
    };
    expect(await bankList.run(context)).toEqual([unanswered]);
    expect(await oneReference.run(context)).toEqual([unanswered]);
  });

  it('is where nobody is', async (test) => {
    const { examine } = await createExamined(test);
    expect(await examine(bankList, { TRANSFER_API_BASE_URL: 'http://127.0.0.1:1' })).toEqual([
      'PROBLEM The transfer service was not reached (ECONNREFUSED). → Check TRANSFER_API_BASE_URL and that this machine may go there; behind a proxy, set TRANSFER_API_PROXY_URL.',
    ]);
  });

  it('is behind a certificate of another host or of nobody', async (test) => {
    const { examine } = await createExamined(test);
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const server = createServer({ key, cert }, answering(200, {}));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    test.onTestFinished(() => void server.close());
    expect(await examine(bankList, { TRANSFER_API_BASE_URL: `https://127.0.0.1:${serverPort(server)}` })).toEqual([
      expect.stringMatching(
        /^PROBLEM The certificate of the transfer service is not trusted .* NODE_EXTRA_CA_CERTS\.$/,
      ),
    ]);
  });

  it('comes through its proxy, or not', async (test) => {
    const { examine } = await createExamined(test);
    const proxy = await startConnectProxy();
    test.onTestFinished(() => proxy.close());
    const [line] = await examine(bankList, { TRANSFER_API_PROXY_URL: proxy.url });
    expect(line).toContain('and through TRANSFER_API_PROXY_URL, and took the token');
    proxy.answerWith(403);
    expect(await examine(bankList, { TRANSFER_API_PROXY_URL: proxy.url })).toEqual([
      'PROBLEM The proxy refused (HTTP 403) (proxy_403): nothing was sent to the transfer service. → Check the address in TRANSFER_API_PROXY_URL, and that the proxy allows CONNECT to the transfer service.',
    ]);
  });
});

describe('one look-up', () => {
  it('is made when a reference is given, and only then', async (test) => {
    const { examine, service } = await createExamined(test);
    expect(await examine(oneReference)).toEqual([]);
    expect(service.requests).toEqual([]);
    expect(await examine(oneReference, {}, reference)).toEqual([`ok ${reference} was found.`]);
  });

  it('names what differs from the interface, without a value', async (test) => {
    const { examine } = await createExamined(test);
    const body = transactionBody({
      amount: 4711.5,
      reversedFlag: 'canary',
      details: null,
      merchantName: 'canary',
      customerBVN: 'canary',
    }).replace('"userId":745,', '');
    const service = await startServer(answering(200, body));
    test.onTestFinished(() => service.close());
    const lines = await examine(oneReference, { TRANSFER_API_BASE_URL: service.url }, reference);
    const told = '→ txnbot shows the record all the same. Look at one of its cards.';
    expect(lines).toEqual([
      `ok ${reference} was found.`,
      `note Of another type than the interface says: amount is number, not string; reversedFlag is string, not integer; details is null, not object. ${told}`,
      `note Fields that the interface does not have: merchantName. ${told}`,
      'note Fields that txnbot shows to nobody: customerBVN.',
      `note Fields of the interface that did not arrive: userId. ${told}`,
    ]);
    expect(lines.join()).not.toMatch(/canary|4711|745/);
  });

  it('finds nothing', async (test) => {
    const { examine } = await createExamined(test);
    expect(await examine(oneReference, {}, 'canary-000')).toEqual([
      expect.stringMatching(/^PROBLEM The transfer service (?:knows no such transaction|refused the question)/),
    ]);
    expect(await examine(oneReference, {}, '../..')).toEqual([
      'PROBLEM That cannot be a reference. → Check what was given.',
    ]);
  });

  it('knows the fields of the interface', () => {
    expect(Object.keys(Transaction.shape).sort()).toEqual(Object.keys(transactionRecord).sort());
  });
});
