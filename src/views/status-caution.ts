import type { StatusGroup } from '../transfers/status.ts';

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
