import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { TransferApiError } from '../../src/errors.ts';
import { createTransferApi } from '../../src/transfer-service/client.ts';
import type { TransferApiOptions } from '../../src/transfer-service/token-and-address.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startHeldServer } from '../support/held-server.ts';
import { startServer, type TestServer } from '../support/http-server.ts';

export const token = 'canary-token-5d41402abc4b';
export const reference = 'GARO-8f3k2j1';

export const apiOf = (baseUrl: string, options: Partial<TransferApiOptions> = {}) =>
  createTransferApi({
    baseUrl,
    token: new Secret(token),
    timeoutMs: 30_000,
    concurrency: 10,
    ...options,
  });

const within = <Server extends TestServer>(
  server: Server,
  options?: Partial<TransferApiOptions>,
) => {
  onTestFinished(server.close);
  return { server, api: apiOf(server.url, options) };
};

/**
 * A service that does the first of these at the first request, and the last of them from then on;
 * and its client.
 */
export async function serve(
  listeners: RequestListener | RequestListener[],
  options?: Partial<TransferApiOptions>,
) {
  const left = [listeners].flat();
  return within(
    await startServer((...args) => (left.length > 1 ? left.shift() : left[0])?.(...args)),
    options,
  );
}

/**
 * A service that answers when the test lets it, by default with the record that is asked for; and
 * its client.
 */
export async function hold(answer: RequestListener = found, options?: Partial<TransferApiOptions>) {
  return within(await startHeldServer(answer), { timeoutMs: 8_000, ...options });
}

export const found: RequestListener = ({ url = '' }, response) =>
  response.end(transactionBody({ reference: decodeURIComponent(url.split('/').at(-1) ?? '') }));

/** How a look-up ended: `answered`, or the failure with its reason, or else how long was waited. */
export const endingOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: unknown) => {
      if (!(error instanceof TransferApiError)) throw error;
      const { reason, timeoutMs } = error.details;
      return [error.failure, reason ?? timeoutMs].filter((part) => part !== undefined).join(' ');
    },
  );

/** @throws when it did not fail */
export async function failureOf(asked: Promise<unknown>): Promise<TransferApiError> {
  const error = await asked.then(
    () => 'it was answered',
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransferApiError))
    throw new Error(`expected a TransferApiError, got ${String(error)}`);
  return error;
}
