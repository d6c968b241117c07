import { parse } from 'lossless-json';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { commandNames, type Resources } from '../../src/command.ts';
import { asObject, parseTransaction } from '../../src/transfer-service/fields.ts';
import { recordRow } from '../../src/transfers/row.ts';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { asker, places } from '../support/asker.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { resourcesFor } from '../support/services.ts';

/** Who reads alone, with a slash command. */
export const alone = {
  asker,
  place: places.asker,
  canShare: true,
  syntax: commandNames('').slash,
} as const;
/** A channel. */
export const everybody = { ...alone, place: places.channel } as const;

interface ServedTransfers {
  /** How every record differs from that of the spec. */
  record: Record<string, unknown>;
  headers: Record<string, string>;
  /** The answer to every requery. */
  requeried: [status: number, body: string];
  readonly resources: Resources;
  /** The addresses that were asked for in this test. */
  urls(): string[];
}

/** A transfer service for the tests of one file, and the bot's services before it. */
export function serveTransfers(): ServedTransfers {
  let server: TestServer;
  let resources: Resources;
  const served: ServedTransfers = {
    record: {},
    headers: {},
    requeried: [200, ''],
    get resources() {
      return resources;
    },
    urls: () => server.requests.map(({ url = '' }) => url),
  };
  beforeAll(async () => {
    server = await startServer((request, response) => {
      const [status, body] = request.url?.includes('tsq')
        ? served.requeried
        : [200, transactionBody(served.record)];
      response.writeHead(status, served.headers).end(body);
    });
  });
  beforeEach(() => {
    server.requests.length = 0;
    served.record = {};
    served.headers = {};
    served.requeried = [200, '{"status":"FAILED"}'];
    resources = resourcesFor(server.url, { CURRENCY: 'NGN' });
  });
  afterAll(() => server.close());
  return served;
}

/** A record with these changes, after the same parse as on the wire. */
export function recordOf(changes: Record<string, unknown>) {
  const record = asObject(parse(JSON.stringify({ ...transactionRecord, ...changes }))) ?? {};
  return recordRow('GARO-8f3k2j1', {
    transaction: parseTransaction(record),
    record,
    withheld: [],
  });
}
