import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TransferApiError } from '../../src/errors.ts';
import { createEvents } from '../../src/events.ts';
import { createTransferApi, type TransferApi } from '../../src/transfer-service/client.ts';
import { createResilience } from '../../src/transfer-service/resilience.ts';
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
  vi.restoreAllMocks();
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
const table = (count: number, name = 'T', key = {}) =>
  Array.from({ length: count }, (_, index) => ended(api.transaction(`${name}${index}`, { key, withinMs: 20_000 })));
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

  it('are four for tables, whoever asks: a single question finds one beside them', async () => {
    void table(25, 'A');
    void table(25, 'B');
    await heldNow(4);
    await server.arrived();
    expect(server.held).toBe(4);
    const single = lookUps(1);
    await heldNow(5);
    server.release();
    expect(await single[0]).toBe('answered');
  });

  it('are taken in turn by tables', async () => {
    const first = table(4, 'A');
    void table(3, 'B');
    await heldNow(4);
    server.release();
    await Promise.all(first);
    void table(3, 'C');
    await heldNow(4);
    expect(server.requests.slice(4).map(({ url }) => url?.split('/').at(-1))).toEqual(['B0', 'B1', 'B2', 'C0']);
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

describe('who has not much time left', () => {
  it('is told so though those before it have more', async () => {
    void lookUps(5, 'HANGS');
    await heldNow(5);
    const asked = ended(api.transaction('SHORT', { key: {}, withinMs: 2_000 }));
    vi.advanceTimersByTime(2_000);
    expect(await asked).toBe('not_asked busy');
    expect(server.held).toBe(5);
  });

  it('is asked for no more, which was no request', async () => {
    void lookUps(5, 'HANGS');
    await heldNow(5);
    const asked = api.transaction('LATE').catch((error: TransferApiError) => error.details);
    vi.advanceTimersByTime(7_900);
    server.release();
    expect(await asked).toEqual({ operation: 'transaction', asked: 'LATE', reason: 'busy' });
  });

  it('is asked for once more when it was asked for before', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await server.close();
    server = await startHeldServer((_request, response) => response.writeHead(503).end());
    api = createTransferApi({ baseUrl: server.url, token: staticToken('open-sesame'), timeoutMs: 8_000 });
    const asked = ended(api.transaction('R1'));
    await heldNow(1);
    vi.advanceTimersByTime(7_900);
    server.release();
    await waitFor(() => {
      vi.advanceTimersByTime(1);
      expect(server.requests).toHaveLength(2);
    });
    server.open();
    vi.advanceTimersByTime(100);
    expect(await asked).toBe('unreachable');
  });
});

describe('a question that was asked late', () => {
  it('says nothing of the service when it has no answer', async () => {
    const asked = [...lookUps(4, 'HANGS'), ...lookUps(1, 'QUICK'), ...lookUps(1, 'LATE')];
    await heldNow(5);
    vi.advanceTimersByTime(1_000);
    server.release('QUICK');
    await waitFor(() => expect(server.requests).toHaveLength(6));
    await heldNow(5);
    vi.advanceTimersByTime(7_000);
    expect(await Promise.all(asked)).toEqual([...Array(4).fill('timeout 8000'), 'answered', 'timeout 7000']);
    server.open();
    expect(await ended(api.transaction('GOOD'))).toBe('answered'); // four are no outage
  });
});

describe('a look-up that is over', () => {
  it('leaves no timer behind', async () => {
    server.open();
    await api.transaction('GOOD');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says how many requests it took, and none when none was sent', async () => {
    const asked = lookUps(6);
    const last = api.transaction('LAST').catch((error: TransferApiError) => error.details);
    await heldNow(5);
    vi.advanceTimersByTime(8_000);
    await Promise.all(asked);
    expect(await last).toEqual({ operation: 'transaction', asked: 'LAST', reason: 'busy' });
  });
});

describe('an outage', () => {
  it('is none of one table whose references hang', async () => {
    const asked = table(12);
    for (let round = 0; round < 3; round += 1) {
      await heldNow(4);
      vi.advanceTimersByTime(8_000);
    }
    await Promise.all(asked);
    server.open();
    expect(await ended(api.transaction('GOOD'))).toBe('answered');
  });

  it.each<[string, number, string, string]>([
    ['anything', 200, '', 'answered'],
    ['that it refuses', 400, '{"success":false,"message":"none"}', 'rejected'],
    ['more than is read', 200, ' '.repeat(300 * 1024), 'unexpected_body too_large'],
  ])('is none while anybody is answered %s', async (_what, status, body, end) => {
    await server.close();
    server = await startHeldServer((_request, response) =>
      response.writeHead(status).end(body || transactionBody({ reference: 'R1' })),
    );
    api = createTransferApi({ baseUrl: server.url, token: staticToken('open-sesame'), timeoutMs: 8_000 });
    for (let round = 0; round < 3; round += 1) {
      const hanging = lookUps(4, `HANGS-${round}-`);
      await heldNow(4);
      vi.advanceTimersByTime(8_000);
      expect(new Set(await Promise.all(hanging))).toEqual(new Set(['timeout 8000']));
      await heldNow(0);
      const alive = ended(api.requery('1'));
      await heldNow(1);
      server.release();
      expect(await alive).toBe(end);
    }
  });

  it.each<[string, Error]>([
    ['an error of our own', new TypeError('a bug')],
    ['a certificate that nobody vouches for', new TransferApiError('untrusted', { operation: 'banks' })],
  ])('is none of %s, which is not tried again either', async (_what, error) => {
    const onBreak = vi.fn();
    const resilience = createResilience(createEvents().on('breaker', onBreak));
    const attempt = vi.fn(() => Promise.reject(error));
    for (let number = 1; number <= 6; number += 1) {
      const asked = resilience.execute({ operation: 'banks', timeoutMs: 8_000 }, attempt);
      await expect(asked).rejects.toThrow(error.message);
      await expect(asked).rejects.toBeInstanceOf(error.constructor);
      vi.advanceTimersByTime(2_000);
    }
    expect(attempt).toHaveBeenCalledTimes(6);
    expect(onBreak).not.toHaveBeenCalled();
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

it('an outage does not end with an error of our own', async () => {
  const states: string[] = [];
  const resilience = createResilience(createEvents().on('breaker', (state) => states.push(state)));
  const asking = (attempt: (signal: AbortSignal) => Promise<never>) =>
    ended(resilience.execute({ operation: 'banks', timeoutMs: 8_000 }, attempt));
  const hangs = (signal: AbortSignal) => once(signal, 'abort').then(() => Promise.reject(new Error('aborted')));
  const asked = Array.from({ length: 5 }, () => asking(hangs));
  await new Promise(setImmediate); // each has its slot
  vi.advanceTimersByTime(8_000);
  expect(await Promise.all(asked)).toEqual(Array(5).fill('timeout 8000'));
  vi.advanceTimersByTime(5_000);
  await expect(asking(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
  expect(states).toEqual(['open', 'half_open', 'open']);
});

describe('what the service has said', () => {
  /** One answer to everything. */
  async function answeringAlways(status: number, body: string): Promise<void> {
    await server.close();
    server = await startHeldServer((_request, response) => response.writeHead(status).end(body));
    server.open();
    api = createTransferApi({ baseUrl: server.url, token: staticToken('open-sesame'), timeoutMs: 8_000 });
  }
  /** So many questions, two seconds after each other. */
  async function askOften(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const over = vi.fn();
      void ended(api.requery(String(number + 1))).then(over);
      await waitFor(() => {
        vi.advanceTimersByTime(100);
        expect(over).toHaveBeenCalled();
      });
      vi.advanceTimersByTime(2_000);
    }
  }

  it.each([
    [500, '', 'unreachable'],
    [400, '{"success":false,"message":"none"}', 'rejected'],
    [200, '<html>', 'unexpected_body not_json'],
  ])('is a sign of life, whatever it is: %i %j', async (status, body, failure) => {
    await answeringAlways(status, body);
    await askOften(6);
    expect(await ended(api.requery('7'))).toBe(failure);
  });

  it('is none when only what stands before it speaks', async () => {
    await answeringAlways(503, '');
    await askOften(6);
    expect(await ended(api.requery('7'))).toBe('not_asked outage');
  });

  it('is told when the time is up in a later try', async () => {
    await server.close();
    server = await startHeldServer((_request, response) => response.writeHead(503).end());
    api = createTransferApi({ baseUrl: server.url, token: staticToken('open-sesame'), timeoutMs: 8_000 });
    const asked = api.transaction('R1').catch((error: unknown) => error);
    await heldNow(1);
    server.release();
    await waitFor(() => {
      vi.advanceTimersByTime(50);
      expect(server.held).toBe(1);
    });
    vi.advanceTimersByTime(8_000);
    expect(await asked).toMatchObject({ failure: 'unreachable', details: { status: 503, attempts: 2 } });
  });
});

describe('the wait before the next try', () => {
  it.each<[string, Record<string, string>, number[]]>([
    ['grows', {}, [250, 500]],
    ['is as long as the service asks, and a little', { 'retry-after': '1' }, [1_062, 1_125]],
  ])('%s', async (_how, headers, waitsMs) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    await server.close();
    server = await startHeldServer((_request, response) => response.writeHead(503, headers).end());
    server.open();
    api = createTransferApi({ baseUrl: server.url, token: staticToken('open-sesame'), timeoutMs: 8_000 });
    const asked = ended(api.transaction('R1'));
    for (const [index, waitMs] of waitsMs.entries()) {
      await waitFor(() => expect(vi.getTimerCount()).toBe(2)); // the deadline, and the wait
      expect(server.requests).toHaveLength(index + 1);
      vi.advanceTimersByTime(waitMs - 2);
      expect(vi.getTimerCount()).toBe(2);
      vi.advanceTimersByTime(3);
      expect(vi.getTimerCount()).toBe(1);
      await waitFor(() => expect(server.requests).toHaveLength(index + 2));
    }
    expect(await asked).toBe('unreachable');
  });
});
