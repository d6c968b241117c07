import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnsweredLookUp, createKnown } from '../src/known.ts';
import { expectLinear } from './support/growth.ts';

const hourMs = 60 * 60_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const wait = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const pending: AnsweredLookUp = { key: 'txn A', words: 'pending', group: 'moving' };
const look = (changes: Partial<AnsweredLookUp> = {}): AnsweredLookUp => ({
  ...pending,
  ...changes,
});

describe('what somebody else saw of the same', () => {
  it.each<[string, string[], string | undefined]>([
    ['not what one saw oneself', ['U0ME new'], undefined],
    ['what others saw just now', ['U0ANN new'], 'new'],
    ['the latest of others', ['U0ANN old', 'U0BEN new'], 'new'],
    ['that before what one saw', ['U0ANN old', 'U0BEN new', 'U0ME newer', 'U0ME newest'], 'new'],
  ])('is remembered: %s', (_what, looks, words) => {
    const known = createKnown(24 * hourMs);
    for (const [personId = '', each] of looks.map((text) => text.split(' ')))
      known.remember(look({ words: each }), personId);
    expect(known.remember(look({ key: 'tsq A' }), 'U0ME')).toBeUndefined();
    expect(known.remember(look(), 'U0ME')?.words).toBe(words);
  });

  it.each([
    ['not for longer than is asked for', 24 * hourMs, 24, false],
    ['until then', 24 * hourMs - 1, 24, true],
    ['not where nothing is to be remembered', 0, 0, false],
    ['not of later than now, after a clock was set back', -1, 24, false],
  ])('is remembered %s', (_how, afterMs, hours, isThere) => {
    const known = createKnown(hours * hourMs);
    known.remember(look(), 'U0ANN');
    wait(afterMs);
    expect(known.remember(look(), 'U0ME') !== undefined).toBe(isThere);
  });

  it('is remembered of the latest 10,000', () => {
    const known = createKnown(24 * hourMs);
    for (let each = 0; each <= 10_000; each += 1) known.remember(look({ key: `${each}` }), 'U0ANN');
    const words = ['0', '1', '9999'].map((key) => known.remember(look({ key }), 'U0ME')?.words);
    expect(words).toEqual([undefined, undefined, 'pending']);
  });

  it('costs a look-up the same, however much was asked before', async () => {
    await expectLinear(1_000, (size) => {
      const known = createKnown(24 * hourMs);
      for (let each = 0; each < size; each += 1) {
        known.remember(look({ key: `${each}` }), 'U0ANN');
      }
    });
  });
});
