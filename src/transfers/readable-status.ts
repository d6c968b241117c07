import { foldBlanks } from '../plain-text.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import { isOfStatusWords } from './channel-values.ts';
import { maskRecord } from './mask-transaction.ts';
import { hidden, statusGroup } from './status-group.ts';

/** Whether a status is made of the usual words: then it names nobody, whatever else the answer holds. */
export function isUsualStatus(words: string): boolean {
  return words === '' || statusGroup(words) !== 'unknown' || isOfStatusWords(words);
}

/** A record's status when a channel may read it: the service may write anybody's name into another one. */
export function readableStatus(transaction: Transaction): string | undefined {
  const words = foldBlanks(transaction.status ?? '');
  if (isUsualStatus(words)) return words;
  const masked = maskRecord({ transaction, record: {}, withheld: [] }, 'masked');
  return masked.transaction.status === hidden ? undefined : words;
}
