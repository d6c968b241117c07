import { foldBlanks } from '../plain-text.ts';
import { hidden } from '../transfers/mask-transaction.ts';
import type { Statuses } from '../transfers/requery-status.ts';
import { isExplained } from '../transfers/status-words.ts';
import { bold, outside } from './mrkdwn.ts';

/** What every answer but a plain success leaves open; to follow its subject. */
export const saysNotOfMoney = 'does not say that the money moved, or that it did not';
export const moneyCaution = `This ${saysNotOfMoney}.`;

/** The caution beside a reversed flag, whose values the spec does not explain; mrkdwn. */
export function reversedCaution(flag: string | undefined): string {
  return `${bold(`Reversed flag: ${outside(flag ?? '', 40)}.`)} The service does not explain its values.`;
}

/** The caution beside a status that the spec does not explain; mrkdwn. */
export function statusCaution(status: string | undefined): string | undefined {
  if (isExplained(status)) return undefined;
  return `${report(foldBlanks(status ?? ''))} ${moneyCaution}`;
}

/** The caution beside what a requery says. No envelope, message or code stands for a status. */
export function requeryCaution({ one, all }: Statuses): string | undefined {
  if (one === undefined && all.length > 0) return `The statuses differ. ${moneyCaution}`;
  return statusCaution(one);
}

function report(word: string): string {
  if (word === '') return 'The service gives no status.';
  if (word === hidden) return 'The status is worded so that it is shown only in an answer that one person reads.';
  return `The service reports ${bold(outside(word, 80))}.`;
}
