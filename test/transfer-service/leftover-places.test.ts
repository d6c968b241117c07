import { setMaxListeners } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TransferApiError } from '../../src/errors.ts';
import { createTransferApi, type TransferApi } from '../../src/transfer-service/client.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { type HeldServer, startHeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { staticToken } from '../support/static-token.ts';
import { waitFor } from '../support/wait-for.ts';

let server: HeldServer;
let api: TransferApi;
let status: number;
let never: AbortSignal;
beforeEach(async () => {
  status = 200;
  const atTheEnd = new AbortController();
  setMaxListeners(0, atTheEnd.signal);
  onTestFinished(() => atTheEnd.abort());
  never = atTheEnd.signal;
  server = await startHeldServer(({ url = '' }, response) => {
    const reference = decodeURIComponent(url.split('/').at(-1) ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(transactionBody({ reference }));
  });
  onTestFinished(() => server.close());
  holdClock();
  api = createTransferApi({ baseUrl: server.url, token: staticToken('open-sesame'), timeoutMs: 8_000 });
});

/** What has become of each so far. */
function watching(count: number, name = 'W'): { ended: string[] } {
  const outcomes = { ended: [] as string[] };
  for (let index = 0; index < count; index += 1)
    void api.watched(`${name}${index}`, never).then(
      () => outcomes.ended.push('answered'),
      (error: unknown) => outcomes.ended.push(error instanceof TransferApiError ? error.failure : String(error)),
    );
  return outcomes;
}

const asking = (count: number, name = 'P') =>
  Array.from({ length: count }, (_, index) => api.transaction(`${name}${index}`).then(() => 'answered', String));
const requeries = (count: number) =>
  Array.from({ length: count }, (_, index) => api.requery(`${100 + index}`).then(() => 'answered', String));

/** Lets time pass in small steps until the server holds so many. */
const untilHeld = (count: number) =>
  waitFor(() => {
    vi.advanceTimersByTime(50);
    expect(server.held).toBe(count);
  });
const heldOf = (name: string) => server.requests.filter(({ url = '' }) => url.includes(`/${name}`)).length;

describe('the look-ups of watches', () => {
  it('are never more than two at once, and all get their turn', async () => {
    const { ended } = watching(50);
    await untilHeld(2);
    await waitFor(() => {
      vi.advanceTimersByTime(50);
      server.release();
      expect(ended).toHaveLength(50);
    });
    expect(server.most).toBe(2);
    expect(new Set(ended)).toEqual(new Set(['answered']));
  });

  it('wait as long as it takes: the deadline begins with the place', async () => {
    const { ended } = watching(6);
    for (let turn = 1; turn <= 3; turn += 1) {
      await untilHeld(2);
      vi.advanceTimersByTime(7_000);
      server.release();
      await waitFor(() => expect(ended).toHaveLength(2 * turn));
    }
    expect(ended).toEqual(Array(6).fill('answered'));
  });

  it('take no place of people: all five of theirs are there beside the two', async () => {
    watching(20);
    await untilHeld(2);
    const people = asking(5);
    await untilHeld(7);
    server.open();
    expect(await Promise.all(people)).toEqual(Array(5).fill('answered'));
  });

  it('begin only while people leave a place', async () => {
    const people = [...asking(5), ...requeries(3)];
    await untilHeld(8);
    const { ended } = watching(10);
    vi.advanceTimersByTime(5_000);
    await server.arrived();
    expect(heldOf('W')).toBe(0);
    server.release('/P0');
    await waitFor(() => {
      vi.advanceTimersByTime(50);
      expect(heldOf('W')).toBe(1);
    });
    server.open();
    await waitFor(() => {
      vi.advanceTimersByTime(50);
      expect(ended).toHaveLength(10);
    });
    expect(new Set(await Promise.all(people))).toEqual(new Set(['answered']));
    expect(server.most).toBe(8);
  });

  it('hold up nobody who asks for the same', async () => {
    watching(5);
    await untilHeld(2);
    const same = api.transaction('W4').then(() => 'answered', String);
    await untilHeld(3);
    server.release('/W4');
    expect(await same).toBe('answered');
  });

  it('wait while the service is in trouble: one at a time, with growing pauses, until one is answered', async () => {
    status = 500;
    server.open();
    const { ended } = watching(200);
    for (let second = 0; second < 300; second += 1) {
      vi.advanceTimersByTime(1_000);
      await server.arrived();
    }
    const asked = server.requests.length;
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(20 * 3); // of 200, each with its retries
    expect(ended.every((outcome) => outcome === 'unreachable')).toBe(true);
    const before = ended.length;
    status = 200;
    await waitFor(() => {
      vi.advanceTimersByTime(1_000);
      expect(ended).toHaveLength(200);
    });
    expect(ended.slice(before).filter((outcome) => outcome === 'answered').length).toBeGreaterThan(195 - before);
  });

  it('wait while the circuit breaker is open, and are its probe when nobody else asks', async () => {
    const lost = asking(5);
    await untilHeld(5);
    vi.advanceTimersByTime(8_000);
    await Promise.all(lost);
    server.release();
    const before = server.requests.length;
    const { ended } = watching(5);
    vi.advanceTimersByTime(4_000);
    await server.arrived();
    expect(server.requests).toHaveLength(before);
    await waitFor(() => {
      vi.advanceTimersByTime(250);
      expect(heldOf('W')).toBe(1);
    });
    vi.advanceTimersByTime(1_000);
    await server.arrived();
    expect(heldOf('W')).toBe(1); // the others wait for it
    server.open();
    await waitFor(() => {
      vi.advanceTimersByTime(250);
      expect(ended).toEqual(Array(5).fill('answered'));
    });
  });

  it('that wait end when the process stops', async () => {
    const stop = new AbortController();
    const waiting = Array.from({ length: 5 }, (_, index) =>
      api.watched(`W${index}`, stop.signal).then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    );
    await untilHeld(2);
    stop.abort(new Error('stopped'));
    await expect(api.watched('W9', stop.signal)).rejects.toThrow('stopped');
    server.open();
    expect((await Promise.all(waiting)).sort()).toEqual(['answered', 'answered', 'stopped', 'stopped', 'stopped']);
  });
});
