import { transactionRecord } from '../fixtures/transaction.ts';

const { destinationAccountName, destinationAccountNumber, sourceAccountName, sourceAccountNumber, sessionId } =
  transactionRecord; // the sample service's records have the same
const customer = [destinationAccountName, destinationAccountNumber, sourceAccountName, sourceAccountNumber, sessionId];
const reference = /\b(?:GARO|FLW|TRF)-\w+/;

/** What stands in a text of the operator's, such as the log, and may not: a customer, a reference, one of the secrets. */
export function leaksIn(text: string, secrets: readonly string[]): string[] {
  return [...[...customer, ...secrets].filter((value) => text.includes(value)), ...(reference.exec(text) ?? [])];
}
