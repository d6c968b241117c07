import fc from 'fast-check';
import { institutions } from 'slack-sandbox/transfer-service';
import { transactionRecord } from '../fixtures/transaction.ts';
import { startServer } from '../support/http-server.ts';
import { anyJson, anyText, deepJson, jsonText, outsideText } from './texts.ts';

const value = fc.oneof(
  fc.constantFrom<unknown>(
    '25000.00',
    '-0.5',
    '1e400',
    'pending',
    'FAILED',
    'SUCCESSFUL',
    '',
    '000013',
    '2026-01-31',
  ),
  fc.constantFrom<unknown>(0, 1, 1_758_897_191_000, 1_758_897_191, null, true),
  anyText,
  anyText,
  anyJson,
);
const field = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Object.keys(transactionRecord)) },
  outsideText,
);
const record = fc
  .dictionary(field, value, { maxKeys: 10 })
  .map((changes) => ({ ...transactionRecord, ...changes, reference: 'REFERENCE' }));
/** Mostly of a success. */
const envelope = (data: fc.Arbitrary<unknown>) =>
  fc
    .record({ success: fc.nat({ max: 12 }).map(Boolean), message: value, data })
    .map((body) => JSON.stringify(body));
const deep = deepJson.map(
  (details) => `{"success":true,"data":{"reference":"REFERENCE","details":${details}}}`,
);
const truncated = fc
  .tuple(envelope(record), fc.nat({ max: 2_000 }))
  .map(([text, end]) => text.slice(0, end));
const noJson = fc.constantFrom('', '<h1>zq</h1>', 'null', 'NaN', '\ufeff{}', 'zq '.repeat(120_000));
/**
 * Mostly a record, so that there is something to draw; `REFERENCE` in a body becomes the reference
 * of the request. The statuses that the bot retries (429, 503) are rare, because each retry waits;
 * and so many other answers stand between them that the breaker stays closed.
 */
const answer = fc.record({
  status: fc.oneof(
    { weight: 170, arbitrary: fc.constant(200) },
    { weight: 34, arbitrary: fc.constantFrom(201, 204, 301, 400, 404, 409, 422) },
    { weight: 4, arbitrary: fc.constantFrom(401, 403, 408, 500) },
    fc.constantFrom(429, 503),
  ),
  body: fc.oneof(
    { weight: 16, arbitrary: envelope(record) },
    envelope(anyJson),
    jsonText,
    deep,
    truncated,
    noJson,
  ),
});

const institutionName = outsideText.map((text) => `${text} MICROFINANCE BANK`);
const institution = fc.record({
  institutionCode: fc.stringMatching(/^000[0-2]\d\d$/),
  institutionName,
});
/** Institutions, and some that are none. */
const bankList = envelope(
  fc.array(fc.oneof(institution, anyJson)).map((more) => [...institutions, ...more]),
);

/**
 * The transfer service: the figures of what is asked for choose among the answers, and bank lists
 * come in turn.
 */
export async function startUpstream(draw: <T>(arbitrary: fc.Arbitrary<T>, count: number) => T[]) {
  const [answers, lists] = [draw(answer, 12_000), draw(bankList, 10)];
  const service = await startServer(({ url = '' }, response) => {
    if (url.endsWith('/v1/transfer/banks'))
      return response.end(lists[service.requests.length % lists.length]);
    const reference = decodeURIComponent(url.split(/reference\/|transactionId=/).at(-1) ?? '');
    const { status = 500, body = '' } =
      answers[Number(reference.replace(/\D/g, '').slice(-9)) % answers.length] ?? {};
    response
      .writeHead(status)
      .end(body.replaceAll('REFERENCE', JSON.stringify(reference).slice(1, -1)));
  });
  return service;
}
