import { changing, found } from './answers.ts';
import { type SampleAnswer, transaction, transactionRecord } from './transaction-record.ts';

/** Worth a watch: press Tell Me When It Changes. */
const underWay: SampleAnswer = {
  key: 'GARO-1w8t4c6',
  title: 'Pending, successful a minute later',
  answer: (exchange) => {
    const { startedAtMs, firstAskedAtMs, changesAfterMs } = exchange;
    const record = (overrides: object) =>
      found(
        transactionRecord({
          reference: 'GARO-1w8t4c6',
          startedAtMs,
          minutesAgo: 1,
          overrides: { id: 19290, amount: '82000.00', netAmount: 82010, ...overrides },
        }),
      );
    const completedAt = firstAskedAtMs + changesAfterMs;
    const before = record({ status: 'pending', completedAt: null });
    changing(before, record({ completedAt, updatedAt: completedAt }))(exchange);
  },
};

/** What the interface shows, and the states and kinds that it leaves open. Every person and account is made up. */
export const ordinaryTransactions: readonly SampleAnswer[] = [
  transaction('GARO-8f3k2j1', 'Successful transfer'),
  underWay,
  transaction(
    'GARO-7c4m9p2',
    'Collection',
    {
      id: 19254,
      amount: '148500.50',
      charge: '53.75',
      netAmount: 148446.75,
      description: 'Invoice 2211 Bola Stores',
      sourceAccountNumber: '2091187340',
      sourceAccountName: 'Bola Stores Ventures',
      sourceBankCode: '000015',
      sourceBankName: 'ZENITH BANK PLC',
      destinationAccountNumber: '9900114420',
      destinationAccountName: 'Garo Enterprise',
      destinationBankCode: '000023',
      destinationBankName: 'PROVIDUS BANK',
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
      status: 'pending',
      amount: '1250000.00',
      charge: '50.00',
      netAmount: 1250050,
      description: 'Supplier payment, batch 14',
      destinationAccountNumber: '0690012345',
      destinationAccountName: 'Ada Eze',
      destinationBankCode: '000014',
      destinationBankName: 'ACCESS BANK',
      sessionId: '100004240926161204119822107890',
      completedAt: null,
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
      destinationAccountNumber: '8031112223',
      destinationAccountName: 'Musa Ibrahim',
      destinationBankCode: '100004',
      destinationBankName: 'OPAY',
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
      destinationAccountNumber: '2200034567',
      destinationAccountName: 'Tunde Bakare',
      destinationBankCode: '000004',
      destinationBankName: 'UNITED BANK FOR AFRICA',
    },
    1_560,
  ),
  transaction('GARO-3k7w2q9', 'Successful, yet flagged reversed', { id: 19201, reversedFlag: 1 }, 1_490),
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
