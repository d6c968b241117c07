import { setMaxListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { pause, withResolvers } from '../../src/async.ts';
import {
  TransferApiError,
  type TransferApiErrorDetails,
  type TransferApiFailure,
} from '../../src/errors.ts';
import { createEvents, type Events } from '../../src/ops/events.ts';
import { createBreaker } from '../../src/transfer-service/breaker.ts';
import type { ServiceRequest } from '../../src/transfer-service/bulkhead.ts';
import type { TransferApi } from '../../src/transfer-service/client.ts';
import { createResilience } from '../../src/transfer-service/resilience.ts';
import type { HeldServer } from '../support/held-server.ts';
import { holdClock } from '../support/hold-clock.ts';
import { answering } from '../support/http-server.ts';
import { waitFor } from '../support/wait-for.ts';
import { endingOf, failureOf, found, hold } from './service.ts';

let server: HeldServer;
let api: TransferApi;
/** What the service answers once it is let. */
let answer: RequestListener;
beforeEach(async () => {
  holdClock();
  answer = found;
  ({ server, api } = await held(8));
});
/** @param concurrency requests at once */
const held = (concurrency: number) =>
  hold((request, response) => answer(request, response), { concurrency });

const each = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at));
const lookUps = (count: number, name = 'R') =>
  each(count, (at) => endingOf(api.transaction(name + at)));
const requeries = (count: number) => each(count, (at) => endingOf(api.requery(String(at + 1))));
const table = (count: number, name = 'T', batch = { key: {}, withinMs: 20_000 }) =>
  each(count, (at) => endingOf(api.transaction(name + at, { table: batch })));
const heldNow = (count: number) => waitFor(() => expect(server.held).toBe(count));
/** Lets time pass in small steps until the check holds. */
const passUntil = (check: () => void, stepMs = 50) =>
  waitFor(() => {
    vi.advanceTimersByTime(stepMs);
    check();
  });
/** Five questions that hang for their eight seconds. */
async function outage(): Promise<void> {
  void lookUps(5, 'HANGS');
  await heldNow(5);
  vi.advanceTimersByTime(8_000);
  await heldNow(0);
}

it('concurrent look-ups of one reference share one request and its outcome', async () => {
  const failed = each(20, () => endingOf(api.transaction('R1')));
  await heldNow(1);
  vi.advanceTimersByTime(8_000);
  expect(await Promise.all(failed)).toEqual(Array(20).fill('timeout 8000'));
  const asked = each(20, () => endingOf(api.transaction('R1')));
  await heldNow(1);
  server.open();
  expect(await Promise.all(asked)).toEqual(Array(20).fill('answered'));
  expect(server.requests).toHaveLength(2);
});

it("a look-up with a shorter deadline does not share another's request", async () => {
  const short = endingOf(api.transaction('R1', { table: { key: {}, withinMs: 50 } }));
  const long = endingOf(api.transaction('R1'));
  await heldNow(2);
  vi.advanceTimersByTime(50);
  expect(await short).toBe('timeout 50');
  server.open();
  expect(await long).toBe('answered');
});

it('tables take half of the places at most, so that a single question finds one', async () => {
  const first = table(4, 'A');
  void table(3, 'B');
  await heldNow(4);
  const [single] = lookUps(1);
  await heldNow(5);
  server.release();
  expect(await Promise.all([single, ...first])).toEqual(Array(5).fill('answered'));
  void table(3, 'C');
  await heldNow(4);
  expect(server.requests.slice(5).map(({ url }) => url?.split('/').at(-1))).toEqual([
    'B0',
    'B1',
    'B2',
    'C0',
  ]);
});

it('skips the request when less than a tenth of the deadline is left', async () => {
  ({ server, api } = await held(10));
  const busy = lookUps(40);
  const last = failureOf(api.transaction('LATE'));
  await heldNow(9);
  vi.advanceTimersByTime(7_900);
  server.release();
  expect((await Promise.all(busy)).slice(9)).toEqual(Array(31).fill('not_asked busy'));
  expect((await last).details).toEqual({ operation: 'transaction', asked: 'LATE', reason: 'busy' });
  server.open();
  expect(await endingOf(api.transaction('GOOD'))).toBe('answered');
});

it('a look-up with little time left does not count as an outage when it times out', async () => {
  ({ server, api } = await held(6));
  const asked = [...lookUps(4, 'HANGS'), ...lookUps(1, 'QUICK'), ...lookUps(1, 'LATE')];
  await heldNow(5);
  vi.advanceTimersByTime(1_000);
  server.release('QUICK');
  await waitFor(() => expect(server.requests).toHaveLength(6));
  await heldNow(5);
  vi.advanceTimersByTime(7_000);
  expect(await Promise.all(asked)).toEqual([
    ...Array(4).fill('timeout 8000'),
    'answered',
    'timeout 7000',
  ]);
  server.open();
  expect(await endingOf(api.transaction('GOOD'))).toBe('answered'); // four are no outage
});

const failed = (failure: TransferApiFailure, details: Partial<TransferApiErrorDetails> = {}) =>
  new TransferApiError(failure, { operation: 'banks', ...details });
const question: ServiceRequest = { operation: 'banks', path: '' };
const unsent = (events?: Events) => createResilience({ concurrency: 10, timeoutMs: 8_000, events });
const withRandom = (value: number) => {
  vi.spyOn(Math, 'random').mockReturnValue(value);
  onTestFinished(() => void vi.restoreAllMocks());
};

it("a retry that runs out of time reports the first try's failure", async () => {
  withRandom(0);
  const first = withResolvers<never>();
  const attempt = vi.fn(() => new Promise(() => {})).mockReturnValueOnce(first.promise);
  const asked = failureOf(unsent()(question, attempt));
  await vi.advanceTimersByTimeAsync(7_900);
  first.reject(failed('unreachable', { status: 503 }));
  await vi.advanceTimersByTimeAsync(100);
  expect(await asked).toMatchObject({
    failure: 'unreachable',
    details: { status: 503, attempts: 2 },
  });
});

it.each<[string, number | undefined, number[]]>([
  ['grows', undefined, [250, 500]],
  ['is as long as the service asks, and a little', 1_000, [1_062, 1_125]],
])('the pause before the next try %s', async (_how, retryAfterMs, waitsMs) => {
  withRandom(0.999);
  const attempt = vi.fn(() => Promise.reject(failed('unreachable', { status: 503, retryAfterMs })));
  const asked = endingOf(unsent()(question, attempt));
  for (const [index, waitMs] of waitsMs.entries()) {
    await vi.advanceTimersByTimeAsync(waitMs - 3);
    expect(attempt).toHaveBeenCalledTimes(index + 1);
    await vi.advanceTimersByTimeAsync(3);
    expect(attempt).toHaveBeenCalledTimes(index + 2);
  }
  expect(await asked).toBe('unreachable');
  expect(vi.getTimerCount()).toBe(0);
});

describe('the places', () => {
  /** A service that takes so long, and fails while it is asked so much or more. */
  function serveIn(ms: number, breaksAt = Number.POSITIVE_INFINITY) {
    const counts: number[] = [];
    const events = createEvents().on('places', (count) => counts.push(count));
    const lookUp = createResilience({ concurrency: 50, timeoutMs: 8_000, events });
    let running = 0;
    async function attempt() {
      running += 1;
      const isTooMuch = running >= breaksAt;
      await pause(ms);
      running -= 1;
      if (isTooMuch) throw failed('unreachable', { status: 503 });
    }
    const ask = (count: number) =>
      each(count, (at) => endingOf(lookUp({ operation: 'transaction', path: `/${at}` }, attempt)));
    return { ask, counts, running: () => running };
  }

  it('the places suffice for 200 look-ups at once to a service that takes a second', async () => {
    const { ask, counts } = serveIn(1_000);
    const asked = ask(200);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['answered']));
    expect(counts).toEqual([50]);
  });

  it('the places are halved while the service is slow, and return one a second', async () => {
    const { ask, counts, running } = serveIn(5_000);
    const asked = ask(80);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(running()).toBe(48);
    await vi.advanceTimersByTimeAsync(1_001);
    expect(running()).toBe(24); // of 26
    await vi.advanceTimersByTimeAsync(50_000);
    await Promise.all(asked);
    expect(counts.slice(0, 4)).toEqual([50, 25, 26, 27]);
    expect(counts.at(-1)).toBe(50);
  });

  it('the slots shrink within five seconds until a service that fails 20 requests at once answers', async () => {
    const { ask, counts, running } = serveIn(100, 20);
    const first = ask(100);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(running()).toBeLessThan(20);
    await vi.advanceTimersByTimeAsync(8_000);
    expect((await Promise.all(first)).filter((end) => end === 'answered').length).toBeGreaterThan(
      60,
    );
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(5);
    const later = ask(10);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(later)).toEqual(Array(10).fill('answered'));
  });

  it('the places stay as many when few look-ups hang', async () => {
    const { ask, counts } = serveIn(20_000);
    const asked = ask(20);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await Promise.all(asked)).toEqual(Array(20).fill('timeout 8000'));
    expect(counts).toEqual([50]);
  });

  it('hanging requeries leave a place, so that a look-up is answered', async () => {
    void requeries(12);
    await heldNow(7);
    const [asked] = lookUps(1);
    await heldNow(8);
    server.release('/reference/');
    expect(await asked).toBe('answered');
  });
});

describe('an outage', () => {
  const [silent, erring] = [failed('timeout'), failed('unreachable', { status: 500 })];
  /** Questions that end so, two seconds apart. */
  async function asking(ends: readonly Error[], table?: ServiceRequest['table'], everyMs = 2_000) {
    withRandom(0);
    const states: string[] = [];
    const lookUp = unsent(createEvents().on('breaker', (state) => states.push(state)));
    const ask = async (error: Error) => {
      const over = lookUp({ ...question, table }, () => Promise.reject(error)).catch(() => {});
      await vi.advanceTimersByTimeAsync(everyMs);
      await over;
    };
    for (const end of ends) await ask(end);
    return { states, ask };
  }
  const several = (error: Error, count = 6) => Array<Error>(count).fill(error);

  const gateways = [502, 503, 504].map((status) => failed('unreachable', { status }));
  it.each([...gateways, silent, failed('unreachable'), failed('proxy')])(
    'the breaker opens when every look-up ends as %s',
    async (error) => {
      expect((await asking(several(error))).states).toEqual(['open']);
    },
  );

  it('the breaker opens after five seconds of silence, however many asked', async () => {
    expect((await asking(several(silent, 21), undefined, 250)).states).toEqual(['open']);
  });

  it.each<[string, Error[], ServiceRequest['table']?, number?]>([
    ['of four questions', several(silent, 4)],
    ['of twenty within five seconds', several(silent, 20), undefined, 250],
    ['where the service errs', several(erring)],
    ['of what is too much to be read', several(failed('unexpected_body'))],
    ['of a certificate that nobody vouches for', several(failed('untrusted'))],
    ['of a bug', several(new TypeError('a bug'))],
    ['of one table whose references hang', several(silent), { key: {}, withinMs: 20_000 }],
    [
      'while anybody is answered',
      [...several(silent, 4), ...several(erring, 1), ...several(silent, 3)],
    ],
  ])('the breaker stays closed after failures %s', async (_why, ends, batch, everyMs) => {
    expect((await asking(ends, batch, everyMs)).states).toEqual([]);
  });

  it('a programming error in the probe does not close the breaker', async () => {
    const { states, ask } = await asking(several(silent));
    await vi.advanceTimersByTimeAsync(5_000);
    await ask(new TypeError('a bug'));
    expect(states).toEqual(['open', 'half_open', 'open']);
  });
});

it('probes with the bank list once a minute while the breaker is open', async () => {
  await outage();
  const asked = server.requests.length;
  expect(await endingOf(api.transaction('GOOD'))).toBe('not_asked outage');
  expect(server.requests).toHaveLength(asked);
  const probes = () => server.requests.filter(({ url }) => url?.endsWith('/banks')).length;
  for (const count of [1, 2]) {
    vi.advanceTimersByTime(59_999);
    await server.arrived();
    expect(probes()).toBe(count - 1);
    vi.advanceTimersByTime(1);
    await heldNow(1);
    expect(probes()).toBe(count);
    if (count === 1) vi.advanceTimersByTime(8_000);
    else server.open();
    await heldNow(0);
  }
  await waitFor(async () => expect(await endingOf(api.transaction('GOOD'))).toBe('answered'));
  vi.advanceTimersByTime(600_000);
  await server.arrived();
  expect(probes()).toBe(2);
});

describe('the circuit breaker', () => {
  let states: [string, number][];
  let breaker: ReturnType<typeof createBreaker>;
  beforeEach(() => {
    states = [];
    breaker = createBreaker(createEvents().on('breaker', (...state) => states.push(state)));
  });
  const pass = (ms: number) => void vi.advanceTimersByTime(ms);
  /** So many questions that each had `ms` and no answer, one after the other. */
  function silence(count: number, ms: number): void {
    for (let number = 0; number < count; number += 1) {
      const sinceMs = performance.now();
      pass(ms);
      breaker.silent({}, sinceMs);
    }
  }

  it('the breaker does not open within five seconds of an answer', () => {
    const sinceMs = performance.now();
    pass(8_000);
    breaker.answered();
    pass(4_999);
    for (let number = 0; number < 9; number += 1) breaker.silent({}, sinceMs);
    expect(breaker.mayAsk()).toBe(true);
    breaker.answered();
    silence(4, 8_000);
    expect(breaker.mayAsk()).toBe(true);
  });

  it('the breaker lets one probe through after five seconds, and logs the outage and its end', () => {
    pass(60_000);
    breaker.answered();
    pass(1_000);
    silence(5, 2_000);
    pass(4_999);
    expect(breaker.mayAsk()).toBe(false);
    pass(1);
    expect([breaker.mayAsk(), breaker.mayAsk(), breaker.mayAsk()]).toEqual([true, false, false]);
    pass(1_000);
    breaker.silent({}, performance.now());
    breaker.answered();
    expect(breaker.mayAsk()).toBe(true);
    expect(states).toEqual([
      ['open', 10_000],
      ['half_open', 15_000],
      ['open', 16_000],
      ['closed', 0],
    ]);
  });
});

describe('the look-ups of watches', () => {
  function watching(count: number): string[] {
    const atTheEnd = new AbortController();
    setMaxListeners(0, atTheEnd.signal);
    onTestFinished(() => atTheEnd.abort());
    const ended: string[] = [];
    for (const asked of each(count, (at) =>
      api.transaction(`W${at}`, { background: atTheEnd.signal }),
    ))
      void endingOf(asked).then((end) => ended.push(end), String);
    return ended;
  }
  const untilHeld = (count: number) => passUntil(() => expect(server.held).toBe(count));
  const sentForWatches = () => server.requests.filter(({ url = '' }) => url.includes('/W')).length;

  it('background look-ups are never more than two at once, and all get their turn', async () => {
    const ended = watching(50);
    await untilHeld(2);
    await vi.advanceTimersByTimeAsync(1_000);
    await server.arrived();
    await passUntil(() => {
      server.release();
      expect(ended).toEqual(Array(50).fill('answered'));
    });
    expect(server.most).toBe(2);
  });

  it('background look-ups run only in a free place, and delay nobody who asks for the same', async () => {
    const people = [...lookUps(4, 'P'), endingOf(api.transaction('W9')), ...requeries(3)];
    await untilHeld(8);
    const ended = watching(10);
    await vi.advanceTimersByTimeAsync(3_000);
    people.push(...lookUps(1, 'LATE')); // goes before those that wait longer
    server.release('/P0');
    await waitFor(() => expect(server.requests.at(-1)?.url).toContain('LATE'));
    expect(sentForWatches()).toBe(1);
    server.release('/P1');
    await passUntil(() => expect(sentForWatches()).toBe(2));
    server.open();
    await passUntil(() => expect(ended).toHaveLength(10));
    expect(new Set(await Promise.all(people))).toEqual(new Set(['answered']));
    expect(server.most).toBe(8);
  });

  it('background look-ups run one at a time with growing pauses while the service is in trouble', async () => {
    answer = answering(500, '');
    server.open();
    const ended = watching(200);
    for (let second = 0; second < 300; second += 1) {
      vi.advanceTimersByTime(1_000);
      await server.arrived();
    }
    const asked = server.requests.length;
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(20 * 3); // of 200, each with its retries
    expect(new Set(ended)).toEqual(new Set(['unreachable']));
    const before = ended.length;
    answer = found;
    await passUntil(() => expect(ended).toHaveLength(200), 1_000);
    expect(ended.slice(before).filter((end) => end === 'answered').length).toBeGreaterThan(
      195 - before,
    );
  });

  it('background look-ups wait for the breaker, and probe it when nobody else asks', async () => {
    await outage();
    const ended = watching(5);
    vi.advanceTimersByTime(4_000);
    await server.arrived();
    expect(sentForWatches()).toBe(0);
    await passUntil(() => expect(sentForWatches()).toBe(1), 250);
    vi.advanceTimersByTime(1_000);
    await server.arrived();
    expect(sentForWatches()).toBe(1); // the others wait for it
    server.open();
    await passUntil(() => expect(ended).toEqual(Array(5).fill('answered')), 250);
  });

  it('a running background look-up that is given up displaces no waiting one', async () => {
    const stops = each(3, () => new AbortController());
    const ends = stops.map(({ signal }, at) =>
      endingOf(api.transaction(`W${at}`, { background: signal })),
    );
    await untilHeld(2);
    stops[0]?.abort(new Error('stopped'));
    server.open();
    await passUntil(() => expect(sentForWatches()).toBe(3));
    expect(await Promise.all(ends)).toEqual(Array(3).fill('answered'));
  });

  it('waiting background look-ups end when the process stops', async () => {
    const stop = new AbortController();
    const ask = (asked: string) =>
      endingOf(api.transaction(asked, { background: stop.signal })).catch(String);
    const waiting = each(5, (at) => ask(`W${at}`));
    await untilHeld(2);
    stop.abort(new Error('stopped'));
    expect(await ask('W9')).toBe('Error: stopped');
    server.open();
    expect(await Promise.all(waiting)).toEqual([
      'answered',
      'answered',
      ...Array(3).fill('Error: stopped'),
    ]);
  });
});
