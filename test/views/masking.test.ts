import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initials, maskAccount, maskFields, maskForChannel } from '../../src/views/masking.ts';

describe('an account number', () => {
  it.each([
    ['0123456789', 'masked', '••6789'],
    ['1234', 'masked', '••'],
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
    const masked = maskForChannel({ transaction, record: { ...transaction, extra: 'Jane' } }, 'masked');
    expect(masked.record).toEqual({});
    expect(masked.transaction).toMatchObject({
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
});

describe('any other body for a channel', () => {
  it('shows nothing under a name that is not known to be open', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.constant('canary')), (body) => {
        const known =
          /status|success|code|amount|fee|charge|currency|reference|session|id|type|category|channel|date|time|at|flag|attempts|retries|message|description|reason|bank|institution|name|account/i;
        const { entries } = maskFields(Object.entries(body), 'masked');
        for (const [key] of entries) expect(key).toMatch(known);
      }),
    );
  });

  it('counts what it leaves out, in nested objects too', () => {
    const { entries, hiddenCount } = maskFields(
      Object.entries({
        status: 'PAID',
        payer: 'Jane',
        inner: { bankCode: '000013', phone: '080', tags: ['x'] },
        empty: null,
      }),
      'masked',
    );
    expect(entries).toEqual([
      ['status', 'PAID'],
      ['inner', { bankCode: '000013' }],
    ]);
    expect(hiddenCount).toBe(3);
  });
});
