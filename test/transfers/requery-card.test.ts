import fc from 'fast-check';
import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import type { Audience, Reply } from '../../src/blocks/blocks.ts';
import { Secret } from '../../src/secret.ts';
import { createTransferApi, type RequeryAnswer } from '../../src/transfer-service/client.ts';
import { allValues } from '../../src/transfers/fields-and-note.ts';
import { requeryCard, requeryOne } from '../../src/transfers/requery.ts';
import { statusOf } from '../../src/transfers/requery-answer.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { expectLinear } from '../support/growth.ts';
import { answering, startServer } from '../support/http-server.ts';
import { shownLines } from '../support/shown.ts';

const askedAtMs = Date.UTC(2026, 0, 31, 14, 10, 3);

/** A body as the client brings it from a real service. */
async function answerOf(body: string): Promise<RequeryAnswer> {
  const server = await startServer(answering(200, body));
  try {
    const api = createTransferApi({ baseUrl: server.url, token: new Secret('open-sesame'), timeoutMs: 30_000 });
    return await api.requery('12345698690885579');
  } finally {
    await server.close();
  }
}

function showing(answer: RequeryAnswer, audience: Audience = 'asker'): Reply {
  const background = { seen: [], outages: [], failure: undefined };
  const found = { transactionId: '12345698690885579', answer, askedAtMs, background };
  const readable = audience === 'channel' ? requeryOne.forChannel(found, 'masked') : found;
  return requeryCard({ ...readable, audience, canShare: true });
}

async function cardOf(body: string, audience?: Audience): Promise<Reply> {
  return showing(await answerOf(body), audience);
}

const bodyOf = async (body: string, audience?: Audience) => shownLines(await cardOf(body, audience))[1] ?? '';

describe('the headline', () => {
  it.each([
    ['{"success":true,"message":"","data":{"status":"SUCCESSFUL"}}', '*SUCCESSFUL*'],
    ['{"data":{"inner":{"STATUS":"deep"}}}', '*deep*'],
    ['{"status":"success","data":{"status":"FAILED"}}', '*2 statuses: success, FAILED*'],
    ['{"status":200,"data":{"status":"FAILED"}}', '*FAILED*'],
    ['{"status":"00"}', '*no status*'],
    ['{"responseCode":"09","responseMessage":"Approved"}', '*no status, code 09*'],
    ['{"status":null,"code":"00"}', '*no status, code 00*'],
    ['{"statusCode":"51","status":"FAILED"}', '*FAILED*'],
    ['[{"status":"PAID"},{"status":"PAID"}]', '*PAID*'],
    ['{"success":true,"status":"DONE"}', '*DONE*'],
    ['{"status":"SUCCESSFUL","reversedFlag":1,"amount":"50.00"}', '*SUCCESSFUL, reversed flag 1*'],
    ['{"amount":"50.00","isReversed":true}', '*no status, reversed flag true*'],
    ['{"status":"REVERSED","reversedFlag":1}', '*REVERSED*'],
  ])('of %s is %j, as it was worded', async (body, words) => {
    const card = await cardOf(body);
    expect(shownLines(card)[0]).toBe(`Requery \`12345698690885579\` · ${words}`);
    expect(card.text).toBe(shownLines(card)[0]);
  });

  it('is found however deep the answer is nested', () => {
    let payload: unknown = { status: 'PAID' };
    for (let depth = 0; depth < 100_000; depth += 1) payload = [payload];
    const answer = { success: undefined, message: undefined, payload, rest: {}, withheld: [], transaction: undefined };
    expect(statusOf(answer).one).toBe('PAID');
  });
});

describe('the body', () => {
  it('quotes what the service says, and shows the first values as they came', async () => {
    const body =
      '{"success":false,"message":"see data","data":{"feedbackDescription":"Timeout at destination","responseCode":"91","sessionID":"000001","amount":98765432109876543.21,"beneficiary":{"name":"Jane"},"note":null},"traceId":"T-99"}';
    expect(shownLines(await cardOf(body)).slice(1)).toEqual([
      '"see data" · "Timeout at destination" · success false · response code 91 · session ID `000001` · amount 98,765,432,109,876,543.21 · trace id `T-99` · 1 more in All Values\nThis status is not known here: check before resending.',
      '[Refresh] tsq:refresh {"transactionId":"12345698690885579","audience":"asker","canShare":true}',
      '[Note for the Bank] tsq:note 12345698690885579',
      '⋯ [Share] tsq:share 12345698690885579',
      '⋯ [All Values] tsq:values 12345698690885579',
    ]);
  });

  it('is the sample of cards.md', async () => {
    const data = {
      status: 'SUCCESSFUL',
      responseMessage: 'Approved or completed successfully',
      sessionId: '100004240926161204119822107890',
      amount: '25000.00',
    };
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
    const body =
      '{"message":"Done","data":{"status":"successful","message":"DONE","narration":"rent","paymentReason":"rent"}}';
    expect(await bodyOf(`{"success":true,${body.slice(1)}`)).toBe(
      '"Done" · message DONE · narration rent · payment reason rent',
    );
  });

  it.each([
    [
      '{"success":true,"message":"Transaction not found","data":null}',
      'This status is not known here: check before resending.',
    ],
    [
      '{"responseCode":"91","responseMessage":"Issuer inoperative"}',
      'This status is not known here: check before resending.',
    ],
    ['{"status":"success","data":{"status":"FAILED"}}', 'They disagree: do not resend; ask again or ask the bank.'],
    ['{"status":"SUCCESS"}', 'This status is not known here: check before resending.'],
    ['{"status":"FAILED"}', 'Check with the bank before resending.'],
    [transactionBody({ status: 'PENDING' }), 'It may still settle: do not resend on this.'],
  ])('of %s cautions once, for everybody', async (body, caution) => {
    for (const audience of ['asker', 'channel'] as const) {
      const lines = shownLines(await cardOf(body, audience))
        .join('\n')
        .split('\n');
      expect(lines.filter((line) => line.includes('resend'))).toEqual([caution]);
    }
  });

  it.each([
    '{"status":"SUCCESSFUL"}',
    '{"success":true,"data":{"status":"successful","responseCode":"00"}}',
    transactionBody(),
  ])('of a plain success has no caution: %s', async (body) => {
    expect(shownLines(await cardOf(body)).join('\n')).not.toContain('resend');
  });

  it.each(['{"success":true,"message":"","data":null}', '{}', '[]'])('that holds nothing says so: %s', async (body) => {
    expect(await bodyOf(body)).toMatch(/^The answer holds no data\./);
  });

  it("withholds words that show the service's insides", async () => {
    const body = JSON.stringify({
      success: false,
      message: 'SQLSTATE[42S02]: no such table',
      data: { status: 'FAILED' },
    });
    const lines = shownLines(await cardOf(body)).join('\n');
    expect(lines).toContain("The service's own words are withheld, as they show how it is made inside.");
    expect(lines).not.toContain('SQLSTATE');
    expect(shownLines(allValues(await answerOf(body))).join('\n')).not.toContain('SQLSTATE');
  });

  it('that names another transfer says so', async () => {
    expect(await bodyOf('{"transactionId":"999","status":"SUCCESSFUL"}')).toBe(
      'It names the transaction id `999`, not the one asked for.',
    );
    expect(await bodyOf('{"transactionId":12345698690885579,"a":"b"}')).not.toContain('not the one');
  });

  it('for a channel keeps what names people and accounts with the one who asks', async () => {
    const body =
      '{"status":"PAID","accountNumber":"0123456789","accountName":"Jane Doe","beneficiary":"Jane Doe","narration":"for Jane","bankName":"GTBANK","data":{"customerPhone":"080","amount":"5.00"}}';
    const lines = shownLines(await cardOf(body, 'channel'));
    expect(lines[0]).toBe('Requery `12345698690885579` · *PAID*');
    expect(lines.join('\n')).not.toMatch(/Jane|0123456789|080/);
    expect(lines[1]).toContain(
      'account number `••6789` · account name J. D. · bank name GTBANK · 3 more in All Values',
    );
    expect(lines.join('\n')).toContain('⋯ [Open in Full] tsq:run:0 12345698690885579');
    expect(lines.join('\n')).not.toContain('more in Open in Full');
  });

  it('that is the record of the spec reads as one', async () => {
    const lines = shownLines(await cardOf(transactionBody({ status: 'pending' })));
    expect(lines[0]).toBe('Requery `12345698690885579` · *pending*');
    expect(lines[1]).toMatch(
      /^Amount 25,000\.00\n`GARO-8f3k2j1` · to Jane Doe `0123456789`, GTBANK PLC `000013` · created/,
    );
  });

  it('that is nested very deep is shown', async () => {
    const body = `{"status":"x","k":${'['.repeat(2_000)}${']'.repeat(2_000)}}`;
    expect(checkMessage({ ...(await cardOf(body)) }).breaches).toEqual([]);
  });

  it.each<[string, (size: number) => string]>([
    ['one endless text', (size) => JSON.stringify({ status: 'x', text: '&<'.repeat(10 * size) })],
    ['one endless list', (size) => JSON.stringify({ status: 'x', list: Array.from({ length: size }, (_, n) => n) })],
  ])('that is %s is shown, in linear time', async (_what, bodyOf) => {
    expect(checkMessage({ ...(await cardOf(bodyOf(12_000))) }).breaches).toEqual([]);
    const answers = new Map([[3_000, await answerOf(bodyOf(3_000))]]).set(12_000, await answerOf(bodyOf(12_000)));
    const show = (size: number) => showing(answers.get(size) ?? expect.fail());
    await expectLinear(3_000, show);
  });

  it('that is anything at all becomes a message that Slack takes', async () => {
    const json = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 80 }),
      fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 80 }),
      fc.dictionary(
        fc.string({ maxLength: 300 }),
        fc.constantFrom('<!channel>', '`*_', 'y'.repeat(3000), ':tada:', '&'.repeat(900), '9'.repeat(4000)),
        {
          maxKeys: 90,
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(json, async (body) => {
        expect(checkMessage({ ...(await cardOf(JSON.stringify({ payload: body, status: 'x' }))) }).breaches).toEqual(
          [],
        );
      }),
      { numRuns: 60 },
    );
  });
});
