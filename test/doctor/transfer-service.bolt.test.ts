import { describe, expect, it } from 'vitest';
import { inspectConfig } from '../../src/config/inspect.ts';
import { createSlackProbe } from '../../src/doctor/check.ts';
import { bankList, oneReference } from '../../src/doctor/transfer-service.ts';
import { Transaction } from '../../src/transfer-service/bodies.ts';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';

const reference = 'GARO-8f3k2j1';
const bank = { institutionCode: '000001', institutionName: 'Canary Bank' };

it('counts the banks that came, and says how long it took', async (test) => {
  const { examine } = await createExamined(test);
  expect(await examine(bankList)).toEqual([
    expect.stringMatching(
      /^ok The transfer service was reached on loopback, without TLS, and took the token\. 125 banks came in \d+ ms\.$/,
    ),
  ]);
});

it.for([
  [404, { success: false, message: 'canary' }, [/^PROBLEM No bank list at …\/v1\/transfer\/banks \(HTTP 404\)\./]],
  [200, '<html>', [/^PROBLEM What answered is not as the interface says \(not_json\)/]],
  [200, { success: true, message: '', data: [] }, [/^PROBLEM The transfer service was reached .* 0 banks came in/]],
  [
    200,
    {
      success: true,
      message: '',
      data: [
        bank,
        { ...bank, institutionCode: 4711 },
        { ...bank, institutionCode: '4711' },
        { institutionCode: '000002' },
        { ...bank, institutionName: '  ' },
        'canary',
      ],
    },
    [
      /1 bank came/,
      /^note 5 entries were left out: institutionCode is integer; institutionCode is not six digits; institutionName is missing; institutionName is empty; an entry is string\. → Tell those who run the service\.$/,
    ],
  ],
] as const)('says of an answer of %d %j names and types alone', async ([status, body, lines], test) => {
  const { examine } = await createExamined(test);
  const service = await startServer(answering(status, body));
  test.onTestFinished(() => service.close());
  const said = await examine(bankList, { TRANSFER_API_BASE_URL: service.url });
  expect(said).toEqual(lines.map((line) => expect.stringMatching(line)));
  expect(said.join()).not.toMatch(/canary|4711/i);
});
describe('the transfer service', () => {
  it('does not answer before the checks have to end, although txnbot would wait longer', async (test) => {
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

  it('comes through its proxy, or not', async (test) => {
    const { examine } = await createExamined(test);
    const proxy = await startConnectProxy();
    test.onTestFinished(() => proxy.close());
    const [line] = await examine(bankList, { TRANSFER_API_PROXY_URL: proxy.url });
    expect(line).toContain('and through TRANSFER_API_PROXY_URL, and took the token');
    proxy.answerWith(403);
    expect(await examine(bankList, { TRANSFER_API_PROXY_URL: proxy.url })).toEqual([
      expect.stringMatching(/^PROBLEM The proxy refused \(HTTP 403\) .* nothing was sent to the transfer service\./),
    ]);
  });
});

describe('one look-up', () => {
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

  it('knows the fields of the interface', () => {
    expect(Object.keys(Transaction.shape).sort()).toEqual(Object.keys(transactionRecord).sort());
  });
});
