import type { Block } from '../blocks/blocks.ts';
import type { Transaction } from '../transfer-service/bodies.ts';
import { tableCard } from './card.ts';

const askedAtMs = Date.UTC(2026, 0, 31, 14, 8, 9);
const settings = {
  currency: undefined,
  blockForm: 'current',
  audience: 'asker',
  canShare: true,
  sharedBy: undefined,
  leftOut: [],
  unclear: [],
  hints: [],
  knowsShape: true,
} as const;

/** Nobody's transaction. */
const transaction: Transaction = {
  id: '1',
  userId: '1',
  status: 'pending',
  amount: '1.00',
  charge: '0.00',
  description: 'A sample',
  destinationAccountNumber: '0000000000',
  destinationAccountName: 'A sample',
  destinationBankCode: '000000',
  destinationBankName: 'A sample',
  reference: 'SAMPLE-1',
  sessionId: '0'.repeat(30),
  transactionTypeName: 'bank_transfer',
  createdAt: askedAtMs,
  completedAt: askedAtMs,
};

/** A message of each kind that only the current form has, as people would get it: for Slack to judge. */
export function blockSamples(): Record<'data_table', readonly Block[]> {
  const row = { kind: 'record', asked: 'SAMPLE-1', status: transaction.status, transaction } as const;
  return { data_table: tableCard({ ...settings, rows: [row], rest: [] }).blocks };
}
