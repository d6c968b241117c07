import { describe, expect, it } from 'vitest';
import { maskDots, type StatusGroup } from '../../src/blocks/status.ts';
import { inquire, type Reader } from '../../src/command.ts';
import { UserError } from '../../src/errors.ts';
import { bankNote } from '../../src/transfers/all-fields-and-bank-note.ts';
import { type CardOptions, cardInquiry, drawCard } from '../../src/transfers/card.ts';
import { maskRow } from '../../src/transfers/disclosure.ts';
import type { Known, Sighting } from '../../src/transfers/known.ts';
import { type Row, requeryRow } from '../../src/transfers/row.ts';
import { changesSince, takeSnapshot } from '../../src/transfers/snapshot.ts';
import { watchInquiry } from '../../src/watches/commands.ts';
import { transactionRecord } from '../fixtures/transaction.ts';
import { type Audience, asker, places } from '../support/asker.ts';
import { resourcesFor } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';
import { alone, everybody, recordOf, serveTransfers } from './serve-transfers.ts';

type Changes = Record<string, unknown>;
type Options = Partial<CardOptions>;

function drawn(changes: Changes = {}, options: Options = {}) {
  return drawCard({
    row: recordOf(changes),
    askedAtMs: Date.UTC(2026, 0, 31, 14, 10, 3),
    outages: [],
    currency: undefined,
    place: places.asker,
    canShare: true,
    shareAccountNumbers: 'masked',
    ...options,
  });
}
const linesOf = (changes?: Changes, options?: Options) => shownLines(drawn(changes, options));

it('a card names the date of a completion that came days later', () => {
  expect(linesOf({ completedAt: 1_758_983_589_000 })[1]).toContain(
    'completed <!date^1758983589^{date_short_pretty}',
  );
  const seen = { ...takeSnapshot(recordOf({}).transaction), reversedFlag: '0' };
  expect(linesOf({}, { seen, currency: 'NGN' })[1]).toMatch(
    /^unchanged, as of <!date\^1769868603\^\{time\}.* · `GARO/,
  );
});

it('the card of a transfer names what did not arrive in one line', () => {
  const keys = Object.keys(transactionRecord);
  const nothing = Object.fromEntries(
    keys.map((key) => [key, key === 'status' ? 'successful' : null]),
  );
  expect(linesOf(nothing)).toEqual([
    '# ✓ Successful',
    '~ The service gave no amount, sender, receiver, session, transaction ID or completion time.',
  ]);
  expect(linesOf({}).join()).not.toContain('The service gave no');
  expect(linesOf({ destinationAccountName: '' })[1]).toContain(' · to `0123456789`, GTBANK');
});

it.each([
  { completedAt: '29/11/2026 10:00' },
  { completedAt: '2026-11-29T10:00:00Z' },
  { completedAt: 1_764_410_400 },
  {
    sourceAccountName: '0123456789',
    sourceAccountNumber: '',
    sourceBankName: '',
    sourceBankCode: '',
  },
  { destinationAccountNumber: '', destinationAccountName: '0123456789', destinationBankName: '' },
])('a channel is not told that %j is missing', (changes) => {
  for (const mode of ['masked', 'full', 'never'] as const) {
    const row = maskRow(recordOf(changes), mode);
    const options = { row, place: places.channel, shareAccountNumbers: mode };
    expect(linesOf({}, options).join()).not.toContain('The service gave no');
  }
});

it('a channel is told what is missing', () => {
  const row = maskRow(recordOf({ sessionId: '' }), 'never');
  expect(linesOf({}, { row, place: places.channel })).toContain('~ The service gave no session.');
});

it.each([
  [{ status: 'pending', completedAt: 1758897189000 }, { status: 'failed' }, 'pending → failed'],
  [
    { completedAt: 1758897189000 },
    { completedAt: 1758897300000 },
    'completed 14:33 UTC → 14:35 UTC',
  ],
  [{ reversedFlag: '0' }, { reversedFlag: '1' }, 'reversed flag 0 → 1'],
  [{}, { reversedFlag: '0' }, undefined],
  [{}, { status: 'x', reversedFlag: '1' }, 'no status → x, reversed flag 1'],
  [{ status: 'x' }, {}, 'x → no status'],
  [{ reversedFlag: '1' }, {}, 'reversed flag 1 (not given any more)'],
  [{ status: '*x*' }, { status: '<!here>' }, '`*x*` → &lt;!here&gt;'],
  [{ status: 'same' }, { status: 'same' }, undefined],
])('of a record that was %j and is %j the card tells: %s', (before, after, words) => {
  expect(changesSince(before, after)?.replace(/<!date\^[^|]*\|([^>]*)>/g, '$1')).toBe(words);
});

it.each([
  ['seconds', 1_758_897_189],
  ['ISO', '2025-09-26T14:33:09+01:00'],
  ['nanoseconds', '1758897189000000000'],
])(
  'a time in %s is shown on the card and in the note as it came, and in no channel',
  (_what, createdAt) => {
    const row = recordOf({ createdAt });
    expect(linesOf({ createdAt })[1]).toContain(`created \`${createdAt}\``);
    const note = bankNote(
      { row, askedAtMs: 0, outages: [] },
      alone,
      resourcesFor('http://127.0.0.1:9').presentation,
    );
    expect(shownLines(note)[1]).toContain(`\nCreated: ${createdAt}\n`);
    expect(linesOf({}, { row: maskRow(row, 'full'), place: places.channel }).join()).not.toContain(
      String(createdAt),
    );
  },
);

it.each<[Changes, string[]]>([
  [{ currency: 'USD' }, ['# ✓ Successful · USD 25,000.00']],
  [{ currencyCode: 'usd' }, ['# ✓ Successful · USD 25,000.00']],
  [{ details: { currency: 'USD' } }, ['# ✓ Successful · USD 25,000.00']],
  [{ currency: '₦' }, ['# ✓ Successful · 25,000.00 (₦)']],
  [{ currency: '' }, ['# ✓ Successful · NGN 25,000.00']],
  [{ isCurrency: true }, ['# ✓ Successful · NGN 25,000.00']],
  [{ currency: 'USD', settlementCurrency: 'NGN' }, ['# ✓ Successful · 25,000.00']],
  [
    { currency: { code: 'USD' } },
    ['# ✓ Successful · 25,000.00', 'Currency, in another form: `{"code":"USD"}`'],
  ],
  [
    { amount: { value: '25.00', currency: 'USD' } },
    ['# ✓ Successful', 'Amount, in another form: `{"value":"25.00","currency":"USD"}`'],
  ],
  [{ amount: ['25.00'] }, ['# ✓ Successful', 'Amount, in another form: `["25.00"]`']],
  [
    { status: { code: '00', description: 'Done' } },
    [
      '# ? Status in another form · NGN 25,000.00',
      "*I don't know this status: check before resending.*",
      'Status, in another form: `{"code":"00","description":"Done"}`',
    ],
  ],
  [
    { reversedFlag: { value: 0 } },
    ['# ? Successful · NGN 25,000.00', 'Reversed flag, in another form: `{"value":0}`'],
  ],
  [
    { destinationBankCode: 14 },
    ['# ✓ Successful · NGN 25,000.00', 'Destination bank code, in another form: `14`'],
  ],
  [
    { destinationAccountName: { first: 'Jane', phone: '0801' } },
    ['Destination account name, in another form: `{"first":"Jane"}`'],
  ],
  [{ createdAt: { at: 'today' } }, ['Created at, in another form: `{"at":"today"}`']],
  [{ stampDuty: {}, details: { a: 1 } }, ['# ✓ Successful · NGN 25,000.00']],
])('a card shows a value in an unexpected form as it came: %j', (changes, lines) => {
  const shown = linesOf(changes, { currency: 'NGN' }).flatMap((line) => line.split('\n'));
  for (const line of lines) expect(shown).toContain(line);
  const count = shown.filter((line) => line.includes('in another form:')).length;
  expect(count).toBe(lines.filter((line) => line.includes('in another form:')).length);
});

it('a card names an unusual type in the word of the service, and withholds it in a channel', () => {
  const changes = { transactionTypeName: 'pos_settlement' };
  expect(linesOf(changes).join()).toContain('· type `pos_settlement`');
  expect(linesOf({ transactionTypeName: 'bank_transfer' }).join()).not.toContain('type');
  const row = maskRow(recordOf(changes), 'full');
  expect(linesOf({}, { row, place: places.channel }).join()).not.toContain('settlement');
});

it('a card compares a status in another form as it came', () => {
  const changes = { status: { code: '00' } };
  const seen = takeSnapshot(recordOf(changes).transaction);
  expect(linesOf(changes, { seen }).join()).toContain('unchanged, as of');
});

it('unreadable characters are explained on the card and in the note for the bank, not in a channel', () => {
  const row = recordOf({ destinationAccountName: 'Jos\ufffd' });
  const garbled = { ...row, record: { ...row.record, isGarbled: true } };
  const why = '~ � stands for what could not be read. Tell whoever runs me.';
  expect(linesOf({}, { row: garbled })).toContain(why);
  const { presentation } = resourcesFor('http://127.0.0.1:9');
  const note = bankNote({ row: garbled, askedAtMs: 0, outages: [] }, alone, presentation);
  expect(shownLines(note)).toContain(why);
  expect(linesOf({}, { row: maskRow(garbled, 'full'), place: places.channel })).not.toContain(why);
});

it('the card of a cached record states its age, in a channel too', () => {
  const row = { ...recordOf({}), ageMs: 86_400_000 };
  const aged = '~ This is 24 h old: a cache on the way kept it. Tell whoever runs me.';
  expect(linesOf({}, { row })).toContain(aged);
  expect(
    linesOf({}, { row: maskRow({ ...row, record: { ...row.record, ageMs: row.ageMs } }, 'full') }),
  ).toContain(aged);
});

const check = 'Check with the bank before resending.';
const flagged = `Status and reversed flag disagree. ${check}`;
it.each<[Changes, string, string | undefined, boolean]>([
  [{}, '✓ Successful', undefined, false],
  [
    { status: 'pending' },
    '◷ Pending for 126 days',
    "It may still go through. Don't resend yet.",
    true,
  ],
  [{ status: 'failed' }, '✕ Failed', check, true],
  [{ status: null }, '? No status', 'No status came: check before resending.', true],
  [
    { status: maskDots },
    '? Unknown status',
    "I don't know this status: check before resending.",
    true,
  ],
  [{ reversedFlag: 1 }, '↺ Flagged as reversed · status successful', flagged, false],
  [{ status: 'failed', reversedFlag: 1 }, '↺ Flagged as reversed · status failed', check, false],
  [{ status: 'reversed', reversedFlag: 1 }, '↺ Reversed', check, false],
])(
  'the status of %j is headed %j, with its caution once, and Check Again leads: %s %s',
  (changes, head, caution, leads) => {
    const lines = linesOf(changes);
    expect(lines[0]).toBe(`# ${head} · 25,000.00`);
    expect(lines.join('\n').match(/.*resend.*/g) ?? []).toEqual(
      caution === undefined ? [] : [`*${caution}*`],
    );
    expect(JSON.stringify(drawn(changes).blocks).includes('"style":"primary"')).toBe(leads);
  },
);

describe('what the team knows stands on the card', () => {
  const askedAtMs = Date.UTC(2026, 0, 31, 14, 10, 3);
  const atMs = Date.UTC(2026, 0, 31, 13, 58);
  const sighting = (words: string, group: StatusGroup, changes: Partial<Sighting> = {}) => ({
    counterpart: { words, group, atMs, sinceMs: atMs, personId: 'U0BISI', ...changes },
  });
  /** The bold line of caution and the lines about requeries, as one reads them. */
  const said = (row: Row, audience: Audience = 'asker') =>
    linesOf(
      {},
      { row: audience === 'channel' ? maskRow(row, 'masked') : row, place: places[audience] },
    )
      .map((line) => line.replace(/<!date\^[^|]*\|(?:\S+ )?(\S+) UTC>/g, '$1'))
      .filter((line) => /resend|equery.*:|change/.test(line) && !line.startsWith('#'));
  const disagree = "They disagree. Don't resend: ask again or ask the bank.";
  const settled = sighting('SUCCESSFUL', 'settled');

  it.each<[string, Changes, Known, string[], Audience?]>([
    [
      'a requery that contradicts a failed record leads, and is the only caution',
      { status: 'failed' },
      settled,
      [`*A requery says SUCCESSFUL (13:58, <@U0BISI>). ${disagree}*`],
    ],
    [
      'the same in a channel, without the person',
      { status: 'failed' },
      settled,
      [`*A requery says SUCCESSFUL (13:58). ${disagree}*`],
      'channel',
    ],
    [
      'words that only their asker may read are left out',
      { status: 'failed' },
      sighting(maskDots, 'unknown'),
      [`*A requery says something only its asker may read (13:58, <@U0BISI>). ${disagree}*`],
    ],
    [
      'a requery that failed contradicts a settled record',
      {},
      sighting('FAILED', 'failed'),
      [`*A requery says FAILED (13:58, <@U0BISI>). ${disagree}*`],
    ],
    [
      'one of another day has its date',
      { status: 'failed' },
      sighting('SUCCESSFUL', 'settled', { atMs: atMs - 86_400_000 }),
      [expect.stringMatching(/^\*A requery says SUCCESSFUL \(.*13:58, <@U0BISI>\)\. They/)],
    ],
    [
      'one that agrees is a line of context',
      { status: 'pending' },
      sighting('pending', 'moving'),
      ["*It may still go through. Don't resend yet.*", '~ Requery 13:58: pending'],
    ],
    [
      'a record that has changed since its requery is no alarm',
      { status: 'failed' },
      {
        ...sighting('pending', 'moving', { recorded: 'moving' }),
        sinceMs: atMs + 300_000,
      },
      [
        '*Check with the bank before resending.*',
        '~ Requery 13:58: pending; the record changed after that, seen 14:03',
      ],
    ],
    [
      'nor is one that arrived since',
      {},
      { ...sighting('pending', 'moving', { recorded: 'moving' }), sinceMs: atMs + 300_000 },
      ['~ Requery 13:58: pending; the record changed after that, seen 14:03'],
    ],
    [
      'but money that a requery saw arrive stays one, whatever the record has become',
      { status: 'failed' },
      { ...sighting('SUCCESSFUL', 'settled', { recorded: 'moving' }), sinceMs: atMs + 300_000 },
      [`*A requery says SUCCESSFUL (13:58, <@U0BISI>). ${disagree}*`],
    ],
    [
      'an open one that is as it was says since when',
      { status: 'pending' },
      { sameSinceMs: atMs },
      [
        "*It may still go through. Don't resend yet.*",
        expect.stringMatching(/^status unchanged since 13:58, as of 14:10 · `GARO/),
      ],
    ],
    [
      'but not to a channel, which would read when the asker looked before',
      { status: 'pending' },
      { sameSinceMs: atMs },
      ["*It may still go through. Don't resend yet.*"],
      'channel',
    ],
    ['a final one does not', {}, { sameSinceMs: atMs }, []],
    ['nothing is known, and nothing said', {}, {}, []],
  ])('a card with what the team knows: %s', (_what, changes, known, lines, audience) => {
    expect(said({ ...recordOf(changes), known }, audience)).toEqual(lines);
  });

  it.each<[string, Audience, string[]]>([
    [
      'FAILED',
      'asker',
      [`The record of \`GARO-8f3k2j1\` said successful (13:58, <@U0BISI>). *${disagree}*`],
    ],
    [
      'FAILED',
      'channel',
      [`The record of \`GARO-8f3k2j1\` said successful (13:58). *${disagree}*`],
    ],
    ['successful', 'asker', []],
  ])(
    'a requery by itself names the record that it contradicts: %s, %s',
    (status, audience, lines) => {
      const answer = {
        success: true,
        message: '',
        payload: { status },
        rest: {},
        transaction: undefined,
      };
      const row = requeryRow('19253', { ...answer, withheld: [] });
      const known = sighting('successful', 'settled', { reference: 'GARO-8f3k2j1' });
      expect(said({ ...row, known }, audience)).toEqual(lines);
    },
  );

  it("a card's notification and note for the bank say what the team knows", () => {
    const row = {
      ...recordOf({ status: 'failed' }),
      known: sighting('SUCCESSFUL', 'settled', { id: '19253' }),
    };
    expect(drawn({}, { row }).text).toContain('\nA requery says SUCCESSFUL (');
    const { presentation } = resourcesFor('http://127.0.0.1:9');
    const note = shownLines(bankNote({ row, askedAtMs, outages: [] }, alone, presentation));
    expect(note.join('\n')).toMatch(
      /Status: record failed \(as of [^)]*\); requery 19253 SUCCESSFUL \(as of 31 Jan 2026, 1:58 PM [^)]*\)/,
    );
  });
});

it("a card's buttons need a reference, and are one row if it is too long for a menu", () => {
  const buttons = (changes: Changes) => linesOf(changes).filter((line) => /^(?:⋯ )?\[/.test(line));
  expect(buttons({ reference: null })).toEqual([]);
  expect(buttons({})[0]).toMatch(/^\[Refresh/);
  for (const status of ['pending', 'failed', 'parked', ''])
    expect(buttons({ status })[0]).toMatch(/^\[Check Again/);
  expect(
    buttons({ reference: 'R'.repeat(60) }).filter((line) => line.startsWith('[')),
  ).toHaveLength(5);
});

describe('a record that is looked up', () => {
  const served = serveTransfers();
  const reference = 'GARO-8f3k2j1';
  const ask = { asked: reference, isRequery: false };
  const cardFor = async (reader: Reader, more = {}, resources = served.resources) =>
    shownLines(await inquire(cardInquiry, { ...ask, ...more }, reader, resources)).join('\n');

  it('a refusal that knows no record names the reference', async () => {
    await expect(cardFor(alone, { asked: '..' })).rejects.toThrow(/^`\.\.`: /);
  });

  it('a card has Stop Watching for the reader who watches the record, and for no other', async () => {
    await inquire(watchInquiry, { references: [reference] }, alone, served.resources);
    expect(await cardFor(alone)).toContain('[Stop Watching] watch:stop');
    const shared = await cardFor(everybody, { sharedBy: 'amara', seen: { status: 'pending' } });
    expect(shared).toMatch(
      /NGN(?:.*\n)*pending → successful(?:.*\n)*\[Tell Me When(?:.*\n)*.*shared by amara/,
    );
    expect(await cardFor({ ...alone, asker: { ...asker, personId: 'U0OTHER00' } })).not.toContain(
      'Stop Watching',
    );
    served.record = { reference: 'GARO-5p1d6w8' };
    expect(await cardFor(alone, { asked: 'GARO-5p1d6w8' })).not.toContain('Stop Watching');
  });

  it('a card is shown if watches cannot be read, but a programming error is thrown', async () => {
    const failing = (error: Error) => {
      const watches = { ...served.resources.services.watches, of: () => Promise.reject(error) };
      return { ...served.resources, services: { ...served.resources.services, watches } };
    };
    expect(await cardFor(alone, {}, failing(new UserError('Not now.')))).toContain(
      'Tell Me When It Changes',
    );
    await expect(cardFor(alone, {}, failing(new Error('a bug')))).rejects.toThrow('a bug');
  });

  it('a card says who saw the record before, and in a channel only what was seen', async () => {
    served.record = { status: 'pending' };
    await cardFor({ ...alone, asker: { ...asker, personId: 'U0OTHER' } });
    expect(await cardFor(alone)).toMatch(/~ Asked by <@U0OTHER> <!date.*: \*pending\*$/);
    expect(await cardFor(everybody)).toMatch(/~ Asked <!date.*: \*pending\*/);
  });

  it("a card's record is as old as the response's Age says", async () => {
    served.headers = { age: '3600' };
    const { askedAtMs } = await cardInquiry.find(ask, served.resources.services, asker);
    expect(Date.now() - askedAtMs).toBeGreaterThanOrEqual(3_600_000);
  });

  it('a look-up is remembered for its reader with the words of its card', async () => {
    served.record = { status: 'blocked: Jane Doe 0123456789' };
    const { recentLookUps } = await inquire(cardInquiry, ask, alone, served.resources);
    expect(recentLookUps).toEqual([
      {
        asked: reference,
        isRequery: false,
        status: 'Blocked: Jane Doe 0123456789',
        group: 'unknown',
      },
    ]);
    const shared = await inquire(cardInquiry, ask, everybody, served.resources);
    expect(shared.recentLookUps).toMatchObject([{ status: 'Unknown status' }]);
  });
});
