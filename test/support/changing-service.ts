import { transactionBody } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from './http-server.ts';

export interface ChangingService extends TestServer {
  /** What the records with these references are from now on; every other one is pending. */
  set(references: readonly string[], changes: Record<string, unknown>): void;
  /** Answers everything with this status from now on, until it is set to nothing. */
  fail(status: number | undefined): void;
  /** How often the reference was asked for. */
  asked(reference: string): number;
}

/** A transfer service that knows every reference, and whose records change when the test says so. */
export async function startChangingService(): Promise<ChangingService> {
  const records = new Map<string, Record<string, unknown>>();
  let failing: number | undefined;
  const referenceOf = (url = '') => decodeURIComponent(url.split('/').at(-1) ?? '');
  const server = await startServer(({ url }, response) => {
    const reference = referenceOf(url);
    const headers = { 'content-type': 'application/json' };
    if (failing !== undefined)
      return void response.writeHead(failing, headers).end('{"success":false,"message":"not now","data":null}');
    const pending = { status: 'pending', completedAt: null, reference };
    response.writeHead(200, headers).end(transactionBody({ ...pending, ...records.get(reference) }));
  });
  return {
    ...server,
    set(references, changes) {
      for (const reference of references) records.set(reference, { ...records.get(reference), ...changes });
    },
    fail(status) {
      failing = status;
    },
    asked: (reference) => server.requests.filter(({ url }) => referenceOf(url) === reference).length,
  };
}
