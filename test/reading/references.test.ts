import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pastedText } from '../../src/reading/characters.ts';
import { readCommand } from '../../src/reading/question.ts';
import { createReferences, standsIn } from '../../src/reading/references.ts';
import { gluedReadings } from '../../src/reading/repairs.ts';
import { jsonLines } from '../fixtures/json-lines.ts';
import { type Paste, pastes } from '../fixtures/pastes.ts';
import { anyCharacter } from '../support/any-character.ts';
import { expectLinear, texts } from '../support/growth.ts';

const references = createReferences();
const { inTalk: find, asTyped: findTyped } = references;

describe('of a paste', () => {
  /** What is asked for by a text behind `/txn`, references before identifiers. */
  const askedBy = (text: string): string[] => {
    const { intent } = readCommand('txn', text, references);
    return 'requeries' in intent ? [...intent.references, ...intent.requeries] : [];
  };
  const wanted = ({ text, references: found, identifiers }: Paste): string[] => {
    const isRequeried = found.length > 0 && /requery \d/.test(text); // words that say so
    return [...found, ...(isRequeried ? identifiers : [])];
  };

  it('there are enough, and of those that hold none', () => {
    expect(pastes.length).toBeGreaterThanOrEqual(1_400);
    expect(pastes.filter((paste) => wanted(paste).length === 0).length).toBeGreaterThanOrEqual(40);
    expect(new Set(pastes.map(({ text }) => text)).size).toBe(pastes.length);
  });

  it('its references are asked for behind /txn, and nothing else', () => {
    expect(pastes.filter((paste) => askedBy(paste.text).join(' ') !== wanted(paste).join(' '))).toEqual([]);
  });

  it('the identifiers are seen', () => {
    const isMissed = ({ text, identifiers }: Paste) => find(text).identifiers.join(' ') !== identifiers.join(' ');
    expect(pastes.filter((paste) => paste.references.length !== 1 && isMissed(paste))).toEqual([]);
  });

  it('what is asked for is asked for again by the buttons that carry it', () => {
    for (const reference of pastes.flatMap((paste) => paste.references))
      expect(findTyped(reference).references).toEqual([reference]);
  });
});

it('what is found in a text, and what could have been meant, is as kept', () => {
  const words = z.array(z.string()).default([]);
  const Reading = z.object({
    /** What the row shows. */
    why: z.string(),
    as: z.enum(['talk', 'typed']),
    text: z.string(),
    references: words,
    identifiers: words,
    leftOut: words,
    unclear: z.array(z.object({ said: z.string(), readings: words })).default([]),
  });
  const kept = jsonLines('readings.jsonl', Reading);
  const read = kept.map(({ why, as, text }) => ({ why, as, text, ...(as === 'talk' ? find(text) : findTyped(text)) }));
  expect(read).toEqual(kept);
});

describe('a reference', () => {
  const otherNumbers =
    'tel phone mobile gsm whatsapp acct acc account nuban bvn nin tin rc card pan session sessionId trace request inv invoice order rrn stan terminal pos ticket batch otp amount ngn meter policy customer userId transactionId id screenshot';
  it('is no number behind the name of another kind, in any case, with a colon and without one', () => {
    for (const prefix of otherNumbers.split(' '))
      for (const name of [prefix, prefix.toUpperCase(), prefix.charAt(0).toUpperCase() + prefix.slice(1)])
        for (const by of ['-', '_', ':', ': ', ' '])
          expect(findTyped(`please check GARO-8f3k2j1, ${name}${by}001240926163`).references).toEqual(['GARO-8f3k2j1']);
  });

  it('of the service is never asked for in part, wherever a blank breaks it before a digit', () => {
    const own = fc.stringMatching(/^(?:R-)?GARO-[a-z\d]{7}$/).filter((whole) => /\d/.test(whole.slice(-7)));
    fc.assert(
      fc.property(own, fc.integer({ min: 1, max: 6 }), fc.constantFrom(' ', '\n', '\u00a0'), (whole, length, gap) => {
        const [first, second] = [whole.slice(0, -length), whole.slice(-length)];
        fc.pre(/\d/.test(second));
        for (const text of [`${first}${gap}${second}`, `is ${first}${gap}${second} done?`]) {
          const { references, unclear } = findTyped(text);
          expect([[], [whole]]).toContainEqual(references);
          for (const { readings } of unclear) expect(readings[0]).toBe(whole);
        }
      }),
    );
  });

  it('is found once, in the order of the text, within the first 40,000 characters', () => {
    expect(find(`${' '.repeat(39_988)}GARO-8f3k2j1`).references).toEqual(['GARO-8f3k2j1']);
    expect(find(`${' '.repeat(40_000)}GARO-8f3k2j1`).references).toEqual([]);
    expect(find('GARO-8f3k2j1 TXN-20260131001 GARO-8f3k2j1').references).toEqual(['GARO-8f3k2j1', 'TXN-20260131001']);
  });

  const a = 'GARO-8f3k2j1';
  it.each([
    [a, []],
    [`R-${a}_failed`, [`R-${a}`]],
    [`${a}-reversal`, [`${a}-reversal`, a]],
    [`${'x'.repeat(60)}-${a}`, []],
  ])('within a longer word, %j, has the readings %j', (word, readings) => {
    expect(gluedReadings(word)).toEqual(readings);
  });

  it.each([
    ['Ref No. *GARO-6t2x8q1*, please', true],
    ['GARO-6t2x8q1-late and GARO-6t2x8q1', true],
    ['GARO- 6t2x8q1', false],
    ['GARO\u20116t2x8q1', false],
    ['GARO-6t2x8q1N5,000', false],
  ])('stands in %j letter for letter: %s', (text, isSo) => {
    expect(standsIn(text, 'GARO-6t2x8q1')).toBe(isSo);
  });
});

describe("an operator's pattern", () => {
  const own = createReferences('PAY[0-9]{4}');

  it('decides alone in talk, and of several that were typed', () => {
    expect(own.inTalk('PAY1234 and GARO-8f3k2j1 and xPAY5678').references).toEqual(['PAY1234', 'PAY5678']);
    expect(own.asTyped('GARO-8f3k2j1').references).toEqual(['GARO-8f3k2j1']);
    expect(own.asTyped('PAY1234 GARO-8f3k2j1').references).toEqual(['PAY1234']);
    expect(own.asTyped('ABC123 XYZ456').references).toEqual([]);
    expect(own.asTyped('GARO- 8f3k2j1 x')).toMatchObject({ references: [], unclear: [] });
  });

  it('may match nothing in most places, and loses no character of what it matches', () => {
    expect(createReferences('(PAY[0-9]{4})?').inTalk('a PAY1234').references).toEqual(['PAY1234']);
    expect(createReferences('ref-[A-Z]+-[0-9]+').inTalk('see ref-PAY-1234').references).toEqual(['ref-PAY-1234']);
    const long = `LONG-${'1234567890'.repeat(6)}`;
    expect(createReferences('LONG-\\d+').inTalk(`see ${long}, please`).references).toEqual([long]);
  });

  it('takes its matches away from the identifiers', () => {
    const found = createReferences('[0-9]{17}').inTalk('12345698690885579 123456986908855790');
    expect(found).toMatchObject({ references: ['12345698690885579'], identifiers: ['123456986908855790'] });
  });

  it('that is none is refused', () => {
    expect(() => createReferences('(')).toThrow();
  });
});

describe('any text', () => {
  /** Of wrappers, breaks and characters that look alike nothing is left: what is asked for must stand in the rest. */
  const bare = (text: string) => pastedText(text).replace(/[^\p{L}\d]/gu, '');
  const pieces = ['GARO-8f3k2j1', 'GARO-', '8f3k2j1', 'TXN-2026', '0131001', 'FT26021ABC', '99XYZ7', 'ref'];
  const between = [' ', '\n', ', ', ' - ', '-', '|', '/', '25,000', ' please ', '<https://a.example/', '>'];
  const any = fc.string({ unit: anyCharacter, maxLength: 300 });
  const made = fc.array(fc.constantFrom(...pieces, ...between), { maxLength: 30 }).map((parts) => parts.join(''));

  it('asks for nothing that does not stand in it, and for each once', () => {
    fc.assert(
      fc.property(fc.oneof(any, made), (text) => {
        for (const { references, identifiers, unclear } of [find(text), findTyped(text)]) {
          const found = [...references, ...identifiers, ...unclear.flatMap(({ readings }) => readings)];
          for (const each of found) expect(bare(text)).toContain(bare(each));
          expect(new Set(references).size).toBe(references.length);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is searched by a pattern in linear time, whatever it is', async () => {
    const own = createReferences('(a+)+$');
    const sized = texts(5_000, (size) => `${'a'.repeat(size)}!`);
    await expectLinear(5_000, (size) => own.inTalk(sized(size)));
  });
});
