import type { TransactionAnswer, TransferApi } from '../transfer-api/client.ts';

/** When the question was asked, and how long the answer took. */
export interface Timing {
  askedAtMs: number;
  durationMs: number;
}

/** A transaction, looked up by its reference. */
export interface FoundTransaction {
  answer: TransactionAnswer;
  timing: Timing;
}

/** @throws TransferApiError */
export async function lookUp(
  reference: string,
  transferApi: Pick<TransferApi, 'transaction'>,
): Promise<FoundTransaction> {
  const { result: answer, timing } = await timed(() => transferApi.transaction(reference));
  return { answer, timing };
}

/** Runs a look-up and notes when it was asked and how long it took: a card says how old it is. */
export async function timed<T>(run: () => Promise<T>): Promise<{ result: T; timing: Timing }> {
  const askedAtMs = Date.now();
  const start = performance.now();
  const result = await run();
  return { result, timing: { askedAtMs, durationMs: performance.now() - start } };
}
