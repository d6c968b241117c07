import { describe, expect, it } from 'vitest';
import { hidden } from '../../src/blocks/status.ts';
import type { SeenStatus } from '../../src/history.ts';
import { Transaction } from '../../src/transfer-service/fields.ts';
import { backgroundForChannel, hintLines, seenLine } from '../../src/transfers/look-up.ts';
import { transactionRecord } from '../fixtures/transaction.ts';

const minuteMs = 60_000;
const nowMs = Date.UTC(2026, 0, 31, 14, 30);
const bank = '000013';

describe('the lines of hints', () => {
  const outages = [{ bank, unsettled: 6, asked: 7 }];
  const record = (destinationBankName: string, destinationBankCode = bank) =>
    Transaction.parse({ ...transactionRecord, destinationBankName, destinationBankCode });

  it.each([
    ['<!here> & *Co*', '`&lt;!here&gt; &amp; *Co*`'],
    [hidden, '`000013`'],
  ])('are counts alone, of a bank that is named %j', (name, shown) => {
    expect(hintLines({ seen: undefined, outages }, [record('ACCESS BANK', '000014'), record(name)])).toEqual([
      `6 of 7 to ${shown} not settled`,
    ]);
  });
});

describe('what somebody else saw', () => {
  const seen: SeenStatus = { atMs: nowMs - 32 * minuteMs, words: 'pending', personId: 'U0OTHER' };
  const background = { outages: [] };
  /** The line below a card, as it is read in UTC. */
  const line = (given: SeenStatus | undefined) => {
    return given && seenLine(given, nowMs).replace(/<!date\^[^|]*\|([^>]*) UTC>/g, '$1');
  };

  it.each([
    [seen, 'Asked by <@U0OTHER> 13:58: *pending*'],
    [{ ...seen, atMs: nowMs - 13 * 60 * minuteMs }, 'Asked by <@U0OTHER> 2026-01-31 01:30: *pending*'],
    [{ ...seen, personId: '!channel> <@U0X', words: '<!here> *x*' }, 'Asked by somebody 13:58: `&lt;!here&gt; *x*`'],
    [backgroundForChannel({ ...background, seen: { ...seen, words: undefined } }).seen, 'Asked 13:58: *no status*'],
  ] as const)('is a line: %j', (given, words) => {
    expect(line(given)).toBe(words);
  });
});
