import fc from 'fast-check';
import { parse, stringify } from 'lossless-json';
import { institutions } from 'slack-sandbox/transfer-service';
import { describe, expect, it } from 'vitest';
import { inquire } from '../../src/command.ts';
import { hidden } from '../../src/status.ts';
import { type FoundTable, tableOf } from '../../src/tables/table.ts';
import { JsonObject, Transaction } from '../../src/transfer-service/bodies.ts';
import { cardOf, type FoundCard } from '../../src/transfers/card.ts';
import { foldParties, mayChannelRead } from '../../src/transfers/channel-values.ts';
import {
  initials,
  maskAccount,
  maskRecord,
  maskRequery,
  maskRow,
  maskTransaction,
  storable,
} from '../../src/transfers/disclosure.ts';
import { snapshotOf } from '../../src/transfers/snapshot.ts';
import { transactionRecord } from '../fixtures/transaction.ts';
import { resourcesFor } from '../support/services.ts';
import { everybody } from './serve-transfers.ts';

const opens = (name: string, text: string, parties: string[] = []) => mayChannelRead(name, text, foldParties(parties));
/** Lines of a name, a colon and a value. */
const rowsIn = (lines: string) =>
  lines.split('\n').map((line): [string, string] => {
    const at = line.indexOf(': ');
    return [line.slice(0, at).trim(), line.slice(at + 2)];
  });

describe('a value that everybody may read', () => {
  it('has a known name and looks the part', () => {
    const readable = rowsIn(`status: successful
      status: Pending Review
      transferStatus: in progress
      state: NOT FOUND
      status: ausgeführt
      status: IN_PROGRESS${' '}
      status: 00
      reversedFlag: 1
      amount: -98765432109876543.21
      amount: 1,250,000.00
      netAmount: 1.8E+5
      sessionID: 100004240926153311119822107551
      transaction_type_name: bank_transfer
      destinationBankName: 9 PAYMENT SERVICE BANK (9PSB)
      destinationBankCode: 000013
      responseCode: 00
      errorCode: NIP-091
      code: NOT_FOUND
      success: true
      isReversed: Y
      retryCount: 3
      currency: NGN
      charge: 123456789
      type: credit
      category: collection
      type: REVERSAL
      category: inward bank transfer`);
    const banks = institutions.map(({ institutionName }) => ['bankName', institutionName] as const);
    expect([...readable, ...banks].filter(([name, text]) => !opens(name, text))).toEqual([]);
  });

  it('is nothing else', () => {
    const closed = rowsIn(`status: paid to Jane Doe
      status: blocked 0123456789
      status: Jane Doe
      status: pending Jane
      status: in  progress
      bankName: GTBANK 0123456789
      amount: 5000 for Jane
      amount: 0123456789
      amount: 12345,678
      amount: 0123456789E+1
      charge: +0123456789
      type: Jane Doe
      type: Amara
      category: Jane-Doe
      transactionTypeName: transfer_Amara
      code: Amara
      responseCode: JANE_DOE
      errorCode: Amara1985
      success: Amara
      retries: Jane
      currency: Ada
      currency: AMARA
      currencyCode: 566
      bankCode: Amara
      institutionCode: 000013a
      narration: successful
      constructor: successful
      status2: successful`);
    expect(closed.filter(([name, text]) => opens(name, text))).toEqual([]);
  });

  it('does not say what another field of the same answer says of a party', () => {
    const parties = ['0123456789', 'Jane Mary Doe', 'GTBANK', '12345'];
    const says = (name: string, text: string) => !opens(name, text, parties);
    expect(says('id', '0123456789')).toBe(true);
    expect(says('reference', 'X-0123-456789')).toBe(true);
    expect(says('bankName', 'bank of JANE  Mary-Doe ltd')).toBe(true);
    // By chance, or a bank that is a party.
    expect(says('sessionId', '100001234500')).toBe(false);
    expect(says('bankName', 'GTBANK PLC')).toBe(false);
    expect(says('status', 'Janet')).toBe(false);
  });

  it('is none in an answer that names more people than one transfer has', () => {
    const people = (count: number) => Array.from({ length: count }, (_, at) => `Jane Doe${at}`);
    expect(opens('status', 'paid', [...people(50), ...people(50), '', 'GTBANK'])).toBe(true);
    expect(opens('status', 'paid', people(51))).toBe(false);
  });

  it('holds no account number in words, however it is written', () => {
    const words = fc.array(fc.constantFrom('paid', 'to', 'GTBANK', '-', '_', '.', ' '), { maxLength: 5 });
    const account = fc.array(fc.constantFrom(...'0123456789'), { minLength: 10, maxLength: 10 });
    const between = fc.constantFrom('', ' ', '-', '.');
    fc.assert(
      fc.property(words, account, between, words, (before, digits, separator, after) => {
        const text = before.join('') + digits.join(separator) + after.join('');
        for (const name of ['status', 'bankName', 'responseCode', 'type']) expect(opens(name, text)).toBe(false);
      }),
    );
  });
});

describe('a record for a channel', () => {
  it.each([
    ['0123456789', 'masked', '••6789'],
    ['1234', 'masked', '••'],
    ['Jane Doe', 'masked', '••'],
    ['', 'masked', ''],
    ['0123456789', 'full', '0123456789'],
    ['0123456789', 'never', ''],
  ] as const)('has of the account number %j, %s, %j', (account, mode, shown) => {
    expect(maskAccount(account, mode)).toBe(shown);
  });

  it('has initials in place of names', () => {
    const names = ['Jane Doe', 'JANE MARY  DOE-OKORO', 'Ọláòlúwa Adéṣọlá', "O'Neil", '王小明', '12345'];
    expect(names.map((name) => initials(name).normalize('NFC'))).toEqual([
      ...['J. D.', 'J. M. D.', 'Ọ. A.'.normalize('NFC'), 'O.', '王.', ''],
    ]);
  });

  it('keeps status, amount, banks, reference and session whole, and nothing that people wrote freely', () => {
    const whole = {
      ...{ status: 'pending', amount: '1.00', reference: 'R1', destinationBankName: 'GTBANK' },
      sessionId: '100004240926153311119822107551',
    };
    const people = { destinationAccountName: 'Jane Doe', destinationAccountNumber: '0123456789' };
    const free = { description: 'for Jane', userId: '745', details: { phone: '080' } };
    const masked = maskRecord({ ...whole, ...people, ...free }, 'masked');
    const shortened = { destinationAccountName: 'J. D.', destinationAccountNumber: '••6789' };
    expect(masked).toMatchObject({ ...whole, ...shortened });
    expect(JSON.stringify(masked)).not.toMatch(/Jane|0123456789|745|080/);
  });

  it('holds nothing beside the known fields, and keeps the reference that was asked for, whatever it looks like', () => {
    const answer = { transaction: { reference: 'Rent & more' }, record: { extra: 'Jane' }, withheld: ['pin'] };
    expect(maskTransaction(answer, 'masked')).toMatchObject({
      ...{ transaction: { reference: 'Rent & more' }, record: {}, withheld: [] },
    });
    expect(maskRecord(answer.transaction, 'masked').reference).toBe('••');
  });
});

describe('what a channel is shown of a record with a customer in', () => {
  const resources = resourcesFor('http://127.0.0.1:9');
  const background = { seen: undefined, outages: [], failure: undefined };
  const around = { askedAtMs: 0, background, sharedBy: 'amara', leftOut: [], unclear: [], rest: [] };
  const reference = 'GARO-8f3k2j1';
  /** A record with these changes, after the same parse as on the wire. */
  const found = (changes: object) => {
    const record = JsonObject.parse(parse(JSON.stringify({ ...transactionRecord, ...changes })));
    return { transaction: Transaction.parse(record), record, withheld: [] };
  };
  const seen = snapshotOf(found({}).transaction);
  type Answer = ReturnType<typeof found>;
  /** A card; with `seen`, the one that a Refresh puts in its place. */
  const cardFor = (answer: Answer, refreshed: Pick<FoundCard, 'seen'>) => {
    const find = async (): Promise<FoundCard> => ({ ...around, answer, ...refreshed });
    return inquire({ ...cardOf, find }, { reference }, everybody, resources);
  };
  const tableFor = (answers: readonly Answer[], refreshedAtMs: number | undefined) => {
    const rows = answers.map((answer) => ({ kind: 'record' as const, asked: reference, answer }));
    const find = async (): Promise<FoundTable> => ({ ...around, rows, refreshedAtMs });
    return inquire({ ...tableOf, find }, { asks: [] }, everybody, resources);
  };

  it.each(Object.keys(transactionRecord).filter((field) => field !== 'reference'))(
    '%s: the customer is on no card and no table, in no notification and no button, nor when it is refreshed',
    async (field) => {
      const planted = { [field]: 'blocked: Jane Doe 0123456789' };
      const answers = ['pending', 'successful'].map((status) => found({ status, ...planted }));
      const shown = await Promise.all([
        ...answers.flatMap((answer) => [cardFor(answer, {}), cardFor(answer, { seen })]),
        ...[undefined, 0].map((refreshedAtMs) => tableFor(answers, refreshedAtMs)),
      ]);
      for (const each of shown.map((reply) => JSON.stringify(reply))) {
        expect(each).toContain(reference);
        expect(each).not.toMatch(/Jane|0123456789/i);
      }
    },
  );
});

const bare = { success: true, message: undefined, rest: {}, withheld: [], transaction: undefined };
const mask = (payload: unknown, message?: string) => maskRequery({ ...bare, message, payload }, 'masked');

describe('a requery for a channel', () => {
  it('shows states, codes, amounts, times and the identifiers of the transfer', () => {
    const payload = {
      ...{ status: 'SUCCESSFUL', responseCode: '00', amount: '5000.00', transactionId: '12345698690885579' },
      ...{ sessionId: '100004240926153311119822107551', bankName: 'GTBANK PLC', destinationBankCode: '000013' },
      createdAt: '2026-11-21T10:00:00Z',
      data: { paymentStatus: 'PAID', accountNumber: '0123456789', accountName: 'Jane Doe' },
    };
    const data = { paymentStatus: 'PAID', accountNumber: '••6789', accountName: 'J. D.' };
    expect(mask(payload)).toEqual({ answer: { ...bare, payload: { ...payload, data } }, hiddenCount: 0 });
  });

  it.each([
    [{ responseMessage: 'Paid to Jane Doe' }],
    [{ feedbackDescription: 'Jane Doe 0123456789' }],
    [{ format: 'Jane', beneficiaryUpdate: 'Jane', postcode: 'Jane', coffee: 'Jane', narration: 'for Jane' }],
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
    const answer = { ...bare, payload: transaction, transaction: { transaction, record: transaction, withheld: [] } };
    expect(maskRequery(answer, 'masked').answer.transaction?.transaction).toMatchObject({
      ...{ reference: shown, status: 'paid', destinationAccountNumber: '••6789' },
    });
  });

  it("leaves out the service's own sentence, and what is nested deeper than any answer, and counts both", () => {
    let nested: unknown = 'SUCCESSFUL';
    for (let depth = 0; depth < 100_000; depth += 1) nested = depth % 2 === 0 ? [nested] : { data: nested };
    const masked = mask({ status: 'SUCCESSFUL', data: nested }, 'Transfer to JANE DOE');
    expect(masked).toMatchObject({ answer: { message: undefined }, hiddenCount: 2 });
    expect(stringify(masked.answer)).toContain('"status":"SUCCESSFUL"');
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

it.each([
  ['pending', 'pending'],
  ['in progress', 'in progress'],
  ['held for Jane Doe', hidden],
  ['Jane', hidden],
  [undefined, undefined],
])('what a record said is masked in a row like any status: %j', (recorded, shown) => {
  const ask = { asked: '77', isRequery: true, ofRecord: 'REF-1', recorded };
  const failure = maskRow({ kind: 'failure', failure: 'timeout', ...ask }, 'full');
  const requery = maskRow({ kind: 'requery', ...ask, answer: { ...bare, payload: {} } }, 'full');
  expect([failure, requery]).toMatchObject([{ recorded: shown }, { recorded: shown }]);
});

describe('what is stored', () => {
  const party = { destinationAccountName: 'Jane Doe', destinationBankCode: ' 000013 ' };
  it.each<[Partial<Parameters<typeof storable>[0]>, object]>([
    [
      { status: ' Pending\nReview', reversedFlag: ' 0 ' },
      { status: 'Pending Review', reversedFlag: '0' },
    ],
    [
      { status: 'held', transaction: { ...party, status: 'held' } },
      { status: 'held', bank: '000013' },
    ],
    [{ status: 'Jane Doe', transaction: { ...party, status: 'Jane Doe' } }, { status: hidden }],
    [{ status: 'held', transaction: { ...party, status: 'held' }, isRequery: true }, { status: hidden }],
    [
      { status: 'SUCCESSFUL', reversedFlag: 'true', isRequery: true },
      { status: 'SUCCESSFUL', reversedFlag: 'true' },
    ],
    [{ reversedFlag: '0123456789' }, { status: '', reversedFlag: hidden }],
    [{ reversedFlag: 'by Jane' }, { reversedFlag: hidden }],
    [{ transaction: { amount: ' 1.8E+5' } }, { amount: '1.8E+5' }],
    [{ transaction: { amount: 'Jane Doe' } }, { amount: hidden }],
    [{ transaction: { amount: '0123456789' } }, { amount: hidden }],
    [{ transaction: { destinationBankCode: '0123456789' } }, { reversedFlag: '', bank: undefined }],
  ])('of %j names nobody', (row, stored) => {
    expect(storable({ isRequery: false, asked: 'R1', ...row })).toMatchObject(stored);
  });
});
