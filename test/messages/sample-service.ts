import { TransferApiError, type TransferApiErrorDetails, type TransferApiFailure } from '../../src/errors.ts';
import type { Bank, RequeryAnswer, TransactionAnswer, TransferApi } from '../../src/transfer-service/client.ts';
import { Transaction } from '../../src/transfer-service/fields.ts';

export const atMs = Date.UTC(2026, 0, 31, 14, 8, 9);
/** Longer than any message shows, and with what Slack takes for its own marks. */
const longText = 'A sample & <sample> with *marks* and `code`. '.repeat(20);
/** Names of three words, as the budgets count them, and as long as names get. */
const longName = 'Oluwaseunfunmilayo Adebayo-Ogunsanwo Chukwuemekalam';

/** By the letter behind the first digit of a reference: `GARO-5p1d6w8` is pending. */
const records: Readonly<Record<string, Partial<Transaction>>> = {
  s: { status: 'successful', amount: '25000.00', netAmount: '25050' },
  p: {},
  f: { status: 'failed', amount: '82000.00', netAmount: '82050' },
  r: { status: 'successful', reversedFlag: '1', amount: '9000.00', netAmount: '9050' },
  u: { status: 'on hold' },
  c: { status: 'successful', transactionTypeName: 'collection', category: 'collection', description: 'Invoice 7' },
  l: {
    description: longText,
    ...{ destinationAccountName: longName, destinationBankName: longName },
    ...{ sourceAccountName: longName, sourceBankName: longName },
  },
  d: { id: '19271' },
  m: { id: '19265' },
  x: { id: '19266' },
};

const failures: Readonly<Record<string, TransferApiFailure>> = { n: 'not_found', t: 'timeout' };

export function sampleFailure(failure: TransferApiFailure, details: Partial<TransferApiErrorDetails> = {}) {
  const told = { serviceMessage: 'A sample', status: 500, retryAfterMs: 1_000, timeoutMs: 8_000 };
  return new TransferApiError(failure, { operation: 'transaction', ...told, ...details });
}

/** Nobody's record, under a reference that says which. @throws TransferApiError for `n` and `t` */
export function sampleRecord(reference: string): TransactionAnswer {
  const letter = /\d([a-z])/.exec(reference)?.[1] ?? 'p';
  const failure = failures[letter];
  if (failure) throw sampleFailure(failure, { asked: reference });
  const fields = {
    ...{ id: '19247', userId: '881', accountId: null, amount: '1250000.00', charge: '50.00', netAmount: '1250050' },
    description: 'Supplier payment, batch 14',
    ...{ destinationAccountNumber: '0690012345', destinationAccountName: 'Ada Eze' },
    ...{ destinationBankCode: '000014', destinationBankName: 'ACCESS BANK' },
    ...{ sourceAccountNumber: '0001479098', sourceAccountName: 'Garo Enterprise' },
    ...{ sourceBankCode: '000023', sourceBankName: 'PROVIDUS BANK' },
    ...{ reference, transactionTypeName: 'bank_transfer', category: 'bank_transfer', type: 'credit', stampDuty: null },
    ...{ sessionId: '100004240926161204119822107890', status: 'pending', reversedFlag: '0', utilityType: null },
    ...{ completedAt: String(atMs), createdAt: String(atMs), updatedAt: String(atMs), details: {} },
    ...records[letter],
  };
  const beyond =
    letter === 'l' ? { details: { steps: [{ step: '1' }], note: longText }, channel: 'app', empty: '' } : {};
  return {
    transaction: Transaction.parse(fields),
    record: { ...fields, ...beyond },
    withheld: letter === 'l' ? ['pin'] : [],
  };
}

const approved = 'Approved or completed successfully';
const plain = { status: 'SUCCESSFUL', sessionId: '100004240926161204119822107890', amount: '25000.00' };
const nested = {
  ...plain,
  ...{ responseCode: '00', channel: 'NIP', beneficiary: { name: 'Ada Eze', bank: { code: '000014' } } },
  ...{ charge: '50.00', currency: 'NGN', batch: '14', retries: '0', route: 'A', node: '7', terminal: '3' },
};

/** The spec shows no shape, so these are guesses of every kind. */
const requeries: Readonly<Record<string, { message?: string; payload: unknown }>> = {
  19247: { payload: { ...plain, status: 'pending', amount: '1250000.00' } },
  19261: { payload: plain, message: approved },
  19262: { payload: nested, message: approved },
  19263: { payload: { responseCode: '09', sessionId: plain.sessionId }, message: 'Request processing in progress' },
  19268: { payload: { ...nested, parts: [{ code: '00' }], note: longText }, message: longText },
  19271: { payload: plain, message: approved },
};

function sampleRequery(transactionId: string): RequeryAnswer {
  if (transactionId === '19265') throw sampleFailure('not_found', { operation: 'requery', asked: transactionId });
  if (transactionId === '19266') throw sampleFailure('timeout', { operation: 'requery', asked: transactionId });
  const { message, payload } = requeries[transactionId] ?? { payload: undefined };
  const record = transactionId === '19264' ? sampleRecord('GARO-5p1d6w8') : undefined;
  const { transaction } = record ?? {};
  return { success: true, message, payload: record?.record ?? payload, rest: {}, withheld: [], transaction };
}

const names = ['GTBANK PLC', 'ACCESS BANK', 'ZENITH BANK', 'Zenith Microfinance Bank', 'First Heritage MFB', longName];

/** The list that banks are searched in. */
export const sampleBanks: readonly Bank[] = [
  ...names,
  ...Array.from({ length: 20 }, (_, index) => `Alpha Cooperative ${index}`),
].map((institutionName, index) => {
  return { institutionName, institutionCode: String(index + 13).padStart(6, '0'), category: '1' };
});

/** Stands for the transfer service: sends nothing, and has no customer's data. */
export const sampleTransferApi: TransferApi = {
  transaction: async (reference) => sampleRecord(reference),
  requery: async (transactionId) => sampleRequery(transactionId),
  banks: async () => ({ banks: [...sampleBanks], droppedCount: 0, withoutCode: [], faults: [] }),
};
