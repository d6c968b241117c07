import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { marks } from '../../src/blocks/status.ts';
import { inquire } from '../../src/command.ts';
import { countRows } from '../../src/tables/summary.ts';
import { capitalize } from '../../src/text.ts';
import { checkInquiry, drawCard, cardInquiry as lookedUp } from '../../src/transfers/card.ts';
import { copyNote, showAll } from '../../src/transfers/card-clicks.ts';
import { maskRow } from '../../src/transfers/disclosure.ts';
import { recentLookUps } from '../../src/transfers/record-and-requery.ts';
import { requeryRow, rowGroup, rowTitle } from '../../src/transfers/row.ts';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { type Audience, places } from '../support/asker.ts';
import { shownLines } from '../support/shown.ts';
import { alone, everybody, serveTransfers } from './serve-transfers.ts';

const transactionId = '12345698690885579';
const reference = 'GARO-8f3k2j1';
const served = serveTransfers();

/** A requery that is answered with this body. */
async function rowOf(body: string) {
  served.requeried = [200, body];
  return requeryRow(
    transactionId,
    await served.resources.services.transferApi.requery(transactionId),
  );
}

async function cardOf(body: string, audience: Audience = 'asker') {
  const found = {
    row: await rowOf(body),
    askedAtMs: Date.UTC(2026, 0, 31, 14, 10, 3),
    outages: [],
  };
  const readable = audience === 'channel' ? lookedUp.forChannel(found, 'masked') : found;
  return drawCard({
    ...readable,
    place: places[audience],
    canShare: true,
    currency: undefined,
    shareAccountNumbers: 'masked',
  });
}
const linesOf = async (body: string, audience?: Audience) =>
  shownLines(await cardOf(body, audience));
const recordMayDiffer = '~ a requery alone: its record may differ';
/** Below the headline, above the buttons. */
const bodyOf = async (body: string) =>
  (await linesOf(body))
    .filter((line) => line !== recordMayDiffer)
    .slice(1, -4)
    .join('\n');

it.each([
  ['{"data":{"inner":{"STATUS":"deep"}},"old":[{"status":"x"}]}', 'deep, x', 'unknown'],
  ['{"status":"success","data":{"status":"FAILED"}}', 'success, FAILED', 'unknown'],
  ['{"status":200,"data":{"status":"FAILED"}}', 'FAILED', 'failed'],
  ['{"status":"00"}', 'no status', 'unknown'],
  ['{"responseCode":"09","responseMessage":"Approved"}', 'no status, code 09', 'unknown'],
  ['{"statusCode":"51","status":"FAILED"}', 'FAILED', 'failed'],
  ['[{"status":"PAID"},{"status":"PAID"}]', 'PAID', 'unknown'],
  ['{"status":"REVERSED","reversedFlag":1}', 'REVERSED', 'reversed'],
  ['{"amount":"50.00","isReversed":true}', 'flagged as reversed, no status', 'reversed'],
  [
    '{"status":"OK","reversed":false,"data":{"reversed_flag":"1"}}',
    'flagged as reversed, status OK',
    'reversed',
  ],
  ['{"status":"OK","reversal":"Y"}', 'flagged as reversed, status OK', 'reversed'],
  [
    '{"status":"OK","reversalDate":1769868603}',
    'flagged as reversed (reversalDate 1769868603), status OK',
    'reversed',
  ],
  // A reversed flag of nothing is none.
  ['{"status":"SUCCESSFUL","reversedFlag":0,"reversal":"no"}', 'SUCCESSFUL', 'settled'],
  [
    '{"status":"SUCCESSFUL","reversedAt":"0001-01-01T00:00:00Z","reversed_on":0}',
    'SUCCESSFUL',
    'settled',
  ],
  ['{"status":"SUCCESSFUL","reversible":true,"reversed":{"by":"x"}}', 'SUCCESSFUL', 'settled'],
] as const)(
  'the headline of the requery %s is %j, and decides its group',
  async (body, words, group) => {
    const card = await cardOf(body);
    const shown = group === 'settled' ? words : `*${words}*`;
    expect(card.text).toBe(`Requery \`${transactionId}\` · ${marks[group]} ${shown}`);
    expect(shownLines(card)[0]).toBe(card.text);
    expect(rowGroup(await rowOf(body))).toBe(group);
  },
);

it.each([
  ['{"status":"SUCCESSFUL","isReversed":true}', 'flagged as reversed, status SUCCESSFUL'],
  [
    '{"status":"SUCCESSFUL","history":{"reversedFlag":1}}',
    'flagged as reversed, status SUCCESSFUL',
  ],
])(
  "a requery's headline retains the reversed flag in a channel, a table and on Home: %s",
  async (body, words) => {
    const found = await rowOf(body);
    expect(recentLookUps([found])).toMatchObject([{ isRequery: true, status: words }]);
    const row = maskRow(found, 'masked');
    expect(rowTitle(row)).toEqual(capitalize(words));
    expect(rowGroup(row)).toBe('reversed');
    const settled = await rowOf('{"status":"SUCCESSFUL"}');
    expect(countRows([settled, row])).toBe(`1 successful · 1 ${words.toLowerCase()}`);
  },
);

it.each([
  ['{"status":"SUCCESSFUL","settlementStatus":"FAILED"}', 'SUCCESSFUL, FAILED'],
  ['{"status":"SUCCESSFUL","transferStatus":"failed for Jane Doe 0123456789"}', 'SUCCESSFUL, ••'],
  ['{"status":"paid to Jane Doe 0123456789"}', 'unknown status'],
])(
  "a requery's headline shows a channel no status beside a withheld one: %s",
  async (body, words) => {
    const lines = await linesOf(body, 'channel');
    expect(lines[0]).toBe(`Requery \`${transactionId}\` · ? *${words}*`);
    expect(lines.join()).not.toMatch(/Jane|0123456789/);
    expect(lines.join().includes('••: a slash command shows it to you alone')).toBe(
      /Jane/.test(body),
    );
  },
);

it.each([
  [
    '{"status":"FAILED","data":{"transactionAmount":98765432109876543.210}}',
    '98765432109876543.210',
  ],
  ['{"amount":"50.00","data":{"amount":"60.00"}}', undefined],
  ['{"status":"FAILED","charge":{"amount":"10.00"}}', undefined],
  ['{"chargeAmount":"10.00","amount":{"value":1}}', undefined],
])("a requery's amount is read for its row where one is named: %s", async (body, amount) => {
  expect((await rowOf(body)).transaction?.amount).toBe(amount);
});

const disagree = "They disagree. Don't resend: ask again or ask the bank.";
const moving = "It may still go through. Don't resend yet.";
const check = 'Check with the bank before resending.';
const flagged = `Status and reversed flag disagree. ${check}`;
const unknown = "I don't know this status: check before resending.";
const noStatus = 'No status came: check before resending.';
const cautionsOf = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replaceAll('*', '')
    .match(/.*resend.*/g) ?? [];

describe('the card', () => {
  it("a requery's card shows ten flat values, and leaves the rest to All Values", async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`v${at}`, `x${at}`]));
    expect(await bodyOf(JSON.stringify({ status: 'successful', ...many, deep: { a: 1 } }))).toMatch(
      /^v0 x0 · .* · v9 x9 · 3 more in All Values$/,
    );
  });

  it("a requery's card never quotes a customer's words as the service's", async () => {
    const data =
      '{"status":"successful","message":"DONE","narration":"rent","paymentReason":"rent"}';
    expect(await bodyOf(`{"success":true,"message":"Done","data":${data}}`)).toBe(
      '"Done" · message DONE · narration rent · payment reason rent',
    );
  });

  it.each([
    ['{"success":true,"message":"Transaction not found","data":null}', noStatus],
    ['{"status":"success","data":{"status":"FAILED"}}', disagree],
    ['{"status":"FAILED"}', check],
    [transactionBody({ status: 'PENDING' }), moving],
    ['{"success":true,"data":{"status":"successful","responseCode":"00"}}'],
  ])(
    'the card of the requery %s has one caution at most, and then Check Again: %s',
    async (body, ...cautions) => {
      for (const audience of ['asker', 'channel'] as const) {
        const lines = await linesOf(body, audience);
        expect(cautionsOf(lines)).toEqual(cautions);
        const again = cautions.length > 0 ? 'Check Again' : 'Refresh';
        expect(lines.join()).toContain(`[${again}] tsq:refresh`);
        expect(lines.join().includes(recordMayDiffer)).toBe(cautions.length === 0);
      }
    },
  );

  it("a requery's card has the currency that its answer names, for every reader", async () => {
    const row = await rowOf('{"status":"PAID","amount":"50.00","currencyCode":"USD"}');
    const found = { row, askedAtMs: 0, outages: [] };
    const { presentation } = served.resources;
    const cards = [found, lookedUp.forChannel(found, 'full')].map((each) =>
      lookedUp.show(each, alone, presentation),
    );
    expect(cards.map((card) => shownLines(card).join())).toEqual(
      cards.map(() => expect.stringMatching(/mount USD 50\.00/)),
    );
    expect(JSON.stringify(cards)).not.toContain('NGN');
  });

  it("a requery's card shows an amount or status that came as an object, and does not say that none came", async () => {
    const status = { code: '00', description: 'Approved' };
    const lines = await linesOf(JSON.stringify({ status, amount: { value: '25.00' } }));
    expect(lines.join('\n')).toContain('Amount, in another form: `{"value":"25.00"}`');
    expect(lines.join('\n')).toContain('"description":"Approved"');
    expect(cautionsOf(lines)).toEqual(["I don't know this status: check before resending."]);
  });

  it('the card of an empty requery says that it is empty', async () => {
    for (const body of ['{"success":true,"message":"","data":null}', '[]'])
      expect(await bodyOf(body)).toMatch(/^\*No status.*\nThe answer holds no data\./s);
  });

  it("a requery's card withholds technical messages of the service, also in All Values", async () => {
    const lines = await linesOf(
      '{"success":false,"message":"SQLSTATE[42S02]: x","data":{"status":"FAILED"}}',
    );
    expect(lines.join()).toContain(
      "The service's own words are withheld, as they show how it is made inside.",
    );
    const view = await inquire(
      showAll,
      { asked: transactionId, isRequery: true },
      alone,
      served.resources,
    );
    expect(shownLines(view).join('\n')).toContain('~ 1 not shown');
    expect([...lines, ...shownLines(view)].join()).not.toContain('SQLSTATE');
  });

  it('the card of a requery that names another transfer says so', async () => {
    for (const body of [
      '{"transactionId":"999","status":"SUCCESSFUL"}',
      '{"success":true,"data":{"transaction_id":999,"status":"SUCCESSFUL"}}',
    ])
      expect((await linesOf(body)).slice(0, 2)).toEqual([
        `Requery \`${transactionId}\` · ? *SUCCESSFUL, names transaction 999*`,
        '*This may be another transfer: check before resending.*',
      ]);
    expect((await linesOf(`{"transactionId":${transactionId},"a":"b"}`))[0]).not.toContain('names');
  });

  it('the card of the deepest readable requery is a message that Slack takes', async () => {
    const deep = `{"status":"x","k":${'['.repeat(2_000)}${']'.repeat(2_000)}}`;
    expect(checkMessage({ ...(await cardOf(deep)) }).breaches).toEqual([]);
  });
});

const asked = { asked: reference, isRequery: false };
const compared = () => inquire(checkInquiry, asked, alone, served.resources);
const copyBoth = { ...checkInquiry, show: copyNote.show };

describe('a record beside its requery', () => {
  it.each([[null], ['id-1'], ['1x']])(
    'a record is requeried by an id of digits, not by %j',
    async (id) => {
      served.record = { id, status: 'pending' };
      expect(shownLines(await compared())).toContain('The record has no id to requery by.');
      expect(served.urls()).toHaveLength(1);
    },
  );

  it.each([
    [{ status: 'pending' }, '{"status":"SUCCESSFUL"}', '✓ SUCCESSFUL', disagree],
    [{ reversedFlag: 1 }, '{"status":"successful"}', '✓ successful', disagree],
    [{ status: 'on hold' }, '{"status":"held"}', '? *held*', disagree],
    [{ status: 'on hold' }, '{"status":"On Hold"}', '? *On Hold*', unknown],
    [{ status: 'pending' }, '{"status":"Processing"}', '◷ *Processing*', moving],
    [{ status: 'failed' }, '{"code":"09"}', '? *no status, code 09*', check],
    [{ reversedFlag: 1 }, '{"status":"REVERSED"}', '↺ *REVERSED*', flagged],
    [{ status: '' }, '{"code":"00"}', '? *no status, code 00*', noStatus],
    [
      { status: 'failed' },
      '{"status":"x","transactionId":"9"}',
      '? *x, names transaction 9*',
      "This proves nothing. Don't resend.",
    ],
    [{}, '{"code":"00"}', '? *no status, code 00*'],
    [{}, '{"status":"SUCCESSFUL"}', '✓ SUCCESSFUL'],
  ])(
    'a record %j with the requery %s shows both, with one caution at most',
    async (record, body, words, ...cautions) => {
      served.record = record;
      served.requeried = [200, body];
      const card = await compared();
      expect(shownLines(card).join('\n')).toContain(`Requery \`19253\` · ${words}`);
      const shown = cautionsOf(shownLines(card)).map((line) =>
        line.replace(/^The requery says .*\. (?=They|This)/, ''),
      );
      expect(shown).toEqual(cautions);
      expect(served.urls().at(-1)).toBe('/v1/transfer/tsq?transactionId=19253');
    },
  );

  it('a card leads with the requery where it disagrees with the record, also in its notification', async () => {
    served.record = { status: 'failed' };
    served.requeried = [200, '{"status":"SUCCESSFUL"}'];
    const card = await compared();
    expect(card.text).toContain('\nThe requery says SUCCESSFUL.');
    expect(shownLines(card)[1]).toBe(`*The requery says SUCCESSFUL. ${disagree}*`);
  });

  it.each([
    ['{"status":"SUCCESSFUL","reference":"OTHER-1a2b3c4"}', 'reference, OTHER-1a2b3c4'],
    [
      '{"data":{"transfer":{"reference":"OTHER-1a2b3c4","status":"x"}}}',
      'reference, OTHER-1a2b3c4',
    ],
    [transactionBody({ reference: 'OTHER-1a2b3c4' }), 'reference, OTHER-1a2b3c4'],
    ['{"status":"SUCCESSFUL","amount":"500.00"}', 'amount, 500.00'],
    ['{"status":"SUCCESSFUL","data":{"result":{"amount":500}}}', 'amount, 500'],
  ])(
    "an answer about another transfer is not taken for the record's requery: %s",
    async (body, what) => {
      served.record = { status: 'pending' };
      served.requeried = [200, body];
      const card = await compared();
      const words = `answered about another ${what}`;
      expect(card.text).toContain(`\nThe requery ${words}.`);
      const lines = shownLines(card);
      expect(cautionsOf(lines)).toEqual([
        `The requery ${words}. This proves nothing. Don't resend.`,
      ]);
      expect(lines.join('\n')).toContain(
        'Requery `19253` says nothing about this transfer: see All Values.',
      );
      expect(lines.join('\n')).not.toMatch(/SUCCESSFUL|500\.00 ·/i);
      const note = shownLines(await inquire(copyBoth, asked, alone, served.resources)).join('\n');
      expect(note).toMatch(
        new RegExp(`\nStatus: record pending .*; requery 19253 ${words} \\(as of `),
      );
      const [known] = card.recentLookUps ?? [];
      expect(known).toMatchObject({ asked: reference, group: 'unknown' });
    },
  );

  it.each([
    '{"status":"SUCCESSFUL","reference":"garo-8F3K2J1","amount":"25,000.0"}',
    '{"status":"SUCCESSFUL","transactionReference":"NIP-1","data":{"reference":"GARO-8f3k2j1"}}',
    '{"status":"SUCCESSFUL","amount":2.5E+4,"charge":{"amount":"10.00"}}',
    '{"status":"SUCCESSFUL","reference":"","amount":"25 thousand"}',
  ])(
    "an answer that states the reference in another form is the record's requery: %s",
    async (body) => {
      served.record = { status: 'pending' };
      served.requeried = [200, body];
      expect((await compared()).text).toContain('The requery says SUCCESSFUL.');
    },
  );

  it.each([
    [{ status: 'pending' }, '{"status":"SUCCESSFUL","responseCode":"00"}', 'SUCCESSFUL, code 00'],
    [{ reversedFlag: 1 }, '{"code":"09"}', 'no status, code 09'],
  ])(
    'the note for the bank has the status of record and requery: %j and %s',
    async (record, body, words) => {
      served.record = record;
      served.requeried = [200, body];
      const note = shownLines(await inquire(copyBoth, asked, alone, served.resources)).join('\n');
      expect(note).toMatch(/\nStatus: record \w+ \(as of [^)]*\); requery 19253 /);
      expect(note).toContain(`; requery 19253 ${words} (as of `);
      expect(note).toContain(`\nReference: ${reference}`);
    },
  );

  it.each([
    ['failed', '{"status":"FAILED"}', 'Failed', 'failed'],
    ['failed', '{"status":"SUCCESSFUL"}', 'Record failed, requery SUCCESSFUL', 'unknown'],
  ])(
    'a record with its requery is remembered with the words of both: %s and %s',
    async (status, body, words, group) => {
      served.record = { status };
      served.requeried = [200, body];
      expect((await compared()).recentLookUps).toEqual([
        { asked: reference, isRequery: false, status: words, group },
      ]);
    },
  );

  it.each([
    [404, '{"success":false,"message":"no"}', '~ Requery `19253` · nothing found'],
    [500, '', '~ Requery `19253`: service error.'],
  ])('the record is shown when its requery fails with %i', async (status, body, line) => {
    served.record = { status: 'failed' };
    served.requeried = [status, body];
    const lines = shownLines(await compared());
    expect(lines).toContain(line);
    expect(cautionsOf(lines)).toEqual([check]);
  });

  it('a channel reads no word of record or requery that may name somebody', async () => {
    served.record = { status: 'held for Jane Doe' };
    served.requeried = [
      200,
      '{"status":"SUCCESSFUL","narration":"Rent for Jane","amount":"25000"}',
    ];
    const card = await inquire(checkInquiry, asked, everybody, served.resources);
    expect(shownLines(card).join('\n')).toContain('Requery `19253` · ✓ SUCCESSFUL');
    expect(JSON.stringify(card)).not.toContain('Jane');
    served.record = { reference: 'ANOTHER-1' };
    await expect(compared()).rejects.toMatchObject({ failure: 'unexpected_body' });
  });
});

it("a requery's note for the bank has what surrounds its record", async () => {
  const noteOf = async (body: object) => {
    served.requeried = [200, JSON.stringify(body)];
    const note = await inquire(
      copyNote,
      { asked: '19261', isRequery: true },
      alone,
      served.resources,
    );
    return shownLines(note).join('\n');
  };
  const body = { success: false, message: 'Under review', trace: 'T-99', data: transactionRecord };
  expect(await noteOf(body)).toMatch(
    /Transaction ID: 19261\n(?:.*\n)*Narration: .*\nService says: Under review\nSuccess: false\nTrace: T-99$/,
  );
  expect(await noteOf({ ...transactionRecord, currency: 'USD' })).toMatch(
    /\nAmount: USD 25,000.00\n/,
  );
});
