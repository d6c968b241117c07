import type { RequestListener } from 'node:http';
import { transactionBody } from '../fixtures/transaction.ts';
import { startServer } from './http-server.ts';

export type ChangingService = Awaited<ReturnType<typeof startChangingService>>;

const notNow = '{"success":false,"message":"not now","data":null}';
const notFound = '{"success":false,"message":"Transaction not found","data":null}';

const referenceOf = (url = '') => decodeURIComponent(url.split('/').at(-1) ?? '');

/** A transfer service that knows every reference, and takes so long for each. */
export function anyTransaction(delayMs = 0): RequestListener {
  return ({ url }, response) => {
    const answer = () => response.end(transactionBody({ reference: referenceOf(url) }));
    setTimeout(answer, delayMs);
  };
}

/**
 * A transfer service that knows every reference, and whose records change when the test says so;
 * every requery says SUCCESSFUL.
 * @param otherwise what every other record is
 */
export async function startChangingService(
  otherwise: Record<string, unknown> = { status: 'pending', completedAt: null },
) {
  const records = new Map<string, Record<string, unknown> | undefined>();
  let failing: { status: number | undefined; reference?: string | undefined } = {
    status: undefined,
  };
  const server = await startServer(({ url = '' }, response) => {
    const headers = { 'content-type': 'application/json' };
    const reference = referenceOf(url);
    if (failing.status !== undefined && (failing.reference ?? reference) === reference)
      return response.writeHead(failing.status, headers).end(notNow);
    if (url.includes('tsq')) return response.end('{"status":"SUCCESSFUL"}');
    if (records.has(reference) && records.get(reference) === undefined)
      return response.writeHead(404, headers).end(notFound);
    const record = { ...otherwise, reference, ...records.get(reference) };
    return response.writeHead(200, headers).end(transactionBody(record));
  });
  return {
    ...server,
    /** What the records with these references are from now on; `undefined`: there is none. */
    set(references: readonly string[], changes: Record<string, unknown> | undefined) {
      for (const reference of references)
        records.set(reference, changes && { ...records.get(reference), ...changes });
    },
    /**
     * Answers everything, or this reference alone, with this status from now on, until it is set to
     * nothing.
     */
    fail(status: number | undefined, reference?: string) {
      failing = { status, reference };
    },
    /** How often the reference was asked for. */
    asked: (reference: string) =>
      server.requests.filter(({ url }) => referenceOf(url) === reference).length,
  };
}
