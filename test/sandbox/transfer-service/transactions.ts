import { LosslessNumber } from 'lossless-json';
import {
  type Answer,
  byTurns,
  changing,
  drip,
  found,
  json,
  never,
  redirect,
  refused,
  slowly,
  text,
} from './answers.ts';
import { record, type SampleAnswer, samplesOf, transaction } from './transaction-record.ts';

const side = (
  name: 'source' | 'destination',
  account: string,
  owner: string,
  code: string,
  bank: string,
) => ({
  [`${name}AccountNumber`]: account,
  [`${name}AccountName`]: owner,
  [`${name}BankCode`]: code,
  [`${name}BankName`]: bank,
});
const from = (...party: [account: string, owner: string, code: string, bank: string]) =>
  side('source', ...party);
const to = (...party: [account: string, owner: string, code: string, bank: string]) =>
  side('destination', ...party);

const pending = { status: 'pending', completedAt: null };

/** Worth a watch: press Tell Me When It Changes. */
const underWay: Answer = (exchange) => {
  const completedAt = exchange.firstAskedAtMs + exchange.changesAfterMs;
  const having = (changes: object) =>
    record('GARO-1w8t4c6', { id: 19290, amount: '82000.00', netAmount: 82010, ...changes }, 1);
  changing(having(pending), having({ completedAt, updatedAt: completedAt }))(exchange);
};

/**
 * What the interface shows, and the states and kinds that it leaves open. Every person and account
 * is made up.
 */
export const ordinaryTransactions: readonly SampleAnswer[] = [
  transaction('GARO-8f3k2j1', 'Successful transfer'),
  { key: 'GARO-1w8t4c6', title: 'Pending, successful a minute later', answer: underWay },
  transaction(
    'GARO-7c4m9p2',
    'Collection',
    {
      id: 19254,
      amount: '148500.50',
      charge: '53.75',
      netAmount: 148446.75,
      description: 'Invoice 2211 Bola Stores',
      ...from('2091187340', 'Bola Stores Ventures', '000015', 'ZENITH BANK PLC'),
      ...to('9900114420', 'Garo Enterprise', '000023', 'PROVIDUS BANK'),
      transactionTypeName: 'collection',
      category: 'collection',
      sessionId: '000015240926150102000118274630',
    },
    47,
  ),
  transaction(
    'GARO-5p1d6w8',
    'Pending transfer',
    {
      id: 19261,
      ...pending,
      amount: '1250000.00',
      charge: '50.00',
      netAmount: 1250050,
      description: 'Supplier payment, batch 14',
      ...to('0690012345', 'Ada Eze', '000014', 'ACCESS BANK'),
      sessionId: '100004240926161204119822107890',
    },
    3,
  ),
  transaction(
    'GARO-2x9f4t7',
    'Failed transfer',
    {
      id: 19247,
      status: 'failed',
      amount: '7300.00',
      netAmount: 7310,
      description: 'Transport refund',
      ...to('8031112223', 'Musa Ibrahim', '100004', 'OPAY'),
      sessionId: '100004240926120017119822106644',
    },
    190,
  ),
  transaction(
    'GARO-6r3v8n5',
    'Reversed transfer',
    {
      id: 19198,
      status: 'reversed',
      reversedFlag: 1,
      amount: '60000.00',
      charge: '25.00',
      netAmount: 60025,
      description: 'Wrong account, send back please',
      ...to('2200034567', 'Tunde Bakare', '000004', 'UNITED BANK FOR AFRICA'),
    },
    1_560,
  ),
  transaction(
    'GARO-3k7w2q9',
    'Successful, yet flagged reversed',
    { id: 19201, reversedFlag: 1 },
    1_490,
  ),
  transaction('GARO-4u7k1y9', 'Unknown transaction type', {
    id: 19230,
    transactionTypeName: 'bulk_disbursement',
    category: 'payroll',
    type: 'debit',
    status: 'QUEUED_FOR_REVIEW',
    description: 'Salaries, October',
  }),
  transaction('_GARO_1_', 'Reference with underscores', { id: 19231 }),
  transaction('GARO/8f3?k=2#j1%50', 'Reference with URL characters', { id: 19232 }),
];

const longName = `Adébísí ${'Olúwaṣeun '.repeat(19)}Ọ̀ṣọ́`.slice(0, 200);

/**
 * Records that are still found, but hard to show: nulls, other scripts, mark-up, digits, holes and
 * wrong types.
 */
export const unusualTransactions: readonly SampleAnswer[] = [
  transaction('GARO-9n0l2b3', 'Nulls and empty strings', {
    id: 19170,
    charge: '0.00',
    description: '',
    destinationBankCode: null,
    ...from('', '', '', ''),
    sessionId: null,
    details: null,
    completedAt: null,
    updatedAt: null,
  }),
  transaction('GARO-3e8d5x6', 'Every optional field set', {
    id: 19171,
    accountId: 'acc_55120',
    stampDuty: '50.00',
    utilityType: 'electricity',
    details: {
      meter: '04123456789',
      token: '1111-2222-3333-4444-5555',
      units: 41.7,
      tariff: { band: 'A' },
    },
  }),
  transaction('GARO-1y6r4b8', 'Yoruba names', {
    id: 19172,
    destinationAccountName: 'Ọláòlúwa Adéṣọlá Ògúnbánwò',
    description: 'Owó ilé ẹ̀kọ́ fún ọmọ mi',
  }),
  transaction('GARO-8a2r7c4', 'Arabic names', {
    id: 19173,
    destinationAccountName: 'فاطمة الزهراء بللو',
    description: 'إيجار شهر نوفمبر 2024',
  }),
  transaction('GARO-5z9h3q1', 'Chinese names and emoji', {
    id: 19174,
    destinationAccountName: '王小明贸易有限公司',
    description: '货款 🎉 第三期 👩🏾‍💻',
  }),
  transaction('GARO-7l0n6g2', 'Name of 200 characters', {
    id: 19175,
    destinationAccountName: longName,
    description: 'A narration that goes on and on. '.repeat(60),
  }),
  transaction('GARO-6h4s1l9', 'Hostile narration', {
    id: 19176,
    description: '<!channel> *free* <https://evil.example|money>',
    destinationAccountName: '*Bold* _Ita_ ~Str~ `code` <@U0AMARA00> & Sons',
    sourceAccountName: '```\n> quoted\n<!here|here>\n```',
    destinationBankName: '<b>Bank</b> &lt;!everyone&gt;',
    status: 'success*ful*',
  }),
  transaction('GARO-2b8g5a3', 'Huge amount and ids', {
    id: 9007199254740993n,
    userId: 12345698690885579n,
    amount: '98765432109876543.21',
    netAmount: new LosslessNumber('98765432109876553.21'),
  }),
  transaction('GARO-0m5s8f1', 'Fields missing', {
    id: undefined,
    charge: undefined,
    netAmount: undefined,
    sourceAccountNumber: undefined,
    sourceAccountName: undefined,
    sourceBankCode: undefined,
    sourceBankName: undefined,
    sessionId: undefined,
    details: undefined,
    completedAt: undefined,
    type: undefined,
  }),
  transaction('GARO-4w1t7y6', 'Fields of other types', {
    id: '19178',
    amount: 25000,
    charge: { value: '10.00' },
    netAmount: '25010.00',
    destinationAccountNumber: 123456789,
    status: 3,
    reversedFlag: false,
    details: ['a', 'b'],
    createdAt: '2024-09-26T15:33:11Z',
    completedAt: 'yesterday',
  }),
  { key: 'GARO-7m2e9z4', title: 'Another reference comes back', answer: record('GARO-7m2e9z5') },
];

const page = text('<!doctype html><title>Welcome</title><h1>Gateway</h1>', {
  contentType: 'text/html; charset=utf-8',
});
const busy = refused(503, 'Service temporarily unavailable');
const wait = (seconds: string) => refused(429, 'Too many requests', { 'retry-after': seconds });

/** The ways in which the service does not answer the question. */
export const troubledTransactions: readonly SampleAnswer[] = samplesOf([
  ['GARO-0a0a0a0', 'Not found', refused(404, 'Transaction not found')],
  ['GARO-4t0k3n1', 'Token refused', refused(401, 'Unauthenticated.')],
  [
    'GARO-2r0j3c1',
    'Rejected, with status 200',
    refused(200, 'Reference is not valid for this account'),
  ],
  [
    'GARO-4r0j3c2',
    'Rejected, with status 400',
    refused(400, 'Reference must be <alphanumeric> & *short*'),
  ],
  ['GARO-4r0j3c3', 'Rejected, with status 422', refused(422, '')],
  ['GARO-3s1o0w1', 'Slow answer', slowly(record('GARO-3s1o0w1'))],
  ['GARO-9h4n9u1', 'No answer, ever', never],
  [
    'GARO-1d2i1p1',
    'A byte a second',
    drip('{"success":true,"message":"","data":{"status":"successful"}}'),
  ],
  ['GARO-2h7m1l1', 'HTML instead of JSON', page],
  ['GARO-7r9n5c1', 'JSON cut short', text('{"success":true,"message":"","data":{"id":19253,"amo')],
  ['GARO-3m9t1y1', 'Empty body', text('')],
  ['GARO-1l1s7d1', 'A list instead of a record', found([{ reference: 'GARO-1l1s7d1' }])],
  ['GARO-5e0r0r1', 'Server error 500', json({ error: 'Internal Server Error' }, 500)],
  ['GARO-5o3n0c1', 'Busy once, then found', byTurns(busy, record('GARO-5o3n0c1'))],
  [
    'GARO-4w9a1t1',
    'Asked to wait a second, then found',
    byTurns(wait('1'), record('GARO-4w9a1t1')),
  ],
  ['GARO-4w9a6t0', 'Asked to wait a minute', wait('60')],
  ['GARO-3o2d1r1', 'Redirect to another host', redirect('/elsewhere')],
]);
