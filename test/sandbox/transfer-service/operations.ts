import { type Answer, found, refused } from './answers.ts';
import { institutions } from './institutions.ts';
import { ordinaryTransactions } from './ordinary-transactions.ts';
import { requeries } from './requeries.ts';
import { ofMerchant, toBankInTrouble } from './second-look.ts';
import type { SampleAnswer } from './transaction-record.ts';
import { troubledTransactions } from './troubled-transactions.ts';
import { unusualTransactions } from './unusual-transactions.ts';

const index = (...lists: (readonly SampleAnswer[])[]) => new Map(lists.flat().map(({ key, answer }) => [key, answer]));

const transactions = index(
  ordinaryTransactions,
  unusualTransactions,
  troubledTransactions,
  toBankInTrouble,
  ofMerchant,
);
const transfers = index(requeries);
const transactionPath = /^\/v1\/transactions\/reference\/([^/]+)$/;

/** The three operations of the interface. Answers undefined for a path that is none of them. */
export function findOperation({ pathname, searchParams }: URL): Answer | undefined {
  const reference = transactionPath.exec(pathname)?.[1];
  if (reference !== undefined) {
    return transactions.get(decode(reference)) ?? refused(404, 'Transaction not found');
  }
  if (pathname === '/v1/transfer/tsq') {
    const transactionId = searchParams.get('transactionId') ?? '';
    if (!/^\d+$/.test(transactionId)) return refused(422, 'The transactionId field is required.');
    return transfers.get(transactionId) ?? refused(404, 'Transfer not found');
  }
  return pathname === '/v1/transfer/banks' ? found(institutions, 'Banks retrieved successfully') : undefined;
}

/** A malformed escape stands for itself: it is the reference of nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
