import { describe, expect, it } from 'vitest';
import { initials, maskAccount, maskRecord, maskTransaction } from '../../src/transfers/disclosure.ts';

describe('an account number', () => {
  it.each([
    ['0123456789', 'masked', '••6789'],
    ['1234', 'masked', '••'],
    ['Jane Doe', 'masked', '••'],
    ['', 'masked', ''],
    ['0123456789', 'full', '0123456789'],
    ['0123456789', 'never', ''],
  ] as const)('%j, %s, reads %j', (account, mode, shown) => {
    expect(maskAccount(account, mode)).toBe(shown);
  });
});

describe('a name', () => {
  it.each([
    ['Jane Doe', 'J. D.'],
    ['JANE MARY  DOE-OKORO', 'J. M. D.'],
    ['Ọláòlúwa Adéṣọlá', 'Ọ. A.'],
    ["O'Neil", 'O.'],
    ['王小明', '王.'],
    ['12345', ''],
  ])('%s becomes %s', (name, shown) => {
    expect(initials(name)).toBe(shown.normalize(name.normalize('NFC') === name ? 'NFC' : 'NFD'));
  });
});

describe('a record for a channel', () => {
  it('keeps status, amount, banks, reference and session whole, and nothing that people wrote freely', () => {
    const transaction = {
      status: 'pending',
      amount: '1.00',
      reference: 'R1',
      sessionId: '100004240926153311119822107551',
      destinationBankName: 'GTBANK',
      destinationAccountName: 'Jane Doe',
      destinationAccountNumber: '0123456789',
      description: 'for Jane',
      userId: '745',
      details: { phone: '080' },
    };
    const masked = maskRecord(transaction, 'masked');
    expect(masked).toMatchObject({
      status: 'pending',
      amount: '1.00',
      reference: 'R1',
      sessionId: '100004240926153311119822107551',
      destinationBankName: 'GTBANK',
      destinationAccountName: 'J. D.',
      destinationAccountNumber: '••6789',
    });
    expect(JSON.stringify(masked)).not.toMatch(/Jane|0123456789|745|080/);
  });

  it('holds nothing of what arrived beside the known fields', () => {
    const answer = { transaction: {}, record: { extra: 'Jane' }, withheld: ['pin'] };
    expect(maskTransaction(answer, 'masked')).toMatchObject({ record: {}, withheld: [] });
  });

  it('keeps the reference that was asked for, whatever it looks like', () => {
    const answer = { transaction: { reference: 'Rent & more' }, record: {}, withheld: [] };
    expect(maskTransaction(answer, 'masked').transaction.reference).toBe('Rent & more');
    expect(maskRecord(answer.transaction, 'masked').reference).toBe('••');
  });
});
