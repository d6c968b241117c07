import fc from 'fast-check';
import { parse } from 'lossless-json';
import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../src/blocks/blocks.ts';
import { JsonObject, Transaction } from '../../src/transfer-service/bodies.ts';
import { type TransactionCardOptions, transactionCard } from '../../src/transfers/card.ts';
import { snapshotOf } from '../../src/transfers/snapshot.ts';
import { transactionRecord } from '../fixtures/transaction.ts';
import { anyCharacter } from '../support/any-character.ts';
import { shownLines } from '../support/shown.ts';

const askedAtMs = Date.UTC(2026, 0, 31, 14, 10, 3);

/** The card of a record with these changes, after the same parse as on the wire. */
function cardOf(changes: Record<string, unknown> = {}, options: Partial<TransactionCardOptions> = {}): Reply {
  const record = JsonObject.parse(parse(JSON.stringify({ ...transactionRecord, ...changes })));
  return transactionCard({
    answer: { transaction: Transaction.parse(record), record, withheld: [] },
    askedAtMs,
    background: { seen: [], outages: [], failure: undefined },
    currency: undefined,
    audience: 'asker',
    canShare: true,
    shareAccountNumbers: 'masked',
    ...options,
  });
}

describe('the card of a transfer', () => {
  it('has what cards.md says, line by line', () => {
    expect(shownLines(cardOf({ status: 'pending', completedAt: null }))).toEqual([
      '# ◷ Pending · 25,000.00',
      [
        '`GARO-8f3k2j1` · to Jane Doe `0123456789`, GTBANK PLC `000013` · created <!date^1758897189^{date_short_pretty} {time}|2025-09-26 14:33 UTC>',
        'It may still settle: do not resend on this.',
        'From Garo Enterprise `0001479098`, PROVIDUS `000023`',
        'Session `100004240926153311119822107551` · charge 10.00 · net 25,010.00',
      ].join('\n'),
      '> Rent for November',
      '[Requery] txn:requery {"reference":"GARO-8f3k2j1"}',
      expect.stringMatching(/^\[Refresh\] txn:refresh /),
      '[Tell Me When It Changes] txn:watch {"reference":"GARO-8f3k2j1"}',
      '⋯ [Share] txn:share {"reference":"GARO-8f3k2j1"}',
      '⋯ [Note for the Bank] txn:note {"reference":"GARO-8f3k2j1"}',
      '⋯ [All Fields] txn:fields {"reference":"GARO-8f3k2j1"}',
    ]);
  });

  it('names the time of completion, without its date when it came soon', () => {
    expect(shownLines(cardOf())[1]).toContain('14:33 UTC>, completed <!date^1758897191^{time}|14:33 UTC>');
  });

  it('has its first line as its notification, with the currency that is configured', () => {
    expect(cardOf({}, { currency: 'NGN' }).text).toBe('✓ Successful · NGN 25,000.00 · `GARO-8f3k2j1`');
  });

  it('begins its second line with what has changed', () => {
    expect(
      shownLines(cardOf({}, { seen: { ...snapshotOf(Transaction.parse(transactionRecord)), status: 'pending' } }))[1],
    ).toMatch(/^pending → successful, as of .* · `GARO/);
  });
});

describe('a status', () => {
  it.each([
    ['pending', 'It may still settle: do not resend on this.'],
    ['failed', 'Check with the bank before resending.'],
    ['SUCCESS', 'This status is not known here: check before resending.'],
    ['', 'This status is not known here: check before resending.'],
  ])('%j has its caution once', (status, caution) => {
    expect(shownLines(cardOf({ status })).join('\n').split(caution)).toHaveLength(2);
  });

  it('that is successful has none', () => {
    expect(shownLines(cardOf()).join()).not.toContain('resend');
  });

  it.each([
    [{ status: 'pending' }, '# ◷ Pending · 25,000.00'],
    [{ status: 'QUEUED_FOR_REVIEW' }, '# ? QUEUED_FOR_REVIEW · 25,000.00'],
    [{ status: null }, '# ? Status not given · 25,000.00'],
    [{ reversedFlag: 1 }, '# ↺ Successful, reversed flag 1 · 25,000.00'],
    [{ status: 'reversed', reversedFlag: 1 }, '# ↺ Reversed · 25,000.00'],
  ])('is headed as the service words it: %j', (changes, headline) => {
    expect(shownLines(cardOf(changes))[0]).toBe(headline);
  });
});

describe('the buttons', () => {
  const buttons = (changes: Record<string, unknown>, options?: Partial<TransactionCardOptions>) =>
    shownLines(cardOf(changes, options)).flatMap((line) => /\[([A-Z][^\]]*)\]/.exec(line)?.[1] ?? []);
  const hasPrimary = (changes: Record<string, unknown>) =>
    JSON.stringify(cardOf(changes).blocks).includes('"style":"primary"');

  it.each([
    [{ status: 'pending' }, true],
    [{ status: 'failed' }, true],
    [{ status: null }, true],
    [{}, false],
    [{ reversedFlag: 1 }, false],
  ])('of %j have Requery lead: %s', (changes, leads) => {
    expect(hasPrimary(changes)).toBe(leads);
    expect(buttons(changes).slice(0, 3)).toEqual(['Requery', 'Refresh', 'Tell Me When It Changes']);
  });

  it('stop what their one reader watches already, and tell a channel nothing of it', () => {
    expect(buttons({}, { isWatched: true })[2]).toBe('Stop Watching');
    expect(buttons({}, { isWatched: true, audience: 'channel' })[2]).toBe('Tell Me When It Changes');
  });

  it('open in full what a channel reads, and say what is masked', () => {
    expect(buttons({}, { audience: 'channel' }).slice(3)).toEqual(['Open in Full', 'Note for the Bank', 'All Fields']);
    expect(shownLines(cardOf({}, { audience: 'channel', sharedBy: 'amara' })).at(-1)).toBe(
      '~ shared by amara · names and accounts shortened',
    );
  });

  it('stand beside the others where an option cannot carry the reference', () => {
    const lines = shownLines(cardOf({ reference: 'R'.repeat(60) }));
    expect(lines.filter((line) => line.startsWith('['))).toHaveLength(6);
    expect(lines.join()).not.toContain('⋯');
  });

  it('need a reference, and Requery an id', () => {
    expect(buttons({ reference: null })).toEqual([]);
    expect(buttons({ id: null })[0]).toBe('Refresh');
  });
});

describe('who paid whom', () => {
  it('puts the payer first for a collection', () => {
    const card = shownLines(cardOf({ transactionTypeName: 'collection' }))[1];
    expect(card).toMatch(/^`GARO-8f3k2j1` · from Garo Enterprise `0001479098`, PROVIDUS `000023` · created/);
    expect(card).toContain('\nTo Jane Doe `0123456789`, GTBANK PLC `000013`\n');
  });

  it('makes do without names, and leaves out what did not arrive', () => {
    const nothing = Object.fromEntries(
      Object.keys(transactionRecord).map((key) => [key, key === 'status' ? 'successful' : null]),
    );
    expect(shownLines(cardOf(nothing))).toEqual(['# ✓ Successful']);
    expect(shownLines(cardOf({ destinationAccountName: '' }))[1]).toContain(' · to `0123456789`, GTBANK');
  });
});

describe('a narration', () => {
  it('neither pings nor links nor formats', () => {
    const card = cardOf({ description: '<!channel> *free* <https://evil.example|money>' });
    expect(shownLines(card)).toContain('> <!channel> *free* <https://evil.example|money>');
    expect(card.blocks.filter((block) => block.type === 'rich_text')).toHaveLength(1);
    expect(checkMessage({ ...card }).breaches).toEqual([]);
  });
});

describe('any record', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 400 }),
    fc.constantFrom('<!here>', '*a*', '`', '<@U1>', 'x'.repeat(4000), '&'.repeat(700), '7'.repeat(4000)),
  );
  const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }));
  const record = fc.record(Object.fromEntries(Object.keys(transactionRecord).map((key) => [key, value])));

  it('becomes a message that Slack takes, without a ping', () => {
    fc.assert(
      fc.property(record, fc.dictionary(fc.string(), value, { maxKeys: 60 }), (known, unknown) => {
        expect(checkMessage({ ...cardOf({ ...unknown, ...known }) }).breaches).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
