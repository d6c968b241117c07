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
const field = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...Object.keys(transactionRecord)) }, outsideText);
const record = fc
  .dictionary(field, value, { maxKeys: 10 })
  .map((changes) => ({ ...transactionRecord, ...changes, reference: 'REFERENCE' }));

const json = (body: fc.Arbitrary<unknown>) => body.map((content) => JSON.stringify(content));
const envelope = (data: fc.Arbitrary<unknown>, success = true) =>
  json(fc.record({ success: fc.constant(success), message: success ? anyText : value, data }));
const truncated = fc.tuple(envelope(record), fc.nat({ max: 2_000 })).map(([text, end]) => text.slice(0, end));
const huge = fc
  .oneof(deepJson, fc.constant(`"${'zq '.repeat(120_000)}"`))
  .map((details) => `{"success":true,"message":"","data":{"reference":"REFERENCE","details":${details}}}`);

const answer = (weight: number, statuses: number[], ...bodies: fc.Arbitrary<string>[]) => ({
  weight,
  arbitrary: fc.record({ status: fc.constantFrom(...statuses), body: fc.oneof(...bodies) }),
});
/**
 * Mostly a record, so that there is something to draw; `REFERENCE` in a body becomes the reference of the request. The
 * statuses that the bot retries (429, 503) are rare, because each retry waits; and so many other answers stand between
 * them that the breaker stays closed.
 */
export const upstreamAnswer = fc.oneof(
  answer(140, [200], envelope(record)),
  answer(40, [200, 201], envelope(anyJson), envelope(anyJson), json(anyJson), huge),
  answer(16, [200, 400, 404, 409, 422], envelope(anyJson, false)),
  answer(8, [200, 204, 301, 404], anyText, truncated, fc.constantFrom('', '<h1>zq</h1>', 'null', 'NaN', '\ufeff{}')),
  answer(4, [401, 403, 408, 500], envelope(anyJson, false), anyText),
  answer(1, [429, 503], anyText),
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
    const { status = 500, body = '' } = answers[Number(reference.replace(/\D/g, '').slice(-9)) % answers.length] ?? {};
    response.writeHead(status).end(body.replaceAll('REFERENCE', JSON.stringify(reference).slice(1, -1)));
  });
}
