import { expect, it } from 'vitest';
import { inspectConfig } from '../../src/config/inspect.ts';
import { createSlackProbe } from '../../src/doctor/check.ts';
import { bankList, oneReference } from '../../src/doctor/transfer-service.ts';
import { Transaction } from '../../src/transfer-service/bodies.ts';
import { transactionRecord } from '../fixtures/transaction.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { createExamined } from '../support/examine.ts';
import { startServer } from '../support/http-server.ts';

const reference = 'GARO-8f3k2j1';

it('the service does not answer before the checks have to end, although txnbot would wait longer', async (test) => {
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

it('the bank list comes through its proxy, or not', async (test) => {
  const { examine } = await createExamined(test);
  const proxy = await startConnectProxy();
  test.onTestFinished(() => proxy.close());
  const [line] = await examine(bankList, { TRANSFER_API_PROXY_URL: proxy.url });
  expect(line).toMatch(
    /^ok .* on loopback, without TLS and through TRANSFER_API_PROXY_URL, and took the token\. 125 banks/,
  );
  proxy.answerWith(403);
  expect(await examine(bankList, { TRANSFER_API_PROXY_URL: proxy.url })).toEqual([
    expect.stringMatching(/^PROBLEM The proxy refused \(HTTP 403\) .* nothing was sent to the transfer service\./),
  ]);
});

it('knows the fields of the interface', () => {
  expect(Object.keys(Transaction.shape).sort()).toEqual(Object.keys(transactionRecord).sort());
});
