import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTransferApi } from '../../src/transfer-api/client.ts';
import type { Reply } from '../../src/views/blocks.ts';
import { statusCard } from '../../src/views/status-card.ts';
import { transactionBody } from '../fixtures/transaction.ts';
import { checkMessage } from '../sandbox/slack/check-message.ts';
import { answering, startServer } from '../support/http-server.ts';
import { shownLines } from '../support/shown.ts';

const timing = { askedAtMs: Date.UTC(2026, 0, 31, 14, 10, 3), durationMs: 95 };

/** The card of a body, read off a real answer. */
async function cardOf(body: string): Promise<Reply> {
  const server = await startServer(answering(200, body));
  try {
    const api = createTransferApi({ baseUrl: server.url, token: 't', timeoutMs: 2000 });
    const answer = await api.requery('12345698690885579');
    return statusCard({ transactionId: '12345698690885579', answer, timing, currency: undefined });
  } finally {
    await server.close();
  }
}

describe('the headline', () => {
  it.each([
    ['{"success":true,"message":"","data":{"status":"SUCCESSFUL"}}', 'SUCCESSFUL'],
    ['{"transferStatus":"Pending Review"}', 'Pending Review'],
    ['{"data":{"inner":{"STATUS":"deep"}}}', 'deep'],
    ['{"a":{"status":"lower"},"orderStatus":"higher"}', 'higher'],
    ['{"responseCode":"00","responseMessage":"Approved"}', 'The service answered'],
    ['{"status":null,"code":"00"}', 'The service answered'],
    ['{"statusCode":"00","status":"FAILED"}', 'FAILED'],
    ['[{"status":"PAID"},{"status":"PAID"}]', 'PAID'],
    ['[{"status":"PAID"},{"status":"REVERSED"}]', '2 different statuses'],
    ['{"success":true,"status":"DONE"}', 'DONE'],
  ])('of %s is %j, as it was worded', async (body, headline) => {
    const card = await cardOf(body);
    expect(shownLines(card)[0]).toBe(`# Requery 12345698690885579 · ${headline}`);
    expect(card.text).toBe(`Requery 12345698690885579 · ${headline}`);
  });
});

describe('the body', () => {
  it('is shown whole and in its order, keys turned into words', async () => {
    const body =
      '{"success":false,"message":"see data","data":{"feedbackDescription":"Timeout at destination","responseCode":"91","sessionID":"000001","amount":98765432109876543.21,"beneficiary":{"name":"Jane","bank":{"code":"000013"}},"note":null},"traceId":12345698690885579}';
    expect(shownLines(await cardOf(body)).slice(1)).toEqual([
      'The service says *success: false*, with the message:',
      '> see data',
      '| *Feedback description*\nTimeout at destination',
      '| *Response code*\n91',
      '| *Session ID*\n`000001`',
      '| *Amount*\n`98765432109876543.21`',
      '| *Beneficiary › Name*\nJane',
      '| *Trace id*\n`12345698690885579`',
      '*Beneficiary › Bank*',
      '> {\n  "code": "000013"\n}',
      expect.stringMatching(/^~ Asked for transaction identifier `12345698690885579` · the service does not document/),
    ]);
  });

  it('that is long is cut, and says how much', async () => {
    const lines = shownLines(
      await cardOf(JSON.stringify({ events: Array.from({ length: 500 }, (_, index) => `event ${index}`) })),
    );
    expect(lines.join('\n')).toMatch(/\n\d+ more characters/);
  });

  it('that is the record of the spec gets its card', async () => {
    const lines = shownLines(await cardOf(transactionBody({ status: 'pending' })));
    expect(lines[0]).toBe('# Requery 12345698690885579 · pending');
    expect(lines).toContain('*Transfer to Jane Doe*\n`0123456789` · GTBANK PLC `000013`');
    expect(lines.join()).toContain('This does not say that the money moved');
  });

  it('that is anything at all becomes a message that Slack takes', async () => {
    const json = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 80 }),
      fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 80 }),
      fc.dictionary(fc.string({ maxLength: 300 }), fc.constantFrom('<!channel>', '`*_', 'y'.repeat(3000), ':tada:'), {
        maxKeys: 90,
      }),
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
