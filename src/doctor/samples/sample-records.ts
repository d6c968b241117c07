import { TransferApiError } from '../../errors.ts';
import type { RequeryAnswer, TransactionAnswer, TransferApi } from '../../transfer-api/client.ts';
import type { Transaction } from '../../transfer-api/schemas.ts';

const atMs = Date.UTC(2026, 0, 31, 14, 8, 9);
/** Longer than is shown, and with what Slack takes for its own marks. */
const long = 'A sample & <sample> with *marks* and `code`. '.repeat(20);

/** Nobody's transaction. */
function transactionOf(reference: string): Transaction {
  const status = ['pending', 'successful', 'failed', 'reversed'][reference.length % 4] ?? 'pending';
  return {
    id: '1',
    userId: '1',
    amount: '1000000.00',
    charge: '0.00',
    netAmount: '1000000',
    description: long,
    destinationAccountNumber: '0000000000',
    destinationAccountName: 'A sample',
    destinationBankCode: '000000',
    destinationBankName: 'Sample Bank PLC',
    sourceAccountNumber: '0000000000',
    sourceAccountName: 'A sample',
    sourceBankCode: '000000',
    sourceBankName: 'Sample Bank PLC',
    reference,
    transactionTypeName: 'bank_transfer',
    category: 'bank_transfer',
    type: 'credit',
    sessionId: '0'.repeat(30),
    status,
    reversedFlag: '0',
    completedAt: atMs,
    createdAt: atMs,
    updatedAt: atMs,
  };
}

function transaction(reference: string): TransactionAnswer {
  const record = { stampDuty: null, details: { steps: [{ step: '1' }], note: long }, channel: 'app', empty: '' };
  const drawn = transactionOf(reference);
  return { transaction: drawn, record: { ...drawn, ...record }, withheld: ['sample'] };
}

/** For an odd identifier the record of spec 2.2, for an even one fields that the spec has none of. */
function requery(transactionId: string): RequeryAnswer {
  const isRecord = /[13579]$/.test(transactionId);
  const payload = { state: 'PROCESSING', amount: '1.00', parts: [{ code: '00' }], note: long, other: transactionId };
  return {
    success: isRecord,
    message: 'A sample',
    payload,
    rest: { page: '1' },
    withheld: ['sample'],
    transaction: isRecord ? transaction('SAMPLE-1') : undefined,
  };
}

/** What stands for the transfer service: nothing is sent, and no customer's data is in it. */
export const sampleTransferApi: TransferApi = {
  async transaction(reference) {
    if (!reference.startsWith('NONE-')) return transaction(reference);
    throw new TransferApiError('not_found', { operation: 'transaction', asked: reference, serviceMessage: 'A sample' });
  },
  async watched(reference) {
    return transaction(reference);
  },
  async requery(transactionId) {
    return requery(transactionId);
  },
  async banks() {
    const many = Array.from({ length: 20 }, (_, index) => `Many Bank ${index}`);
    const names = ['Alpha Bank PLC', 'Alpha Microfinance Bank', 'Beta Bank', long, ...many];
    const banks = names.map((institutionName, index) => {
      return { institutionName, institutionCode: String(index).padStart(6, '0'), category: '1' };
    });
    return { banks, droppedCount: 0, faults: [] };
  },
};
