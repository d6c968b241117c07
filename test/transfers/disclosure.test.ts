import fc from 'fast-check';
import { stringify } from 'lossless-json';
import { institutions } from 'slack-sandbox/transfer-service';
import { expect, it } from 'vitest';
import { maskDots } from '../../src/blocks/status.ts';
import { inquire } from '../../src/command.ts';
import type { FoundTable } from '../../src/tables/buttons.ts';
import { tableInquiry } from '../../src/tables/look-up-table.ts';
import type { Transaction } from '../../src/transfer-service/fields.ts';
import { cardInquiry } from '../../src/transfers/card.ts';
import {
  initials,
  maskAccount,
  maskRecord,
  maskRow,
  maskTransaction,
  redactForStorage,
} from '../../src/transfers/disclosure.ts';
import type { FoundCard } from '../../src/transfers/record-and-requery.ts';
import { requeryRow } from '../../src/transfers/row.ts';
import { takeSnapshot } from '../../src/transfers/snapshot.ts';
import { transactionRecord } from '../fixtures/transaction.ts';
import { resourcesFor } from '../support/services.ts';
import { everybody, recordOf } from './serve-transfers.ts';

type OpenName = Exclude<keyof Transaction, 'unreadTimes'>;
/** Whether a channel reads this value whole, beside the parties of the same record. */
const opens = (name: OpenName, value: string, [account, person, payer]: string[] = []) => {
  const parties = {
    destinationAccountNumber: account,
    destinationAccountName: person,
    sourceAccountName: payer,
  };
  return maskRecord({ ...parties, [name]: value }, 'masked')[name] === value;
};

const bankNames = institutions.map((bank) => bank.institutionName);
it.each<[OpenName, string]>([
  [
    'status',
    'successful | Pending Review | in progress | NOT FOUND | ausgeführt | IN_PROGRESS | 00',
  ],
  ['reversedFlag', '1 | Y | true | none | NULL | NOT_FOUND | NIP-091'],
  ['amount', '-98765432109876543.21 | 123456789'],
  ['sessionId', '100004240926153311119822107551'],
  ['transactionTypeName', 'collection | bank_transfer'],
  ['sourceBankCode', '000013'],
  ['destinationBankName', ['9 PAYMENT SERVICE BANK (9PSB)', ...bankNames].join(' | ')],
])('a public value of %s has the expected form: %s', (name, values) => {
  expect(values.split(' | ').filter((value) => !opens(name, value))).toEqual([]);
});

it.each<[OpenName, string]>([
  [
    'status',
    'paid to Jane Doe | blocked 0123456789 | paid 0-1-2-3-4 | Jane Doe | pending Jane | in  progress',
  ],
  ['destinationBankName', 'GTBANK 0123456789 | GTBANK 0.1 2-3 4'],
  ['amount', '5000 for Jane | 0123456789 | +0123456789'],
  ['transactionTypeName', 'Amara | collection for Jane'],
  ['type', 'credit'],
  ['reversedFlag', 'Amara | JANE_DOE | Amara1985'],
  ['sourceBankCode', 'Amara | 000013a'],
])('a value of %s that is not of its form is not public: %s', (name, values) => {
  expect(values.split(' | ').filter((value) => opens(name, value))).toEqual([]);
});

it('a public field does not repeat what another field says of a party', () => {
  const says = (name: OpenName, text: string) =>
    !opens(name, text, ['0123456789', 'Jane Mary Doe', 'GTBANK']);
  expect(says('sessionId', 'X-0123-456789')).toBe(true);
  expect(says('destinationBankName', 'bank of JANE  Mary-Doe ltd')).toBe(true);
  expect(says('destinationBankName', 'GTBANK PLC')).toBe(false);
  expect(says('status', 'Janet')).toBe(false);
});

it.each([
  ['0123456789', 'masked', '••6789'],
  ['1234', 'masked', '••'],
  ['Jane Doe', 'masked', '••'],
  ['', 'masked', ''],
  ['0123456789', 'full', '0123456789'],
  ['0123456789', 'never', ''],
] as const)('account number %j in mode %s is shown in a channel as %j', (account, mode, shown) => {
  expect(maskAccount(account, mode)).toBe(shown);
});

it('a record for a channel has initials in place of names', () => {
  const names = [
    'Jane Doe',
    'JANE MARY  DOE-OKORO',
    'Ọláòlúwa Adéṣọlá',
    "O'Neil",
    '王小明',
    '12345',
  ];
  expect(names.map((name) => initials(name).normalize('NFC'))).toEqual([
    'J. D.',
    'J. M. D.',
    'Ọ. A.'.normalize('NFC'),
    'O.',
    '王.',
    '',
  ]);
});

it('a record for a channel holds only known fields, and the reference as it was typed', () => {
  const answer = {
    transaction: { reference: 'Rent & more' },
    record: { extra: 'Jane' },
    withheld: ['pin'],
  };
  expect(maskTransaction(answer, 'masked')).toMatchObject({
    transaction: { reference: 'Rent & more' },
    record: {},
    withheld: [],
  });
  expect(maskRecord(answer.transaction, 'masked').reference).toBe('••');
});

const resources = resourcesFor('http://127.0.0.1:9');
const around = { askedAtMs: 0, outages: [], sharedBy: 'amara', leftOut: [], rest: [] };
const reference = 'GARO-8f3k2j1';
const seen = takeSnapshot(recordOf({}).transaction);
const cardFor = (refreshed: Pick<FoundCard, 'row' | 'seen'>) => {
  const find = async (): Promise<FoundCard> => ({ ...around, ...refreshed });
  return inquire(
    { ...cardInquiry, find },
    { asked: reference, isRequery: false },
    everybody,
    resources,
  );
};
const tableFor = (refreshed: Pick<FoundTable, 'rows' | 'refreshedAtMs'>) => {
  const find = async (): Promise<FoundTable> => ({ ...around, ...refreshed });
  return inquire({ ...tableInquiry, find }, { asks: [] }, everybody, resources);
};

it.each(Object.keys(transactionRecord).filter((field) => field !== 'reference'))(
  '%s shows a channel nothing of the customer, in any message or button',
  async (field) => {
    const rows = ['pending', 'successful'].map((status) =>
      recordOf({ status, [field]: 'blocked: Jane Doe 0123456789' }),
    );
    const replies = await Promise.all([
      ...rows.flatMap((row) => [cardFor({ row }), cardFor({ row, seen })]),
      ...[undefined, 0].map((refreshedAtMs) => tableFor({ rows, refreshedAtMs })),
    ]);
    for (const shown of replies.map((reply) => JSON.stringify(reply))) {
      expect(shown).toContain(reference);
      expect(shown).not.toMatch(/Jane|0123456789/i);
    }
  },
);

const bare = { success: true, message: undefined, rest: {}, withheld: [], transaction: undefined };
const mask = (payload: unknown) => maskRow(requeryRow('77', { ...bare, payload }), 'full');

const createdAt = Date.UTC(2026, 10, 21, 10);
const shown = { status: 'PAID', amount: '5000.00', createdAt: '2026-11-21T10:00:00Z' };
const data = { amount: '5000.00', createdAt: String(createdAt) };

it.each([
  [{ ...shown, accountName: 'Jane Doe', bankName: 'GTBANK' }],
  [{ status: 'PAID', data, sessionId: '000001' }],
])('a requery for a channel has status, amount and time, and nothing else: %j', (payload) => {
  const row = mask(payload);
  expect(row).toMatchObject({ status: 'PAID', transaction: { amount: '5000.00', createdAt } });
  expect(JSON.stringify(row)).not.toMatch(/Jane|GTBANK|000001/);
});

it.each([
  [{ status: 'SUCCESSFUL: paid Jane Doe 0123456789' }],
  [{ status: 'paid to Jane Doe' }],
  [{ status: '0123456789' }],
  [{ status: 'PAID', otherStatus: 'Jane Doe' }],
  [{ amount: '0123456789' }],
  [{ amount: '0123456789.00', accountNumber: '0123456789' }],
  [{ createdAt: 'Jane Doe' }],
  [{ createdAt: '0123456789' }],
  [{ responseCode: '0123456789' }],
  [{ code: 'Jane' }],
  [{ status: 'Jane' }],
  [{ reversedFlag: 'by Jane Doe' }],
  [{ transactionId: 'Jane Doe 0123456789' }],
  [
    {
      status: 'x',
      reference: 'Jane Doe',
      amount: '1.00',
      sessionId: 'Jane Doe',
      destinationAccountName: 'Jane Doe',
    },
  ],
  [['Jane']],
  ['Jane'],
])('a requery for a channel withholds what could name anybody: %j', (payload) => {
  expect(stringify(mask(payload))).not.toMatch(/Jane|0123456789/);
});

it('a requery for a channel shows no other field of any body, at any depth', () => {
  const canary = fc.integer({ min: 1_000_000_000, max: 9_999_999_999 });
  const word = canary.map((number) => `Canary N${number}`);
  const leaf = fc.oneof(word, canary, canary.map(String));
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('status', 'amount', 'createdAt', 'code', 'reversed', 'data', 'message'),
  );
  const body = fc.letrec((tie) => ({
    node: fc.dictionary(name, fc.oneof({ depthSize: 'small' }, leaf, fc.array(leaf), tie('node')), {
      maxKeys: 6,
    }),
  })).node;
  fc.assert(
    fc.property(body, (payload) => {
      expect(stringify(mask(payload))).not.toMatch(/Canary|\d{10}/);
    }),
    { numRuns: 2_000 },
  );
  let nested: unknown = 'SUCCESSFUL';
  for (let depth = 0; depth < 100_000; depth += 1)
    nested = depth % 2 === 0 ? [nested] : { data: nested };
  expect(mask({ status: 'SUCCESSFUL', data: nested }).status).toBe('SUCCESSFUL');
});

it('a channel reads that a requery was about another transfer, but nothing of that transfer', () => {
  const payload = { status: 'paid', reference: 'OTHER-1a2b3c4' };
  const row = requeryRow('77', { ...bare, payload }, { reference: 'REF-1' });
  expect(maskRow(row, 'full')).toEqual({
    isRequery: true,
    asked: '77',
    other: { field: 'reference', value: maskDots },
  });
});

const party = { destinationAccountName: 'Jane Doe', destinationBankCode: ' 000013 ' };
const held = { status: 'held', transaction: { ...party, status: 'held' } };
it.each<[Partial<Parameters<typeof redactForStorage>[0]>, object]>([
  [{ status: ' Pending\nReview' }, { status: 'Pending Review' }],
  [{ reversedFlag: ' 0 ' }, { reversedFlag: '0' }],
  [held, { status: 'held', bank: '000013' }],
  [{ status: 'Jane Doe', transaction: { ...party, status: 'Jane Doe' } }, { status: maskDots }],
  [{ ...held, isRequery: true }, { status: maskDots }],
  [
    { status: 'SUCCESSFUL', reversedFlag: 'true', isRequery: true },
    { status: 'SUCCESSFUL', reversedFlag: 'true' },
  ],
  [{ reversedFlag: '0123456789' }, { status: '', reversedFlag: maskDots }],
  [{ reversedFlag: 'by Jane' }, { reversedFlag: maskDots }],
  [{ reversedFlag: 'abcd-123456' }, { reversedFlag: maskDots }],
  [{ reversedFlag: 'none' }, { reversedFlag: 'none' }],
  [{ transaction: { amount: ' 1.8E+5' } }, { amount: '1.8E+5' }],
  [{ transaction: { amount: 'Jane Doe' } }, { amount: maskDots }],
  [{ transaction: { amount: '0123456789' } }, { amount: maskDots }],
  [{ transaction: { destinationBankCode: '0123456789' } }, { reversedFlag: '', bank: undefined }],
])('the stored form of %j names nobody', (row, stored) => {
  expect(redactForStorage({ isRequery: false, asked: 'R1', ...row })).toMatchObject(stored);
});
