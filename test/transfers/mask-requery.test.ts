import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { maskRequery } from '../../src/transfers/disclosure.ts';

const mask = (payload: unknown, rest: Record<string, unknown> = {}, message?: string) =>
  maskRequery({ success: true, message, payload, rest, withheld: [], transaction: undefined }, 'masked');

describe('a requery for a channel', () => {
  it('shows states, codes, amounts, times and the identifiers of the transfer', () => {
    const payload = {
      status: 'SUCCESSFUL',
      responseCode: '00',
      amount: '5000.00',
      transactionId: '12345698690885579',
      sessionId: '100004240926153311119822107551',
      bankName: 'GTBANK PLC',
      destinationBankCode: '000013',
      createdAt: '2026-11-21T10:00:00Z',
      data: { paymentStatus: 'PAID', accountNumber: '0123456789', accountName: 'Jane Doe' },
    };
    expect(mask(payload)).toEqual({
      answer: {
        success: true,
        message: undefined,
        transaction: undefined,
        withheld: [],
        rest: {},
        payload: { ...payload, data: { paymentStatus: 'PAID', accountNumber: '••6789', accountName: 'J. D.' } },
      },
      hiddenCount: 0,
    });
  });

  it.each([
    [{ responseMessage: 'Paid to Jane Doe' }],
    [{ feedbackDescription: 'Jane Doe 0123456789' }],
    [{ narration: 'for Jane' }],
    [{ format: 'Jane' }],
    [{ beneficiaryUpdate: 'Jane' }],
    [{ postcode: 'Jane' }],
    [{ coffee: 'Jane' }],
    [{ channel: 'Jane Doe' }],
    [{ reference: 'Jane Doe 0123456789' }],
    [{ status: 'SUCCESSFUL: paid Jane Doe 0123456789' }],
    [{ status: 'paid to Jane Doe' }],
    [{ accountNumber: 'Jane Doe' }],
    [{ janeDoeAccountNumber: '0123456789' }],
    [{ 'Jane Doe accountName': 'Jane Doe' }],
    [{ '0123456789 status': 'PAID' }],
    [{ status: '0123456789' }],
    [{ responseCode: '0123456789' }],
    [{ bankName: 'GTBANK 0123456789' }],
    [{ bankName: 'GTBANK 012 345 6789' }],
    [{ accounts: { '0123456789': { status: 'Jane' } } }],
    [{ 'Jane Doe': { code: '00' } }],
    [{ data: { inner: { status: 'Jane' } } }],
    [{ data: [{ narration: 'Jane' }, 'Jane'] }],
    [['Jane']],
    ['Jane'],
  ])('keeps to itself what could name anybody: %j', (payload) => {
    const masked = mask(payload);
    expect(stringify(masked.answer)).not.toMatch(/Jane|0123456789/);
    if (!JSON.stringify(payload).includes('accountNumber')) expect(masked.hiddenCount).toBeGreaterThan(0);
  });

  it.each([
    ['Jane Doe 0123456789', '••'],
    ['paid.to:0123456789', '••'],
    ['GARO-8f3k2j1', 'GARO-8f3k2j1'],
  ])('shows the reference of a record within only when it looks like one: %j', (reference, shown) => {
    const transaction = { reference, status: 'paid', amount: '1.00', destinationAccountNumber: '0123456789' };
    const answer = {
      ...{ success: true, message: undefined, payload: transaction, rest: {}, withheld: [] },
      transaction: { transaction, record: transaction, withheld: [] },
    };
    expect(maskRequery(answer, 'masked').answer.transaction?.transaction).toMatchObject({
      ...{ reference: shown, status: 'paid', destinationAccountNumber: '••6789' },
    });
  });

  it('keeps to itself what is nested deeper than any answer, however deep', () => {
    let nested: unknown = 'SUCCESSFUL';
    for (let depth = 0; depth < 100_000; depth += 1) nested = depth % 2 === 0 ? [nested] : { data: nested };
    const masked = mask({ status: 'SUCCESSFUL', data: nested });
    expect(stringify(masked.answer)).toContain('"status":"SUCCESSFUL"');
    expect(masked.hiddenCount).toBe(1);
  });

  it("leaves the service's own sentence out, and counts it", () => {
    expect(mask({}, {}, 'Transfer to JANE DOE')).toMatchObject({ answer: { message: undefined }, hiddenCount: 1 });
  });

  it('shows no value under a name that is not known to be open, whatever the names are', () => {
    const tree = fc.letrec((tie) => ({
      node: fc.dictionary(fc.string(), fc.oneof({ depthSize: 'small' }, fc.constant('Canary Name'), tie('node')), {
        maxKeys: 6,
      }),
    })).node;
    fc.assert(
      fc.property(tree, (payload) => {
        expect(stringify(mask(payload).answer)).not.toContain('Canary Name');
      }),
    );
  });
});
