import { checkMessage } from 'slack-sandbox';
import { expect, it } from 'vitest';
import type { Reply } from '../../src/blocks/blocks.ts';
import { maskDots } from '../../src/blocks/status.ts';
import { TransferApiError } from '../../src/errors.ts';
import { parseTransaction } from '../../src/transfer-service/fields.ts';
import { type WatchUpdate, watchNotification } from '../../src/watches/notification.ts';
import { createWatchesReply, createWatchReply } from '../../src/watches/replies.ts';
import { newsOf } from '../messages/kinds.ts';
import { places } from '../support/asker.ts';
import { shownLines } from '../support/shown.ts';
import { someWatch } from '../support/stored-watch.ts';

const found = (reference: string, fields: object = {}) => ({
  transaction: parseTransaction({
    reference,
    status: 'successful',
    amount: '25000.00',
    ...fields,
  }),
  record: {},
  withheld: [],
});

const completedAt = Date.UTC(2026, 0, 31, 14);
function news({ reference = 'GARO-1', ...changes }: Partial<WatchUpdate> = {}): WatchUpdate {
  const now = { status: 'successful', reversedFlag: '0', completedAt };
  const changed = {
    now,
    before: { status: 'pending', reversedFlag: '0' },
    answer: found(reference),
  };
  return { ...newsOf(reference), ...changed, watchedMs: 42 * 60_000, ...changes };
}

/** What Slack would not take. */
function faultsOf(reply: Reply, isForOne = false): unknown[] {
  const { breaches, refusal } = checkMessage({ ...reply, thread_ts: '1.2' }, isForOne);
  return [...breaches, ...(refusal === undefined ? [] : [refusal])];
}

const alone = {
  personId: 'U0AMARA00',
  place: places.asker,
  currency: undefined,
  shareAccountNumbers: 'masked',
} as const;
const inThread = { ...alone, place: places.channel } as const;
const failing = (failure: 'timeout' | 'not_found'): Partial<WatchUpdate> => ({
  kind: 'unanswered',
  answer: undefined,
  failure: new TransferApiError(failure, {
    operation: 'transaction',
    asked: 'GARO-1',
    timeoutMs: 8_000,
  }),
});
const to = { destinationAccountName: 'Jane Doe', id: '7' };
const from = { transactionTypeName: 'collection', sourceAccountName: 'Ada Eze' };

const contradicted = {
  counterpart: {
    words: 'SUCCESSFUL',
    group: 'settled',
    atMs: Date.UTC(2026, 0, 31, 14),
    sinceMs: 0,
    personId: 'U0BISI',
  },
} as const;

/** What stands in `notifications.txt`: the notification of a lock screen, and the message. */
const rows: readonly [what: string, Partial<WatchUpdate>, (typeof alone | typeof inThread)?][] = [
  ['successful, with a name in the message alone', { answer: found('GARO-1', to) }],
  ['successful, of no amount', { answer: found('GARO-1', { amount: undefined }) }],
  ['paid in', { answer: found('GARO-1', from) }],
  ['failed', { now: { status: 'failed' }, answer: found('GARO-1', to) }],
  ['in a thread', {}, inThread],
  ['in a thread, of a status that named a person', { before: { status: 'Jane Doe' } }, inThread],
  ['only the reversed flag', { now: { status: 'pending', reversedFlag: '1' } }],
  ['only the time', { now: { status: 'pending', reversedFlag: '0', completedAt } }],
  ['a status that went away', { now: {} }],
  ['over, and nothing changed', { kind: 'over', now: { status: 'pending' } }],
  ['over without a status', { kind: 'over', now: {} }],
  ['over, and reversed still', { kind: 'over', now: { status: 'x', reversedFlag: '1' } }],
  [
    'over, and a flag that says no in a word',
    { kind: 'over', now: { status: 'x', reversedFlag: 'false' } },
  ],
  [
    'late after a restart, and it goes on',
    { lateMs: 12 * 60_000, hasRestarted: true, hasEnded: false },
  ],
  [
    'known for ten minutes, and begun before a restart',
    { watchedMs: 10 * 60_000, isWholeKnown: false },
  ],
  ['known for a second, and begun before a restart', { watchedMs: 1_000, isWholeKnown: false }],
  ['contradicted by a requery', { now: { status: 'failed' }, known: contradicted }],
  ['the same for everybody', { now: { status: 'failed' }, known: contradicted }, inThread],
  ['over without an answer', failing('timeout')],
  ['the same in a thread', failing('timeout'), inThread],
  ['over, and not found', failing('not_found'), inThread],
];

it('a notification about one watch has the recorded words', async () => {
  const told = rows.map(([what, changes, options = alone]) => {
    const reply = watchNotification([news(changes)], options);
    expect(faultsOf(reply, !options.place.isPublic), what).toEqual([]);
    return [`# ${what}`, reply.text, '---', ...shownLines(reply)].join('\n');
  });
  expect(told.join()).not.toContain('ABC234');
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('notifications.txt');
});

it("a notification about one watch escapes mrkdwn and mentions in the service's words", () => {
  const hostile = '<!channel> *paid* `now`';
  const now = { status: hostile, reversedFlag: hostile };
  for (const kind of ['changed', 'over', 'unanswered'] as const)
    expect(
      faultsOf(watchNotification([news({ kind, before: { status: `${hostile}!` }, now })], alone)),
    ).toEqual([]);
});

const several = Array.from({ length: 25 }, (_, index) =>
  news({
    reference: index === 3 ? `GARO-${'x'.repeat(190)}` : `GARO-${index}`,
    ...(index < 20 ? {} : { kind: 'over' as const, now: { status: 'pending' } }),
    code: `ABC2${20 + index}`,
  }),
);
const wild = several.map((each, index) => ({
  ...each,
  now: { status: `${index}${'<!channel>&'.repeat(9)}` },
}));

it('a notification about several watches counts them, and has a line for each', () => {
  const reply = watchNotification(several, alone);
  expect(reply.text).toBe('25 watched: 20 pending → successful · 5 still pending');
  const blocks = JSON.stringify(reply.blocks);
  for (const words of [
    "Don't resend from this list: check each one first.",
    '✓ `GARO-7`: pending → *successful* after 42 min · 25,000.00',
    '"txn GARO-7"',
    '25 of these watches have ended',
  ])
    expect(blocks).toContain(words);
  expect(blocks).not.toContain('ABC2');
  for (const all of [several, wild]) expect(faultsOf(watchNotification(all, inThread))).toEqual([]);
  expect(watchNotification(wild, alone).text).toMatch(/^25 watched: .* · 19 otherwise$/);
});

it('a notification has the currency of its record, for its person and in a thread', () => {
  const answer = found('GARO-1', { currency: 'USD' });
  for (const options of [alone, inThread])
    expect(watchNotification([news({ answer })], { ...options, currency: 'NGN' }).text).toContain(
      '· USD 25,000.00',
    );
});

it('a notification about several watches begins with those that need attention', () => {
  const all = ['successful', 'pending', 'failed'].map((status) =>
    news({ reference: status, now: { status } }),
  );
  const late = news({ lateMs: 12 * 60_000, hasRestarted: true });
  const blocks = JSON.stringify(watchNotification([...all, late], alone).blocks);
  expect(blocks).toContain('12 min late after a restart: a change may be older');
  expect(blocks).toMatch(/`failed`.*`pending`.*`successful`/);
});

it('a notification outside the allowed places has only references and statuses', () => {
  const brief = { ...alone, isBrief: true };
  const reply = watchNotification([news(), news(), news({ now: { status: maskDots } })], brief);
  expect(reply.text).toContain(
    '3 watched: 2 pending → successful · 1 pending → a word that only you may read',
  );
  expect(shownLines(reply).join()).toContain('More elsewhere.');
  expect(JSON.stringify(reply.blocks)).not.toMatch(/25,000|txn/);
  expect(faultsOf(watchNotification(wild, brief))).toEqual([]);
});

it.each([
  ['pending', {}, 'pending now', undefined],
  [undefined, {}, 'no status now', '*No status came: check before resending.*'],
  ['successful', {}, 'successful now. It looks final', undefined],
  ['failed', {}, 'failed now', '*Check with the bank before resending.*'],
  [
    'successful',
    { reversedFlag: '1' },
    'flagged as reversed, status successful now. It looks final',
    '*Status and reversed flag disagree. Check with the bank before resending.*',
  ],
])('a watch that begins on %s %o says what it will notify of', (status, flag, words, caution) => {
  const begun = {
    ...someWatch,
    threadTs: undefined,
    endsAtMs: 0,
    isDurable: true,
    hasMoved: false,
  };
  const row = { asked: 'GARO-1', isRequery: false, status, ...flag };
  expect(shownLines(createWatchReply(begun, row))).toEqual([
    `Watching \`GARO-1\`: ${words}. I'll message you at each change, until <!date^0^{date_short_pretty} {time}|1970-01-01 00:00 UTC>.`,
    ...(caution === undefined ? [] : [caution]),
    expect.stringContaining('Stop Watching'),
  ]);
  expect(shownLines(createWatchReply({ ...begun, isDurable: false })).at(-1)).toContain(
    'a restart ends it',
  );
  const several = createWatchesReply([{ row, begun }]);
  expect(JSON.stringify(several.blocks.at(-1))).toContain('1970-01-01 00:00 UTC');
  expect(several.text.includes('1 looks final')).toBe(status === 'successful');
});
