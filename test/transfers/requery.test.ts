import fc from 'fast-check';
import { checkMessage } from 'slack-sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Audience, Reply } from '../../src/blocks/blocks.ts';
import { inquire, type Resources } from '../../src/command.ts';
import { commandNames } from '../../src/command-names.ts';
import type { RequeryAnswer } from '../../src/transfer-service/client.ts';
import { copyRequeryNote, showAllValues } from '../../src/transfers/card-buttons.ts';
import { maskRow } from '../../src/transfers/disclosure.ts';
import { recentLookUps } from '../../src/transfers/look-up.ts';
import { compare, requeryCard, requeryOne } from '../../src/transfers/requery.ts';
import { headlineOf, statusOf } from '../../src/transfers/requery-answer.ts';
import { groupOf, groupsOf, resultOf, rowOf } from '../../src/transfers/row.ts';
import { transactionBody, transactionRecord } from '../fixtures/transaction.ts';
import { asker } from '../support/asker.ts';
import { expectLinear } from '../support/growth.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { resourcesFor } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';

const transactionId = '12345698690885579';
const reference = 'GARO-8f3k2j1';
/** What the service answers: of a record these changes, of a requery this. */
let record: Record<string, unknown>;
let requeried: [status: number, body: string];
let server: TestServer;
let resources: Resources;
beforeAll(async () => {
  server = await startServer((request, response) => {
    const [status, body] = request.url?.includes('tsq') ? requeried : [200, transactionBody(record)];
    response.writeHead(status).end(body);
  });
});
beforeEach(() => {
  record = {};
  requeried = [200, '{"status":"FAILED"}'];
  resources = resourcesFor(server.url, { CURRENCY: 'NGN' });
});
afterAll(() => server.close());

/** A body as the client brings it from a real service. */
async function answerOf(body: string): Promise<RequeryAnswer> {
  requeried = [200, body];
  return resources.services.transferApi.requery(transactionId);
}

function showing(answer: RequeryAnswer, audience: Audience = 'asker'): Reply {
  const background = { seen: undefined, outages: [], failure: undefined };
  const found = { transactionId, answer, askedAtMs: Date.UTC(2026, 0, 31, 14, 10, 3), background };
  const readable = audience === 'channel' ? requeryOne.forChannel(found, 'masked') : found;
  return requeryCard({ ...readable, audience, canShare: true });
}
const cardOf = async (body: string, audience?: Audience) => showing(await answerOf(body), audience);
const linesOf = async (body: string, audience?: Audience) => shownLines(await cardOf(body, audience));
const bodyOf = async (body: string) => (await linesOf(body))[1] ?? '';
const foundOf = async (body: string) =>
  ({ kind: 'requery', asked: transactionId, answer: await answerOf(body) }) as const;

describe('the headline', () => {
  it.each([
    ['{"success":true,"message":"","data":{"status":"SUCCESSFUL"}}', 'SUCCESSFUL', 'settled'],
    ['{"data":{"inner":{"STATUS":"deep"}}}', 'deep', 'unknown'],
    ['{"status":"success","data":{"status":"FAILED"}}', '2 statuses: success, FAILED', 'unknown'],
    ['{"status":200,"data":{"status":"FAILED"}}', 'FAILED', 'failed'],
    ['{"status":"00"}', 'no status', 'unknown'],
    ['{"responseCode":"09","responseMessage":"Approved"}', 'no status, code 09', 'unknown'],
    ['{"status":null,"code":"00"}', 'no status, code 00', 'unknown'],
    ['{"statusCode":"51","status":"FAILED"}', 'FAILED', 'failed'],
    ['[{"status":"PAID"},{"status":"PAID"}]', 'PAID', 'unknown'],
    ['{"success":true,"status":"DONE"}', 'DONE', 'unknown'],
    ['{"status":"REVERSED","reversedFlag":1}', 'REVERSED', 'reversed'],
    ['{"status":"SUCCESSFUL","reversedFlag":1,"amount":"50.00"}', 'SUCCESSFUL, reversed flag 1', 'reversed'],
    ['{"amount":"50.00","isReversed":true}', 'no status, reversed flag true', 'reversed'],
    ['{"status":"OK","data":{"REVERSED":"Y"}}', 'OK, reversed flag Y', 'reversed'],
    ['{"status":"OK","reversed":false,"data":{"reversed_flag":"1"}}', 'OK, reversed flag 1', 'reversed'],
    ['{"status":"OK","responseCode":"00","reversalFlag":1}', 'OK, reversed flag 1', 'reversed'],
    ['{"status":"OK","reversal":"Y"}', 'OK, reversed flag Y', 'reversed'],
    ['{"status":"OK","data":{"is_reversal":true}}', 'OK, reversed flag true', 'reversed'],
    [
      '{"status":"OK","reversed":false,"reversedAt":"2026-01-31"}',
      'OK, reversed flag reversedAt 2026-01-31',
      'reversed',
    ],
    ['{"status":"OK","reversalDate":1769868603000}', 'OK, reversed flag reversalDate 1769868603000', 'reversed'],
    ['{"status":"OK","reversedOn":"01/02/2026"}', 'OK, reversed flag reversedOn 01/02/2026', 'reversed'],
    // A reversed flag of nothing is none.
    ['{"status":"SUCCESSFUL","reversedFlag":0}', 'SUCCESSFUL', 'settled'],
    ['{"status":"SUCCESSFUL","isReversed":"False"}', 'SUCCESSFUL', 'settled'],
    ['{"status":"SUCCESSFUL","reversed":null,"isReversed":false}', 'SUCCESSFUL', 'settled'],
    [
      '{"status":"SUCCESSFUL","reversed":"N","reversal":"no","isReversal":"None","reversalFlag":"0"}',
      'SUCCESSFUL',
      'settled',
    ],
    ['{"status":"SUCCESSFUL","reversedAt":null,"reversalDate":""}', 'SUCCESSFUL', 'settled'],
    ['{"status":"SUCCESSFUL","reversedAt":"0001-01-01T00:00:00Z","reversed_on":0}', 'SUCCESSFUL', 'settled'],
    ['{"status":"SUCCESSFUL","reversible":true,"reversalReference":"R-1"}', 'SUCCESSFUL', 'settled'],
    ['{"status":"SUCCESSFUL","reversed":{"by":"x"}}', 'SUCCESSFUL', 'settled'],
  ])('of %s is %j, as it was worded, and decides', async (body, words, group) => {
    const found = await foundOf(body);
    const card = showing(found.answer);
    expect(shownLines(card)[0]).toBe(`Requery \`${transactionId}\` · *${words}*`);
    expect(card.text).toBe(shownLines(card)[0]);
    expect(groupOf(rowOf(found))).toBe(group);
  });

  it.each(['{"status":"SUCCESSFUL"}', '{"responseCode":"09"}', '{"status":"PENDING","data":{"status":"FAILED"}}'])(
    'stands on Home as on the card: %s',
    async (body) => {
      const found = await foundOf(body);
      expect(recentLookUps([found])).toMatchObject([{ isRequery: true, status: headlineOf(found.answer) }]);
    },
  );

  it.each([
    ['{"status":"SUCCESSFUL","isReversed":true}', 'SUCCESSFUL, reversed flag true'],
    ['{"status":"SUCCESSFUL","history":{"reversedFlag":1}}', 'SUCCESSFUL, reversed flag ••'],
    ['{"status":"SUCCESSFUL","reversalFlag":1}', 'SUCCESSFUL, reversed flag 1'],
    ['{"status":"SUCCESSFUL","reversedAt":"2026-01-31"}', 'SUCCESSFUL, reversed flag ••'],
  ])('loses no reversed flag in a channel, and makes a group of its own in a table: %s', async (body, words) => {
    const row = rowOf(maskRow(await foundOf(body), 'masked'));
    expect([resultOf(row), groupOf(row)]).toEqual([words, 'reversed']);
    const settled = rowOf(await foundOf('{"status":"SUCCESSFUL"}'));
    expect(groupsOf([settled, row]).map((each) => each.words)).toEqual(['SUCCESSFUL', words]);
  });

  it('is found however deep the answer is nested', () => {
    let payload: unknown = { status: 'PAID' };
    for (let depth = 0; depth < 100_000; depth += 1) payload = [payload];
    const answer = { success: undefined, message: undefined, payload, rest: {}, withheld: [], transaction: undefined };
    expect(statusOf(answer).one).toBe('PAID');
  });
});

it.each([
  ['{"status":"FAILED","amount":"50.00"}', '50.00'],
  ['{"status":"FAILED","data":{"transactionAmount":98765432109876543.210}}', '98765432109876543.210'],
  ['{"amount":"50.00","data":{"amount":"50.00"}}', '50.00'],
  ['{"amount":"50.00","data":{"amount":"60.00"}}', undefined],
  ['{"status":"FAILED","charge":{"amount":"10.00"}}', undefined],
  ['{"chargeAmount":"10.00","amount":{"value":1}}', undefined],
])('the amount of a requery is read for its row where one is named: %s', async (body, amount) => {
  expect(rowOf(await foundOf(body)).transaction?.amount).toBe(amount);
});

const disagree = 'They disagree: do not resend; ask again or ask the bank.';
const moving = 'It may still settle: do not resend on this.';
const check = 'Check with the bank before resending.';
const unknown = 'This status is not known here: check before resending.';
const cautionsOf = (lines: readonly string[]) => lines.join('\n').match(/.*resend.*/g) ?? [];

describe('the card', () => {
  it('quotes what the service says, and shows the first values as they came', async () => {
    const body =
      '{"success":false,"message":"see data","data":{"feedbackDescription":"Timeout at destination","responseCode":"91","sessionID":"000001","amount":98765432109876543.21,"beneficiary":{"name":"Jane"},"note":null},"traceId":"T-99"}';
    expect((await linesOf(body)).slice(1)).toEqual([
      `"see data" · "Timeout at destination" · success false · response code 91 · session ID \`000001\` · amount 98,765,432,109,876,543.21 · trace id \`T-99\` · 1 more in All Values\n${unknown}`,
      `[Refresh] tsq:refresh {"transactionId":"${transactionId}","audience":"asker","canShare":true}`,
      `[Note for the Bank] tsq:note ${transactionId}`,
      `⋯ [Share] tsq:share ${transactionId}`,
      `⋯ [All Values] tsq:values ${transactionId}`,
    ]);
  });

  it('is the sample of cards.md', async () => {
    const words = { status: 'SUCCESSFUL', responseMessage: 'Approved or completed successfully' };
    const data = { ...words, sessionId: '100004240926161204119822107890', amount: '25000.00' };
    expect(await bodyOf(JSON.stringify({ success: true, message: '', data }))).toBe(
      '"Approved or completed successfully" · session id `100004240926161204119822107890` · amount 25,000.00',
    );
  });

  it('leaves the eleventh value, and what is nested, to All Values', async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`v${at}`, `x${at}`]));
    expect(await bodyOf(JSON.stringify({ status: 'successful', ...many, deep: { a: 1 } }))).toMatch(
      /^v0 x0 · .* · v9 x9 · 3 more in All Values$/,
    );
  });

  it("quotes no customer's words as the service's, and each thing once", async () => {
    const data = '{"status":"successful","message":"DONE","narration":"rent","paymentReason":"rent"}';
    expect(await bodyOf(`{"success":true,"message":"Done","data":${data}}`)).toBe(
      '"Done" · message DONE · narration rent · payment reason rent',
    );
  });

  it.each([
    ['{"success":true,"message":"Transaction not found","data":null}', unknown],
    ['{"responseCode":"91","responseMessage":"Issuer inoperative"}', unknown],
    ['{"status":"success","data":{"status":"FAILED"}}', disagree],
    ['{"status":"SUCCESS"}', unknown],
    ['{"status":"FAILED"}', check],
    [transactionBody({ status: 'PENDING' }), moving],
    ['{"success":true,"data":{"status":"successful","responseCode":"00"}}'],
    [transactionBody()],
  ])('of %s cautions once at most, for everybody: %s', async (body, ...cautions) => {
    for (const audience of ['asker', 'channel'] as const)
      expect(cautionsOf(await linesOf(body, audience))).toEqual(cautions);
  });

  it.each(['{"success":true,"message":"","data":null}', '{}', '[]'])('that holds nothing says so: %s', async (body) => {
    expect(await bodyOf(body)).toMatch(/^The answer holds no data\./);
  });

  it("withholds words that show the service's insides, also in All Values", async () => {
    const body = '{"success":false,"message":"SQLSTATE[42S02]: no such table","data":{"status":"FAILED"}}';
    const lines = (await linesOf(body)).join('\n');
    expect(lines).toContain("The service's own words are withheld, as they show how it is made inside.");
    const values = shownLines(await inquire(showAllValues, { transactionId }, alone, resources)).join('\n');
    expect(values).toContain('~ 1 not shown');
    expect(lines + values).not.toContain('SQLSTATE');
  });

  it('that names another transfer says so', async () => {
    expect(await bodyOf('{"transactionId":"999","status":"SUCCESSFUL"}')).toBe(
      'It names the transaction id `999`, not the one asked for.',
    );
    expect(await bodyOf(`{"transactionId":${transactionId},"a":"b"}`)).not.toContain('not the one');
  });

  it('for a channel keeps what names people and accounts with the one who asks', async () => {
    const body =
      '{"status":"PAID","accountNumber":"0123456789","accountName":"Jane Doe","beneficiary":"Jane Doe","narration":"for Jane","bankName":"GTBANK","data":{"customerPhone":"080","amount":"5.00"}}';
    const lines = await linesOf(body, 'channel');
    expect(lines.join('\n')).not.toMatch(/Jane|0123456789|080/);
    expect(lines[1]).toContain(
      'account number `••6789` · account name J. D. · bank name GTBANK · 3 more in All Values',
    );
    expect(lines).toContain(`⋯ [Open in Full] tsq:run:0 ${transactionId}`);
  });

  it('that is the record of the spec reads as one', async () => {
    const lines = await linesOf(transactionBody({ status: 'pending' }));
    expect(lines[0]).toBe(`Requery \`${transactionId}\` · *pending*`);
    expect(lines[1]).toMatch(
      /^Amount 25,000\.00\n`GARO-8f3k2j1` · to Jane Doe `0123456789`, GTBANK PLC `000013` · created/,
    );
  });

  it.each<[string, (size: number) => string]>([
    ['one endless text', (size) => JSON.stringify({ status: 'x', text: '&<'.repeat(10 * size) })],
    ['one endless list', (size) => JSON.stringify({ status: 'x', list: Array.from({ length: size }, (_, n) => n) })],
  ])('that is %s is shown, in linear time', async (_what, bodyOf) => {
    expect(checkMessage({ ...(await cardOf(bodyOf(12_000))) }).breaches).toEqual([]);
    const answers = new Map([[3_000, await answerOf(bodyOf(3_000))]]).set(12_000, await answerOf(bodyOf(12_000)));
    await expectLinear(3_000, (size: number) => showing(answers.get(size) ?? expect.fail()));
  });

  it('that is anything at all, however deep, becomes a message that Slack takes', async () => {
    const deep = `{"status":"x","k":${'['.repeat(2_000)}${']'.repeat(2_000)}}`;
    expect(checkMessage({ ...(await cardOf(deep)) }).breaches).toEqual([]);
    const hostile = ['<!channel>', '`*_', 'y'.repeat(3000), ':tada:', '&'.repeat(900), '9'.repeat(4000)];
    const json = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 80 }),
      fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 80 }),
      fc.dictionary(fc.string({ maxLength: 300 }), fc.constantFrom(...hostile), { maxKeys: 90 }),
    );
    await fc.assert(
      fc.asyncProperty(json, async (body) => {
        const card = await cardOf(JSON.stringify({ payload: body, status: 'x' }));
        expect(checkMessage({ ...card }).breaches).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

const { slash } = commandNames('');
const alone = { asker, audience: 'asker', canShare: true, syntax: slash } as const;
const compared = () => inquire(compare, { reference, slash }, alone, resources);

describe('a record beside its requery', () => {
  it.each([[null], [''], ['id-1'], ['1x'], ['x1']])('needs digits to ask by, not %j', async (id) => {
    record = { id };
    server.requests.length = 0;
    await expect(compared()).rejects.toThrow(`The record of \`${reference}\` has no id to requery by.`);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [{ status: 'pending' }, '{"status":"SUCCESSFUL"}', 'pending', 'SUCCESSFUL', disagree],
    [{}, '{"status":"FAILED"}', 'successful', 'FAILED', disagree],
    [{ reversedFlag: 1 }, '{"status":"successful"}', 'successful, reversed flag 1', 'successful', disagree],
    [{}, '{"status":"successful","isReversed":true}', 'successful', 'successful, reversed flag true', disagree],
    [{ status: 'on hold' }, '{"status":"held"}', 'on hold', 'held', disagree],
    [{ status: 'pending' }, '{"status":"Processing"}', 'pending', 'Processing', moving],
    [{ status: 'failed' }, '{"code":"09"}', 'failed', 'no status, code 09', check],
    [{ status: '' }, '{"code":"00"}', 'no status', 'no status, code 00', unknown],
    [{}, '{"code":"00"}', 'successful', 'no status, code 00', unknown],
    [{}, '{"status":"SUCCESSFUL"}', 'successful', 'SUCCESSFUL'],
  ])('of %j and %s says both, and cautions once at most', async (given, body, recordWords, words, ...cautions) => {
    record = given;
    requeried = [200, body];
    const card = await compared();
    expect(card.text).toBe(`\`${reference}\`: record *${recordWords}*; requery \`19253\` *${words}*`);
    expect(cautionsOf(shownLines(card))).toEqual(cautions);
    expect(shownLines(card)).toContain(`[Ask Again] txn:requery {"reference":"${reference}"}`);
  });

  it('takes a requery that finds nothing for no proof, and quotes it', async () => {
    requeried = [404, '{"success":false,"message":"Transfer not found"}'];
    const card = await compared();
    expect(card.text).toBe(`\`${reference}\`: record *successful*; requery \`19253\` *not found*`);
    expect(shownLines(card)[1]).toBe(
      '"Transfer not found"\nThis does not mean that nothing was sent: do not resend on this.',
    );
  });

  it.each([
    ['failed', 200, '{"status":"SUCCESSFUL"}', 'Record failed, requery SUCCESSFUL', 'unknown'],
    ['failed', 200, '{"status":"FAILED"}', 'Record failed, requery FAILED', 'failed'],
    ['failed', 404, '{"success":false,"message":"no"}', 'Record failed, requery nothing found', 'failed'],
    ['by Jane', 404, '{"success":false,"message":"no"}', 'Record status withheld, requery nothing found', 'unknown'],
  ])('is remembered with the words of both: %s, %d %s', async (status, code, body, words, group) => {
    record = { status };
    requeried = [code, body];
    expect((await compared()).recentLookUps).toEqual([{ asked: reference, isRequery: false, status: words, group }]);
  });

  it('says which of the two has no answer, and quotes the service to the one who asks, cut and set apart', async () => {
    const shown = async () => shownLines(await compared()).join('\n');
    requeried = [401, '{"success":false,"message":"no"}'];
    expect(await shown()).toMatch(/successful.* \*no answer\*\n(?:.*\n)*.*token\.\n.* Tell whoever runs this bot\.$/m);
    requeried = [422, JSON.stringify({ success: false, message: `No *requery* for JANE DOE ${'x'.repeat(300)}` })];
    const text = await shown();
    expect(text).toMatch(
      /\(HTTP 422\)\.\nThis says nothing about the transfer\.\n> No \*requery\* for JANE DOE x{100,}/,
    );
    expect(text).not.toContain('x'.repeat(200));
    requeried = [422, '{"success":false,"message":"at com.acme.Transfer.find(Transfer.java:12)"}'];
    expect(await shown()).not.toContain('acme');
  });

  it('is never for a channel, and has no answer without the record', async () => {
    const everybody = { ...alone, audience: 'channel' } as const;
    await expect(inquire(compare, { reference, slash }, everybody, resources)).rejects.toThrow('the one who asks');
    record = { reference: 'ANOTHER-1' };
    server.requests.length = 0;
    await expect(compared()).rejects.toMatchObject({ failure: 'unexpected_body' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('of a requery', () => {
  const noteOf = async (body: object) => {
    requeried = [200, JSON.stringify(body)];
    return shownLines(await inquire(copyRequeryNote, { transactionId: '19261' }, alone, resources)).join('\n');
  };

  it('the note for the bank has its status, its words and its values', async () => {
    const data = { status: 'SUCCESSFUL', accountName: 'Jane Doe' };
    const note = await noteOf({ success: true, message: 'Approved', data });
    expect(note).toMatch(
      /Transaction id: 19261\nStatus: SUCCESSFUL \(requery, as of .* UTC\)\nService says: Approved\n/,
    );
    expect(note).toContain('Account name: Jane Doe');
  });

  it('the note has what stands around a record, too', async () => {
    const around = { success: false, message: 'Under review', trace: 'T-99' };
    expect(await noteOf({ ...around, data: transactionRecord })).toMatch(
      /Narration: .*\nService says: Under review\nSuccess: false\nTrace: T-99$/,
    );
  });

  it('All Values has the whole answer, nested ones too', async () => {
    const data = { status: 'SUCCESSFUL', deep: { a: [1] } };
    requeried = [200, JSON.stringify({ success: true, message: 'Approved', data, trace: 't' })];
    const text = shownLines(await inquire(showAllValues, { transactionId }, alone, resources)).join('\n');
    for (const part of ['`success`\n`true`', '`Approved`', '`status`', '`deep`', '"a"', '`trace`'])
      expect(text).toContain(part);
  });
});
