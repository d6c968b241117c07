import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { foldName, isClosed, isMisspeltKind, spell } from '../../src/banks/spelling.ts';
import { jsonLines } from '../fixtures/json-lines.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('folding', () => {
  it('gives all spellings of a name the form that is kept', () => {
    const kept = jsonLines('folded-names.jsonl', z.object({ name: z.string(), folded: z.string() }));
    expect(kept.map(({ name }) => ({ name, folded: foldName(name) }))).toEqual(kept);
  });

  it.each([
    ...['Microbiz', 'Microsystems', 'Microvis', 'Micro Bank', 'Mfon Bank', 'Minance Ltd', 'mfx', 'xmf', 'refinance'],
    ...['Wicrofinance', 'finance'],
  ])('%j is no spelling of microfinance', (name) => {
    expect(foldName(name)).not.toContain('mfb');
  });

  it('changes nothing the second time', () => {
    const kinds = ['m', 'f', 'b', 'mf', 'mfb', 'psb', 'bank', 'micro', 'finance', 'mi', 'microfin', 'x', ' ', '-', '’'];
    const words = fc.array(fc.constantFrom(...kinds)).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.string(), words), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what tells', () => {
  it('is what is left without kinds and fillers', () => {
    expect(spell('UNITED BANK FOR AFRICA PLC')).toMatchObject({ telling: ['united', 'africa'], core: 'unitedafrica' });
    expect(spell('ECOBANK BANK')).toMatchObject({ core: 'ecobank', plain: 'ecobankbank' });
    expect(spell('Mortgage Bank of Nigeria').telling).toEqual(['mortgage', 'bank', 'of', 'nigeria']);
  });

  it.each([
    ['Abbank', 'ab'],
    ['Abank', 'abank'],
    ['Stonemortgage', 'stone'],
    ['Randmerchant', 'rand'],
    ['Trustlimited', 'trust'],
    ['Banker', 'banker'],
  ])('of %j is also %j, without the kind that is glued to it', (name, short) => {
    expect(spell(name).keys.at(-1)).toBe(short);
  });

  it('is complete when a kind follows it', () => {
    expect(['zenith bank', 'bank zenith', 'bank'].map((name) => isClosed(spell(name)))).toEqual([true, false, false]);
  });

  it('is no misspelt kind', () => {
    const words = ['bnak', 'bak', 'limted', 'bank', 'ba', 'ltdd', 'zenith'];
    expect(words.filter(isMisspeltKind)).toEqual(['bnak', 'bak', 'limted']);
  });
});
