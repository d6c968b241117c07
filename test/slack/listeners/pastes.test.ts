import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReferenceFinder } from '../../../src/reading/find-references.ts';
import { heldBack, morePastes, type Paste, pastes } from '../../fixtures/pastes.ts';
import { transactionBody } from '../../fixtures/transaction.ts';
import { startServer, type TestServer } from '../../support/http-server.ts';
import { type RunningApp, runApp } from '../../support/run-app.ts';

let service: TestServer;
let app: RunningApp;
beforeAll(async () => {
  service = await startServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(transactionBody({ reference: referenceOf(request.url ?? '') }));
  });
  app = await runApp({
    transferApi: { baseUrl: service.url },
    env: { RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_TOTAL_PER_MINUTE: '1000000' },
  });
});
afterAll(async () => {
  await app.stop();
  await service.close();
});

const referenceOf = (url: string) => decodeURIComponent(url.replace(/^.*\/reference\//, ''));

async function askedBy(text: string): Promise<string[]> {
  const [requests, answers] = [service.requests.length, app.answers().length];
  await app.slack.sendCommand({ command: '/txn', text });
  await app.bot.inFlight.settled();
  expect(app.answers().length).toBeGreaterThan(answers);
  return service.requests.slice(requests).map(({ url = '' }) => referenceOf(url));
}

it('there are enough of them, and of those that hold none', () => {
  const all = [...pastes, ...heldBack, ...morePastes];
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(all.filter(({ references = [] }) => references.length === 0).length).toBeGreaterThanOrEqual(40);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
});

const find = createReferenceFinder();

describe('of a paste behind /txn its references reach the service, and nothing else', () => {
  it.each<Paste>([...pastes, ...heldBack, ...morePastes])(
    '$text',
    async ({ text, references = [], identifiers = [] }) => {
      expect((await askedBy(text)).toSorted()).toEqual([...references].toSorted());
      expect(find(text, 'typed').references).toEqual(references);
      if (references.length !== 1) expect(find(text).identifiers).toEqual(identifiers);
    },
  );
});
