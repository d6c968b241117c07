import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReferences } from '../../../src/reading/references.ts';
import { heldBack, morePastes, type Paste, pastes } from '../../fixtures/pastes.ts';
import { transactionBody } from '../../fixtures/transaction.ts';
import { startServer, type TestServer } from '../../support/http-server.ts';
import { type RunningApp, runApp } from '../../support/run-app.ts';

let service: TestServer;
let app: RunningApp;
let isThere = true;
beforeAll(async () => {
  service = await startServer((request, response) => {
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' });
    const found = transactionBody({ reference: referenceOf(request.url ?? '') });
    response.end(isThere ? found : '{"success":false,"message":"none"}');
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

const referenceOf = (url: string) => decodeURIComponent(url.replace(/^.*(?:\/reference\/|transactionId=)/, ''));

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

const { inTalk: find, asTyped: findTyped } = createReferences();

describe('of a paste behind /txn its references reach the service, and nothing else', () => {
  it.each<Paste>([...pastes, ...heldBack, ...morePastes])(
    '$text',
    async ({ text, references = [], identifiers = [] }) => {
      const asked = await askedBy(text);
      const isRequeried = references.length > 0 && /requery \d/.test(text); // words that say so
      expect(asked.toSorted()).toEqual([...references, ...(isRequeried ? identifiers : [])].toSorted());
      expect(findTyped(text).references).toEqual(references);
      if (references.length !== 1) expect(find(text).identifiers).toEqual(identifiers);
    },
  );
});

describe('an answer says what was read where that was not written so', () => {
  const lineOf = async (text: string) => {
    await askedBy(text);
    return /\nread as (.*)$/.exec(app.answers().at(-1)?.text ?? '')?.[1];
  };

  it.each([
    ['GARO- 6t2x8q1', '`/txn GARO-6t2x8q1`'],
    ['is GARO\u20116t2x8q1 done', '`/txn GARO-6t2x8q1`'],
    ['GARO-6t2x8q1_late pls', '`/txn GARO-6t2x8q1`'],
    ['GARO- 6t2x8q1 and GARO-3w9n5c2', '`/txn GARO-6t2x8q1 GARO-3w9n5c2`'],
    ['watch GARO -6t2x8q1', '`/txn watch GARO-6t2x8q1`'],
    ['GARO-6t2x8q1', undefined],
    ['garo-6t2x8q1', undefined],
    ['Ref No. *GARO-6t2x8q1*,', undefined],
    ['"GARO-6t2x8q1".', undefined],
    ['GARO-6t2x8q1 and GARO-3w9n5c2', undefined],
    ['watch GARO-6t2x8q1', undefined],
  ])('%j', async (text, line) => {
    expect(await lineOf(text)).toBe(line);
  });

  it('when nothing is found too', async () => {
    isThere = false;
    expect(await lineOf('GARO- 6t2x8q1')).toBe('`/txn GARO-6t2x8q1`');
    isThere = true;
  });
});
