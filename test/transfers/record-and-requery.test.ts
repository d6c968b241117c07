import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { maskDots } from '../../src/blocks/status.ts';
import { CutShortError } from '../../src/errors.ts';
import { selectWatchable } from '../../src/tables/buttons.ts';
import { disagrees } from '../../src/transfers/contradictions.ts';
import type { Sighting } from '../../src/transfers/known.ts';
import {
  formatHints,
  formatSeenStatus,
  lookUpRow,
  rememberAndRecall,
  withQueryPrefix,
} from '../../src/transfers/record-and-requery.ts';
import {
  formatLookUp,
  formatLookUps,
  type LookUp,
  mergeRows,
  parseLookUp,
  type Row,
  requeryRow,
  splitLookUps,
  tieRequeries,
} from '../../src/transfers/row.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { holdClock } from '../support/hold-clock.ts';
import { resourcesFor } from '../support/services.ts';
import { waitFor } from '../support/wait-for.ts';
import { reference, serve } from '../transfer-service/service.ts';
import { recordOf } from './serve-transfers.ts';

it('a look-up passes on an error that is no failure of the service', async () => {
  const stopped = new CutShortError('txnbot stops');
  await expect(withQueryPrefix('X', () => Promise.reject(stopped))).rejects.toBe(stopped);
});

it('a failure is not retried in another letter case', async () => {
  const notFound = '{"success":false,"message":"no such transaction"}';
  const { server, api } = await serve([
    (_request, response) => response.writeHead(500).end(),
    (_request, response) => response.writeHead(404).end(notFound),
  ]);
  const row = await lookUpRow({ asked: 'garo-8f3k2j1', isRequery: false }, api, {});
  expect(row).toMatchObject({ failure: 'unreachable' });
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['<!here> & *Co*', '`&lt;!here&gt; &amp; *Co*`'],
  [maskDots, '`000013`'],
])('the hint below an answer of the bank %j has counts alone', (destinationBankName, shown) => {
  const outages = [{ bank: '000013', unsettled: 6, asked: 7 }];
  const records = [
    { destinationBankName: 'ACCESS BANK', destinationBankCode: '000014' },
    { destinationBankName },
  ];
  const transactions = records.map((changes) => recordOf(changes).transaction);
  const lines = formatHints(outages, transactions);
  expect(lines).toEqual([`6 of 7 to ${shown} not final`]);
});

it('a requery is not counted beside the record of its transfer', async () => {
  const { services } = resourcesFor('http://127.0.0.1:9');
  const { transaction = {}, ...row } = recordOf({
    status: 'pending',
    destinationBankCode: '000013',
  });
  const answer = { success: true, message: '', payload: {}, rest: {}, withheld: [], transaction };
  const rows = [{ ...row, transaction }, requeryRow('19261', answer)];
  await rememberAndRecall(rows, services, { personId: 'U0ANN' });
  expect(services.bankCounts.counts().allBanks).toEqual({ asked: 1, unsettled: 1 });
});

it('a requery that is late does not hold the record back', async () => {
  holdClock();
  const { api, server } = await serve(
    ({ url = '' }, response) =>
      void (url.includes('tsq') || response.end(transactionBody({ status: 'pending' }))),
  );
  const asked = lookUpRow({ asked: reference, isRequery: false, check: 'always' }, api, {});
  await waitFor(() => expect(server.requests).toHaveLength(2));
  vi.advanceTimersByTime(1_999);
  expect(await Promise.race([asked, 'waiting'])).toBe('waiting');
  vi.advanceTimersByTime(1);
  expect(await asked).toMatchObject({ status: 'pending', requeried: { failure: 'timeout' } });
});

const minuteMs = 60_000;
const nowMs = Date.UTC(2026, 0, 31, 14, 30);
const atMs = nowMs - 32 * minuteMs;
const seen: Sighting = {
  words: 'pending',
  group: 'moving',
  atMs,
  sinceMs: atMs,
  personId: 'U0OTHER',
  reference: 'GARO-1',
};
it.each([
  [
    { ...seen, atMs: nowMs - 13 * 60 * minuteMs },
    'Asked by <@U0OTHER> 2026-01-31 01:30: *pending*',
  ],
  [
    { ...seen, personId: '!channel> <@U0X', words: '<!here> *x*' },
    'Asked by somebody 13:58: `&lt;!here&gt; *x*`',
  ],
  [{ ...seen, words: undefined, personId: undefined }, 'Asked 13:58: *no status*'],
  [{ ...seen, words: maskDots }, 'Asked by <@U0OTHER> 13:58: *something only its asker may read*'],
  [{ ...seen, reference: undefined }, 'Requeried by <@U0OTHER> 13:58: *pending*'],
])('the line about what another person saw is worded: %#', (given = seen, words) => {
  expect(formatSeenStatus(given, nowMs).replace(/<!date\^[^|]*\|([^>]*) UTC>/g, '$1')).toBe(words);
});

const askOf = (asked: string): LookUp => ({ isRequery: false, asked });

it('lines of 0.3.0 with a record behind an id look up that record and its requery', () => {
  const record = { isRequery: false, asked: 'GARO 5p1d6w8', check: 'if open' };
  const lines = ['tsq 19261 GARO 5p1d6w8', 'tsq 19261 GARO 5p1d6w8\tpending\t1,250.00'];
  expect(lines.map(parseLookUp)).toEqual([record, record]);
});

it("only a button's line is read as a look-up", () => {
  const lines = ['', 'txn', 'txn ', 'tsq  1', 'bank 000015', 'GARO-8f3k2j1', ' txn X'];
  expect(lines.filter((line) => parseLookUp(line) !== undefined)).toEqual([]);
});

it.each([
  ['GARO-8f3k2j1 GARO-8f4 GARO-8f', '=txn GARO-8f\n3k2j1\n4\n'],
  ['GARO-8f3k2j1', 'txn GARO-8f3k2j1'],
  ['=x =y', '=txn =\nx\ny'],
  ['é1234567 é1234568', '=txn \né1234567\né1234568'],
])("a button's lines state a common prefix once: %s", (asked, lines) => {
  const asks = asked.split(' ').map(askOf);
  expect(formatLookUps(asks)).toBe(lines);
  expect(splitLookUps(lines)).toEqual(asks.map(formatLookUp));
});

it('look-ups survive being written to a button and read back', () => {
  const word = fc.stringMatching(/^[=A-Z0-9é😀 -]{1,12}$/u).filter((text) => text.trim() === text);
  const requery = fc.record({
    isRequery: fc.constant(true),
    asked: fc.stringMatching(/^\d{1,9}$/),
  });
  const ask = fc.oneof(word.map(askOf), requery);
  fc.assert(
    fc.property(fc.array(ask, { minLength: 1, maxLength: 25 }), (asks) => {
      expect(splitLookUps(formatLookUps(asks)).map(parseLookUp)).toEqual(asks);
    }),
  );
});

it('Watch All Open takes open records alone', () => {
  const record = (asked: string, status: string, reversedFlag = '0'): Row => ({
    ...askOf(asked),
    status,
    reversedFlag,
  });
  const requery: Row = { isRequery: true, asked: '1', status: 'PENDING' };
  const records = [record('A', 'pending'), record('B', 'successful'), record('C', 'failed')];
  const others = [record('D', 'pending', '1'), record('E', 'WHATEVER')];
  const failure: Row = { ...askOf('G'), failure: 'timeout' };
  const disagreeing: Row = {
    ...record('F', 'successful'),
    requeried: { ...requery, status: 'FAILED' },
  };
  const rows = [...records, ...others, requery, disagreeing, failure];
  expect(selectWatchable(rows)).toEqual(['A', 'C', 'E', 'F'].map(askOf));
});

it('several typings of one transaction are one row, with the one answer that came', () => {
  const record = recordOf({ reference: 'PAY-1' });
  const late: Row = { ...askOf('PAY-1'), failure: 'timeout' };
  const another = recordOf({ reference: 'pay-1' }); // which may be another transaction
  const requery: Row = { isRequery: true, asked: 'PAY-1' };
  const rows = [late, record, another, requery];
  const typed = ['PAY-1', 'Pay-1', 'pay-1', 'PAY-1'];
  expect(mergeRows(rows, typed)).toMatchObject([
    { asked: 'PAY-1', status: 'successful', typed: ['PAY-1', 'Pay-1'] },
    { asked: 'pay-1', typed: ['pay-1'] },
    { isRequery: true, asked: 'PAY-1' },
  ]);
});

it.each([
  ['19253', ['GARO-8f3k2j1'], true],
  ['19254', ['GARO-8f3k2j1', '19254'], false],
])('a record of id 19253 and the requery of %s are the rows %j', (asked, shown, isTied) => {
  const record = recordOf({ id: '19253', status: 'pending' });
  const requery: Row = { isRequery: true, asked, status: 'SUCCESSFUL' };
  const rows = tieRequeries([record, requery]);
  expect(rows.map((row) => row.asked)).toEqual(shown);
  expect(rows.some(disagrees)).toBe(isTied);
});
