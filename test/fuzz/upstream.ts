import fc from 'fast-check';
import { institutions } from 'slack-sandbox/transfer-service';
import { transactionRecord } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { anyJson, anyText, deepJson, outsideText } from './texts.ts';

const value = fc.oneof(
  fc.constantFrom<unknown>('25000.00', '-0.5', '1e400', 'pending', 'FAILED', 'SUCCESSFUL', '', '000013', '2026-01-31'),
  fc.constantFrom<unknown>(0, 1, 1_758_897_191_000, 1_758_897_191, null, true),
  ...[anyText, anyText, anyJson],
);
const { reference: _, ...others } = transactionRecord;
const field = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...Object.keys(others)) }, outsideText);
const record = fc
  .dictionary(field, value, { maxKeys: 10 })
  .map((changes) => ({ ...transactionRecord, reference: 'REFERENCE', ...changes }));

const json = (body: fc.Arbitrary<unknown>) => body.map((content) => JSON.stringify(content));
const envelope = (data: fc.Arbitrary<unknown>) =>
  json(fc.record({ success: fc.constant(true), message: anyText, data }));
const refusal = json(fc.record({ success: fc.constant(false), message: value, data: anyJson }));
const truncated = fc.tuple(envelope(record), fc.nat({ max: 2_000 })).map(([text, end]) => text.slice(0, end));
const notJson = fc.oneof(anyText, truncated, fc.constantFrom('', '<h1>zq</h1>', 'null', 'NaN', '\ufeff{}', '"zq"'));
const huge = fc
  .oneof(deepJson, fc.constant(`"${'zq '.repeat(120_000)}"`))
  .map((details) => `{"success":true,"message":"","data":{"reference":"REFERENCE","details":${details}}}`);

const answer = (weight: number, statuses: number[], body: fc.Arbitrary<string>, headers: object = {}) => ({
  weight,
  arbitrary: fc.record({ status: fc.constantFrom(...statuses), headers: fc.constant({ ...headers }), body }),
});
/**
 * Mostly a record, so that there is something to draw; `REFERENCE` in a body becomes the reference of the request. The
 * statuses that the bot retries (429, 503) are rare, because each retry waits; and so many other answers stand between
 * them that the breaker stays closed.
 */
export const upstreamAnswer = fc.oneof(
  answer(140, [200], envelope(record)),
  answer(24, [200, 201], envelope(anyJson)),
  answer(10, [200], json(anyJson)),
  answer(12, [200, 400, 404, 409, 422], refusal),
  answer(8, [200, 204, 301, 404], notJson, { 'content-type': 'text/html' }),
  answer(4, [401, 403, 408, 500], fc.oneof(refusal, notJson)),
  answer(4, [200], huge),
  answer(1, [429, 503], refusal, { 'retry-after': 'zq' }),
);
type UpstreamAnswer = typeof upstreamAnswer extends fc.Arbitrary<infer Each> ? Each : never;

const institution = fc.record({
  institutionCode: fc.nat({ max: 300 }).map((code) => String(code).padStart(6, '0')),
  institutionName: outsideText.map((text) => `${text} MICROFINANCE BANK`),
});
/** The body of a usable bank list, some of whose entries are none. */
export const bankList = envelope(
  fc.array(fc.oneof({ weight: 9, arbitrary: institution }, anyJson)).map((more) => [...institutions, ...more]),
);

/** The transfer service: the figures of what is asked for choose among `answers`, and bank lists come in turn. */
export async function startUpstream(answers: readonly UpstreamAnswer[], lists: readonly string[]): Promise<TestServer> {
  let count = 0;
  return startServer(({ url = '' }, response) => {
    count += 1;
    if (url.endsWith('/v1/transfer/banks')) return response.end(lists[count % lists.length]);
    const reference = decodeURIComponent(url.split(/reference\/|transactionId=/).at(-1) ?? '');
    const at = Number(reference.replace(/\D/g, '').slice(-9)) % answers.length;
    const { status = 500, headers, body = '' } = answers[at] ?? {};
    response.writeHead(status, headers).end(body.replaceAll('REFERENCE', JSON.stringify(reference).slice(1, -1)));
  });
}
