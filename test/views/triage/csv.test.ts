import { describe, expect, it } from 'vitest';
import { Transaction } from '../../../src/transfer-api/schemas.ts';
import { triageCsv } from '../../../src/views/triage/csv.ts';
import { sum } from '../../../src/views/triage/sum.ts';

describe('the file', () => {
  it('runs no formula in a spreadsheet, quotes what needs it, and shortens accounts', () => {
    const transaction = Transaction.parse({
      status: '=HYPERLINK("http://evil.example")',
      destinationBankName: '+A,B',
      sourceBankName: '@cmd',
      destinationAccountNumber: '0123456789',
      destinationAccountName: 'Jane Doe',
      description: 'for Jane',
    });
    const csv = triageCsv([{ kind: 'record', asked: '-1+1', transaction }], 'masked');
    const [, row = ''] = csv.split('\r\n');
    for (const cell of ["'-1+1", '"\'=HYPERLINK(""http://evil.example"")"', '"\'+A,B"', "'@cmd", '••6789'])
      expect(row).toContain(cell);
    expect(csv).not.toMatch(/Jane|0123456789/);
    expect(triageCsv([{ kind: 'record', asked: 'R1', transaction }], 'full')).toContain('0123456789');
  });
});

describe('a sum', () => {
  it.each([
    [['0.1', '0.2'], '0.3', 0],
    [['98765432109876543.21', '0.79'], '98765432109876544.00', 0],
    [['-5', '2.50'], '-2.50', 0],
    [['1', 'x', undefined], '1', 2],
    [['x'], undefined, 1],
    [[], undefined, 0],
  ])('of %j is %s', (amounts, total, unreadCount) => {
    expect(sum(amounts)).toEqual({ total, unreadCount });
  });
});
