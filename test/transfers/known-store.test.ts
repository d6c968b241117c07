import { afterEach, beforeEach, describe, expect, it, type TestContext, vi } from 'vitest';
import { maskDots } from '../../src/blocks/status.ts';
import { whoInquiry } from '../../src/commands/talk.ts';
import { StoreError } from '../../src/errors.ts';
import { createMemoryValues } from '../../src/store/expiring-values.ts';
import type { Transaction } from '../../src/transfer-service/fields.ts';
import {
  chooseRowCaution,
  contradictionLine,
  disagrees,
  requeryLine,
  requeryText,
} from '../../src/transfers/contradictions.ts';
import { maskRow } from '../../src/transfers/disclosure.ts';
import type { Sighting } from '../../src/transfers/known.ts';
import { createKnownTransactions } from '../../src/transfers/known-store.ts';
import { type Row, requeryRow } from '../../src/transfers/row.ts';
import { expectLinear } from '../support/growth.ts';
import { isRedisMissing } from '../support/redis.ts';
import { media, type OpenStores, useRedis } from '../support/stores.ts';
import { alone, recordOf } from './serve-transfers.ts';

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
  const sightings = createMemoryValues<Sighting>();
  const write = vi.spyOn(sightings, 'write');
  const logger = { error() {} };
  const known = createKnownTransactions({ sightings, assignees: noAssignees, rememberMs, logger });
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
/** Many records, of which none is parsed by itself. */
function records(count: number): Row[] {
  const each = record();
  return Array.from({ length: count }, (_, at) => ({
    ...each,
    asked: `GARO-${at}`,
    transaction: {
      ...each.transaction,
      reference: `GARO-${at}`,
      id: `${at + 20_000}`,
      sessionId: `${at}`,
    },
  }));
}
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
  ])('a status that a colleague saw is remembered: %s', async (_what, looks, words) => {
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
  ])('a sighting is remembered %s', async (_how, afterMs, hours, isThere) => {
    const { see } = open(hours * hourMs);
    await see(record(), 'U0ANN');
    vi.setSystemTime(Date.now() + afterMs);
    expect((await see(record(), 'U0ME')).byAnother !== undefined).toBe(isThere);
  });
});

describe('a record and its requery', () => {
  it("a record and its requery find each other by the record's id, whoever asked for which", async () => {
    const { see } = open();
    await see(record({ status: 'failed' }), 'U0ANN');
    const { counterpart } = await see(requery({ status: 'SUCCESSFUL' }), 'U0BEN');
    expect(counterpart).toMatchObject({ reference: 'GARO-8f3k2j1', words: 'failed' });

    const known = await see(record({ status: 'failed' }), 'U0CAY');
    expect(known.counterpart).toMatchObject({ words: 'SUCCESSFUL', personId: 'U0BEN' });
    expect(known.byAnother).toMatchObject({ words: 'failed', personId: 'U0ANN' });
  });

  it('a record finds no requery of another id, or one without a status', async () => {
    const { see } = open();
    await see(requery({ status: 'SUCCESSFUL' }, '19262'), 'U0ANN');
    await see(requery({ code: '00' }), 'U0ANN');
    await see({ isRequery: true, asked: '19261', failure: 'timeout' }, 'U0ANN');
    expect((await see(record(), 'U0BEN')).counterpart).toBeUndefined();
    expect((await see(record({ id: '' }), 'U0BEN')).counterpart).toBeUndefined();
  });
});

it('the known transaction states since when its record has had a status of this group', async () => {
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

it('the known transaction states when its very status was seen last', async () => {
  const { see } = open();
  expect((await see(record(), 'U0ANN')).sameSinceMs).toBeUndefined();
  const seenMs = Date.now();
  vi.setSystemTime(seenMs + hourMs);
  expect((await see(record(), 'U0ANN')).sameSinceMs).toBe(seenMs);
  expect((await see(record({ reversedFlag: '1' }), 'U0ANN')).sameSinceMs).toBeUndefined();
  expect((await see(record({ status: 'processing' }), 'U0ANN')).sameSinceMs).toBeUndefined();
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
])(
  'a sighting stores of a status no more than a channel may read: %s',
  async (_what, row, sighting) => {
    const { see } = open();
    await see(row, 'U0ANN');
    const { byAnother } = await see(row, 'U0BEN');
    expect(byAnother).toMatchObject(sighting);
    expect(JSON.stringify(byAnother)).not.toMatch(/Jane|0123456789|GTB|25000|NG/);
  },
);

it('a record is found by its session id, of which only a digest is stored', async () => {
  const { known, written } = open();
  const sessionId = '100004240926153311119822107551';
  await known.recall([record({ sessionId })], { personId: 'U0ANN' });
  expect(await known.findBySession([sessionId])).toMatchObject([{ reference: 'GARO-8f3k2j1' }]);
  expect(written()).toMatch(/"session [\w-]{43}"/);
  expect(written()).not.toContain(sessionId);
  vi.setSystemTime(Date.now() + 24 * hourMs);
  expect(await known.findBySession([sessionId])).toEqual([undefined]);
});

it("a list's many sightings displace none of single look-ups", async () => {
  const { known, see } = open();
  await see(requery({ status: 'SUCCESSFUL' }), 'U0ANN');
  await known.recall(records(17_000), { personId: 'U0LIST', isList: true });
  expect((await see(record(), 'U0BEN')).counterpart).toMatchObject({ words: 'SUCCESSFUL' });
  expect(await known.findBySession(['16999'])).toMatchObject([{ reference: 'GARO-16999' }]);
});

it('reading what is known lets the event loop run after every 500 rows', async () => {
  const sightings = createMemoryValues<Sighting>();
  const options = { sightings, assignees: noAssignees, rememberMs: hourMs, logger: { error() {} } };
  const known = createKnownTransactions(options);
  let turns = 0;
  const read = vi.spyOn(sightings, 'read');
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect(await known.find(records(10_000), { personId: 'U0ANN' })).toHaveLength(10_000);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(19);
  expect(Math.max(...read.mock.calls.map(([keys]) => keys.length))).toBe(1_500);
});

it('a session id of blanks leads to no record', async () => {
  const { known } = open();
  await known.recall([record({ sessionId: ' ' })], { personId: 'U0ANN' });
  expect(await known.findBySession([''])).toEqual([undefined]);
});

it('with REMEMBER_HOURS=0 a record still has its assignee and the requery made with it', async () => {
  const amara = { id: 'GARO-8f3k2j1', personId: 'U0AMARA', name: 'amara', atMs: Date.now() };
  const assignees = { ...noAssignees, of: async () => [amara] };
  const options = { sightings: createMemoryValues<Sighting>(), rememberMs: 0 };
  const known = createKnownTransactions({ ...options, assignees, logger: { error() {} } });
  const check = checked({ status: 'SUCCESSFUL' }, { status: 'failed' });
  await known.recall([check], { personId: 'U0ANN' });
  const [row = check] = await known.recall([check], { personId: 'U0BEN' });
  expect(row.known).toMatchObject({ byAnother: undefined, assignee: { name: 'amara' } });
  expect(disagrees(row)).toBe(true);
  expect(await known.lastSeen(['GARO-8f3k2j1'])).toMatchObject([{ failure: 'not_asked' }]);
});

it('recalling a look-up takes no longer, however much is known', async () => {
  const rows = records(4_000);
  await expectLinear(1_000, async (size) => {
    const { see } = open();
    for (const row of rows.slice(0, size)) await see(row, 'U0ANN');
  });
});

useRedis();

/** A requery of a record by its id, as Check Again makes one. */
const checked = (payload: unknown, changes: Partial<Transaction> = {}): Row => {
  const row = record(changes);
  const answer = { success: true, message: '', rest: {}, withheld: [], transaction: undefined };
  return { ...row, requeried: requeryRow('19261', { ...answer, payload }, row.transaction) };
};

describe.each(['in memory', 'in Redis'] as const)(
  'what amara saw, stored %s, as bisi reads it',
  (medium) => {
    const on = it.skipIf(medium === 'in Redis' && isRedisMissing);
    const disagree = "They disagree. Don't resend: ask again or ask the bank.";
    const proof = "This proves nothing. Don't resend.";
    const unknown = "I don't know this status: check before resending.";
    const long = 'awaiting the confirmation of the other side of this transfer until tomorrow';

    on.for<[string, Row[], Row, (string | undefined)[]]>([
      [
        'a requery about another reference',
        [checked({ status: 'SUCCESSFUL', reference: 'OTHER-1a2b3c4' }, { status: 'failed' })],
        record({ status: 'failed' }),
        ['A requery answered about another reference, OTHER-1a2b3c4 (12:00, <@U0AMARA>).', proof],
      ],
      [
        'a requery about another amount, which is not stored',
        [checked({ status: 'SUCCESSFUL', amount: '500.00' }, { status: 'failed' })],
        record({ status: 'failed' }),
        ['A requery answered about another amount (12:00, <@U0AMARA>).', proof],
      ],
      [
        'a requery that names another transaction id',
        [checked({ status: 'SUCCESSFUL', transactionId: '9' }, { status: 'successful' })],
        record({ status: 'successful' }),
        ['A requery says SUCCESSFUL, names another transaction (12:00, <@U0AMARA>).', proof],
      ],
      [
        'a requery by an id alone, about another reference than its record',
        [record({ status: 'failed' }), requery({ status: 'failed', reference: 'OTHER-1a2b3c4' })],
        record({ status: 'failed' }),
        ['A requery says failed, names another transaction (12:00, <@U0AMARA>).', proof],
      ],
      [
        'a later requery in its place',
        [
          checked({ status: 'SUCCESSFUL', reference: 'OTHER-1a2b3c4' }, { status: 'failed' }),
          requery({ status: 'SUCCESSFUL' }),
        ],
        record({ status: 'failed' }),
        ['A requery says SUCCESSFUL (12:00, <@U0AMARA>).', disagree],
      ],
      [
        'no alarm if the record changed after a requery by its id alone',
        [record(), requery({ status: 'pending' })],
        record({ status: 'successful' }),
        ['Requery 12:00: pending; the record changed after that, seen 13:00', undefined],
      ],
      [
        'no change if the record was not known when its requery was made',
        [requery({ status: 'pending' })],
        record(),
        ['Requery 12:00: pending', "It may still go through. Don't resend yet."],
      ],
      [
        'no contradiction between two statuses that are withheld',
        [record({ status: 'Jane Doe' }), requery({ status: 'Jane Doe' })],
        record({ status: 'Jane Doe' }),
        ['Requery 12:00: something only its asker may read', unknown],
      ],
      [
        'a contradiction with a status that is withheld',
        [requery({ status: 'SUCCESSFUL' })],
        record({ status: 'Jane Doe' }),
        ['A requery says SUCCESSFUL (12:00, <@U0AMARA>).', disagree],
      ],
      [
        'no contradiction between a status that is too long to store and itself',
        [record({ status: long })],
        requery({ status: long }),
        [undefined, unknown],
      ],
      [
        'a requery made before its record was seen, about another reference',
        [requery({ status: 'failed', reference: 'OTHER-1a2b3c4' })],
        record({ status: 'failed' }),
        ['A requery answered about another reference, OTHER-1a2b3c4 (12:00, <@U0AMARA>).', proof],
      ],
      [
        'a requery made before its record was seen, about that record',
        [requery({ status: 'pending', reference: 'garo-8f3k2j1' })],
        record(),
        ['Requery 12:00: pending', "It may still go through. Don't resend yet."],
      ],
      [
        'beside a requery, what its record said',
        [record({ status: 'failed' })],
        requery({ status: 'SUCCESSFUL', reference: 'OTHER-1a2b3c4' }),
        [
          'The record of `GARO-8f3k2j1` said failed (12:00, <@U0AMARA>).',
          'This may be another transfer: check before resending.',
        ],
      ],
    ])(
      "a colleague's card says about an earlier look-up: %s",
      async ([_what, before, answered, lines], test) => {
        const { amara, bisi } = await both(test);
        for (const row of before) await amara(row);
        vi.setSystemTime(Date.now() + hourMs);
        const row = await bisi(answered);
        const nowMs = Date.now();
        const line = contradictionLine(row, nowMs) ?? requeryLine(row, nowMs);
        const words = line?.replace(/<!date\^[^|]*\|(\S+) UTC>/g, '$1');
        expect([words, chooseRowCaution(row)]).toEqual(lines);

        const masked = maskRow(row, 'masked');
        expect(disagrees(masked)).toBe(disagrees(row));
        expect(contradictionLine(masked, nowMs) ?? '').not.toMatch(/U0AMARA|OTHER/);
        expect(masked.known?.sinceMs).toBe(row.known?.sinceMs);
      },
    );

    on('a requery that fails now does not hide the one before', async (test) => {
      const { amara, bisi } = await both(test);
      await amara(checked({ status: 'SUCCESSFUL' }, { status: 'failed' }));
      const late: Row = { isRequery: true, asked: '19261', failure: 'timeout' };
      const row = await bisi({ ...record({ status: 'failed' }), requeried: late });
      expect(requeryText(row)).toBe('SUCCESSFUL; then no answer');
      const settled = await bisi({ ...record({ status: 'successful' }), requeried: late });
      expect(requeryText(settled)).toBe('no answer; before SUCCESSFUL');
    });

    on(
      'a requery that contradicts, though bisi looks the record up at the same time',
      async (test) => {
        const { amara, bisi } = await both(test);
        await bisi(record({ status: 'failed' }));
        const check = checked({ status: 'SUCCESSFUL' }, { status: 'failed' });
        await Promise.all([amara(check), bisi(record({ status: 'failed' }))]);
        expect(disagrees(await bisi(record({ status: 'failed' })))).toBe(true);
      },
    );

    /** Two people, in Redis of two processes. */
    async function both(test: TestContext) {
      const next = media[medium](test);
      const here = await next();
      const there = medium === 'in Redis' ? await next() : here;
      return { amara: lookUpIn(here, 'U0AMARA'), bisi: lookUpIn(there, 'U0BISI') };
    }

    function lookUpIn(stores: OpenStores, personId: string) {
      const options = { ...stores, rememberMs: 24 * hourMs, logger: { error() {} } };
      const known = createKnownTransactions(options);
      return async (row: Row) => {
        const [recalled = row] = await known.recall([row], { personId });
        return recalled;
      };
    }
  },
);

it.each([
  ['Jane Doe', 'jane  doe', false],
  ['Jane Doe', 'John Doe', true],
])(
  'a masked row disagrees with its requery exactly as the whole row does: %s, %s',
  (status, other, verdict) => {
    const row = checked({ status: other }, { status });
    const masked = maskRow(row, 'masked');
    expect(row.status).toEqual(status);
    expect(masked.status).toEqual(maskDots);
    expect([disagrees(row), disagrees(masked)]).toEqual([verdict, verdict]);
  },
);

it('who is on a transaction is not known while that cannot be read, which is not nobody', async () => {
  const assignees = { ...noAssignees, of: () => Promise.reject(new StoreError('ETIMEDOUT')) };
  const known = createKnownTransactions({
    sightings: createMemoryValues<Sighting>(),
    assignees,
    rememberMs: hourMs,
    logger: { error() {} },
  });
  expect(await known.findAssignees(['GARO-5p1d6w8'])).toBeUndefined();
  expect(await open().known.findAssignees(['GARO-5p1d6w8'])).toEqual(new Map());

  const rows = [{ isRequery: false, asked: 'GARO-5p1d6w8' }];
  const said = (areAssigneesRead: boolean) =>
    whoInquiry.show({ rows, areAssigneesRead }, alone).text;
  expect(said(false)).toContain("I can't read now who is on it.");
  expect(said(true)).toContain("Nobody has pressed I'm On It for it.");
});
