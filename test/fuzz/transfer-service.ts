import fc from 'fast-check';
import { transactionRecord } from '../fixtures/transaction.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { anyJson, anyText, deepJson, longNumber, numberIn, outsideText } from './texts.ts';

/** What the transfer service says to one request; `REFERENCE` in its body becomes what was asked for. */
interface UpstreamAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      ...['25000.00', '-0.5', '1e400', 'pending', 'FAILED', 'SUCCESSFUL', '', '000013', '2026-01-31'],
      ...[0, 1, 1_758_897_191_000, 1_758_897_191, null, true],
    ),
  },
  { weight: 4, arbitrary: anyText },
  anyJson,
);
const field = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Object.keys(transactionRecord).filter((name) => name !== 'reference')) },
  outsideText.filter((text) => text !== '__proto__'),
);
/** A record whose fields are partly not what the interface says. */
const record = fc
  .dictionary(field, value, { maxKeys: 10 })
  .map((changes) => ({ ...transactionRecord, reference: 'REFERENCE', ...changes }));

const envelope = (data: fc.Arbitrary<unknown>) => fc.record({ success: fc.constant(true), message: anyText, data });
const refusal = fc.record({ success: fc.constant(false), message: value, data: anyJson });
const json = (body: fc.Arbitrary<unknown>) =>
  body.map((content) => JSON.stringify(content).replaceAll(`"${longNumber}"`, '123456789012345678901234567890.1230'));
const answer = (statuses: readonly number[], body: fc.Arbitrary<string>, headers: Record<string, string>[] = [{}]) =>
  fc.record({ status: fc.constantFrom(...statuses), headers: fc.constantFrom(...headers), body });
const within = (details: string) =>
  `{"success":true,"message":"","data":{"reference":"REFERENCE","details":${details}}}`;
const truncated = fc.tuple(json(envelope(record)), fc.nat({ max: 2_000 })).map(([text, end]) => text.slice(0, end));
const notJson = fc.oneof(anyText, truncated, fc.constantFrom('', '<h1>zq</h1>', 'null', 'NaN', '\ufeff{}', '"zq"'));

/**
 * Mostly a record, so that there is something to draw. What is tried again (429, 503) is rare, because each try
 * waits; and what stands between them keeps the breaker closed.
 */
export const upstreamAnswer: fc.Arbitrary<UpstreamAnswer> = fc.oneof(
  { weight: 140, arbitrary: answer([200], json(envelope(record))) },
  { weight: 24, arbitrary: answer([200, 201], json(envelope(anyJson))) },
  { weight: 10, arbitrary: answer([200], json(anyJson)) },
  { weight: 12, arbitrary: answer([200, 400, 404, 409, 422], json(refusal)) },
  { weight: 8, arbitrary: answer([200, 204, 301, 404], notJson, [{}, { 'content-type': 'text/html' }]) },
  { weight: 4, arbitrary: answer([401, 403, 408, 500], fc.oneof(json(refusal), notJson)) },
  { weight: 4, arbitrary: answer([200], fc.oneof(deepJson, fc.constant(`"${'zq '.repeat(120_000)}"`)).map(within)) },
  answer([429, 503], json(refusal), [{}, { 'retry-after': '86400' }, { 'retry-after': 'zq' }]),
);

/** Of a bank in the list, or of none. */
export const bankCode = fc.nat({ max: 300 }).map((code) => String(code).padStart(6, '0'));

const words = ['ZENITH', 'UNION', 'FIRST', 'ACCESS', 'GTBANK', 'KUDA', 'MICROFINANCE', 'BANK', 'PLC', 'TRUST'];
const institution = fc.record({
  institutionCode: bankCode,
  institutionName: fc
    .tuple(fc.subarray(words, { minLength: 1, maxLength: 4 }), fc.oneof(fc.constant(''), outsideText))
    .map(([some, more]) => `${some.join(' ')} ${more}`),
  category: value,
});
/** A bank list as a body: usable, with entries that are not. */
export const bankList: fc.Arbitrary<string> = json(
  envelope(
    fc
      .tuple(
        fc.array(institution, { minLength: 150, maxLength: 150, size: 'max' }),
        fc.array(anyJson, { maxLength: 5 }),
      )
      .map((entries) => entries.flat()),
  ),
);

export interface Answers {
  /** To what the input with this number asks. */
  answerTo(index: number): UpstreamAnswer;
  bankList(): string;
}

/** A transfer service that says what it is given to say; what bears no number gets any of it. */
export async function startAnsweringService(answers: Answers, onRequest: () => void): Promise<TestServer> {
  let count = 0;
  const service = await startServer(({ url = '' }, response) => {
    onRequest();
    service.requests.length = 0; // nobody reads them, and there are many
    if (url.endsWith('/v1/transfer/banks')) return response.end(answers.bankList());
    count += 1;
    const asked = decodeURIComponent(url.split(/reference\/|transactionId=/).at(-1) ?? '');
    const place = Number(/-(\d{1,2})$/.exec(asked)?.[1] ?? 0); // of one among many: each gets an answer of its own
    const { status, headers, body } = answers.answerTo((numberIn(asked) ?? count) + 307 * place);
    response.writeHead(status, headers).end(body.replaceAll('REFERENCE', JSON.stringify(asked).slice(1, -1)));
  });
  return service;
}
