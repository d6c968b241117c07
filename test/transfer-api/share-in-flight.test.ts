import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createTransferApi } from '../../src/transfer-api/client.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { staticToken } from '../support/static-token.ts';

let server: TestServer;
afterEach(() => server.close());

async function slowApi(delayMs: number, timeoutMs = 5000) {
  const busy = { now: 0, most: 0 };
  server = await startServer(async (request, response) => {
    busy.now += 1;
    busy.most = Math.max(busy.most, busy.now);
    await sleep(delayMs);
    busy.now -= 1;
    response.end(transactionBody({ reference: request.url?.split('/').at(-1) }));
  });
  return { busy, api: createTransferApi({ baseUrl: server.url, token: staticToken('open-sesame'), timeoutMs }) };
}

describe('the same question at the same time', () => {
  it('is asked once, and again when it has been answered', async () => {
    const { api } = await slowApi(50);
    await Promise.all(Array.from({ length: 20 }, () => api.transaction('R1')));
    expect(server.requests).toHaveLength(1);
    await api.transaction('R1');
    expect(server.requests).toHaveLength(2);
  });

  it('goes alone with a shorter deadline', async () => {
    const { api } = await slowApi(200);
    const short = api.transaction('R1', 50).catch((error: Error) => error.message);
    await expect(api.transaction('R1')).resolves.toBeDefined();
    expect(await short).toContain('timeout');
  });
});

describe('many questions at the same time', () => {
  it('are eight requests at the most', async () => {
    const { api, busy } = await slowApi(20);
    await Promise.all(Array.from({ length: 60 }, (_, index) => api.transaction(`R${index}`)));
    expect(server.requests).toHaveLength(60);
    expect(busy.most).toBe(8);
  });

  it('wait for a place no longer than they would for the answer, and are not sent when it is too late', async () => {
    const { api } = await slowApi(400, 600);
    const startedAtMs = performance.now();
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => api.transaction(`R${index}`)));
    expect(performance.now() - startedAtMs).toBeLessThan(1900);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    await sleep(500);
    expect(server.requests.length).toBeLessThanOrEqual(16);
  });
});
