import type { OutageHint } from '../history/outage-hint.ts';
import type { Recalled } from '../history/recalled.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import type { TransferApiFailure } from '../transfer-api-failure.ts';
import { hidden } from '../transfers/status-group.ts';
import { code, outside } from './mrkdwn.ts';

/**
 * What an answer tells of trouble elsewhere, a line each; mrkdwn.
 * @param transactions the records of the answer, for the names of their banks
 */
export function hintLines(
  { outages, failure }: Pick<Recalled, 'outages' | 'failure'>,
  transactions: readonly Transaction[],
): string[] {
  return [
    ...outages.map((hint) => outageLine(hint, transactions)),
    ...(failure === undefined ? [] : [failureLine(failure.failure, failure)]),
  ];
}

/** Counts alone: what they mean for a transfer, or for the bank, nobody here knows. */
function outageLine({ bank, asked, unsettled }: OutageHint, transactions: readonly Transaction[]): string {
  const name = transactions.find((txn) => txn.destinationBankCode?.trim() === bank)?.destinationBankName?.trim();
  const to = name && name !== hidden ? outside(name, 60) : code(bank);
  return `${unsettled} of ${asked} to ${to} not settled`;
}

/** What became of look-ups that ended so. */
const ends: Record<TransferApiFailure, string> = {
  timeout: 'timed out',
  unreachable: 'got no usable answer',
  proxy: 'were stopped by the proxy on the way',
  untrusted: 'met a certificate that is not trusted',
  not_asked: 'were not sent',
  rate_limited: 'were refused for being too many',
  unauthorized: 'were refused with the access token',
  not_found: 'found nothing',
  rejected: 'were refused',
  unexpected_body: 'got an answer that cannot be read',
};

export function failureLine(
  failure: TransferApiFailure,
  { failed, lookUps }: { failed: number; lookUps: number },
): string {
  return `${failed} of ${lookUps} recent look-ups ${ends[failure]}`;
}
