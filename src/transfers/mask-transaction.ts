import type { TransactionAnswer } from '../transfer-api/client.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import { foldParties, mayChannelRead } from './channel-values.ts';
import { hidden } from './status-group.ts';

/** How account numbers appear where a whole channel reads. */
export type ShareAccountNumbers = 'masked' | 'full' | 'never';

/** Keeps the last four digits of an account number; hides any other text completely. */
export function maskAccount(account: string, mode: ShareAccountNumbers): string {
  if (mode === 'never') return '';
  const text = account.trim();
  if (mode === 'full' || text === '') return text;
  return /^\d{5,}$/.test(text) ? `${hidden}${text.slice(-4)}` : hidden;
}

/** `Jane Mary Doe` → `J. M. D.` */
export function initials(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  return words.map((word) => `${[...word][0]}.`).join(' ');
}

/** Fields that stay whole in a channel when their value has the expected form. */
const open = [
  'id',
  'reference',
  'status',
  'reversedFlag',
  'amount',
  'charge',
  'netAmount',
  'transactionTypeName',
  'category',
  'type',
  'sessionId',
  'destinationBankCode',
  'destinationBankName',
  'sourceBankCode',
  'sourceBankName',
] as const;

/**
 * Masks a record for a channel, by the name of each field and never by a value's form alone: status, amount, banks,
 * reference and session stay. Free text, and fields that the spec does not explain, can hold anybody's name and number:
 * only the asker sees them.
 */
export function maskTransaction(answer: TransactionAnswer, mode: ShareAccountNumbers): TransactionAnswer {
  const masked = maskRecord(answer, mode);
  // This is the reference that was asked for, so the service did not write it.
  const { reference } = answer.transaction;
  return { ...masked, transaction: { ...masked.transaction, reference } };
}

/** Masks a record that was not asked for by its reference. */
export function maskRecord({ transaction }: TransactionAnswer, mode: ShareAccountNumbers): TransactionAnswer {
  const account = (text: string | undefined) => text && maskAccount(text, mode);
  const name = (text: string | undefined) => text && initials(text);
  const { destinationAccountNumber, destinationAccountName, sourceAccountNumber, sourceAccountName } = transaction;
  const parties = foldParties(
    [destinationAccountNumber, destinationAccountName, sourceAccountNumber, sourceAccountName].filter(
      (text) => text !== undefined,
    ),
  );
  const masked: Transaction = {
    ...transaction,
    destinationAccountNumber: account(destinationAccountNumber),
    destinationAccountName: name(destinationAccountName),
    sourceAccountNumber: account(sourceAccountNumber),
    sourceAccountName: name(sourceAccountName),
    description: undefined,
    accountId: undefined,
    utilityType: undefined,
    details: undefined,
    stampDuty: undefined,
    userId: undefined,
  };
  for (const field of open) {
    const text = transaction[field];
    if (text?.trim() && !mayChannelRead(field, text, parties)) masked[field] = hidden;
  }
  return { transaction: masked, record: {}, withheld: [] };
}
