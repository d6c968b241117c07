import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTransferApi, type TransferApi } from '../../src/transfer-service/client.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { type HeldServer, startHeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { staticToken } from '../support/static-token.ts';
import { waitFor } from '../support/wait-for.ts';

let server: HeldServer;
let api: TransferApi;
beforeEach(async () => {
  holdClock();
  server = await startHeldServer((request, response) =>
    response.end(transactionBody({ reference: request.url?.split('/').at(-1) })),
  );
  api = createTransferApi({ baseUrl: server.url, token: staticToken('open-sesame'), timeoutMs: 600 });
});
afterEach(async () => {
  await server.close();
});
const heldNow = (count: number) => waitFor(() => expect(server.held).toBe(count));

describe('the same question at the same time', () => {
  it('is asked once, and again when it has been answered', async () => {
    const asked = Array.from({ length: 20 }, () => api.transaction('R1'));
    await heldNow(1);
    server.open();
    await Promise.all(asked);
    expect(server.requests).toHaveLength(1);
    await api.transaction('R1');
    expect(server.requests).toHaveLength(2);
  });

  it('has the same failure for all', async () => {
    const asked = Array.from({ length: 20 }, () => api.transaction('R1'));
    const failures = Promise.all(asked.map((each) => each.catch((error: Error) => error.message)));
    await heldNow(1);
    vi.advanceTimersByTime(600);
    expect(new Set(await failures)).toEqual(new Set([expect.stringContaining('timeout')]));
    expect(server.requests).toHaveLength(1);
  });

  it('goes alone with a shorter deadline', async () => {
    const short = api.transaction('R1', { key: {}, withinMs: 50 }).catch((error: Error) => error.message);
    const long = api.transaction('R1');
    await heldNow(2);
    vi.advanceTimersByTime(50);
    expect(await short).toContain('timeout');
    server.open();
    await expect(long).resolves.toBeDefined();
  });
});
