import { describe, expect, it } from 'vitest';
import { commandNames } from '../../../src/commands/index.ts';
import { Transaction } from '../../../src/transfer-api/schemas.ts';
import { splitAsks } from '../../../src/transfers/asks.ts';
import { hidden } from '../../../src/transfers/mask-transaction.ts';
import { byAttention, type Row } from '../../../src/transfers/row.ts';
import { addContextLine } from '../../../src/views/add-context-line.ts';
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
    rest: [],
    currency: undefined,
    blockForm: 'current',
    askedAtMs: at,
    leftOut: [],
    unclear: [],
    hints: [],
    knowsShape: true,
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
/** Of any 25, which share no beginning. */
const uuid = (index: number) =>
  [8, 4, 4, 4, 12]
    .map((length, part) => ((index + 1) * 7919 * (part + 3) ** 9).toString(16).padStart(length, '5').slice(-length))
    .join('-');
const ordinary = () =>
  Array.from({ length: 25 }, (_, index) => ({
    ...record({ id: String(19_000 + index), amount: '1250000.00', status: index < 5 ? 'pending' : 'successful' }),
    asked: `GARO-${uuid(index).slice(-7)}`,
  }));
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
    ['rejected', 'request refused'],
    ['unexpected_body', 'not readable'],
    ['not_found', 'not found'],
  ] as const)('says what is known after %s: %s', (failed, word) => {
    expect(card([failure(failed)]).text).toMatch(new RegExp(`^1 asked: 1 ${word}\n`));
  });
});

describe('the text, which stands alone where Slack takes no blocks', () => {
  it('has a short line for each row, what needs attention first', () => {
    const requeried = {
      kind: 'requery',
      asked: '88',
      ofRecord: 'REF-9',
      status: 'FAILED',
      transaction: undefined,
    } as const;
    const rows = [{ ...record({ amount: '1250000.50' }), asked: 'REF-<!here>' }, failure('timeout'), requeried];
    expect(card(rows, { currency: 'NGN' }).text.split('\n')).toEqual([
      '3 asked: 1 successful · 1 FAILED · 1 no answer in time',
      '`F-timeout` · No answer in time',
      '`REF-9 · 88` · ✕ FAILED',
      '`REF-&lt;!here&gt;` · ✓ Successful · NGN 1,250,000.50',
    ]);
  });

  it('holds 25 ordinary ones, and says how many it does not hold', () => {
    expect(card(ordinary()).text.split('\n')).toHaveLength(26);
    const long = ordinary().map((row) => ({ ...row, asked: '&'.repeat(200) }));
    const { text } = card(long);
    expect(text.length).toBeLessThanOrEqual(2_900);
    const [, left] = /\n(\d+) more in the table$/.exec(text) ?? [];
    expect(text.split('\n')).toHaveLength(25 - Number(left) + 2);
  });
});

describe('a requery that finds nothing', () => {
  const requery = { kind: 'failure', isRequery: true, asked: '500004', failure: 'not_found' } as const;

  it('is no proof, and the card says so', () => {
    expect(card([requery]).text).toBe('1 requery: 1 nothing found\n`500004` · Nothing found');
    expect(shownLines(card([requery])).at(-1)).toContain(
      'a requery that finds nothing says nothing about the transfer',
    );
    expect(shownLines(card([failure('not_found')])).at(-1)).not.toContain('says nothing');
  });
});

describe('a reference that is not found', () => {
  const caution = /a reference that is not found does not say that the money moved, or that it did not/g;

  it('says nothing about the money, and the card says so once', () => {
    const shown = shownLines(card([record({}), failure('not_found'), failure('not_found'), failure('timeout')]));
    expect(shown.join('\n').match(caution)).toHaveLength(1);
    expect(shown.join('\n')).not.toMatch(/fail/i);
  });

  it('is no matter where all are found, or have no answer', () => {
    expect(shownLines(card([record({}), failure('timeout')])).join('\n')).not.toMatch(caution);
  });

  const notFound = (...references: string[]) => references.map((asked) => ({ ...failure('not_found'), asked }));
  const footOf = (rows: Row[], knowsShape = true) =>
    shownLines(card(rows, { knowsShape })).find((line) => line.includes('does not say that the money'));

  it.each([
    [['GARO-6t2x'], '`GARO-6t2x` may be cut off'],
    [['GARO-6t2x', 'R-GARO-1'], '`GARO-6t2x`, `R-GARO-1` may be cut off'],
    [
      ['GARO-6t2x', 'GARO-4', 'GARO-5', 'GARO-6', 'GARO-7'],
      '`GARO-6t2x`, `GARO-4`, `GARO-5` and 2 more may be cut off',
    ],
  ])('is named at the foot, once, when it may be cut off: %j', (references, words) => {
    const rows = [record({}), ...notFound(...references, 'GARO-6t2x8q1', 'TXN-12')];
    expect(shownLines(card(rows)).join('\n').split('may be cut off')).toHaveLength(2);
    expect(footOf(rows)).toContain(` · ${words}`);
    expect(footOf(rows, false)).not.toContain('cut off');
  });

  it('is not called cut off when it was found, or got no answer', () => {
    const found = { ...record({}), asked: 'GARO-6t2x' };
    const silent = { ...failure('timeout'), asked: 'GARO-6t2y' };
    expect(footOf([found, silent, ...notFound('TXN-12')])).not.toContain('cut off');
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
    expect(card(rows).text).toMatch(/^3 asked: 2 successful · 1 successful, reversed flag 1\n/);
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

  const amountsOf = (amounts: string[], changes: Partial<ManyCardOptions> = {}) =>
    drawn(
      amounts.map((text) => record({ amount: text })),
      changes,
    )
      .rows.slice(1)
      .map(([cell]) => cell);

  it('has numbers for its amounts, so that Slack sorts them by value, each with its own digits', () => {
    expect(amountsOf(['1250000.00', '-5', '0.10'], { currency: 'NGN' })).toEqual([
      { type: 'raw_number', value: 1_250_000, text: 'NGN 1,250,000.00' },
      { type: 'raw_number', value: -5, text: '-NGN 5' },
      { type: 'raw_number', value: 0.1, text: 'NGN 0.10' },
    ]);
  });

  it.each(['98765432109876543.21', '0.1234567890123456789', '9007199254740993', '1e5', 'five', '', '1'.repeat(30)])(
    'has text for all of them where one would lose a digit, is no number or is missing: %s',
    (amount) => {
      expect(amountsOf(['10.00', amount]).map((cell) => cell?.type)).toEqual(['raw_text', 'raw_text']);
    },
  );

  it.each<[string[], Partial<ManyCardOptions>, string | undefined]>([
    [['10.00', '9.00'], {}, 'Transactions asked for'],
    [['10.00', ''], {}, 'Transactions asked for. Amounts sort as text here, not by value.'],
    [[''], {}, 'Transactions asked for'],
    [['10.00', ''], { blockForm: 'classic' }, undefined],
  ])('says so where its amounts are sorted by letters: %j', (amounts, changes, caption) => {
    const rows = amounts.map((text) => record({ amount: text }));
    expect(Object(drawn(rows, changes)).caption).toBe(caption);
  });

  it('has text for them in the classic form, which is for any Slack', () => {
    expect(amountsOf(['10.00'], { blockForm: 'classic' })).toEqual([{ type: 'raw_text', text: '10.00' }]);
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
    'has room for 25 ordinary rows, every button, and a menu of all, those first that need attention: %s',
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
      expect(buttonsOf(reply)).toHaveLength(5);
      const menu = reply.blocks.flatMap((block) => (block.type === 'actions' ? block.elements : [])).at(-1);
      const offered = menu?.type === 'static_select' ? (menu.options ?? []).map(({ value }) => value) : [];
      expect(offered.slice(0, 5)).toEqual(rows.slice(0, 5).map(({ asked }) => `txn ${asked}`));
    },
  );

  const actionsOf = (reply: Reply) =>
    reply.blocks
      .flatMap((block) => (block.type === 'actions' ? block.elements : []))
      .map((element) => ({
        id: 'action_id' in element ? element.action_id : '',
        count: element.type === 'static_select' ? element.options?.length : undefined,
      }));
  const everyAction = ['tsq:requery-all', 'txn:refresh-all', 'txn:share-all', 'txn:csv'];

  it.each(forms)(
    'keeps every button and a menu of all under 25 ordinary references without a shared end: %s',
    (blockForm) => {
      const reply = card(ordinary(), { blockForm });
      expect(actionsOf(reply).map(({ id }) => id)).toEqual([
        'tsq:requery-all',
        'txn:watch-all',
        ...everyAction.slice(1),
        'txn:open',
      ]);
      expect(actionsOf(reply).at(-1)?.count).toBe(25);
      expect(tableOf(ordinary(), { blockForm })[0]).toContain('Created, UTC');
      expect(shownLines(reply).join('\n')).not.toMatch(/cannot be opened|no room/);
    },
  );

  it.each(forms)('shows beside 25 requeries what their records said, and keeps every button: %s', (blockForm) => {
    for (const [recorded, isLong] of [
      ['pending', false],
      ['é'.repeat(40), true],
    ] as const) {
      const rows = Array.from({ length: 25 }, (_, index): Row => {
        const [asked, ofRecord] = [String(19_000 + index), isLong ? uuid(index) : `GARO-8f3k${index}`];
        return { kind: 'requery', asked, ofRecord, recorded, status: 'PENDING', transaction: { amount: '1.00' } };
      });
      const reply = card(rows, { blockForm });
      expect(actionsOf(reply).map(({ id }) => id)).toEqual(expect.arrayContaining(everyAction));
      expect(checkMessage({ ...reply }).refusal).toBeUndefined();
      const [head = [], row = []] = tableOf(rows, { blockForm });
      const said = head.indexOf('Record said');
      if (!isLong) expect(row[said]).toBe('Pending');
      const requeryAll = buttonsOf(reply)[0]?.value ?? '';
      expect(requeryAll.includes(recorded)).toBe(said !== -1 && requeryAll.length <= 2_000);
    }
  });

  it.each(forms)('keeps every button under 25 UUIDs, and every digit of them: %s', (blockForm) => {
    for (const pendingCount of [0, 5, 25]) {
      const rows = ordinary().map((row, index) => ({
        ...row,
        ...record({
          id: String(19_000 + index),
          amount: '1250000.00',
          status: index < pendingCount ? 'pending' : 'successful',
        }),
        asked: uuid(index),
      }));
      const reply = card(rows, { blockForm });
      expect(actionsOf(reply).map(({ id }) => id)).toEqual(
        expect.arrayContaining(pendingCount > 0 ? everyAction : everyAction.slice(1)),
      );
      expect(
        tableOf(rows, { blockForm })
          .slice(1)
          .map((cells) => cells[2]),
      ).toEqual(rows.map(({ asked }) => asked));
    }
  });

  it('says which buttons there is no room for', () => {
    const rows = ordinary().map((row, index) => ({ ...row, asked: `${uuid(index)}-${uuid(index + 30)}` }));
    const reply = card(rows);
    const kept = actionsOf(reply).map(({ id }) => id);
    const gone = everyAction.filter((id) => !kept.includes(id));
    const names: Record<string, string> = {
      'tsq:requery-all': 'Requery Unsettled',
      'txn:refresh-all': 'Refresh All',
      'txn:share-all': 'Share',
      'txn:csv': 'Send as CSV',
    };
    expect(gone.length).toBeGreaterThan(0);
    const line = shownLines(reply).find((shown) => shown.includes('no room'));
    for (const id of everyAction) expect(line?.includes(names[id] ?? '?')).toBe(gone.includes(id));
  });

  it('says so as well when what a button carries is too long for it', () => {
    const rows = ordinary().map((row, index) => ({ ...row, asked: `${uuid(index)}`.repeat(5) }));
    expect(buttonsOf(card(rows)).map(({ text }) => text.text)).toEqual(['Requery Unsettled', 'Watch All Unsettled']);
    expect(shownLines(card(rows)).join('\n')).toContain(
      'There is no room here for Refresh All, Share and Send as CSV: ask for fewer at once.',
    );
  });

  it('cuts a bank by its name, never by its code', () => {
    const rows = ordinary().map((row, index) => ({
      ...row,
      ...record({ status: 'pending', destinationBankName: 'MICROFINANCE BANK OF THE NORTH AND OF THE SOUTH' }),
      asked: `${uuid(index)}-${uuid(index + 30)}`,
    }));
    for (const cells of tableOf(rows).slice(1)) expect(cells[4]).toMatch(/^MICRO.*… 000015$/);
  });

  it('keeps both ends of a long reference, by which people tell them apart', () => {
    const rows = ['A', 'B'].map((end) => ({ ...record({}), asked: `${'R'.repeat(60)}${end}` }));
    const [, first, second] = tableOf(rows).map((cells) => cells[2]);
    expect([first, second]).toEqual([expect.stringMatching(/^R+…R+A$/), expect.stringMatching(/^R+…R+B$/)]);
    expect(first).toHaveLength(48);
  });

  it('has room left for a line about what the question was read as', () => {
    for (const asked of [(index: number) => `GARO-${uuid(index).slice(-7)}`, uuid]) {
      const { blocks } = card(ordinary().map((row, index) => ({ ...row, asked: asked(index) })));
      const reply = addContextLine({ text: '', blocks }, `read as \`${'x'.repeat(300)}\``);
      expect(reply.blocks.slice(0, -1)).toEqual(blocks);
    }
  });

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
      expect(JSON.stringify(reply.blocks)).toMatch(/\d+ of these cannot be opened from here: ask with `\/txn`\./);
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

  it('stands no word of a record that a channel may not read', () => {
    const withheld = { ...pending, status: hidden };
    expect(buttonsOf(card([withheld]))[0]?.value).toBe(`tsq 77 ${pending.asked}`);
  });

  it('stands what can be done with all of it; a requery leads while something is not settled', () => {
    expect(labels({})).toEqual([
      ['Requery Unsettled', `tsq 77 ${pending.asked}\tpending\ntsq 88`, 'primary'],
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
      'Open in Full',
      'Refresh All',
      'Send as CSV',
    ]);
    expect(shared[2]?.[1]).toBe(all);
    expect(shared[3]?.[1]).toBe(JSON.stringify({ rows: all, audience: 'channel', sharedBy: 'amara' }));
    expect(labels({ canShare: false }).map(([label]) => label)).not.toContain('Share');
  });

  it('says of a table of requeries alone what it is of', () => {
    const failed = { kind: 'failure', asked: '99', failure: 'timeout', isRequery: true } as const;
    expect(card([requeried, failed]).text).toMatch(/^2 requeries: 1 FAILED · 1 no answer in time\n/);
    expect(card([requeried]).text).toMatch(/^1 requery: 1 FAILED\n/);
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

describe('what can be read in two ways, beside many', () => {
  const unclear = (count: number, length = 12) =>
    Array.from({ length: count }, (_, index) => {
      const said = `GARO-${index} ${'w'.repeat(length)}`;
      return { said, readings: [said.replace(' ', ''), `${said.replace(' ', '')}X`] };
    });

  it.each(forms)('pushes out neither the counts nor the totals: %s', (blockForm) => {
    const reply = card(ordinary(), { blockForm, unclear: unclear(5, 100) });
    const lines = shownLines(reply);
    expect(lines[0]).toMatch(/^\*25 asked:\*/);
    expect(lines[1]).toMatch(/^Successful: 25,000,000.00/);
    expect(lines.join('\n')).not.toContain('Too long');
    expect(checkMessage({ ...reply }).breaches).toEqual([]);
  });

  it('is asked with its own buttons, and what is not asked is counted', () => {
    const lines = shownLines(card(ordinary(), { unclear: unclear(9, 150) }));
    const asked = lines.filter((line) => line.endsWith('Which one is it?'));
    const offered = lines.filter((line) => line.startsWith('[Look Up '));
    expect(offered).toHaveLength(asked.length * 2);
    expect(asked.length).toBeGreaterThan(1);
    expect(lines.at(-1)).toContain(`${9 - asked.length} more can be read in more than one way`);
  });
});

describe('more than one table holds', () => {
  const restOf = (count: number, tail = '') =>
    Array.from({ length: count }, (_, at) => ({ isRequery: false, asked: `GARO-${1000 + at}${tail}` }));
  const carried = (lines: string[]) => {
    const [, label = '', value = ''] =
      /^\[(Look Up the [^\]]*)\] txn:these:0 ([\s\S]*)$/.exec(lines.find((line) => line.includes('txn:these')) ?? '') ??
      [];
    return { label, asked: splitAsks(value) };
  };

  it('is counted and stands behind a button, which Refresh All keeps', () => {
    const lines = shownLines(card(ordinary(), { rest: restOf(5) }));
    expect(lines[0]).toMatch(/^\*25 of 30 asked:\*/);
    const expected = restOf(5).map(({ asked }) => `txn ${asked}`);
    expect(carried(lines)).toEqual({ label: 'Look Up the Other 5', asked: expected });
    expect(lines.find((line) => line.includes('txn:refresh-all'))).toContain('"rest":"=txn GARO-100');
  });

  it.each(forms)('is as much as fits beside the table, and the others are counted: %s', (blockForm) => {
    for (const rest of [restOf(900), restOf(40, 'x'.repeat(150))]) {
      const reply = card(ordinary(), { blockForm, rest });
      const lines = shownLines(reply);
      const { label, asked } = carried(lines);
      expect(label).toBe(`Look Up the Next ${asked.length}`);
      expect(lines.join('\n')).toContain(`Ask for the last ${rest.length - asked.length} of these in another message.`);
      expect(lines.join('\n')).not.toContain('Too long');
      expect(checkMessage({ ...reply }).breaches).toEqual([]);
    }
  });
});

it('hints of trouble elsewhere stand above the buttons, and a long table keeps its totals', () => {
  const hints = ['6 of the 7 transfers to A are not settled.', '6 of the 9 look-ups got no answer in time.'];
  const rows = Array.from({ length: 25 }, (_, index) => ({
    ...record({ status: 'pending', destinationBankName: 'B'.repeat(60), id: String(index) }),
    asked: `GARO-${String(index).padStart(40, '0')}`,
  }));
  for (const blockForm of forms) {
    const reply = card(rows, { hints, blockForm });
    expect(checkMessage({ ...reply }).breaches).toEqual([]);
    expect(reply.text).toContain(hints.join('\n'));
    const lines = shownLines(reply);
    expect(lines).toContain(`~ ${hints.join('\n')}`);
    expect(lines.findIndex((line) => line.startsWith('['))).toBeGreaterThan(lines.indexOf(`~ ${hints.join('\n')}`));
    expect(lines).toContain('Pending: 250.00');
    expect(lines.join()).not.toContain('Too long for one message');
  }
});

describe('what stands out', () => {
  const remarks = (rows: Row[]) => card(rows).text.split('\n').slice(1, -rows.length);
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
      'all pending were created between <!date^1769867880^{date_short_pretty} {time}|2026-01-31 13:58 UTC> and <!date^1769868360^{time}|14:06 UTC>',
    ]);
  });

  it('is nothing among few, or among the successful', () => {
    expect(remarks([pending(access), pending(access)])).toEqual([]);
    expect(remarks(Array.from({ length: 9 }, () => record(access)))).toEqual([]);
  });
});
