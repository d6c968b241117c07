import { foldBlanks } from '../plain-text.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import { amount } from './amount.ts';
import { context, message, preformatted, type Reply } from './blocks.ts';
import { escapeMrkdwn, utc } from './mrkdwn.ts';

/** What a bank needs to trace a transfer, as plain lines to paste into a mail. */
export function note(txn: Transaction, currency: string | undefined): Reply {
  const bank = (name = '', code = '') => [foldBlanks(name), code && `(${foldBlanks(code)})`].filter(Boolean).join(' ');
  const when = txn.createdAt ?? txn.completedAt;
  const lines: [string, string | undefined][] = [
    ['Session', txn.sessionId],
    ['Amount', txn.amount && amount(txn.amount, currency)],
    ['Date', when === undefined ? undefined : utc(when)],
    ['From', bank(txn.sourceBankName, txn.sourceBankCode)],
    ['To', bank(txn.destinationBankName, txn.destinationBankCode)],
    ['Reference', txn.reference],
  ];
  const text = lines.flatMap(([label, value]) => (value?.trim() ? `${label}: ${foldBlanks(value)}` : [])).join('\n');
  return message(`A note to paste to a bank\n${escapeMrkdwn(text)}`, [
    preformatted(text),
    context(['Names and account numbers are left out']),
  ]);
}
