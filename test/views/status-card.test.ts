import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../src/commands/index.ts';
import { tsq } from '../../src/commands/tsq.ts';
import { createTransferApi, type RequeryAnswer } from '../../src/transfer-api/client.ts';
import { statusOf } from '../../src/transfers/requery-status.ts';
import type { BlockForm } from '../../src/views/block-form.ts';
import type { Audience, Reply } from '../../src/views/blocks.ts';
import { statusCard } from '../../src/views/status-card.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { checkMessage } from '../sandbox/slack/check-message.ts';
import { expectLinear } from '../support/growth.ts';
import { answering, startServer } from '../support/http-server.ts';
import { shownLines } from '../support/shown.ts';
import { staticToken } from '../support/static-token.ts';

const timing = { askedAtMs: Date.UTC(2026, 0, 31, 14, 10, 3), durationMs: 95 };

/** A body as the client brings it from a real service. */
async function answerOf(body: string): Promise<RequeryAnswer> {
  const server = await startServer(answering(200, body));
  try {
    const api = createTransferApi({ baseUrl: server.url, token: staticToken('open-sesame'), timeoutMs: 30_000 });
    return await api.requery('12345698690885579');
  } finally {
    await server.close();
  }
}

function showing(answer: RequeryAnswer, audience: Audience = 'asker', blockForm: BlockForm = 'classic'): Reply {
  const recalled = { seen: [], outages: [], failure: undefined };
  const found = { transactionId: '12345698690885579', answer, timing, recalled };
  const readable = audience === 'channel' ? tsq.forChannel(found, 'masked') : found;
  if ('many' in readable) throw new Error('One was asked for');
  return statusCard({ ...readable, currency: undefined, audience, blockForm, slash: commandNames('').slash });
}

async function cardOf(body: string, audience?: Audience, blockForm?: BlockForm): Promise<Reply> {
  return showing(await answerOf(body), audience, blockForm);
}

describe('the headline', () => {
  it.each([
    ['{"success":true,"message":"","data":{"status":"SUCCESSFUL"}}', '✓ SUCCESSFUL'],
    ['{"transferStatus":"Pending Review"}', '? Pending Review'],
    ['{"data":{"inner":{"STATUS":"deep"}}}', '? deep'],
    ['{"a":{"status":"paid"},"orderStatus":"PAID"}', '? PAID'],
    ['{"status":"success","data":{"status":"FAILED"}}', '2 different statuses: success, FAILED'],
    ['{"status":200,"data":{"status":"FAILED"}}', '✕ FAILED'],
    ['{"status":"00"}', 'The service answered'],
    ['{"status":true}', 'The service answered'],
    ['{"responseCode":"00","responseMessage":"Approved"}', 'The service answered'],
    ['{"status":null,"code":"00"}', 'The service answered'],
    ['{"statusCode":"51","status":"FAILED"}', '✕ FAILED'],
    ['[{"status":"PAID"},{"status":"PAID"}]', '? PAID'],
    ['[{"status":"PAID"},{"status":"REVERSED"}]', '2 different statuses: PAID, REVERSED'],
    ['{"success":true,"status":"DONE"}', '? DONE'],
    ['{"status":"SUCCESSFUL","reversedFlag":1,"amount":"50.00"}', '↺ SUCCESSFUL, reversed flag 1'],
    ['{"amount":"50.00","isReversed":true}', '↺ The service answered, reversed flag true'],
  ])('of %s is %j, as it was worded', async (body, headline) => {
    const card = await cardOf(body);
    expect(shownLines(card)[0]).toBe(`# Requery 12345698690885579 · ${headline}`);
    expect(card.text).toBe(`Requery 12345698690885579 · ${headline}`);
  });

  it('is found however deep the answer is nested', () => {
    let payload: unknown = { status: 'PAID' };
    for (let depth = 0; depth < 100_000; depth += 1) payload = [payload];
    const answer = { success: undefined, message: undefined, payload, rest: {}, withheld: [], transaction: undefined };
    expect(statusOf(answer).one).toBe('PAID');
  });
});

describe('the body', () => {
  it('is shown whole and in its order, keys turned into words', async () => {
    const body =
      '{"success":false,"message":"see data","data":{"feedbackDescription":"Timeout at destination","responseCode":"91","sessionID":"000001","amount":98765432109876543.21,"beneficiary":{"name":"Jane","bank":{"code":"000013"}},"note":null},"traceId":12345698690885579}';
    expect(shownLines(await cardOf(body)).slice(1)).toEqual([
      'The service gives no status. This does not say that the money moved, or that it did not.',
      'The service says `success: false`.',
      'Its message:',
      '> see data',
      '| *Feedback description*\nTimeout at destination',
      '| *Response code*\n91',
      '| *Session ID*\n`000001`',
      '| *Amount*\n98,765,432,109,876,543.21',
      '| *Beneficiary › Name*\nJane',
      '| *Trace id*\n`12345698690885579`',
      '*Beneficiary › Bank*',
      '> {\n  "code": "000013"\n}',
      '[Ask Again] tsq:run:0 12345698690885579',
      expect.stringMatching(
        /^~ `12345698690885579` · undocumented answer, its values as they came, amounts with separators · asked /,
      ),
    ]);
  });

  it.each([
    ['{"success":true,"message":"Transaction not found","data":null}', 'The service gives no status.'],
    ['{"success":true}', 'The service gives no status.'],
    ['{"success":true,"message":"","data":null}', 'The service gives no status.'],
    ['{"success":true,"data":{"responseCode":"00"}}', 'The service gives no status.'],
    ['{"responseCode":"91","responseMessage":"Issuer inoperative"}', 'The service gives no status.'],
    ['{"status":"00"}', 'The service gives no status.'],
    ['[]', 'The service gives no status.'],
    ['{"status":"success","data":{"status":"FAILED"}}', 'The statuses differ.'],
    ['{"status":"SUCCESS"}', 'The service reports *SUCCESS*.'],
    [transactionBody({ status: '' }), 'The service gives no status.'],
    [transactionBody({ status: 'PENDING' }), 'The service reports *PENDING*.'],
  ])('of %s says once that it settles nothing about the money', async (body, words) => {
    const caution = `${words} This does not say that the money moved, or that it did not.`.trim();
    for (const audience of ['asker', 'channel'] as const) {
      const lines = shownLines(await cardOf(body, audience));
      expect(lines.filter((line) => line.includes('the money moved'))).toEqual([caution]);
    }
  });

  it.each([
    '{"status":"SUCCESSFUL"}',
    '{"success":true,"data":{"status":"successful","responseCode":"00"}}',
    transactionBody(),
  ])('of a plain success has no such caution: %s', async (body) => {
    expect(shownLines(await cardOf(body)).join('\n')).not.toContain('the money moved');
  });

  it('settles nothing about the money, whatever it holds, without a status', async () => {
    const data = fc.oneof(
      fc.constant(null),
      fc.dictionary(
        fc.constantFrom('code', 'responseCode', 'narration', 'amount', 'remark'),
        fc.oneof(fc.string(), fc.nat()),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.string(), data, async (success, message, payload) => {
        const answer = { success, message, payload, rest: {}, withheld: [], transaction: undefined };
        const lines = shownLines(showing(answer));
        expect(lines).toContain(
          'The service gives no status. This does not say that the money moved, or that it did not.',
        );
      }),
    );
  });

  it('says only to the one who asks that the answer is not documented', async () => {
    const lines = shownLines(await cardOf('{"success":true,"message":"","data":{"status":"FAILED"}}', 'channel'));
    expect(lines.join('\n')).not.toContain('undocumented');
  });

  it('that says success without saying what became of the transfer is not taken for a verdict', async () => {
    const lines = shownLines(await cardOf('{"success":true,"message":"","data":{"status":"FAILED"}}'));
    expect(lines.at(-1)).toContain(
      'the service took the question (`success: true`), which is not the status of the transfer',
    );
    expect(lines).toContain(
      'The service reports *FAILED*. This does not say that the money moved, or that it did not.',
    );
  });

  it.each(['{"success":true,"message":"","data":null}', '{}', '[]'])('that holds nothing says so: %s', async (body) => {
    expect(shownLines(await cardOf(body))).toContain('The answer holds no data.');
  });

  it("that says no has its words as any failure has: 200 characters, and not what shows the service's insides", async () => {
    const body = (message: string) => JSON.stringify({ success: false, message, data: { status: 'FAILED' } });
    expect(shownLines(await cardOf(body('x '.repeat(200))))[4]).toMatch(/^> [x ]{199}…$/);
    const lines = shownLines(await cardOf(body('SQLSTATE[42S02]: no such table')));
    expect(lines[3]).toBe("The service's own words are withheld, as they show how it is made inside.");
    expect(lines.join()).not.toContain('SQLSTATE');
  });

  it('that names another transfer says so', async () => {
    const lines = shownLines(await cardOf('{"transactionId":"999","status":"SUCCESSFUL"}'));
    expect(lines[1]).toBe('The answer names the transaction id `999`, not the one that was asked for.');
    expect(shownLines(await cardOf('{"transactionId":12345698690885579}')).join()).not.toContain('not the one');
  });

  it('for a channel keeps what names people and accounts with the one who asks', async () => {
    const body =
      '{"status":"PAID","accountNumber":"0123456789","accountName":"Jane Doe","beneficiary":"Jane Doe","narration":"for Jane","bankName":"GTBANK","data":{"customerPhone":"080","amount":"5.00"}}';
    const lines = shownLines(await cardOf(body, 'channel'));
    expect(lines[0]).toBe('# Requery 12345698690885579 · ? PAID');
    expect(lines.join('\n')).not.toMatch(/Jane|0123456789|080/);
    expect(lines).toEqual(
      expect.arrayContaining([
        '| *Account number*\n`••6789`',
        '| *Account name*\nJ. D.',
        '| *Bank name*\nGTBANK',
        '| *Data › Amount*\n5.00',
      ]),
    );
    expect(lines.join('\n')).toContain('1 field is withheld from everybody.');
    expect(lines.join('\n')).toContain(
      'What else the service answered (2) is shown only to the person who asks with `/tsq`.',
    );
  });

  it('that is long is cut, and says how much', async () => {
    const lines = shownLines(
      await cardOf(JSON.stringify({ events: Array.from({ length: 500 }, (_, index) => `event ${index}`) })),
    );
    expect(lines.join('\n')).toMatch(/\n\d+ more characters/);
  });

  it('that is the record of the spec gets its card', async () => {
    const lines = shownLines(await cardOf(transactionBody({ status: 'pending' })));
    expect(lines[0]).toBe('# Requery 12345698690885579 · ◷ pending');
    for (const value of ['25,000.00', '19253', '745', 'credit', '25,010.00', 'not reversed'])
      expect(lines.join()).toContain(value);
    expect(lines).toContain('*Transfer to Jane Doe*\n`0123456789` · GTBANK PLC `000013`');
    expect(lines.join()).toContain('This does not say that the money moved');
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
