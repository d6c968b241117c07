import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommand } from '../../src/reading/question.ts';
import { createReferences } from '../../src/reading/references.ts';

const references = createReferences();

function parse(text: string): readonly string[] {
  const { intent } = readCommand('tsq', text, references);
  return intent.kind === 'requery' ? intent.identifiers : [];
}

const identifier = fc.stringMatching(/^[1-9]\d{16,17}$/);
const value = fc.oneof(
  fc.nat({ max: 9_999_999 }).map(String),
  fc.stringMatching(/^X[A-Z]{3,9}$/), // no label, such as `AC` or `XAF`, which says that what follows is something else
  fc.constantFrom('08012345678', '25,000.00', 'Jane Doe', 'GARO-8f3k2j1', ''),
);
const separator = fc.constantFrom('|', ';', '&', '\t', ' ', '\n', ' / ', ' = ');

describe('the identifier of a transfer', () => {
  it('is taken out of rows, queries and JSON, whatever stands beside it', () => {
    fc.assert(
      fc.property(identifier, separator, value, value, (id, by, before, behind) => {
        expect(parse([before, id, behind, 'pls'].join(by))).toEqual([id]);
        expect(parse(`https://pay.example/requery?x=${before.length}&transactionId=${id}&y=${behind.length}`)).toEqual([
          id,
        ]);
        expect(parse(JSON.stringify({ amount: before, transactionId: id, note: behind }))).toEqual([id]);
        expect(parse(`{"amount":25000,"data":{"transactionId":${id}}}`)).toEqual([id]);
      }),
    );
  });
});

const one = '12345698690885579';
const nothing = (text: string): [string, string[]] => [text, []];
it.each([
  ['19261?', ['19261']],
  ['requery 19261', ['19261']],
  ['id 19247 failed?', ['19247']],
  ['19,261', ['19261']],
  ['requery 1,219,261 pls', ['1219261']],
  ['19261 19247', ['19261', '19247']],
  ['19261, 19247 and 19261', ['19261', '19247']],
  ['0803 123 4567', ['08031234567']],
  ['ids 19261 & 19247 of 2026, sent 25000 naira, ₦50000 and 5000.00 from 08012345678', ['19261', '19247']],
  ['transactionId=19261&page=4000', ['19261']],
  ['1,2;3', ['1', '2', '3']],
  [`#${one}.`, [one]],
  [`transactionId=${one}&amp;status=PENDING`, [one]],
  [`pls check ${one} for card 4111111111111111`, [one]],
  ...[`${one}.1`, `RTX88100x${one}`, `x${one}-1`, 'card=4111111111111111', '2026-11-21-001', '1#2', 'é'].map(nothing),
  [`19261 and ${one}`, ['19261', one]],
  [`is 19261 the same as ${one}?`, [one]],
  [`100004240926153311119822107551 ${one}`, [one]],
])('of %j asks %j', (text, identifiers) => {
  expect(parse(text)).toEqual(identifiers);
});
