import { describe, expect, it } from 'vitest';
import { commandNames } from '../../../src/commands/index.ts';
import { Transaction } from '../../../src/transfer-api/schemas.ts';
import type { Row } from '../../../src/transfers/row.ts';
import { manyCard } from '../../../src/views/many/many-card.ts';
import { checkMessage } from '../../sandbox/slack/check-message.ts';
import { shownLines } from '../../support/shown.ts';

const at = Date.UTC(2026, 0, 31, 13, 58);
let count = 0;
function record(changes: Record<string, unknown>): Row {
  count += 1;
  const transaction = Transaction.parse({
    status: 'successful',
    amount: '10.00',
    reversedFlag: '0',
    destinationBankName: 'ZENITH',
    destinationBankCode: '000015',
    createdAt: String(at - count * 3_600_000),
    ...changes,
  });
  return { kind: 'record', asked: `REF-${count}`, status: transaction.status, transaction };
}
const failure = (failed: Extract<Row, { kind: 'failure' }>['failure']): Row => ({
  kind: 'failure',
  asked: `F-${failed}`,
  failure: failed,
  isRequery: false,
});
const card = (rows: Row[]) =>
  manyCard({ rows, currency: undefined, askedAtMs: at, leftOut: [], slash: commandNames('').slash });
const tableOf = (rows: Row[]) => {
  const table = card(rows).blocks.find((block) => block.type === 'table');
  if (table?.type !== 'table') throw new Error('no table');
  return table.rows.map((cells) => cells.map((cell) => ('text' in cell ? cell.text : '')));
};
const access = { destinationBankName: 'ACCESS BANK', destinationBankCode: '000014' };

describe('the first line', () => {
  it('counts, answers first, then what failed', () => {
    const rows = [
      record({}),
      record({}),
      record({ status: 'pending' }),
      failure('not_found'),
      failure('timeout'),
      failure('unreachable'),
    ];
    expect(card(rows).text.split('\n')[0]).toBe(
      '6 asked: 2 successful · 1 pending · 1 not found · 1 no answer in time · 1 no usable answer',
    );
  });

  it.each([
    ['timeout', 'no answer in time'],
    ['unreachable', 'no usable answer'],
    ['not_asked', 'not looked up'],
    ['untrusted', 'not looked up'],
    ['rate_limited', 'could not be asked'],
    ['unauthorized', 'could not be asked'],
    ['rejected', 'refused'],
    ['unexpected_body', 'not readable'],
    ['not_found', 'not found'],
  ] as const)('says what is known after %s: %s', (failed, word) => {
    expect(card([failure(failed)]).text).toBe(`1 asked: 1 ${word}`);
  });
});

describe('totals', () => {
  it('are exact decimals for each status, and say what could not be read', () => {
    const rows = [
      record({ amount: '98765432109876543.21' }),
      record({ amount: '0.80' }),
      record({ status: 'pending', amount: '5.5' }),
      record({ status: 'pending', amount: 'five' }),
      record({ status: 'failed', amount: 'none' }),
    ];
    const totals = shownLines(card(rows))[1]?.split('\n');
    expect(totals).toEqual([
      'Successful: 98,765,432,109,876,544.01',
      'Pending: 5.5 (1 amount could not be read)',
      'Failed: no total (1 amount could not be read)',
    ]);
  });
});

describe('a reversed record', () => {
  it('is counted and added apart from those that are only successful', () => {
    const rows = [record({}), record({ reversedFlag: '1', amount: '30.00' }), record({ amount: '5.00' })];
    expect(card(rows).text).toBe('3 asked: 2 successful · 1 successful, reversed flag 1');
    expect(shownLines(card(rows)).join('\n')).toContain('Successful: 15.00\nSuccessful, reversed flag 1: 30.00');
  });
});

describe('the table', () => {
  it('puts first what needs attention', () => {
    const rows = [
      record({}),
      record({ status: 'pending' }),
      failure('not_found'),
      record({ reversedFlag: '1' }),
      failure('timeout'),
    ];
    expect(tableOf(rows).map(([, status]) => status)).toEqual([
      'Status',
      'No answer in time',
      'Not found',
      '↺ Successful, reversed flag 1',
      '◷ Pending',
      '✓ Successful',
    ]);
  });

  it('is one that Slack takes, with 25 rows of anything', () => {
    const rude = '<!channel> *x* `'.repeat(20);
    const rows = Array.from({ length: 25 }, () =>
      record({ status: rude, amount: rude, destinationBankName: rude, destinationBankCode: rude }),
    );
    expect(checkMessage({ ...card(rows) }).breaches).toEqual([]);
    expect(card(rows).blocks.some((block) => block.type === 'table')).toBe(true);
  });

  it('is one that Slack takes, with 25 long references: what opens them goes first, and the CSV stays', () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({ ...record(access), asked: `${index}`.padStart(70, 'R') }));
    const { blocks, text } = card(rows);
    expect(checkMessage({ text, blocks }).breaches).toEqual([]);
    const drawn = JSON.stringify(blocks);
    expect(drawn).toContain('txn:csv');
    expect(drawn).not.toContain('txn:open');
    expect(drawn).toContain('25 of these are too long to be opened from here');
  });
});

describe('what stands out', () => {
  const remarks = (rows: Row[]) => card(rows).text.split('\n').slice(1);
  const pending = (changes: Record<string, unknown>) => record({ status: 'pending', ...changes });

  it('is one bank behind most of an unsettled status', () => {
    const rows = [...Array.from({ length: 4 }, () => pending(access)), pending({}), record({}), record({}), record({})];
    expect(remarks(rows)).toEqual(['4 of 5 pending go to ACCESS BANK `000014`']);
  });

  it('is not a bank behind everything else as well', () => {
    const rows = [
      ...Array.from({ length: 4 }, () => pending(access)),
      ...Array.from({ length: 4 }, () => record(access)),
    ];
    expect(remarks(rows)).toEqual([]);
  });

  it('is a short time in which all of them were created', () => {
    const rows = [0, 3, 8].map((minutes, index) =>
      pending({ createdAt: String(at + minutes * 60_000), destinationBankCode: `00001${index}` }),
    );
    expect(remarks(rows)).toEqual([
      'all pending were created between <!date^1769867880^{date_short_pretty} {time_secs}|2026-01-31 13:58:00 UTC> and <!date^1769868360^{time_secs}|14:06:00 UTC>',
    ]);
  });

  it('is nothing among few, or among the successful', () => {
    expect(remarks([pending(access), pending(access)])).toEqual([]);
    expect(remarks(Array.from({ length: 9 }, () => record(access)))).toEqual([]);
  });
});
