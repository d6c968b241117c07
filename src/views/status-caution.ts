import { foldBlanks } from '../plain-text.ts';
import { hidden } from '../transfers/mask-transaction.ts';
import type { Statuses } from '../transfers/requery-status.ts';
import type { StatusGroup } from '../transfers/status-group.ts';
import { isExplained } from '../transfers/status-words.ts';
import { bold, outside } from './mrkdwn.ts';

export const notFoundCaution = 'This does not mean that nothing was sent: do not resend on this.';
/** Of a time-out and any other failure. */
export const noAnswerCaution = 'This says nothing about the transfer.';
export const disagreeCaution = 'They disagree: do not resend; ask again or ask the bank.';
/** Of a table with more than one group. */
export const tableCaution = 'Resend nothing on this table: check each first.';

const checkWithBank = 'Check with the bank before resending.';

const cautions: Record<StatusGroup, string | undefined> = {
  settled: undefined,
  moving: 'It may still settle: do not resend on this.',
  failed: checkWithBank,
  reversed: checkWithBank,
  unknown: 'This status is not known here: check before resending.',
};

/** The one line under a status, in record, requery and watch alike; a settled one has none. Said once a message. */
export function cautionOf(group: StatusGroup): string | undefined {
  return cautions[group];
}

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
