import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Transaction } from '../../../src/transfer-api/schemas.ts';
import { manyCsv } from '../../../src/views/many/csv.ts';
import { parseCsv } from '../../sandbox/page/draw/parse-csv.ts';
import { anyCharacter } from '../../support/any-character.ts';

const rowOf = (fields: Record<string, unknown>) => {
  const transaction = Transaction.parse(fields);
  return { kind: 'record', asked: 'R1', status: transaction.status, transaction } as const;
};

describe('the file', () => {
  it('runs no formula in a spreadsheet, and holds neither names nor narrations', () => {
    const row = rowOf({
      status: '=HYPERLINK("http://evil.example")',
      destinationBankName: '+A,B',
      sourceBankName: '@cmd',
      destinationAccountNumber: '0123456789',
      destinationAccountName: 'Jane Doe',
      description: 'for Jane',
    });
    const csv = manyCsv([{ ...row, asked: '-1+1' }]);
    const [, line = ''] = csv.split('\r\n');
    for (const cell of ['"\'-1+1"', '"\'=HYPERLINK(""http://evil.example"")"', '"\'+A,B"', '"\'@cmd"'])
      expect(line).toContain(cell);
    expect(csv).not.toContain('Jane');
  });

  it('begins no row, and no formula, within a cell', () => {
    const csv = manyCsv([rowOf({ sessionId: '100004\n=1+1', sourceBankName: '\u200b \t=1+1' })]);
    expect(csv.split(/[\r\n]+/)).toEqual([expect.any(String), expect.any(String), '']);
    expect(csv).toContain('"100004 =1+1"');
    expect(csv).toContain('"\'=1+1"');
  });

  it('leaves a negative amount a number', () => {
    const csv = manyCsv([rowOf({ amount: '-12.50', charge: '-12.50+1', netAmount: '-' })]);
    expect(parseCsv(csv, 10)[1]?.slice(2, 5)).toEqual(['-12.50', "'-12.50+1", "'-"]);
  });

  it('has one line for each row and quotes around each cell, whatever the texts', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠\t\r\n\v\f\u0085\u2028\u2029\u200b\u00a0\u0000";,\' 1A') }),
    );
    const keys = ['status', 'amount', 'sessionId', 'sourceBankName', 'sourceAccountNumber', 'destinationBankCode'];
    const row = fc.tuple(fc.array(text, { minLength: keys.length, maxLength: keys.length }), text);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (given) => {
        const csv = manyCsv(
          given.map(([values, asked]) => ({
            ...rowOf(Object.fromEntries(keys.map((key, index) => [key, values[index]]))),
            asked,
          })),
        );
        const lines = csv.replace(/^\ufeff/, '').split('\r\n');
        expect(lines).toHaveLength(given.length + 2);
        expect(lines.pop()).toBe('');
        for (const line of lines) {
          expect(line).toMatch(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*"){15}$/);
          expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        }
        const isFormula = (cell: string) => /^\s*(?:[=+@＝＋－＠]|-(?!\d+(?:\.\d+)?$))/.test(cell);
        expect(parseCsv(csv, 10).flat().filter(isFormula)).toEqual([]);
      }),
    );
  });
});
