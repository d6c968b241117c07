import { transactionBody } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from './http-server.ts';

export interface ChangingService extends TestServer {
  /** What the record of a reference says from now on; `undefined`: there is none. */
  set(reference: string, record: Record<string, unknown> | undefined): void;
  /** The status of every answer from now on; 200 is the records themselves. */
  answerWith(status: number): void;
}

const notFound = '{"success":false,"message":"Transaction not found","data":null}';

/** A transfer service whose records change while one watches; every requery says SUCCESSFUL. */
export async function startChangingService(): Promise<ChangingService> {
  const records = new Map<string, Record<string, unknown> | undefined>();
  let status = 200;
  const server = await startServer(({ url = '' }, response) => {
    if (status !== 200) return response.writeHead(status).end();
    if (url.includes('tsq')) return response.end('{"status":"SUCCESSFUL"}');
    const reference = decodeURIComponent(url.split('/').at(-1) ?? '');
    if (records.has(reference) && records.get(reference) === undefined) return response.writeHead(404).end(notFound);
    return response.end(transactionBody({ reference, ...records.get(reference) }));
  });
  return {
    ...server,
    set: (reference, record) => void records.set(reference, record),
    answerWith(given) {
      status = given;
    },
  };
}
