import { parseCsv } from 'slack-sandbox/page/client/parse-csv.ts';
import { expect, it } from 'vitest';
import { formatCsv, formatIsoTime, formatTableCsv } from '../../src/tables/csv.ts';
import { parseTransaction } from '../../src/transfer-service/fields.ts';

const rowOf = (fields: Record<string, unknown>) => {
  const transaction = parseTransaction(fields);
  const { status, reversedFlag } = transaction;
  return { isRequery: false, asked: 'R1', status, reversedFlag, transaction };
};

it("a table's CSV has all fields under the spec's names, with times in the asker's offset", () => {
  const row = rowOf({
    status: 'pending',
    amount: '25000.00',
    destinationAccountNumber: '0123456789',
    description: 'for Jane',
    destinationAccountName: 'Jane Doe',
    createdAt: String(Date.UTC(2026, 0, 31, 23, 58, 9)),
  });
  const requery = { isRequery: true, asked: '88', status: 'SUCCESSFUL' } as const;
  const checked = { ...rowOf({ status: 'pending' }), asked: 'R2', requeried: requery };
  const failure = { asked: 'R3', failure: 'timeout', isRequery: false } as const;
  const csv = formatTableCsv([{ ...row, ageMs: 7_200_000 }, checked, requery, failure], 3_600);
  const [head = [], ...rows] = parseCsv(csv, 10);
  expect(head.slice(0, 3)).toEqual(['reference', 'status', 'amount']);
  expect(head).toHaveLength(29);
  const cells = rows.map((row) => Object.fromEntries(row.map((cell, at) => [head[at], cell])));
  const times = [0, 19_800, -12_600].map((offset) =>
    formatIsoTime(Date.UTC(2026, 0, 31, 13, 58), offset),
  );
  expect(times).toEqual([
    '2026-01-31T13:58:00Z',
    '2026-01-31T19:28:00+05:30',
    '2026-01-31T10:28:00-03:30',
  ]);
  expect(cells).toEqual([
    expect.objectContaining({
      reference: 'R2',
      status: 'pending',
      requery: 'SUCCESSFUL',
      disagrees: 'yes',
    }),
    expect.objectContaining({
      reference: 'R1',
      status: 'pending',
      amount: '25000.00',
      destinationAccountNumber: '0123456789',
      destinationAccountName: 'Jane Doe',
      description: 'for Jane',
      createdAt: '2026-02-01T00:58:09+01:00',
      note: '2 h old',
      disagrees: '',
    }),
    expect.objectContaining({ reference: 'R3', status: 'no answer', amount: '' }),
    expect.objectContaining({ reference: '', status: 'SUCCESSFUL', transactionId: '88' }),
  ]);
});

it('a long CSV is one, with a byte order mark at its start alone', async () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => [`R${at}`, 'pending']);
  const bytes = await (await formatCsv(lines)).arrayBuffer();
  const text = Buffer.from(bytes).toString();
  expect(text.lastIndexOf('\ufeff')).toBe(0);
  expect(parseCsv(text, 4_000)).toEqual(lines);
});

it("a table's CSV leaves a negative amount a number", () => {
  const [head, row] = parseCsv(
    formatTableCsv([rowOf({ amount: '-12.50', charge: '-12.50+1', netAmount: '-12' })]),
    10,
  );
  const cellOf = (name: string) => row?.[head?.indexOf(name) ?? -1];
  expect(['amount', 'charge', 'netAmount'].map(cellOf)).toEqual(['-12.50', "'-12.50+1", '-12']);
});

it.each([
  '=1+1',
  '+1',
  '-1+1',
  '@x',
  '＝1',
  '\t=1',
  '\n=1',
  'a"b',
  'a\r\nb',
  'a\u2028b',
  'a\u0085b',
  '\u200b=1',
])("a table's CSV has one line for each row, quoted cells and no formula: %j", (text) => {
  const csv = formatTableCsv([
    { ...rowOf({ status: text, amount: text, sourceBankName: text }), asked: text },
  ]);
  const lines = csv.replace(/^\ufeff/, '').split('\r\n');
  expect(lines).toEqual([
    expect.any(String),
    expect.stringMatching(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*"){28}$/),
    '',
  ]);
  expect(lines[1]).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  expect(
    parseCsv(csv, 10)
      .flat()
      .filter((cell) => /^\s*[=+@＝-]/.test(cell)),
  ).toEqual([]);
});
