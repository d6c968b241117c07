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
