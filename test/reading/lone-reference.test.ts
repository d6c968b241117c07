import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLone } from '../../src/reading/question.ts';
import { createReferences } from '../../src/reading/references.ts';
import { couldBeReference } from '../../src/reading/shapes.ts';
import { mentionText } from '../../src/reading/small-talk.ts';
import { anyCharacter } from '../support/any-character.ts';

const references = createReferences();
const loneReference = (message: string) => readLone(mentionText(message), references)?.text;

it.each([
  ['RTX88100x', 'RTX88100x'],
  ['QWK-4410-z9k2?', 'QWK-4410-z9k2'],
  ['*T685312322670591*', 'T685312322670591'],
  ['TXN-120', 'TXN-120'],
  ['GARO-8f3k', 'GARO-8f3k'],
])('%j alone is %s', (message, reference) => {
  expect(loneReference(message)).toBe(reference);
});

it.each([
  ['two of them', 'RTX88100x RTX88200x'],
  ['one beside a word', 'check RTX88100x'],
  ['a plain word', 'hello'],
  ['small talk', 'thanks!'],
  ['a name with a number', 'COVID-19'],
  ['a bank', 'zenith'],
  ['an account', '0123456789'],
  ['an account and its bank', '0123456789GTB'],
  ['an amount', '25,000'],
  ['another amount', 'N5k-N10k'],
  ['a date', '21Nov2026'],
  ['a machine', 'web-01'],
  ['a nickname', 'adaeze22'],
  ['a chain', 'NIP/000013/251122/98KLA'],
  ['a file', 'RTX88100x.pdf'],
  ['nothing', ''],
])('%s is none: %j', (_which, message) => {
  expect(loneReference(message)).toBeUndefined();
});

it('is a word of the message, with the shape of a reference, and all that is in it', () => {
  const anything = fc.string({ unit: anyCharacter });
  fc.assert(
    fc.property(fc.oneof(anything, fc.stringMatching(/^[ *_?.]{0,2}[A-Za-z\d-]{0,12}[ ?.!]{0,2}$/)), (message) => {
      const reference = loneReference(message);
      if (reference === undefined) return;
      expect(message).toContain(reference);
      expect(couldBeReference(reference)).toBe(true);
      expect(message.replace(reference, '')).not.toMatch(/[\p{L}\d]/u);
    }),
  );
});
