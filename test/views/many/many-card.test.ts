import { describe, expect, it } from 'vitest';
import { commandNames } from '../../../src/commands/index.ts';
import { Transaction } from '../../../src/transfer-api/schemas.ts';
import { byAttention, type Row } from '../../../src/transfers/row.ts';
import type { Reply } from '../../../src/views/blocks.ts';
import { type ManyCardOptions, manyCard } from '../../../src/views/many/many-card.ts';
import { plainOf } from '../../../src/views/plain-of.ts';
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
const card = (rows: Row[], changes: Partial<ManyCardOptions> = {}) =>
  manyCard({
    rows,
    currency: undefined,
    blockForm: 'current',
    askedAtMs: at,
    leftOut: [],
    hints: [],
    audience: 'asker',
    canShare: true,
    sharedBy: undefined,
    slash: commandNames('').slash,
    ...changes,
  });
const forms = ['current', 'classic'] as const;
const drawn = (rows: Row[], changes: Partial<ManyCardOptions> = {}) => {
  const table = card(rows, changes).blocks.find(({ type }) => type === 'data_table' || type === 'table');
  if (table?.type !== 'data_table' && table?.type !== 'table') throw new Error('no table');
  return table;
};
const tableOf = (rows: Row[], changes: Partial<ManyCardOptions> = {}) =>
  drawn(rows, changes).rows.map((cells) =>
    cells.map((cell) => (cell.type === 'rich_text' ? plainOf(cell) : cell.text)),
  );
const buttonsOf = ({ blocks }: Reply) =>
  blocks
    .flatMap((block) => (block.type === 'actions' ? block.elements : []))
    .flatMap((element) => (element.type === 'button' ? [element] : []));
const utcTime = expect.stringMatching(/^2026-01-\d\d \d\d:58 UTC$/);
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

  it('say how many rows brought no amount, as a requery may', () => {
    const requery = { kind: 'requery', asked: '88', status: 'SUCCESSFUL', transaction: undefined } as const;
    expect(shownLines(card([record({ amount: '5.00' }), requery]))[1]).toBe(
      'Successful: 5.00 (1 amount could not be read)',
    );
    expect(shownLines(card([requery]))).not.toContain(expect.stringContaining('Successful:'));
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

  it.each(forms)('has its narrowest columns first, and every digit as text: %s', (blockForm) => {
    const rows = [record({ amount: '98765432109876543.210' }), failure('not_found')];
    expect(tableOf(rows, { blockForm })).toEqual([
      ['Amount', 'Status', 'Reference', 'Created', 'To'],
      ['–', 'Not found', 'F-not_found', '–', '–'],
      ['98,765,432,109,876,543.210', '✓ Successful', expect.stringMatching(/^REF-/), utcTime, 'ZENITH 000015'],
    ]);
    expect(JSON.stringify(drawn(rows, { blockForm }))).not.toContain('raw_number');
  });

  it.each(forms)('has its times in the zone of whoever reads it: %s', (blockForm) => {
    const [, [, , , time] = []] = drawn([record({ createdAt: String(at) })], { blockForm }).rows;
    expect(time).toEqual({
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            {
              type: 'date',
              timestamp: at / 1000,
              format: '{date_num} {time}',
              fallback: '2026-01-31 13:58 UTC',
            },
          ],
        },
      ],
    });
  });

  it('names each row by its reference, for those who sort it', () => {
    expect(drawn([record({})])).toMatchObject({ type: 'data_table', row_header_column_index: 2, page_size: 10 });
    expect(drawn([record({})], { blockForm: 'classic' })).toMatchObject({ type: 'table' });
  });

  it.each(forms)('is one that Slack takes, with 25 rows of anything: %s', (blockForm) => {
    const rude = '<!channel> *x* `"\\'.repeat(20);
    const rows = Array.from({ length: 25 }, () => ({
      ...record({ status: rude, amount: rude, destinationBankName: rude, destinationBankCode: rude }),
      asked: rude.slice(0, 200),
    }));
    expect(checkMessage({ ...card(rows, { blockForm }) }).breaches).toEqual([]);
    expect(tableOf(rows, { blockForm })).toHaveLength(26);
  });

  it.each(forms)(
    'has room for 25 ordinary rows, every button, and a menu of those that need attention: %s',
    (blockForm) => {
      const rows = Array.from({ length: 25 }, (_, index) => ({
        ...record({
          id: String(19_000 + index),
          status: index < 5 ? 'pending' : 'successful',
          destinationBankName: 'GTBANK PLC',
        }),
        asked: `GARO-8f3k2${String(index).padStart(2, '0')}`,
      }));
      const reply = card(rows, { blockForm });
      expect(checkMessage({ ...reply }).breaches).toEqual([]);
      expect(tableOf(rows, { blockForm })).toHaveLength(26);
      expect(JSON.stringify(drawn(rows, { blockForm })).match(/"type":"date"/g)).toHaveLength(25);
      expect(buttonsOf(reply)).toHaveLength(5);
      const menu = reply.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : [])).at(-1);
      const offered = menu?.type === 'static_select' ? (menu.options ?? []).map(({ value }) => value) : [];
      expect(offered.slice(0, 5)).toEqual(rows.slice(0, 5).map(({ asked }) => `txn ${asked}`));
    },
  );

  it.each(forms)(
    'is one that Slack takes, with 25 long references: the file is the last that goes: %s',
    (blockForm) => {
      const rows = Array.from({ length: 25 }, (_, index) => ({
        ...record(access),
        asked: `${index}`.padStart(70, 'R'),
      }));
      const reply = card(rows, { blockForm });
      expect(checkMessage({ ...reply }).breaches).toEqual([]);
      expect(buttonsOf(reply).map(({ action_id }) => action_id)).toContain('txn:csv');
      expect(JSON.stringify(reply.blocks)).toContain('25 of these cannot be opened from here: ask with `/txn`.');
    },
  );
});

describe('under the table', () => {
  const pending = record({ id: '77', status: 'pending' });
  const requeried = { kind: 'requery', asked: '88', status: 'FAILED', transaction: undefined } as const;
  const rows = [record({ id: '66' }), pending, requeried, record({ id: 'x', status: 'pending' }), failure('timeout')];
  const labels = (changes: Partial<ManyCardOptions>) =>
    buttonsOf(card(rows, changes)).map(({ text, value, style }) => [text.text, value, style]);
  const all = byAttention(rows)
    .map((row) => (row.kind === 'requery' ? 'tsq 88' : `txn ${row.asked}`))
    .join('\n');

  it('stands what can be done with all of it; a requery leads while something is not settled', () => {
    expect(labels({})).toEqual([
      ['Requery Unsettled', `tsq 77 ${pending.asked}\ntsq 88`, 'primary'],
      ['Watch All Unsettled', expect.any(String), undefined],
      ['Refresh All', JSON.stringify({ rows: all, audience: 'asker' }), undefined],
      ['Share', all, undefined],
      ['Send as CSV', all, undefined],
    ]);
  });

  it('says how many are not settled and cannot be requeried', () => {
    expect(shownLines(card(rows)).at(-1)).toContain('1 not settled has no id to requery by');
    expect(shownLines(card([pending])).at(-1)).not.toContain('no id');
  });

  it('is no requery where all are settled or reversed, or have no answer', () => {
    const others = [record({ id: '66' }), record({ id: '67', reversedFlag: '1' }), failure('timeout')];
    expect(buttonsOf(card(others)).map(({ text }) => text.text)).toEqual(['Refresh All', 'Share', 'Send as CSV']);
  });

  it('is no Share where everybody reads already, or nobody else does', () => {
    const shared = labels({ audience: 'channel', sharedBy: 'amara' });
    expect(shared.map(([label]) => label)).toEqual([
      'Requery Unsettled',
      'Watch All Unsettled',
      'Refresh All',
      'Send as CSV',
    ]);
    expect(shared[2]?.[1]).toBe(JSON.stringify({ rows: all, audience: 'channel', sharedBy: 'amara' }));
    expect(labels({ canShare: false }).map(([label]) => label)).not.toContain('Share');
  });

  it('says of a table of requeries alone what it is of', () => {
    const failed = { kind: 'failure', asked: '99', failure: 'timeout', isRequery: true } as const;
    expect(card([requeried, failed]).text).toBe('2 requeries: 1 FAILED · 1 no answer in time');
    expect(card([requeried]).text).toBe('1 requery: 1 FAILED');
    expect(card([requeried, pending]).text).toMatch(/^2 asked: /);
  });

  it('says who shared it, and by what the service was asked', () => {
    expect(shownLines(card([pending], { sharedBy: 'amara' })).at(-1)).toContain('shared by amara');
    const byRecord = { ...requeried, ofRecord: 'REF-9' };
    expect(tableOf([byRecord])[1]?.[2]).toBe('REF-9 · 88');
    expect(shownLines(card([byRecord])).at(-1)).toContain('does not document which number a requery wants');
    expect(shownLines(card([requeried])).at(-1)).not.toContain('does not document');
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
