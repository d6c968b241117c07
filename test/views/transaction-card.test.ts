import fc from 'fast-check';
import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { JsonObject, Transaction } from '../../src/transfer-api/schemas.ts';
import type { BlockForm } from '../../src/views/block-form.ts';
import type { Reply } from '../../src/views/blocks.ts';
import { transactionCard } from '../../src/views/transaction-card.ts';
import { transactionRecord } from '../fixtures/transaction.ts';
import { checkMessage } from '../sandbox/slack/check-message.ts';
import { anyCharacter } from '../support/any-character.ts';
import { shownLines } from '../support/shown.ts';

const timing = { askedAtMs: Date.UTC(2026, 0, 31, 14, 10, 3), durationMs: 180.4 };

/** The card of a record with these changes, after the same parse as on the wire. */
function cardOf(changes: Record<string, unknown> = {}, currency?: string, blockForm: BlockForm = 'classic'): Reply {
  const record = JsonObject.parse(parse(JSON.stringify({ ...transactionRecord, ...changes })));
  return transactionCard({
    answer: { transaction: Transaction.parse(record), record, withheld: [] },
    timing,
    currency,
    blockForm,
    audience: 'asker',
    canShare: true,
    shareAccountNumbers: 'masked',
  });
}

describe('the card of a transfer', () => {
  it('says the point first, and everything that arrived', () => {
    expect(shownLines(cardOf())).toEqual([
      '# ✓ Successful · 25,000.00',
      '*Transfer to Jane Doe*\n`0123456789` · GTBANK PLC `000013`',
      '| *From*\nGaro Enterprise\n`0001479098` · PROVIDUS `000023`',
      '| *Reference*\n`GARO-8f3k2j1`',
      '| *Session*\n`100004240926153311119822107551`',
      '| *Charge · Net*\n10.00 · 25,010.00',
      '| *Created → completed*\n<!date^1758897189^{date_short_pretty} {time_secs}|2025-09-26 14:33:09 UTC> → <!date^1758897191^{time_secs}|14:33:11 UTC>',
      '> Rent for November',
      expect.stringMatching(/^\[Refresh\] txn:refresh /),
      '[Requery] txn:requery {"reference":"GARO-8f3k2j1"}',
      '[Share] txn:share {"reference":"GARO-8f3k2j1"}',
      '[Tell Me When It Changes] txn:watch {"reference":"GARO-8f3k2j1"}',
      '[Note for the Bank] txn:note {"reference":"GARO-8f3k2j1"}',
      '[All Fields] txn:fields {"reference":"GARO-8f3k2j1"}',
      '~ Record 19253 · user 745 · `bank_transfer` · credit · not reversed · asked <!date^1769868603^{time_secs}|14:10:03 UTC>, answered in 180 ms',
    ]);
  });

  it('folds away what is for the second look, and keeps the rest in sight', () => {
    const lines = shownLines(cardOf({ stampDuty: '50.00', trace: { hops: [1] } }, undefined, 'current'));
    expect(lines.slice(0, 7)).toEqual(shownLines(cardOf()).slice(0, 7));
    expect(lines.slice(7, 13)).toEqual([
      '> Rent for November',
      '+ 2 more fields, and ids',
      expect.stringMatching(/^ {2}\| \*Stamp duty\*\n`?50\.00`?$/),
      '  *Trace › Hops*\n```[\n  1\n]```',
      '  ~ Record 19253 · user 745 · `bank_transfer` · credit · not reversed',
      expect.stringMatching(/^\[Refresh\]/),
    ]);
    expect(lines.at(-1)).toBe('~ asked <!date^1769868603^{time_secs}|14:10:03 UTC>, answered in 180 ms');
  });

  it('folds away ids alone, and nothing where there are none', () => {
    const folded = (changes: Record<string, unknown>) =>
      shownLines(cardOf(changes, undefined, 'current')).filter((line) => line.startsWith('+'));
    expect(folded({})).toEqual(['+ Ids of the record']);
    expect(folded({ stampDuty: '50.00' })).toEqual(['+ 1 more field, and ids']);
    const none = { id: null, userId: null, transactionTypeName: null, category: null, type: null, reversedFlag: null };
    expect(folded(none)).toEqual([]);
  });

  it('counts the fields that it draws, not those that hold others', () => {
    const details = { meter: '12', units: 4, empty: null, tariff: { band: 'A' } };
    const title = (changes: Record<string, unknown>) =>
      shownLines(cardOf(changes, undefined, 'current')).find((line) => line.startsWith('+'));
    expect(title({ details, stampDuty: '50.00' })).toBe('+ 4 more fields, and ids');
    expect(title({ details: { empty: null } })).toBe('+ Ids of the record');
  });

  it('has a text that stands alone', () => {
    expect(cardOf().text).toBe('✓ Successful · 25,000.00 · `GARO-8f3k2j1`\nTransfer to Jane Doe');
  });

  it('names the currency only when it is configured', () => {
    expect(shownLines(cardOf({}, 'NGN'))[0]).toBe('# ✓ Successful · NGN 25,000.00');
  });
});

describe('a status', () => {
  it.each(['pending', 'failed', 'SUCCESS', 'reversed', ''])(
    'that the spec does not explain (%j) says what it does not say',
    (status) => {
      const card = cardOf({ status });
      expect(shownLines(card)[1]).toMatch(/This does not say that the money moved, or that it did not\.$/);
      expect(card.text).toContain('This does not say that the money moved');
    },
  );

  it('is headed as the service words it', () => {
    expect(shownLines(cardOf({ status: 'pending' }))[0]).toBe('# ◷ Pending · 25,000.00');
    expect(shownLines(cardOf({ status: 'QUEUED_FOR_REVIEW' }))[0]).toBe('# ? QUEUED_FOR_REVIEW · 25,000.00');
    expect(shownLines(cardOf({ status: null }))[0]).toBe('# ? Status not given · 25,000.00');
  });

  it('does not hide a reversed flag', () => {
    const card = cardOf({ reversedFlag: 1 });
    expect(shownLines(card)[0]).toBe('# ↺ Successful, reversed flag 1 · 25,000.00');
    expect(shownLines(card)[1]).toContain('*Reversed flag: 1.*');
    expect(card.text).toContain('Reversed flag: 1');
    expect(shownLines(card).at(-1)).not.toContain('not reversed');
  });

  it('is not taken from completedAt', () => {
    expect(shownLines(cardOf({ status: 'pending' })).join()).not.toMatch(/\bSuccessful\b/);
  });
});

describe('the buttons', () => {
  const primary = (changes: Record<string, unknown>) =>
    cardOf(changes).blocks.flatMap((block) =>
      block.type === 'actions'
        ? block.elements.flatMap((button) =>
            button.type === 'button' && button.style === 'primary' ? [button.text.text] : [],
          )
        : [],
    );

  it.each([['pending'], ['failed'], ['QUEUED_FOR_REVIEW'], [null]])('have Requery lead for %j', (status) => {
    expect(primary({ status })).toEqual(['Requery']);
    expect(shownLines(cardOf({ status })).find((line) => line.startsWith('['))).toMatch(/^\[Requery\]/);
  });

  it('have none lead on a record that is settled or reversed', () => {
    expect(primary({})).toEqual([]);
    expect(primary({ reversedFlag: 1 })).toEqual([]);
    expect(primary({ status: 'reversed' })).toEqual([]);
  });
});

describe('who paid whom', () => {
  it('puts the payer first for a collection', () => {
    const [, lead, other] = shownLines(cardOf({ transactionTypeName: 'collection' }));
    expect(lead).toBe('*Collection from Garo Enterprise*\n`0001479098` · PROVIDUS `000023`');
    expect(other).toBe('| *To*\nJane Doe\n`0123456789` · GTBANK PLC `000013`');
  });

  it('names any other type and shows both sides', () => {
    const [, lead, other] = shownLines(cardOf({ transactionTypeName: 'bulk_payout' }));
    expect(lead).toContain('`bulk_payout` to Jane Doe');
    expect(other).toContain('Garo Enterprise');
  });

  it('makes do without names, and leaves out what did not arrive', () => {
    const nothing = Object.fromEntries(
      Object.keys(transactionRecord).map((key) => [key, key === 'status' ? 'successful' : null]),
    );
    const lines = shownLines(cardOf(nothing));
    expect(lines).toEqual(['# ✓ Successful', '*Transaction*', expect.stringMatching(/^~ asked /)]);
    expect(shownLines(cardOf({ destinationAccountName: '' }))[1]).toMatch(/^Transfer to `0123456789`/);
    expect(lines.join()).not.toMatch(/null|undefined|NaN/);
  });
});

describe('what the card knows nothing about', () => {
  it('is shown as it came', () => {
    const lines = shownLines(
      cardOf({
        accountId: 'AC-9',
        stampDuty: '50.00',
        utilityType: 'POWER',
        details: { meter: { no: '12' }, units: 4 },
        channelCode: 'WEB',
      }),
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        '| *Account id*\n`AC-9`',
        '| *Stamp duty*\n50.00',
        '| *Utility type*\nPOWER',
        '| *Channel code*\nWEB',
        '| *Details › Units*\n4',
      ]),
    );
    expect(lines.join('\n')).toContain('"no": "12"');
  });

  it('keeps a field of the spec that came as another type', () => {
    const lines = shownLines(cardOf({ destinationAccountName: { first: 'Jane' }, createdAt: 'yesterday' }));
    expect(lines).toEqual(
      expect.arrayContaining(['| *Destination account name › First*\nJane', '| *Created at*\nyesterday']),
    );
  });

  it('does not take a time in seconds for one in 1970', () => {
    expect(shownLines(cardOf({ createdAt: 1_758_897_189 }))).toContain('| *Created at*\n`1758897189`');
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
