import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { TransferApiError } from '../../src/errors.ts';
import { Transaction } from '../../src/transfer-service/bodies.ts';
import { briefNotification, type WatchNews, watchNotification } from '../../src/watches/notification.ts';
import { shownLines } from '../support/shown.ts';

const found = (reference: string, fields: object = {}) => ({
  transaction: Transaction.parse({ reference, status: 'successful', amount: '25000.00', ...fields }),
  record: {},
  withheld: [],
});

function news(changes: Partial<WatchNews> = {}): WatchNews {
  const reference = changes.reference ?? 'GARO-1';
  return {
    kind: 'changed',
    reference,
    before: { status: 'pending', reversedFlag: '0' },
    now: { status: 'successful', reversedFlag: '0', completedAt: Date.UTC(2026, 0, 31, 14) },
    answer: found(reference),
    failure: undefined,
    watchedMs: 42 * 60_000,
    untilMs: undefined,
    lateMs: 0,
    hasRestarted: false,
    code: 'ABC234',
    ...changes,
  };
}

const alone = {
  mention: undefined,
  currency: undefined,
  blockForm: 'classic',
} as const;
const inThread = { ...alone, mention: 'U0AMARA00' } as const;

const inChannel = (all: readonly WatchNews[]) => all.map((each) => ({ news: each, channelId: 'C0SUPPORT' }));

describe('what becomes of one watch', () => {
  it('is one line, the caution of its status, and whether more will come', () => {
    const to = { destinationAccountName: 'Jane Doe', id: '7' };
    const reply = watchNotification([news({ answer: found('GARO-1', to) })], alone);
    expect(reply.text).toBe('`GARO-1`: pending → successful after 42 min · 25,000.00'); // no name on a lock screen
    expect(shownLines(reply)).toEqual([
      '`GARO-1`: pending → *successful* after 42 min · 25,000.00 to Jane Doe',
      '[Open] txn:full {"reference":"GARO-1"}',
      '~ this watch has ended',
    ]);
    expect(JSON.stringify(reply)).not.toContain('ABC234');
    const failed = shownLines(
      watchNotification([news({ now: { status: 'failed' }, answer: found('GARO-1', to) })], alone),
    );
    expect(failed.slice(1, 4)).toEqual([
      'Check with the bank before resending.',
      '[Requery] txn:requery {"reference":"GARO-1"}',
      '[Open] txn:full {"reference":"GARO-1"}',
    ]);
    const paidIn = { transactionTypeName: 'collection', sourceAccountName: 'Ada Eze' };
    expect(shownLines(watchNotification([news({ answer: found('GARO-1', paidIn) })], alone))[0]).toMatch(
      / from Ada Eze$/,
    );
    expect(checkMessage({ ...reply }).breaches).toEqual([]);
  });

  it.each<[string, Partial<WatchNews>, string]>([
    ['only the reversed flag', { now: { status: 'pending', reversedFlag: '1' } }, 'reversed flag 0 → 1 after 42 min'],
    [
      'only the time',
      { now: { status: 'pending', reversedFlag: '0', completedAt: Date.UTC(2026, 0, 31, 14) } },
      'completed 14:00 UTC after 42 min',
    ],
    ['a status that went away', { now: {} }, 'pending → no status after 42 min'],
    ['nothing at all', { kind: 'over', now: { status: 'pending' } }, 'still pending after 42 min'],
    ['a watch that was lost', { kind: 'lost', before: {} }, 'lost, watch it again'],
    ['no status at all', { kind: 'over', now: {} }, 'still without a status after 42 min'],
    [
      'reversed still',
      { kind: 'over', now: { status: 'x', reversedFlag: '1' } },
      'still x, reversed flag 1 after 42 min',
    ],
    [
      'reversed by its status too',
      { kind: 'over', now: { status: 'Reversed', reversedFlag: '1' } },
      'still Reversed after 42 min',
    ],
    [
      'a flag that says no in a word',
      { kind: 'over', now: { status: 'x', reversedFlag: 'false' } },
      'still x after 42 min',
    ],
  ])('is said in the service’s words: %s', (_what, changes, line) => {
    const reply = watchNotification([news(changes)], alone);
    expect(reply.text.split(' · ')[0]).toBe(`\`GARO-1\`: ${line}`);
    expect(checkMessage({ ...reply }).breaches).toEqual([]);
  });

  it('says how late it is, that txnbot was away, and that it goes on', () => {
    const late = watchNotification([news({ lateMs: 12 * 60_000, hasRestarted: true, untilMs: 1 })], alone);
    expect(shownLines(late).at(-1)).toBe('~ 12 min late after a restart: a change may be older · the watch goes on');
    expect(shownLines(watchNotification([news({ lateMs: 30_000 })], alone)).at(-1)).not.toContain('late');
  });

  it('offers to watch again when its time is over, and only then', () => {
    const labels = (changes: Partial<WatchNews>) => JSON.stringify(watchNotification([news(changes)], alone).blocks);
    expect(labels({ kind: 'over' })).toContain('"Watch Again"');
    expect(labels({ kind: 'unanswered', answer: undefined })).toContain('"Watch Again"');
    expect(labels({ kind: 'lost', answer: undefined })).toContain('"Watch Again"');
    expect(labels({})).not.toContain('"Watch Again"');
    const lost = watchNotification(
      [news({ kind: 'lost' }), news({ kind: 'lost', reference: 'GARO-2' }), news()],
      alone,
    );
    expect(lost.text).toContain('2 lost, watch it again');
    expect(JSON.stringify(lost.blocks)).toContain('"action_id":"txn:watch-all"');
  });

  it('without a record says why, and nothing about the transaction', () => {
    const failure = new TransferApiError('timeout', { operation: 'transaction', asked: 'GARO-1', timeoutMs: 8_000 });
    const reply = watchNotification([news({ kind: 'unanswered', answer: undefined, failure })], alone);
    expect(reply.text).toBe('`GARO-1`: over, last pending after 42 min');
    expect(shownLines(reply).join('\n')).toMatch(/did not answer[\s\S]*says nothing about the transfer/);
    const shown = watchNotification([news({ kind: 'unanswered', answer: undefined, failure })], inThread);
    expect(JSON.stringify(shown.blocks)).toContain('This says nothing about the transfer.');
    expect(JSON.stringify(shown.blocks)).not.toContain('txn:watch');
    const gone = new TransferApiError('not_found', { operation: 'transaction', asked: 'GARO-1' });
    const notFound = watchNotification([news({ kind: 'unanswered', answer: undefined, failure: gone })], inThread);
    expect(shownLines(notFound)[1]).toBe('This does not mean that nothing was sent: do not resend on this.');
  });

  it('in a thread names the person first', () => {
    const reply = watchNotification([news()], inThread);
    expect(reply.text).toMatch(/^<@U0AMARA00> `GARO-1`: pending → successful/);
    expect(checkMessage({ ...reply, thread_ts: '1.2' }).breaches).toEqual([]);
  });

  it('formats and pings nothing from outside', () => {
    const hostile = '<!channel> *paid* `now`';
    for (const options of [alone, inThread])
      for (const kind of ['changed', 'over', 'unanswered', 'lost'] as const) {
        const record = kind === 'unanswered' ? undefined : found('GARO-1', { status: hostile });
        const now = { status: hostile, reversedFlag: hostile };
        const reply = watchNotification(
          [news({ kind, before: { status: `${hostile}!` }, now, answer: record })],
          options,
        );
        expect(checkMessage({ ...reply, thread_ts: '1.2' }).breaches).toEqual([]);
      }
  });
});

describe('what becomes of several', () => {
  const several = Array.from({ length: 25 }, (_, index) =>
    news({
      reference: index === 3 ? `GARO-${'x'.repeat(190)}` : `GARO-${index}`,
      ...(index < 20 ? {} : { kind: 'over' as const, now: { status: 'pending' } }),
      code: `ABC2${20 + index}`,
    }),
  );

  it.each(['classic', 'current'] as const)('is counted, and each has its row: %s', (blockForm) => {
    const reply = watchNotification(several, { ...alone, blockForm });
    expect(reply.text).toBe('25 watched: 20 pending → successful · 5 still pending');
    const blocks = JSON.stringify(reply.blocks);
    expect(blocks).not.toContain('ABC2');
    expect(blocks).toContain('Resend nothing on this table: check each first.');
    expect(blocks).toContain('✓ pending → successful');
    expect(blocks).toContain('◷ still pending');
    expect(blocks).toContain('"txn GARO-7"');
    expect(blocks).toContain('25 of these watches have ended');
    expect(checkMessage({ ...reply }).breaches).toEqual([]);
    expect(checkMessage({ ...watchNotification(several, inThread), thread_ts: '1.2' }).breaches).toEqual([]);
  });

  it('begins with what needs somebody', () => {
    const statuses = ['successful', 'pending', 'failed', 'odd', 'reversed'];
    const all = statuses.map((status) => news({ reference: status, now: { status } }));
    const table = JSON.stringify(watchNotification(all, alone).blocks.find(({ type }) => type === 'table'));
    const order = [...table.matchAll(/"text":"(\w+)"/g)]
      .map(([, text]) => text)
      .filter((text) => statuses.includes(text ?? ''));
    expect(order).toEqual(['failed', 'reversed', 'pending', 'odd', 'successful']);
  });

  it('fits into one message, whatever the service says', () => {
    const wild = several.map((each, index) => ({ ...each, now: { status: `${index}${'<!channel>&'.repeat(9)}` } }));
    for (const blockForm of ['classic', 'current'] as const) {
      const { breaches, refusal } = checkMessage({ ...watchNotification(wild, { ...alone, blockForm }) });
      expect([breaches, refusal]).toEqual([[], undefined]);
    }
    const brief = checkMessage({ ...briefNotification(inChannel(wild)) });
    expect([brief.breaches, brief.refusal]).toEqual([[], undefined]);
  });
});

describe('where txnbot is not meant to answer', () => {
  it('the reference and the words are told, and where to ask', () => {
    const reply = briefNotification(inChannel([news(), news({ reference: 'GARO-2', code: 'XYZ789' })]));
    expect(reply.text).toBe(
      '`GARO-1`: pending → successful after 42 min\n`GARO-2`: pending → successful after 42 min\nMore in <#C0SUPPORT>.',
    );
    expect(shownLines(reply).at(-1)).toBe('~ 2 of these watches have ended');
    expect(checkMessage({ ...reply }).breaches).toEqual([]);
    expect(briefNotification([{ news: news(), channelId: undefined }]).text).toMatch(/No more may be said here\.$/);
  });

  it('each with its own channel, where they are several', () => {
    const all = ['C0SUPPORT', 'C0OTHER', undefined].map((channelId, place) => ({
      news: news({ reference: `GARO-${place}` }),
      channelId,
    }));
    const [first, second, third, last] = briefNotification(all).text.split('\n');
    expect(first).toMatch(/^`GARO-0`: .* · more in <#C0SUPPORT>$/);
    expect(second).toMatch(/^`GARO-1`: .* · more in <#C0OTHER>$/);
    expect(third).not.toContain('more in');
    expect(last).toBe('No more may be said here.');
  });
});
