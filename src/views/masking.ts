import type { TransactionAnswer } from '../transfer-api/client.ts';
import type { Transaction } from '../transfer-api/schemas.ts';

/** How account numbers appear where a whole channel reads. */
export type ShareAccountNumbers = 'masked' | 'full' | 'never';

/** The last four digits; the rest only says that there was more. */
export function maskAccount(account: string, mode: ShareAccountNumbers): string {
  if (mode === 'never') return '';
  const text = account.trim();
  if (mode === 'full' || text === '') return text;
  return /^\d{5,}$/.test(text) ? `••${text.slice(-4)}` : '••';
}

/** `Jane Mary Doe` → `J. M. D.` */
export function initials(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  return words.map((word) => `${[...word][0]}.`).join(' ');
}

/**
 * What may be read by everybody in a channel: by named field, never by what a value looks like. Status, amount, banks,
 * reference and session stay whole. What people wrote freely, and what the spec does not explain, can hold
 * anybody's name and number: it stays with the one who asked.
 */
export function maskForChannel({ transaction }: TransactionAnswer, mode: ShareAccountNumbers): TransactionAnswer {
  const account = (text: string | undefined) => text && maskAccount(text, mode);
  const name = (text: string | undefined) => text && initials(text);
  const masked: Transaction = {
    ...transaction,
    destinationAccountNumber: account(transaction.destinationAccountNumber),
    destinationAccountName: name(transaction.destinationAccountName),
    sourceAccountNumber: account(transaction.sourceAccountNumber),
    sourceAccountName: name(transaction.sourceAccountName),
    description: undefined,
    accountId: undefined,
    utilityType: undefined,
    details: undefined,
    stampDuty: undefined,
    userId: undefined,
  };
  return { transaction: masked, record: {}, withheld: [] };
}
