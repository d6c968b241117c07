import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createEvents } from '../../src/events.ts';
import { createBreaker } from '../../src/transfer-service/resilience.ts';
import { holdClock } from '../support/hold-clock.ts';

let states: string[];
let silences: number[];
let outage: ReturnType<typeof createBreaker>;
beforeEach(() => {
  holdClock();
  states = [];
  silences = [];
  const events = createEvents().on('breaker', (state, silentForMs) => {
    states.push(state);
    silences.push(silentForMs);
  });
  outage = createBreaker(events);
});
const pass = (ms: number) => void vi.advanceTimersByTime(ms);

/** So many questions that each had `ms` and no answer, one after the other. */
function silence(count: number, ms: number): void {
  for (let number = 0; number < count; number += 1) {
    const sinceMs = performance.now();
    pass(ms);
    outage.silent({}, sinceMs);
  }
}

describe('an outage', () => {
  it('is five questions without an answer, and five seconds', () => {
    silence(4, 2_000);
    expect(outage.mayAsk()).toBe(true);
    silence(1, 0);
    expect(outage.mayAsk()).toBe(false);
    expect(states).toEqual(['open']);
  });

  it('says how long nothing was answered, and that something is again', () => {
    pass(60_000);
    outage.answered();
    pass(1_000);
    silence(5, 2_000);
    expect([states, silences]).toEqual([['open'], [10_000]]);
    pass(5_000);
    outage.mayAsk();
    pass(1_000);
    outage.silent({}, performance.now());
    outage.answered();
    expect([states.slice(1), silences.slice(1)]).toEqual([
      ['half_open', 'open', 'closed'],
      [15_000, 16_000, 0],
    ]);
  });

  it('is not before five seconds are over, however many questions', () => {
    silence(20, 249);
    expect(outage.mayAsk()).toBe(true);
    silence(1, 20);
    expect(outage.mayAsk()).toBe(false);
  });

  it('is seen as soon as five that were asked together had their time', () => {
    const sinceMs = performance.now();
    pass(8_000);
    for (let number = 0; number < 5; number += 1) outage.silent({}, sinceMs);
    expect(outage.mayAsk()).toBe(false);
  });

  it('is none where anybody was answered anything', () => {
    silence(4, 8_000);
    outage.answered();
    silence(4, 8_000);
    expect(outage.mayAsk()).toBe(true);
  });

  it('is none for five seconds after an answer, also for questions asked before it', () => {
    const sinceMs = performance.now();
    pass(8_000);
    outage.answered();
    pass(4_999);
    for (let number = 0; number < 9; number += 1) outage.silent({}, sinceMs);
    expect(outage.mayAsk()).toBe(true);
  });

  it('is none of those many that are asked together', () => {
    const many = {};
    for (let number = 0; number < 25; number += 1) {
      const sinceMs = performance.now();
      pass(8_000);
      outage.silent(many, sinceMs);
    }
    expect(outage.mayAsk()).toBe(true);
  });
});

describe('while it lasts', () => {
  beforeEach(() => silence(5, 2_000));

  it('nobody asks for five seconds, then one does, and the others do not wait for that', () => {
    pass(4_999);
    expect(outage.mayAsk()).toBe(false);
    pass(1);
    expect([outage.mayAsk(), outage.mayAsk(), outage.mayAsk()]).toEqual([true, false, false]);
    expect(states).toEqual(['open', 'half_open']);
  });

  it('ends with any answer', () => {
    pass(5_000);
    outage.mayAsk();
    outage.answered();
    expect(outage.mayAsk()).toBe(true);
    expect(states).toEqual(['open', 'half_open', 'closed']);
  });

  it.each(['silent', 'withdrawn'] as const)('goes on when the one is %s', (end) => {
    pass(5_000);
    outage.mayAsk();
    outage[end]({}, performance.now());
    expect(outage.mayAsk()).toBe(false);
    pass(5_000);
    expect(outage.mayAsk()).toBe(true);
  });

  it('begins anew to count afterwards', () => {
    pass(5_000);
    outage.mayAsk();
    outage.answered();
    silence(4, 8_000);
    expect(outage.mayAsk()).toBe(true);
  });
});

it('is not begun by what says nothing about the service', () => {
  for (let number = 0; number < 9; number += 1) outage.withdrawn();
  expect(outage.mayAsk()).toBe(true);
});
