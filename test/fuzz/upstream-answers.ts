import fc from 'fast-check';
import { transactionRecord } from '../fixtures/transaction.ts';
import { anyJson, deepJson, withNumbers } from './any-json.ts';
import { anyText, outsideText } from './outside-text.ts';

/** What the transfer service says to one request. */
export interface UpstreamAnswer {
  status: number;
  headers: Record<string, string>;
  /** `REFERENCE` in it becomes what was asked for. */
  body: string;
}

const plausible = fc.constantFrom<unknown>(
  '25000.00',
  '-0.5',
  '1e400',
  'pending',
  'FAILED',
  'SUCCESSFUL',
  '',
  '000013',
  0,
  1,
  1_758_897_191_000,
  1_758_897_191,
  '2026-01-31',
  null,
  true,
);
export const value = fc.oneof(
  { weight: 3, arbitrary: plausible },
  { weight: 4, arbitrary: anyText },
  { weight: 1, arbitrary: anyJson },
);
const field = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Object.keys(transactionRecord).filter((name) => name !== 'reference')) },
  { weight: 1, arbitrary: outsideText.filter((text) => text !== '__proto__') },
);

/** A record whose fields are partly not what the interface says. */
const record = fc
  .array(fc.tuple(field, value), { maxLength: 10 })
  .map((changes) => ({ ...transactionRecord, reference: 'REFERENCE', ...Object.fromEntries(changes) }));

export const envelope = (data: fc.Arbitrary<unknown>) =>
  fc.record({ success: fc.constant(true), message: fc.oneof(fc.constant(''), anyText), data });
const refusal = fc.record({ success: fc.constant(false), message: value, data: fc.oneof(fc.constant(null), anyJson) });

export const json = (body: fc.Arbitrary<unknown>) => body.map((content) => withNumbers(JSON.stringify(content)));
const answer = (statuses: readonly number[], body: fc.Arbitrary<string>, headers: Record<string, string>[] = [{}]) =>
  fc.record({ status: fc.constantFrom(...statuses), headers: fc.constantFrom(...headers), body });

const truncated = fc
  .tuple(json(envelope(record)), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([text, part]) => text.slice(0, Math.floor(text.length * part)));
const notJson = fc.oneof(anyText, truncated, fc.constantFrom('', '<h1>zq</h1>', 'null', 'NaN', '\ufeff{}', '"zq"'));
const nested = deepJson.map(
  (deep) => `{"success":true,"message":"","data":{"reference":"REFERENCE","details":${deep}}}`,
);
const huge = record.map((content) =>
  JSON.stringify({ success: true, message: '', data: { ...content, description: '<!channel|zq> '.repeat(30_000) } }),
);

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
  { weight: 3, arbitrary: answer([200], nested) },
  { weight: 1, arbitrary: answer([200], huge) },
  {
    weight: 1,
    arbitrary: answer([429, 503], json(refusal), [{}, { 'retry-after': '86400' }, { 'retry-after': 'zq' }]),
  },
);
