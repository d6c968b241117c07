import { checkMessage } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../src/blocks/blocks.ts';
import { maskDots, type StatusGroup } from '../../src/blocks/status.ts';
import { commandNames } from '../../src/command.ts';
import type { TransferApiFailure } from '../../src/errors.ts';
import { createMoreModal } from '../../src/tables/buttons.ts';
import { type TableCardOptions, tableCard } from '../../src/tables/card.ts';
import { sortByAttention } from '../../src/tables/summary.ts';
import { parseTransaction } from '../../src/transfer-service/fields.ts';
import { maskRow } from '../../src/transfers/disclosure.ts';
import { type Row, splitLookUps } from '../../src/transfers/row.ts';
import { asker, places } from '../support/asker.ts';
import { shownLines } from '../support/shown.ts';

type Changes = Record<string, unknown>;
type Options = Partial<TableCardOptions>;

const at = Date.UTC(2026, 0, 31, 13, 58);

// Before any record was created, so that rows have no age unless a test sets the clock.
beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

let count = 0;
function record(changes: Changes = {}): Row {
  count += 1;
  const transaction = parseTransaction({
    status: 'successful',
    amount: '10.00',
    reversedFlag: '0',
    destinationAccountName: 'Jane Doe',
    destinationBankName: 'ZENITH',
    destinationBankCode: '000015',
    createdAt: String(at - count * 3_600_000),
    ...changes,
  });
  const { status, reversedFlag } = transaction;
  return { isRequery: false, asked: `REF-${count}`, status, reversedFlag, transaction };
}
const pending = (changes: Changes = {}) => record({ status: 'pending', ...changes });
const failure = (failed: TransferApiFailure, isRequery = false): Row => ({
  asked: `F-${failed}`,
  failure: failed,
  isRequery,
});
const requery = (status: string, asked = '88'): Row => ({ isRequery: true, asked, status });
/** A record and its requery, which were asked for together. */
const checked = (status: string, requeried: string | Row): Row => ({
  ...record({ status, id: '88' }),
  check: 'if open',
  requeried: typeof requeried === 'string' ? requery(requeried) : requeried,
});
/** A record that somebody requeried before. */
const checkedBefore = (status: string, words: string, group: StatusGroup): Row => ({
  ...record({ status, id: '88' }),
  known: { counterpart: { words, group, atMs: at, sinceMs: at, personId: 'U0OTHER' } },
});
/** A requery whose record somebody looked up before. */
const afterRecord = (status: string, words: string, group: StatusGroup): Row => ({
  ...requery(status),
  known: { counterpart: { words, group, atMs: at, sinceMs: at, reference: 'REF-9' } },
});
const unreachable = (wasAnswered: boolean) => ({ ...failure('unreachable'), wasAnswered });

const card = (rows: Row[], changes: Options = {}) =>
  tableCard({
    rows,
    currency: undefined,
    blockForm: 'current',
    knowsShape: true,
    place: places.asker,
    sharedBy: undefined,
    rest: [],
    leftOut: [],
    refreshedAtMs: undefined,
    outages: [],
    asker,
    canShare: true,
    ...changes,
  });

it('says of failures what their cards would say', () => {
  const slipped = { ...failure('not_found'), asked: 'GARO-8f3k2j' };
  const refused = { ...failure('rejected'), serviceMessage: 'reference format is invalid' };
  const rows = [slipped, refused, failure('unauthorized')];
  const below = (row: Row[]) => shownLines(card(row, { reference: 'ABC123' })).join('\n');
  expect(below(rows)).toContain(
    '`GARO-8f3k2j` is shorter than usual and may be cut off: paste the whole reference.\n`F-rejected`: "reference format is invalid"\nTell whoever runs me: `ABC123`.',
  );
  expect(below(rows.map((row) => maskRow(row, 'masked')))).not.toContain('invalid');

  const other: Row = { ...failure('unexpected_body'), asked: 'GARO-1', stated: 'GARO-2' };
  expect(below([other])).toContain('`GARO-1` was answered with `GARO-2`.');
  expect(below([maskRow(other, 'masked')])).not.toContain('GARO-2');
  expect(below([{ ...failure('rate_limited'), retryAfterMs: 30_000 }])).toContain(
    'Ask again in 30 s: Refresh All right now would meet the same.',
  );
  expect(below([failure('timeout'), failure('not_found')])).not.toMatch(/shorter|Tell/);
});

const repeat = (times: number, row: () => Row) => Array.from({ length: times }, row);
const forms = ['current', 'classic'] as const;
const drawn = (rows: Row[], changes: Options = {}) => {
  const table = card(rows, changes).blocks.find(
    ({ type }) => type === 'data_table' || type === 'table',
  );
  if (table?.type !== 'data_table' && table?.type !== 'table') throw new Error('no table');
  return table;
};
const tableOf = (rows: Row[], changes: Options = {}) =>
  drawn(rows, changes).rows.map((cells) =>
    cells.map((cell) => ('text' in cell ? cell.text : cell.type)),
  );
const linesOf = (rows: Row[], changes: Options = {}) => shownLines(card(rows, changes));
const shown = (rows: Row[], changes: Options = {}) => linesOf(rows, changes).join('\n');
const summary = (rows: Row[]) => linesOf(rows)[0]?.split('\n') ?? [];
/** Of any 25, which share no beginning. */
const uuid = (index: number) =>
  [8, 4, 4, 4, 12]
    .map((length, part) =>
      ((index + 1) * 7919 * (part + 3) ** 9).toString(16).padStart(length, '5').slice(-length),
    )
    .join('-');
const many = (asked: (index: number) => string, changes: Changes = {}) =>
  Array.from({ length: 25 }, (_, index) => {
    const status = index < 5 ? 'pending' : 'successful';
    return {
      ...record({ id: `${19_000 + index}`, amount: '1250000.00', status, ...changes }),
      asked: asked(index),
    };
  });
const ordinary = () => many((index) => `GARO-${uuid(index).slice(-7)}`);
const buttonsOf = ({ blocks }: Reply) =>
  blocks
    .flatMap((block) => (block.type === 'actions' ? block.elements : []))
    .flatMap((element) => (element.type === 'button' ? [element] : []));
const idsOf = (reply: Reply) => buttonsOf(reply).map(({ action_id }) => action_id);
const everyButton = ['txn:check-all', 'txn:watch-all', 'txn:share-all', 'txn:more-all'];
const access = { destinationBankName: 'ACCESS BANK', destinationBankCode: '000014' };
const expectTaken = (reply: Reply) => expect(checkMessage({ ...reply }).breaches).toEqual([]);

it.each<[Row[], string]>([
  [
    [
      record(),
      record(),
      pending(),
      failure('not_found'),
      failure('timeout'),
      failure('unreachable'),
    ],
    '6 asked: 2 successful · 1 pending · 1 not found · 1 no answer · 1 no usable answer',
  ],
  [[unreachable(true), unreachable(false)], '2 asked: 1 service error · 1 could not be reached'],
  [[unreachable(false), unreachable(false)], '2 asked: the service could not be reached'],
  [
    [record({ reversedFlag: '1' }), record()],
    '2 asked: 1 flagged as reversed, status successful · 1 successful',
  ],
  [[record({ status: 'Reversed', reversedFlag: '1' })], '1 asked: 1 reversed'],
  [
    [record({ status: 'SUCCESSFUL' }), record(), record({ status: '' })],
    '3 asked: 2 successful · 1 no status',
  ],
  [[{ ...record(), status: maskDots }], '1 asked: 1 unknown status'],
  [[requery('FAILED'), failure('not_found', true)], '2 requeries: 1 failed · 1 nothing found'],
  [
    [
      ...['SUCCESSFUL', 'FAILED', '', 'Processing'].map((words) => checked('pending', words)),
      checked('pending', failure('timeout', true)),
      record(),
      failure('timeout'),
    ],
    '7 asked: 2 disagree with their requery · 3 pending · 1 successful · 1 no answer',
  ],
  [
    [checkedBefore('failed', 'SUCCESSFUL', 'settled'), record(), record()],
    '3 asked: 1 disagrees with its requery · 2 successful',
  ],
  [[checkedBefore('pending', 'PENDING', 'moving')], '1 asked: 1 pending'],
  [[afterRecord('FAILED', 'pending', 'moving')], '1 requery: 1 disagrees with its record'],
  [[afterRecord('Pending', 'pending', 'moving')], '1 requery: 1 pending'],
  [
    ['A', 'B'].map((value) =>
      checked('pending', { ...requery(''), other: { field: 'reference', value } }),
    ),
    '2 asked: 2 disagree with their requery',
  ],
  [[{ ...requery('SUCCESSFUL'), otherId: '999' }], '1 requery: 1 disagrees with its record'],
  [
    [failure('not_asked'), failure('untrusted'), failure('proxy')],
    '3 asked: 1 not looked up · 1 certificate not trusted · 1 stopped by the proxy',
  ],
  [
    [failure('rate_limited'), failure('unauthorized')],
    '2 asked: 1 no answer, too many requests · 1 no answer, access refused',
  ],
  [
    [
      failure('rejected'),
      failure('unexpected_body'),
      { ...failure('unexpected_body'), reason: 'another_reference' as const },
    ],
    '3 asked: 1 not known: the service refused the request · 1 not readable · 1 answered with another transaction',
  ],
  [
    ['5399838383838381', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc', '••card-8381••', '1'.repeat(30)].map(
      (asked) => ({ ...failure('rejected'), asked }),
    ),
    '4 asked: 2 card number, not looked up · 1 secret key, not looked up · 1 session id, not looked up',
  ],
  [
    [true, false].map((isRequery) => ({
      ...failure('unexpected_body'),
      isRequery,
      reason: 'wrong_data' as const,
    })),
    '2 asked: 1 not readable: no data in it · 1 not readable: no record in it',
  ],
  [[{ ...failure('unexpected_body'), reason: 'wrong_address' }], '1 asked: 1 address looks wrong'],
])("a table's first line counts in lower case, answers first, then failures: %#", (rows, line) => {
  expect(card(rows).text.split('\n')[0]).toBe(line);
  expect(summary(rows)[0]?.replaceAll('*', '')).toBe(line);
});

it("a table's text has a short line for each row, for where Slack shows no blocks", () => {
  const rows = [
    { ...record({ amount: '1250000.50' }), asked: 'REF-<!here>' },
    failure('timeout'),
    { ...checked('pending', 'FAILED'), asked: 'REF-9' },
    requery('FAILED'),
  ];
  expect(card(rows, { currency: 'NGN' }).text.split('\n').slice(1)).toEqual([
    '`REF-9` · ◷ *Pending* · requery FAILED · NGN 10.00',
    'Requery `88` · ✕ *FAILED*',
    '`F-timeout` · No answer',
    '`REF-&lt;!here&gt;` · ✓ Successful · NGN 1,250,000.50',
  ]);
  const texts = Array.from({ length: 40 }, (_, at) => card(many(() => '&'.repeat(at + 1))).text);
  const text = texts.find((each) => each.endsWith('more in the table')) ?? '';
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(2_900);
  const [, left] = /\n(\d+) more in the table$/.exec(text) ?? [];
  expect(text.split('\n')).toHaveLength(25 - Number(left) + 2);
});

it.each<[Row[], ...string[]]>([
  [
    [
      record({ amount: '98765432109876543.21' }),
      record({ amount: '0.80' }),
      pending({ amount: '5.5' }),
      pending(),
    ],
    'Successful 98,765,432,109,876,544.01 · pending 15.50',
  ],
  [[pending({ amount: '5.5' }), pending({ amount: 'five' })], 'Pending 5.5 (1 not counted)'],
  [
    [
      pending({ amount: '5.5' }),
      pending({ amount: '2', transactionTypeName: 'collection' }),
      pending({ amount: '' }),
    ],
    'Pending 7.5 (with 1 collection, 1 not counted)',
  ],
  [[record({ amount: '5.00' }), requery('SUCCESSFUL')]], // may be the same transfer
  [[record(), record(), requery('SUCCESSFUL')], 'Successful 20.00'],
  [[record({ reversedFlag: '1' }), record({ reversedFlag: '1' })], 'Reversed 20.00'],
  [[pending(), record()]],
  [[record(), record()].map((each) => ({ ...each, ...failure('timeout') }))],
  [[checked('failed', 'SUCCESSFUL'), checked('failed', 'SUCCESSFUL')]],
])("a table's sums are exact, of two rows or more, on one line: %#", (rows, ...sums) => {
  expect(summary(rows).filter((each) => /\d\.\d/.test(each))).toEqual(sums);
});

const disagree = "Record and requery disagree. Don't resend: ask again or ask the bank.";

it.each<[Row[], ...string[]]>([
  [[pending(), record({ status: 'processing' })], "It may still go through. Don't resend yet."],
  [[record({ status: 'declined' }), requery('FAILED')], 'Check with the bank before resending.'],
  [[record({ status: 'parked' })], "I don't know this status: check before resending."],
  [[failure('not_found')], "This doesn't mean that nothing was sent. Don't resend yet."],
  [[failure('timeout'), failure('unreachable')], "This proves nothing. Don't resend."],
  [[checked('failed', 'SUCCESSFUL')], disagree],
  [[checkedBefore('failed', 'SUCCESSFUL', 'settled')], disagree],
  [[afterRecord('SUCCESSFUL', 'failed', 'failed')], disagree],
  [[checked('held', 'parked')], disagree],
  [[checkedBefore('successful', 'SUCCESSFUL', 'settled')]],
  [
    [checked('pending', 'SUCCESSFUL'), checked('pending', 'PENDING'), failure('not_found')],
    "Don't resend from this table: check each one first. 1 disagrees with its requery.",
  ],
  [
    [{ ...requery('SUCCESSFUL'), otherId: '999' }],
    'This may be another transfer: check before resending.',
  ],
  [[requery('')], 'No status came: check before resending.'],
  [[record(), record()]],
  [[record(), pending()], "Don't resend from this table: check each one first."],
])('a table has one caution, that of its only group or of several: %#', (rows, ...cautions) => {
  for (const isInWindow of [false, true])
    expect(shown(rows, { isInWindow }).match(/.*(?:resend|says nothing).*/gi) ?? []).toEqual(
      cautions.map((caution) => `*${caution}*`),
    );
});

it("a table's summary names the bank to which most of an unsettled status go", () => {
  const remarks = (...rows: Row[][]) => summary(rows.flat()).filter((line) => / go to /.test(line));
  const ofAccess = (times: number, changes: Changes = {}) =>
    repeat(times, () => pending({ ...access, ...changes }));
  const settled = (times: number) => repeat(times, () => record(access));
  const nameless = ofAccess(3, { destinationBankName: '', destinationBankCode: '000014 ' });
  expect(remarks(nameless, [pending()], repeat(3, record))).toEqual([
    '3 of 4 pending go to `000014`',
  ]);
  const few = [remarks(ofAccess(2)), remarks(ofAccess(2), repeat(2, pending))];
  expect(
    [...few, remarks(settled(9)), remarks(ofAccess(4), settled(3), [record()])].flat(),
  ).toEqual([]);
});

it.each([
  ['NGN', 'NGN 20.00', 'NGN 10.00'],
  ['USD', 'NGN 10.00 and USD 10.00', 'USD 10.00'],
  ['566', 'NGN 10.00 and 10.00 (566)', '10.00 (566)'],
  ['', 'NGN 10.00 (1 not counted)', '10.00'], // one that is not known
])('a currency that a record names is its own, and summed apart: %s', (currency, sum, shown) => {
  const row = record();
  const rows = [row, { ...row, transaction: { ...row.transaction, currency } }];
  const lines = linesOf(rows, { currency: 'NGN' });
  expect(lines[0]?.split('\n')[1]).toBe(`Successful ${sum}`);
  const amounts = tableOf(rows, { currency: 'NGN' }).map((cells) => cells[2]);
  expect(amounts).toEqual(['Amount', 'NGN 10.00', shown]);
});

describe('the table', () => {
  it('a table lists first what disagrees and what needs attention', () => {
    const other = { ...requery('SUCCESSFUL'), otherId: '999' };
    const rows = [
      record(),
      pending(),
      failure('not_found'),
      record({ reversedFlag: '1' }),
      failure('timeout'),
    ];
    const compared = [other, checked('pending', 'PENDING'), checked('processing', 'FAILED')];
    const cells = tableOf([...rows, ...compared]).map(([status, , , requeried]) => [
      status,
      requeried,
    ]);
    expect(cells).toEqual([
      ['Status', 'Requery'],
      ['Requery: ? SUCCESSFUL, names transaction 999', '–'],
      ['◷ Processing', 'FAILED'],
      ['↺ Flagged as reversed, status successful', '–'],
      ['◷ Pending', '–'],
      ['◷ Pending', 'PENDING'],
      ['No answer', '–'],
      ['Not found', '–'],
      ['✓ Successful', '–'],
    ]);
  });

  it('a table shows the age of open transfers alone', () => {
    vi.setSystemTime(at + 192 * 60_000);
    const createdAt = String(at);
    const rows = [pending({ createdAt }), record({ status: 'failed', createdAt })];
    const cells = tableOf(rows).map(([status]) => status);
    expect(cells).toEqual(['Status', '✕ Failed', '◷ Pending · 3 h 12 min']);
    expect(card(rows).text).toContain('◷ *Pending* · 3 h 12 min · ');
  });

  it.each(forms)(
    "a table has every digit, and times in its one reader's zone, else in UTC: %s",
    (blockForm) => {
      const found = {
        ...record({ amount: '98765432109876543.210', createdAt: String(at) }),
        asked: 'REF-1',
      };
      const rows = [found, failure('not_found')];
      const inLagos = { ...asker, utcOffsetSeconds: 3_600 };
      expect(tableOf(rows, { blockForm, place: places.channel, asker: inLagos })).toEqual([
        ['Status', 'Reference', 'Amount', 'To', 'Created (UTC)'],
        ['Not found', 'F-not_found', '–', '–', '–'],
        [
          '✓ Successful',
          'REF-1',
          '98,765,432,109,876,543.210',
          'Jane Doe, ZENITH',
          '31 Jan, 1:58 PM',
        ],
      ]);
      const [head, , alone] = tableOf(rows, { blockForm, asker: inLagos });
      expect(head?.at(-1)).toBe('Created (UTC+1)');
      expect(alone?.at(-1)).toBe('31 Jan, 2:58 PM');
    },
  );

  it.each(forms)('a table has no column that no row fills: %s', (blockForm) => {
    const table = drawn([requery('FAILED'), requery('SUCCESSFUL', '89')], { blockForm });
    expect(table.rows.map(({ length }) => length)).toEqual([2, 2, 2]);
    if (table.type === 'table') expect(table.column_settings).toHaveLength(2);
  });

  it('a table of requeries shows response codes and what the service says, but not how it is made', () => {
    const told = (status: string, message: string, code?: string): Row => ({
      ...requery(status),
      code,
      requery: {
        success: true,
        message,
        payload: {},
        rest: {},
        withheld: [],
        transaction: undefined,
      },
    });
    const rows = [told('FAILED', 'No funds', '51'), told('', 'SQLSTATE[42S02]: x', '09')];
    expect(tableOf(rows)).toEqual([
      ['Status', 'Transaction ID'],
      ['✕ FAILED · code 51 · No funds', '88'],
      ['? No status, code 09', '88'],
    ]);
  });

  it('a refreshed table keeps its columns even if no record came', () => {
    const [head] = tableOf([failure('timeout')], { refreshedAtMs: at });
    expect(head).toEqual(['Status', 'Reference', 'Amount', 'To', 'Created (UTC)']);
  });

  const amountsOf = (amounts: string[], changes: Options = {}) =>
    drawn(
      amounts.map((amount) => record({ amount })),
      changes,
    ).rows.flatMap(([, , cell], at) => (at === 0 ? [] : (cell ?? [])));

  it("a table's amounts are numbers, so that Slack sorts them by value, with all their digits", () => {
    const long = '0.1234567890123456789';
    expect(
      amountsOf(['1250000.00', '2,500,000.00', '-5', long, 'five', ''], { currency: 'NGN' }),
    ).toEqual([
      { type: 'raw_number', value: 1_250_000, text: 'NGN 1,250,000.00' },
      { type: 'raw_number', value: 2_500_000, text: 'NGN 2,500,000.00' },
      { type: 'raw_number', value: -5, text: '-NGN 5' },
      { type: 'raw_number', value: Number(long), text: `NGN ${long}` },
      { type: 'raw_number', value: 0, text: 'five' },
      { type: 'raw_number', value: 0, text: '–' },
    ]);
    expect(amountsOf(['10.00'], { blockForm: 'classic' })).toEqual([
      { type: 'raw_text', text: '10.00' },
    ]);
  });

  it.each(forms)('a table has room for 25 whole UUIDs, and for every button: %s', (blockForm) => {
    const rows = many(uuid, {
      status: 'pending',
      destinationAccountName: 'Chukwuemeka Okonkwo',
      ...access,
    });
    const reply = card(rows, { blockForm });
    expectTaken(reply);
    expect(idsOf(reply)).toEqual(everyButton);
    const cells = tableOf(rows, { blockForm }).slice(1);
    expect(cells.map(([, name]) => name)).toEqual(rows.map(({ asked }) => asked));
  });

  it('a table keeps both ends of a long reference, and cuts a name before its bank', () => {
    const long = { destinationAccountName: 'J'.repeat(80), status: 'x'.repeat(200), ...access };
    const [, row = []] = tableOf([{ ...record(long), asked: `${'R'.repeat(60)}A` }]);
    expect(row[0]).toMatch(/^\? X?x{20,100}…$/);
    expect(row[1]).toMatch(/^R+…R+A$/);
    expect(row[3]).toMatch(/^J+…, ACCESS BANK$/);
  });
});

describe('under the table', () => {
  const open = [pending({ id: '77' }), requery('FAILED'), pending({ id: 'x' })];
  const rows = [record({ id: '66' }), ...open, failure('timeout')];
  const all = sortByAttention(rows)
    .map((row) => (row.isRequery ? 'tsq 88' : `txn ${row.asked}`))
    .join('\n');

  it('a table has four buttons, led by Check Open Ones Again or Refresh All', () => {
    const labels = (of: Row[], changes: Options = {}) =>
      buttonsOf(card(of, changes)).map(({ text, value, style }) => [text.text, value, style]);
    expect(labels(rows)).toEqual([
      ['Check Open Ones Again', JSON.stringify({ rows: all, audience: 'asker' }), 'primary'],
      ['Watch All Open', expect.any(String), undefined],
      ['Share', all, undefined],
      ['More…', all, undefined],
    ]);
    const shared = labels(rows, { place: places.channel, canShare: false, sharedBy: 'amara' });
    expect(shared.map(([label]) => label)).not.toContain('Share');
    expect(shared[0]?.[1]).toBe(
      JSON.stringify({ rows: all, audience: 'channel', sharedBy: 'amara' }),
    );
    const final = labels([record(), record({ reversedFlag: '1' }), failure('timeout')]);
    expect(final.map(([label]) => label)).toEqual(['Refresh All', 'Share', 'More…']);
    expect(labels([checked('successful', 'FAILED')]).map(([label]) => label)).toEqual([
      'Check Open Ones Again',
      'Watch All Open',
      'Share',
      'More…',
    ]);
  });

  it("a table's footer says what cannot be requeried, who shared it, and when it was asked for", () => {
    const again = [checked('pending', 'PENDING'), ...rows.filter((row) => !row.isRequery)].map(
      (row): Row => ({ ...row, check: 'if open' }),
    );
    expect(linesOf(again, { sharedBy: 'amara', refreshedAtMs: at }).at(-1)).toBe(
      `~ as of <!date^${at / 1000}^{time}|13:58 UTC> · shared by amara · 2 without an id to requery`,
    );
  });

  it("a table too long for Slack drops the requeries' answers before any button", () => {
    const said = (status: string) => ({ ...requery(status), transaction: { amount: '1.00' } });
    const long = 'awaiting confirmation of the receiving bank';
    const full = many((index) => uuid(index), { status: 'pending', ...access });
    const reply = card(full.map((row) => ({ ...row, requeried: said(long) })));
    expect(idsOf(reply)).toEqual(everyButton);
    expectTaken(reply);
  });

  it('a table names the buttons for which there is no room', () => {
    const reply = card(many((index) => uuid(index).repeat(5)));
    expect(idsOf(reply)).toEqual(['txn:watch-all']);
    expect(shownLines(reply).join('\n')).toContain(
      'No room here for Check Open Ones Again, Share, More…: ask for fewer at once.',
    );
    expectTaken(reply);
  });

  it.each(forms)(
    'hints and questions below a table of 25 push out neither counts nor sums: %s',
    (blockForm) => {
      const leftOut = Array.from({ length: 9 }, (_, index) => `PAY-${index}${'8f3k2'.repeat(6)}`);
      const outages = [{ bank: '000015', unsettled: 6, asked: 7 }];
      const reply = card(many(uuid), {
        blockForm,
        leftOut,
        outages,
      });
      expectTaken(reply);
      const text = shownLines(reply).join('\n');
      expect(text).toMatch(/^\*25 asked:\* 20 successful · 5 pending\nSuccessful 25,000,000.00/);
      for (const part of ['~ 6 of 7 to ZENITH not final', '[Look Up '])
        expect(text).toContain(part);
      expect(text).not.toContain('Too long');
    },
  );
});

const restOf = (count: number, tail = '') =>
  Array.from({ length: count }, (_, at) => ({
    isRequery: false,
    asked: `GARO-${1000 + at}${tail}`,
  }));
const carried = (lines: string[]) => {
  const button = lines.find((line) => line.includes('txn:these')) ?? '';
  const [, label = '', value = ''] =
    /^\[(Look Up the [^\]]*)\] txn:these:0 ([\s\S]*)$/.exec(button) ?? [];
  return { label, asked: splitLookUps(value) };
};

it('more rows than one table holds are counted, and stand behind a button', () => {
  const lines = linesOf(ordinary(), { rest: restOf(5) });
  expect(lines[0]).toMatch(/^\*25 of 30 asked:\*/);
  const asked = restOf(5).map((ask) => `txn ${ask.asked}`);
  expect(carried(lines)).toEqual({ label: 'Look Up the Other 5', asked });
  expect(lines.find((line) => line.includes('txn:check-all'))).toContain('"rest":"=txn GARO-100');
});

it('more references than one table holds are shown as far as they fit, and counted', () => {
  for (const rest of [restOf(900), restOf(40, 'x'.repeat(150))]) {
    const reply = card(ordinary(), { rest });
    const lines = shownLines(reply);
    const { label, asked } = carried(lines);
    expect(label).toBe(`Look Up the Next ${Math.min(asked.length, 25)}`);
    expect(lines.join('\n')).toContain(
      `Ask for the last ${rest.length - asked.length} of these in another message.`,
    );
    expectTaken(reply);
  }
});

it('the modal of More… opens a masked table in full, and says what it cannot open', () => {
  const { slash } = commandNames('');
  const more = { value: 'txn REF-1', slash };
  const masked = createMoreModal({ ...more, asks: [record()], isPublic: true });
  expect(JSON.stringify(masked)).toContain('"txn:full-all"');
  const asks = many((index) => uuid(index).repeat(2));
  const long = createMoreModal({ ...more, asks, isPublic: false });
  expect(JSON.stringify(long)).toContain('25 too long to be opened');
});
