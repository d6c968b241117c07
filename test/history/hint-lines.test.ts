import { describe, expect, it } from 'vitest';
import { hintLines, type OutageHint } from '../../src/history/hints.ts';
import { hidden } from '../../src/status.ts';
import { Transaction } from '../../src/transfer-service/bodies.ts';
import { transactionRecord } from '../fixtures/transaction.ts';

const hint = { bank: '000013', asked: 7, unsettled: 6, others: { asked: 24, unsettled: 2 } };
const outageLine = (outage: OutageHint, transactions: Transaction[]) =>
  hintLines({ outages: [outage], failure: undefined }, transactions).join('\n');
const to = (destinationBankName: string, destinationBankCode = '000013') =>
  Transaction.parse({ ...transactionRecord, destinationBankName, destinationBankCode });

describe('the line of a bank', () => {
  it('is counts alone', () => {
    expect(outageLine(hint, [to('ACCESS BANK', '000014'), to('GTBANK PLC')])).toBe('6 of 7 to GTBANK PLC not settled');
  });

  it.each(['', '  ', hidden])('names the bank by its code when its name is %j', (name) => {
    expect(outageLine(hint, [to(name)])).toContain('to `000013` not settled');
  });

  it('escapes the name', () => {
    expect(outageLine(hint, [to('<!here> & *Co*')])).toContain('to `&lt;!here&gt; &amp; *Co*` not settled');
  });
});

it('says how many look-ups ended so', () => {
  const failure = { failure: 'timeout', failed: 6, lookUps: 7 } as const;
  expect(hintLines({ outages: [], failure }, [])).toEqual(['6 of 7 recent look-ups timed out']);
});
