import { expect, it } from 'vitest';
import { bankList } from '../../src/doctor/transfer-service.ts';
import { Transaction } from '../../src/transfer-service/bodies.ts';
import { transactionRecord } from '../fixtures/transaction.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { createExamined } from '../support/examine.ts';

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
