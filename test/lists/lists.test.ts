import { Blob } from 'node:buffer';
import { parse } from 'lossless-json';
import { expect, it } from 'vitest';
import { TransferApiError, type TransferApiFailure } from '../../src/errors.ts';
import { List, toStoredAnswer } from '../../src/lists/list.ts';
import { createOfferReply, createResultReply } from '../../src/lists/messages.ts';
import { readList } from '../../src/lists/read-list.ts';
import { createResultCsv } from '../../src/lists/result-csv.ts';
import { createRows } from '../../src/lists/rows.ts';
import { cleanText } from '../../src/reading/clean.ts';
import { createReferences } from '../../src/reading/references.ts';
import { asObject, parseTransaction, type Transaction } from '../../src/transfer-service/fields.ts';
import { failedRow, type Row, recordRow, requeryRow, rowTitle } from '../../src/transfers/row.ts';
import { asker, places } from '../support/asker.ts';
import { resourcesFor } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';

it('of two lists that one person begins at the same time, one begins', async () => {
  const { lists } = resourcesFor('http://127.0.0.1:9').services;
  const wanted = { references: ['GARO-8f3k2j1'], file: undefined };
  const [one, another] = [await lists.offer(wanted, asker), await lists.offer(wanted, asker)];
  const unaudited = async () => Promise.reject(new Error('no audit line'));
  await expect(lists.begin(one, { ...asker, audited: unaudited })).rejects.toThrow('no audit line');
  const begun = await Promise.allSettled(
    [one, another].map((offered) => lists.begin(offered, asker)),
  );
  expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (let later = 0; later < 5; later += 1) await lists.offer(wanted, asker);
  await expect(lists.findOwn(one.id, asker.personId)).rejects.toThrow('not kept any more');
});

const list: List = {
  id: 'sample-batch',
  personId: 'U0SAMPLE',
  file: { id: 'F0', name: 'l.csv' },
  isRequery: false,
  count: 2,
  offeredAtMs: 0,
  references: ['GARO-1', 'GARO-2'],
  answers: {},
};
const failedWith = (failure: TransferApiFailure, status?: number) =>
  toStoredAnswer(
    failedRow(
      { isRequery: false, asked: '' },
      new TransferApiError(failure, { operation: 'transaction', status }),
    ),
  );
const csvOf = async (...what: Parameters<typeof createResultCsv>) => {
  const { content } = await createResultCsv(...what);
  return Buffer.from(await new Blob([content]).arrayBuffer()).toString(); // with its first mark
};
const pending = { status: 'pending' };
const resultOptions = { currency: undefined, blockForm: 'classic', isFileUnread: false } as const;

it('a stored answer tells an unreachable service from one with an error', () => {
  const answers = {
    0: failedWith('unreachable'),
    1: failedWith('unreachable', 503),
    2: { failure: 'unreachable' },
  } as const;
  const rows = createRows(
    { ...list, references: ['a', 'b', 'of an earlier version'], answers },
    () => undefined,
  );
  expect(rows.map(rowTitle)).toEqual(['Could not be reached', 'Service error', 'No usable answer']);
});

it("a list's file has the statuses of record and requery in separate columns", async () => {
  const recordOf = (transaction: Transaction, ageMs?: number) =>
    recordRow('GARO-1', { transaction, record: {}, withheld: [], ageMs });
  const ask = { isRequery: true, asked: '19261' };
  const bare = { success: true, message: undefined, rest: {}, withheld: [] };
  const checked = (payload: unknown, record: Row = recordOf(pending)) => {
    const answer = { ...bare, payload, transaction: undefined };
    const requeried = requeryRow('19261', answer, { ...pending, reference: 'GARO-1' });
    return toStoredAnswer({ ...record, requeried });
  };
  const notFound = failedRow(ask, new TransferApiError('not_found', { operation: 'requery' }));
  const failing = { status: 'pending', other: { status: 'failed' } };
  const answers = {
    0: checked(failing),
    1: toStoredAnswer({ ...recordOf(pending), requeried: notFound }),
    2: toStoredAnswer(recordOf({ status: 'successful' }, 7_200_000)),
    3: failedWith('not_found'),
    4: checked({ ...failing, old: { status: 'Paid to Jane' } }, recordOf(pending, 7_200_000)),
    5: checked({ status: 'successful', transactionId: '999' }),
    6: checked({ status: 'pending and also failed' }),
    7: checked({ ...pending, reference: 'OTHER-1a2b3c4' }),
    8: checked({ ...pending, reference: 'Jane Doe' }),
    9: toStoredAnswer(
      failedRow(
        { isRequery: false, asked: 'GARO-10' },
        new TransferApiError('unexpected_body', {
          operation: 'transaction',
          reason: 'another_reference',
        }),
      ),
    ),
  };
  const references = Object.keys(answers).map((at) => `GARO-${Number(at) + 1}`);
  const requeries = { ...list, isRequery: true, references, answers };
  const rows = createRows(requeries, () => undefined);
  const csv = await csvOf(requeries, rows, undefined);
  expect(csv.replaceAll('"', '').split('\r\n')).toEqual([
    '\ufeffreference,status,requery,disagrees,amount,currency,bank,bankCode,id,createdAt,completedAt,note',
    'GARO-1,pending,pending, failed,yes,,,,,,,,',
    'GARO-2,pending,nothing found,,,,,,,,,',
    'GARO-3,successful,,,,,,,,,,2 h old',
    'GARO-4,,,,,,,,,,,not found',
    'GARO-5,pending,pending, failed, Paid to Jane,yes,,,,,,,,2 h old',
    'GARO-6,pending,successful, names transaction 999,yes,,,,,,,,',
    'GARO-7,pending,pending and also failed,yes,,,,,,,,',
    'GARO-8,pending,answered about another reference, OTHER-1a2b3c4,yes,,,,,,,,',
    'GARO-9,pending,answered about another reference, ••,yes,,,,,,,,',
    'GARO-10,,,,,,,,,,,answered with another transaction',
    '',
  ]);
  const shown = shownLines(createResultReply(requeries, rows, resultOptions));
  expect(shown).toContain('To look at:');
  expect(shown.join()).toContain('This is 2 h old: a cache on the way kept it.');
  expect(rows.map(({ asked }) => asked)).toEqual(references);
});

it.each<[keyof Transaction, unknown, string]>([
  ['amount', '12,5', '12,5'],
  ['amount', { value: '25.00' }, '{"value":"25.00"}'],
  ['amount', '12.500', '12.500'],
  ['status', 'Held for Jane', 'Held for Jane'],
  ['status', { code: 9, text: 'Jane' }, '{"code":9,"text":"Jane"}'],
  ['reversedFlag', 'by Jane', 'flagged as reversed (by Jane), no status'],
  ['destinationBankCode', 14, '14'],
  ['createdAt', '2026-11-28 10:00', '2026-11-28 10:00'],
  ['currency', 'Jane', 'JANE'],
  ['currency', 'usd', 'USD'],
])(
  'the owner of a list reads a %s as it came, and a channel no free text: %j',
  async (field, value, shown) => {
    const json: unknown = parse(JSON.stringify({ [field]: value }));
    const record = asObject(json) ?? {};
    const transaction = parseTransaction(record);
    const answer = recordRow('GARO-1', { transaction, record, withheld: [] });
    const stored = List.parse(
      JSON.parse(JSON.stringify({ ...list, answers: { 0: toStoredAnswer(answer) } })),
    );
    const content = await csvOf(
      stored,
      createRows(stored, () => ''),
      undefined,
    );
    expect(content.replaceAll('""', '"')).toContain(`"${shown}"`);
    const channel = JSON.stringify(createRows(stored, () => '', true));
    expect(channel).not.toMatch(/jane|12,5/i);
  },
);

it("a list's row has the current name of its bank's code", () => {
  const [row] = createRows(
    { ...list, answers: { 0: { ...pending, bank: '000014' } } },
    (code) => `Bank ${code}`,
  );
  expect(row).toMatchObject({ transaction: { destinationBankName: 'Bank 000014' } });
});

it("a list's result shows the first rows that need attention", () => {
  const references = Array.from({ length: 40 }, (_, at) => `GARO-${at}`);
  const answers = Object.fromEntries(references.map((_, at) => [at, failedWith('not_found')]));
  const rows = createRows({ ...list, references, answers }, () => undefined);
  expect(shownLines(createResultReply(list, rows, resultOptions))).toContain(
    'The first 25 of 40 to look at:',
  );
});

it.each([
  ['timeout', true],
  ['not_found', false],
] as const)('a row that failed with %s is offered to be asked again: %s', (failure, isOffered) => {
  const answers = { 0: failedWith(failure), 1: failedWith('rejected') };
  const shown = shownLines(
    createResultReply(
      list,
      createRows({ ...list, answers }, () => undefined),
      resultOptions,
    ),
  );
  expect(shown.join().includes('Check Open Ones Again')).toBe(isOffered);
});

it('the CSV of a text has the reference beside its line, without keys', async () => {
  const text = 'ref=GARO-8f3k2j1 key sk_live_9f8e7d6c5b4a3928\nand more';
  const parsed = await readList(new TextEncoder().encode(text), 'a.log', createReferences());
  const csv = await csvOf({ ...list, references: ['GARO-8f3k2j1'] }, [], parsed);
  expect(csv.split('\r\n').map((line) => line.split(',').slice(0, 2).join())).toEqual([
    '\ufeff"reference","line"',
    '"GARO-8f3k2j1","ref=GARO-8f3k2j1 key ••secret-key••"',
    '"","and more"',
    '',
  ]);
});

const chosen = {
  at: 1,
  name: 'Reference',
  references: ['GARO-8f3k2j1', 'GARO-5p1d6w8'],
  withoutCount: 1,
  repeatCount: 0,
  roundedCount: 0,
};
const found = {
  above: [],
  head: ['Note', 'Reference'],
  rows: [],
  chosen,
  choices: [chosen],
  leftOut: [1, 2, 3, 4].map((row) => ({ word: `ADA-${row}`, row })),
  leftOutCount: 4,
  bounds: 'Only the first 100 of 120 columns were read.',
};

it("a list's offer names the words that are not looked up, and in a channel counts them", () => {
  const lines = (audience: 'asker' | 'channel') =>
    createOfferReply(found, [list], places[audience]).text.split('\n');
  expect(lines('asker')).toEqual([
    '2 references in column *Reference* of `l.csv`; first `GARO-8f3k2j1`; 1 row has none. About 1 s.',
    'Not looked up: `ADA-1` (row 1), `ADA-2` (row 2) and 2 more.',
    'Only the first 100 of 120 columns were read.',
  ]);
  expect(lines('channel')).toEqual([
    '2 references in column *Reference* of the file; 1 row has none. About 1 s.',
    'Not looked up: 4 other words.',
    'Only the first 100 of 120 columns were read.',
  ]);
  const withKey = { ...found, leftOut: [{ word: cleanText('sk_live_9f8e7d6c5b4a3928'), row: 1 }] };
  for (const audience of ['asker', 'channel'] as const)
    expect(createOfferReply(withKey, [list], places[audience]).text.split('\n')).toContain(
      'That looks like a secret key: revoke it, and delete the message.',
    );
  const anywhere = { ...chosen, at: undefined, name: 'the lines' };
  const inLines = createOfferReply(
    { ...found, chosen: anywhere, choices: [anywhere] },
    [list],
    places.asker,
  ).text;
  expect(inLines).toMatch(/^2 references in the lines of `l\.csv`.* \(line 1\)/s);
});

it("a list's offer of several columns has a button for each, with what it leaves out", () => {
  const other = {
    at: 0,
    name: 'ADA EZE',
    references: ['GARO-1a2b3c4'],
    withoutCount: 3,
    repeatCount: 0,
    roundedCount: 2,
  };
  const offers = [list, { ...list, id: 'sample-other', count: 1 }];
  const offer = createOfferReply({ ...found, choices: [chosen, other] }, offers, places.channel);
  expect(offer.text.split('\n')).toEqual([
    'The file has references in several columns. Which are to be looked up?',
    '• 2 references in column *Reference*; 1 row has none.',
    '• 1 reference in column 1; 3 rows have none. Left out: 2 more that a spreadsheet may have rounded.',
    expect.stringContaining('Not looked up'),
    expect.stringContaining('Only the first'),
  ]);
  const shown = JSON.stringify(offer.blocks);
  expect(shown).toMatch(
    /"batch:run:0".*Look Up 2 in Reference.*"batch:run:1".*Look Up 1 in column 1/,
  );
  expect(shown).not.toMatch(/ADA|GARO-/);
});

it("a list's file retains the title above its head, and cuts a row that is far too long", async () => {
  const many = Array.from({ length: 201 }, () => ({ cells: ['x'], reference: undefined }));
  const long = { cells: Array.from({ length: 5_000 }, () => 'y'), reference: undefined };
  const parsed = { ...found, above: [['Title']], rows: [...many, long] };
  const [title, head] = (await csvOf(list, [], parsed)).split('\r\n');
  expect(title).toBe('\ufeff"Title"');
  expect(head).toMatch(/^"Note","Reference",(?:"",){98}"status",/);
});

it('a column that a list adds never has the name of one in the file', async () => {
  const rows = [
    { cells: ['1.23E+17'], reference: undefined, isRounded: true },
    { cells: ['GARO-5p1d6w8'], reference: 'GARO-5p1d6w8' }, // found by a newer version alone
  ];
  const parsed = { ...found, head: ['Reference', ' Amount', 'STATUS', 'found status'], rows };
  const lines = (await csvOf({ ...list, isRequery: true }, [], parsed)).split('\r\n');
  expect(lines[0]).toContain(
    '"found status","found found status","requery","disagrees","found amount","currency","bank","bankCode"',
  );
  const cells = lines.map((line) => line.split(',').length);
  expect(cells[1]).toBe(cells[0]);
  expect(lines[1]).toMatch(/^"1\.23E\+17",.*"left out: may be rounded"$/);
  expect(lines[2]).toMatch(/^"GARO-5p1d6w8",.*"not looked up"$/);
});
