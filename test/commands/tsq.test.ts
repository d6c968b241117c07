import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../src/commands/index.ts';
import { tsq } from '../../src/commands/tsq.ts';
import { UserError } from '../../src/errors.ts';
import { cleanInput } from '../../src/reading/clean-input.ts';
import { createReferenceFinder } from '../../src/reading/find-references.ts';
import { anyCharacter } from '../support/any-character.ts';

const { slash } = commandNames('');
const findReferences = createReferenceFinder();
const parse = (text: string) => tsq.parse(cleanInput(text), slash, findReferences);

const identifier = fc.stringMatching(/^[1-9]\d{16,17}$/);
const value = fc.oneof(
  fc.nat({ max: 9_999_999 }).map(String),
  fc.stringMatching(/^[A-Z]{2,10}$/),
  fc.constantFrom('08012345678', '25,000.00', 'Jane Doe', 'GARO-8f3k2j1', ''),
);
const separator = fc.constantFrom('|', ';', '&', '\t', ' ', '\n', ' / ', ' = ');

describe('the identifier of a transfer', () => {
  it('is taken out of rows, queries and JSON, whatever stands beside it', () => {
    fc.assert(
      fc.property(identifier, separator, value, value, (id, by, before, behind) => {
        expect(parse([before, id, behind].join(by))).toBe(id);
        expect(parse(`https://pay.example/requery?x=${before.length}&transactionId=${id}&y=${behind.length}`)).toBe(id);
        expect(parse(JSON.stringify({ amount: before, transactionId: id, note: behind }))).toBe(id);
        expect(parse(`{"amount":25000,"data":{"transactionId":${id}}}`)).toBe(id);
      }),
    );
  });

  it('is asked about where there are two', () => {
    fc.assert(
      fc.property(identifier, identifier, fc.constantFrom(',', ';', '|', '/', ' ', '&', ' or '), (one, two, by) => {
        fc.pre(one !== two);
        expect(parse(one + by + two)).toEqual({ text: one + by + two, identifiers: [one, two] });
      }),
    );
  });

  it('is never made of anything but digits that stand in the text, and of a lone word with letters never a part', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[\w{}"=&|,;:/? -]{0,40}$/));
    fc.assert(
      fc.property(text, (given) => {
        const asked = parsedOr(given, undefined);
        if (asked === undefined) return;
        for (const id of typeof asked === 'string' ? [asked] : asked.identifiers) {
          expect(id).toMatch(/^\d+$/);
          expect(cleanInput(given)).toContain(id);
        }
      }),
    );
    fc.assert(
      fc.property(identifier, (id) => {
        expect(parsedOr(`x${id}-1`, 'refused')).toBe('refused');
      }),
    );
  });
});

function parsedOr<T>(text: string, otherwise: T) {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof UserError) return otherwise;
    throw error;
  }
}
