import type { Transaction } from '../transfer-api/schemas.ts';
import { bold, code, outside } from './mrkdwn.ts';

/** One side of a transfer: the payer or the payee. */
export interface Party {
  name: string | undefined;
  account: string | undefined;
  bankName: string | undefined;
  bankCode: string | undefined;
}

const destination = (txn: Transaction): Party => ({
  name: txn.destinationAccountName,
  account: txn.destinationAccountNumber,
  bankName: txn.destinationBankName,
  bankCode: txn.destinationBankCode,
});

const source = (txn: Transaction): Party => ({
  name: txn.sourceAccountName,
  account: txn.sourceAccountNumber,
  bankName: txn.sourceBankName,
  bankCode: txn.sourceBankCode,
});

/** Puts the side first that the reader asks about: the payee of a transfer, the payer of a collection. */
function sides(txn: Transaction) {
  if (txn.transactionTypeName === 'collection')
    return { title: 'Collection', preposition: 'from', first: source(txn), other: 'To', second: destination(txn) };
  const type = txn.transactionTypeName?.trim() ? code(txn.transactionTypeName, 80) : 'Transaction';
  const title = txn.transactionTypeName === 'bank_transfer' ? 'Transfer' : type;
  return { title, preposition: 'to', first: destination(txn), other: 'From', second: source(txn) };
}

/** "Transfer to Jane Doe"; without a name the account, without either only the kind of transaction. */
export function lead(txn: Transaction): string {
  const { title, preposition, first } = sides(txn);
  const party = outside(first.name ?? '') || code(first.account ?? '', 40);
  return party === '' ? title : `${title} ${preposition} ${party}`;
}

/** The lead, and below it the account. */
export function parties(txn: Transaction): string {
  return [bold(lead(txn)), accountLine(sides(txn).first)].filter((line) => line !== '').join('\n');
}

export function accountLine({ account, bankName, bankCode }: Party): string {
  const bank = [outside(bankName ?? '', 100), code(bankCode ?? '', 20)].filter((part) => part !== '').join(' ');
  return [code(account ?? '', 40), bank].filter((part) => part !== '').join(' · ');
}

/** The second side, with its label. */
export function otherSide(txn: Transaction): { label: string; party: Party } {
  const { other, second } = sides(txn);
  return { label: other, party: second };
}
