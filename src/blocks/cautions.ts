// The cautions against sending money again, each of which is worded here alone.

import type { StatusGroup } from './status.ts';

export const notFoundCaution = "This doesn't mean that nothing was sent. Don't resend yet.";
/** For a timeout or any other failure except "not found". */
export const noAnswerCaution = "This proves nothing. Don't resend.";
const disagreeAdvice = "disagree. Don't resend: ask again or ask the bank.";
export const disagreeCaution = `They ${disagreeAdvice}`;
/** For rows each of which disagrees with its requery. */
export const rowsDisagreeCaution = `Record and requery ${disagreeAdvice}`;
/** For a requery whose answer names the id of another transaction. */
export const otherTransferCaution = 'This may be another transfer: check before resending.';
/** For a table whose rows have different cautions. */
export const tableCaution = "Don't resend from this table: check each one first.";
/** For several transfers that are listed as lines and have different cautions. */
export const listCaution = "Don't resend from this list: check each one first.";

const checkWithBank = 'Check with the bank before resending.';
/** For a record or requery with a reversed flag whose status says otherwise. */
export const flagCaution = `Status and reversed flag disagree. ${checkWithBank}`;

const cautions: Record<StatusGroup, string | undefined> = {
  settled: undefined,
  moving: "It may still go through. Don't resend yet.",
  failed: checkWithBank,
  reversed: checkWithBank,
  unknown: "I don't know this status: check before resending.",
};

const noStatusCaution = 'No status came: check before resending.';

/**
 * The caution for a status, the same in records, requeries and watches; none if settled. Show one
 * per message.
 */
export function chooseCaution(group: StatusGroup, hasStatus = true): string | undefined {
  return group === 'unknown' && !hasStatus ? noStatusCaution : cautions[group];
}
