import fc from 'fast-check';
import { institutions } from 'slack-sandbox/transfer-service';
import { transactionRecord } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { anyJson, anyText, deepJson, longNumber, outsideText } from './texts.ts';

/** An answer of the transfer service; `REFERENCE` in its body becomes the reference of the request. */
export interface UpstreamAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>('25000.00', '-0.5', '1e400', 'pending', 'FAILED', 'SUCCESSFUL') },
  fc.constantFrom<unknown>('', '000013', '2026-01-31', 0, 1, 1_758_897_191_000, 1_758_897_191, null, true),
  { weight: 4, arbitrary: anyText },
  anyJson,
);
const field = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Object.keys(transactionRecord).filter((name) => name !== 'reference')) },
  outsideText.filter((text) => text !== '__proto__'),
);
const record = fc
  .dictionary(field, value, { maxKeys: 10 })
  .map((changes) => ({ ...transactionRecord, reference: 'REFERENCE', ...changes }));

const envelope = (data: fc.Arbitrary<unknown>) => fc.record({ success: fc.constant(true), message: anyText, data });
const json = (body: fc.Arbitrary<unknown>) =>
  body.map((content) => JSON.stringify(content).replaceAll(`"${longNumber}"`, '123456789012345678901234567890.1230'));
const refusal = json(fc.record({ success: fc.constant(false), message: value, data: anyJson }));
const truncated = fc.tuple(json(envelope(record)), fc.nat({ max: 2_000 })).map(([text, end]) => text.slice(0, end));
const notJson = fc.oneof(anyText, truncated, fc.constantFrom('', '<h1>zq</h1>', 'null', 'NaN', '\ufeff{}', '"zq"'));
const huge = fc
  .oneof(deepJson, fc.constant(`"${'zq '.repeat(120_000)}"`))
  .map((details) => `{"success":true,"message":"","data":{"reference":"REFERENCE","details":${details}}}`);

const answer = (statuses: number[], body: fc.Arbitrary<string>, headers: Record<string, string>[] = [{}]) =>
  fc.record({ status: fc.constantFrom(...statuses), headers: fc.constantFrom(...headers), body });

/**
 * Mostly a record, so that there is something to draw. The statuses that the bot retries (429, 503) are rare, because
 * each retry waits; and so many other answers stand between them that the breaker stays closed.
 */
export const upstreamAnswer: fc.Arbitrary<UpstreamAnswer> = fc.oneof(
  { weight: 140, arbitrary: answer([200], json(envelope(record))) },
  { weight: 24, arbitrary: answer([200, 201], json(envelope(anyJson))) },
  { weight: 10, arbitrary: answer([200], json(anyJson)) },
  { weight: 12, arbitrary: answer([200, 400, 404, 409, 422], refusal) },
  { weight: 8, arbitrary: answer([200, 204, 301, 404], notJson, [{}, { 'content-type': 'text/html' }]) },
  { weight: 4, arbitrary: answer([401, 403, 408, 500], fc.oneof(refusal, notJson)) },
  { weight: 4, arbitrary: answer([200], huge) },
  answer([429, 503], refusal, [{}, { 'retry-after': '86400' }, { 'retry-after': 'zq' }]),
);

const institution = fc.record({
  institutionCode: fc.nat({ max: 300 }).map((code) => String(code).padStart(6, '0')),
  institutionName: outsideText.map((text) => `${text} MICROFINANCE BANK`),
  category: value,
});
/** The body of a usable bank list, some of whose entries are none. */
export const bankList: fc.Arbitrary<string> = json(
  envelope(
    fc.array(fc.oneof({ weight: 9, arbitrary: institution }, anyJson)).map((more) => [...institutions, ...more]),
  ),
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
