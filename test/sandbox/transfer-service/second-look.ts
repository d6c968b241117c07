import { type RecordOverrides, type SampleAnswer, transaction } from './transaction-record.ts';

const wema = { destinationBankCode: '000017', destinationBankName: 'WEMA BANK' };
const toWema = (index: number, overrides: RecordOverrides): SampleAnswer =>
  transaction(`WEMA-700000${index}`, 'To a bank in trouble', { id: 19_300 + index, ...wema, ...overrides }, index);
const underWay = { status: 'pending', completedAt: null };

/** Most of the transfers to one bank are not settled. */
export const toBankInTrouble: readonly SampleAnswer[] = [
  ...[1, 2, 3, 4].map((index) => toWema(index, underWay)),
  toWema(5, { status: 'failed' }),
  toWema(6, { status: 'failed' }),
  toWema(7, {}),
];

/** What is found with REVERSAL_REFERENCE=R-{reference} beside the failed transfer. */
export const secondRecords: readonly SampleAnswer[] = [
  transaction('R-GARO-2x9f4t7', 'A second record', { id: 19_248, amount: '7300.00', netAmount: 7310 }, 180),
];
