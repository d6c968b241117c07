import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryValues } from '../../src/store/expiring-values.ts';
import type { Transaction } from '../../src/transfer-service/fields.ts';
import { createKnownTransactions } from '../../src/transfers/known-store.ts';
import { type Row, requeryRow } from '../../src/transfers/row.ts';
import { expectLinear } from '../support/growth.ts';
import { recordOf } from './serve-transfers.ts';

const hourMs = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12), toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

const noAssignees = {
  of: async () => [],
  all: async () => [],
  take: () => Promise.reject(new Error('not asked here')),
  release: async () => {},
};

/** What is known in the memory of one process. */
function open(rememberMs = 24 * hourMs) {
  const values = createMemoryValues();
  const write = vi.spyOn(values, 'write');
  const logger = { error() {} };
  const known = createKnownTransactions({ values, assignees: noAssignees, rememberMs, logger });
  return {
    known,
    /** All that was written, as JSON. */
    written: () => JSON.stringify(write.mock.calls),
    /** Shows a row to a person. @returns what was known of it before */
    async see(row: Row, personId: string) {
      const [recalled] = await known.recall([row], { personId });
      return recalled?.known ?? {};
    },
  };
}

const record = (changes: Partial<Transaction> = {}): Row =>
  recordOf({ id: '19261', status: 'pending', ...changes });
const requery = (payload: unknown, asked = '19261'): Row => {
  const answer = { success: true, message: '', rest: {}, withheld: [], transaction: undefined };
  return requeryRow(asked, { ...answer, payload });
};

describe('what somebody else saw of the same', () => {
  it.each<[string, string[], string | undefined]>([
    ['not what one saw oneself', ['U0ME new'], undefined],
    ['what others saw just now', ['U0ANN new'], 'new'],
    ['the latest of others', ['U0ANN old', 'U0BEN new'], 'new'],
    ['that before what one saw', ['U0ANN old', 'U0BEN new', 'U0ME newer', 'U0ME newest'], 'new'],
  ])('is remembered: %s', async (_what, looks, words) => {
    const { see } = open();
    for (const look of looks) {
      const [personId = '', status = ''] = look.split(' ');
      await see(record({ status }), personId);
    }
    expect((await see(record({ reference: 'GARO-other' }), 'U0ME')).byAnother).toBeUndefined();
    expect((await see(record(), 'U0ME')).byAnother?.words).toBe(words);
  });

  it.each([
    ['not for longer than is asked for', 24 * hourMs, 24, false],
    ['until then', 24 * hourMs - 1, 24, true],
    ['not where nothing is to be remembered', 0, 0, false],
    ['not of later than now, after a clock was set back', -1, 24, false],
  ])('is remembered %s', async (_how, afterMs, hours, isThere) => {
    const { see } = open(hours * hourMs);
    await see(record(), 'U0ANN');
    vi.setSystemTime(Date.now() + afterMs);
    expect((await see(record(), 'U0ME')).byAnother !== undefined).toBe(isThere);
  });
});

describe('a record and its requery', () => {
  it('know each other by the id of the record, whoever asked for which', async () => {
    const { see } = open();
    await see(record({ status: 'failed' }), 'U0ANN');
    const { counterpart } = await see(requery({ status: 'SUCCESSFUL' }), 'U0BEN');
    expect(counterpart).toMatchObject({ reference: 'GARO-8f3k2j1', words: 'failed' });

    const known = await see(record({ status: 'failed' }), 'U0CAY');
    expect(known.counterpart).toMatchObject({ words: 'SUCCESSFUL', personId: 'U0BEN' });
    expect(known.byAnother).toMatchObject({ words: 'failed', personId: 'U0ANN' });
  });

  it('do not, where the record has another id or none, or the requery reported no status', async () => {
    const { see } = open();
    await see(requery({ status: 'SUCCESSFUL' }, '19262'), 'U0ANN');
    await see(requery({ code: '00' }), 'U0ANN');
    await see({ isRequery: true, asked: '19261', failure: 'timeout' }, 'U0ANN');
    expect((await see(record(), 'U0BEN')).counterpart).toBeUndefined();
    expect((await see(record({ id: '' }), 'U0BEN')).counterpart).toBeUndefined();
  });
});

it('says since when a record has had a status of this group', async () => {
  const { see } = open();
  const [firstMs] = [Date.now()];
  await see(record(), 'U0ANN');
  vi.setSystemTime(Date.now() + hourMs);
  await see(record({ status: 'processing' }), 'U0BEN');
  expect((await see(record(), 'U0CAY')).byAnother).toMatchObject({
    words: 'processing',
    sinceMs: firstMs,
  });
});

it.each<[string, Row, object]>([
  ['a word', record({ status: ' In  Progress ' }), { words: 'In Progress' }],
  ['no name', record({ status: 'Jane Doe' }), { group: 'unknown' }],
  [
    'no number',
    record({ reversedFlag: '0123456789' }),
    { words: 'flagged as reversed, status pending', group: 'reversed' },
  ],
  ['no bank but a code', record({ destinationBankCode: 'GTB' }), { words: 'pending' }],
  ['no doubtful status', requery({ status: 'success', inner: { status: 'FAILED' } }), {}],
])('holds of a status no more than a channel may read: %s', async (_what, row, sighting) => {
  const { see } = open();
  await see(row, 'U0ANN');
  const { byAnother } = await see(row, 'U0BEN');
  expect(byAnother).toMatchObject(sighting);
  expect(JSON.stringify(byAnother)).not.toMatch(/Jane|0123456789|GTB|25000|NG/);
});

it('finds a record by its session id, of which it stores a digest alone', async () => {
  const { known, written } = open();
  const sessionId = '100004240926153311119822107551';
  await known.recall([record({ sessionId })], { personId: 'U0ANN' });
  expect(await known.findBySession([sessionId])).toMatchObject([{ reference: 'GARO-8f3k2j1' }]);
  expect(written()).toMatch(/"session [\da-f]{64}"/);
  expect(written()).not.toContain(sessionId);
  vi.setSystemTime(Date.now() + 24 * hourMs);
  expect(await known.findBySession([sessionId])).toEqual([undefined]);
});

it('costs a look-up the same, however much is known', async () => {
  await expectLinear(1_000, async (size) => {
    const { see } = open();
    for (let each = 0; each < size; each += 1) {
      await see(record({ reference: `GARO-${each}`, id: `${each}` }), 'U0ANN');
    }
  });
});
