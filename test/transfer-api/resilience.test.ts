import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TransferApiError } from '../../src/errors.ts';
import { createTransferApi, type TransferApi } from '../../src/transfer-api/client.ts';
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
  api = createTransferApi({ baseUrl: server.url, token: staticToken('open-sesame'), timeoutMs: 8_000 });
});
afterEach(async () => {
  await server.close();
});

const ended = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => {
      if (!(error instanceof TransferApiError)) throw error;
      const { reason, timeoutMs } = error.details;
      return [error.failure, reason ?? timeoutMs].filter((part) => part !== undefined).join(' ');
    },
  );
const lookUps = (count: number, name = 'R') =>
  Array.from({ length: count }, (_, index) => ended(api.transaction(`${name}${index}`)));
const requeries = (count: number) => Array.from({ length: count }, (_, index) => ended(api.requery(String(index + 1))));
const table = (count: number, name = 'T', of = {}) =>
  Array.from({ length: count }, (_, index) => ended(api.transaction(`${name}${index}`, { of, withinMs: 20_000 })));
const heldNow = (count: number) => waitFor(() => expect(server.held).toBe(count));
/** Five questions that hang for their eight seconds. */
async function outage(): Promise<void> {
  const asked = lookUps(5, 'HANGS');
  await heldNow(5);
  vi.advanceTimersByTime(8_000);
  expect(await Promise.all(asked)).toEqual(Array(5).fill('timeout 8000'));
  await heldNow(0);
}

describe('places', () => {
  it('are eight, and five for one operation', async () => {
    const asked = [...requeries(12), ...lookUps(12)];
    await heldNow(8);
    await server.arrived();
    expect(server.held).toBe(8);
    expect(server.requests.filter(({ url }) => url?.includes('tsq'))).toHaveLength(5);
    server.open();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['answered']));
    expect(server.most).toBe(8);
  });

  it('are three for tables, whoever asks: a single question finds one beside them', async () => {
    void table(25, 'A');
    void table(25, 'B');
    await heldNow(3);
    await server.arrived();
    expect(server.held).toBe(3);
    const single = lookUps(1);
    await heldNow(4);
    server.release();
    expect(await single[0]).toBe('answered');
  });

  it('are taken in turn by two tables that ask three at a time', async () => {
    const first = table(3, 'A');
    void table(3, 'B');
    await heldNow(3);
    server.release();
    await Promise.all(first);
    void table(3, 'C');
    await heldNow(3);
    expect(server.requests.slice(3).map(({ url }) => url?.split('/').at(-1))).toEqual(['B0', 'B1', 'B2']);
  });
});

describe('who was not asked', () => {
  it('is told so, and who was asked late how long that was', async () => {
    const asked = lookUps(12);
    await heldNow(5);
    vi.advanceTimersByTime(5_000);
    server.release();
    await heldNow(5);
    vi.advanceTimersByTime(3_000);
    expect(await Promise.all(asked)).toEqual([
      ...Array(5).fill('answered'),
      ...Array(5).fill('timeout 3000'),
      ...Array(2).fill('not_asked busy'),
    ]);
    await server.arrived();
    expect(server.requests).toHaveLength(10);
  });

  it('counts against nobody: neither do those that were asked late', async () => {
    const busy = lookUps(40);
    await heldNow(5);
    vi.advanceTimersByTime(7_900); // with less than a tenth of its time left nobody is sent
    server.release();
    expect((await Promise.all(busy)).slice(5)).toEqual(Array(35).fill('not_asked busy'));
    server.open();
    expect(await ended(api.transaction('GOOD'))).toBe('answered');
  });

  it('is everybody while the service answers nobody, at once', async () => {
    await outage();
    expect(await ended(api.transaction('GOOD'))).toBe('not_asked outage');
    expect(await ended(api.banks())).toBe('not_asked outage');
    expect(server.requests).toHaveLength(5);
  });
});

describe('an outage', () => {
  it('is none of one table whose references hang', async () => {
    const asked = table(12);
    for (let round = 0; round < 4; round += 1) {
      await heldNow(3);
      vi.advanceTimersByTime(8_000);
    }
    await Promise.all(asked);
    server.open();
    expect(await ended(api.transaction('GOOD'))).toBe('answered');
  });

  it('is none while anybody is answered anything', async () => {
    for (let round = 0; round < 3; round += 1) {
      const hanging = lookUps(4, `HANGS-${round}-`);
      await heldNow(4);
      vi.advanceTimersByTime(8_000);
      expect(new Set(await Promise.all(hanging))).toEqual(new Set(['timeout 8000']));
      await heldNow(0);
      const alive = ended(api.requery('1'));
      await heldNow(1);
      server.release();
      expect(await alive).toBe('answered');
    }
  });

  it('ends with one that is let through, slow as it may be, and meanwhile the others are refused', async () => {
    await outage();
    vi.advanceTimersByTime(5_000);
    const test = ended(api.transaction('TEST'));
    await heldNow(1);
    vi.advanceTimersByTime(7_900);
    expect(await Promise.all(lookUps(14))).toEqual(Array(14).fill('not_asked outage'));
    server.open();
    expect(await test).toBe('answered');
    expect(new Set(await Promise.all(lookUps(14)))).toEqual(new Set(['answered']));
  });
});
