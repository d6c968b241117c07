import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { knownBanks } from '../../src/banks/aliases.ts';
import {
  foldName,
  isClearSlip,
  isClosed,
  isMisspeltKind,
  isNear,
  slipsBetween,
  spell,
} from '../../src/banks/spelling.ts';
import { jsonLines } from '../fixtures/json-lines.ts';
import { anyCharacter } from '../support/any-character.ts';

it('folding gives all spellings of a name the form that is kept', () => {
  const kept = jsonLines('folded-names.jsonl', z.object({ name: z.string(), folded: z.string() }));
  expect(kept.map(({ name }) => ({ name, folded: foldName(name) }))).toEqual(kept);
  const others = ['Microbiz', 'Microsystems', 'Microvis', 'Micro Bank', 'Mfon Bank', 'Minance Ltd', 'mfx', 'xmf'];
  for (const name of [...others, 'refinance', 'Wicrofinance', 'finance']) expect(foldName(name)).not.toContain('mfb');
});

it('folding changes nothing the second time', () => {
  const kinds = ['m', 'f', 'b', 'mf', 'mfb', 'psb', 'bank', 'micro', 'finance', 'mi', 'microfin', 'x', ' ', '-', '’'];
  const words = fc.array(fc.constantFrom(...kinds)).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.string(), words), (name) => {
      expect(foldName(foldName(name))).toBe(foldName(name));
    }),
    { numRuns: 2000 },
  );
});

it('what tells is left without kinds and fillers, also without a kind that is glued to it', () => {
  expect(spell('UNITED BANK FOR AFRICA PLC')).toMatchObject({ telling: ['united', 'africa'], core: 'unitedafrica' });
  expect(spell('ECOBANK BANK')).toMatchObject({ core: 'ecobank', plain: 'ecobankbank' });
  expect(spell('Mortgage Bank of Nigeria').telling).toEqual(['mortgage', 'bank', 'of', 'nigeria']);
  const glued = ['Abbank', 'Abank', 'Stonemortgage', 'Randmerchant', 'Trustlimited', 'Banker'];
  expect(glued.map((name) => spell(name).keys.at(-1))).toEqual(['ab', 'abank', 'stone', 'rand', 'trust', 'banker']);
  expect(['zenith bank', 'bank zenith', 'bank'].map((name) => isClosed(spell(name)))).toEqual([true, false, false]);
  const words = ['bnak', 'bak', 'limted', 'bank', 'ba', 'ltdd', 'zenith'];
  expect(words.filter(isMisspeltKind)).toEqual(['bnak', 'bak', 'limted']);
});

it.each([
  ['zenith', 'zenith', 0],
  ['zenit', 'zenith', 1],
  ['zentih', 'zenith', 1],
  ['', 'ab', 2],
  ['abcd', 'wxyz', 3],
])('slips between %j and %j: %i', (a, b, slips) => {
  expect([slipsBetween(a, b), slipsBetween(b, a)]).toEqual([slips, slips]);
});

/** A slip is clear when it can hardly make another word of it. */
it.each([
  ['moneipoint', 'moniepoint', 'clear'],
  ['opey', 'opay', 'clear'],
  ['kuda', 'kudi', 'near'],
  ['absa', 'absu', 'near'],
  ['citizen', 'citizens', 'near'],
  ['inland', 'island', 'near'],
  ['moneypoint', 'moniepoint', 'near'],
  ['kotus', 'lotus', 'near'],
  ['lobus', 'globus', 'near'],
  ['xenith', 'zenith', 'near'],
  ['zanoths', 'zeniths', 'near'],
  ['kontxgxra', 'kontagora', 'near'],
  ['zenith1', 'zenith', 'neither'],
  ['kuda', 'yuda', 'neither'],
  ['xenitt', 'zenith', 'neither'],
  ['zanoth', 'zenith', 'neither'],
  ['ub', 'uba', 'neither'],
  ['ux', 'ub', 'neither'],
])('%j for %j is a slip that is %s', (typed, meant, how) => {
  expect([isClearSlip(typed, meant), isNear(typed, meant)]).toEqual([how === 'clear', how !== 'neither']);
});

it('no code, name or alias of the table stands in it twice, and none is empty', () => {
  const names = knownBanks.flatMap((row) => [...new Set(row)]);
  const folded = names.map((name) => spell(name).full);
  // Known both as a bank of its own and as what Access Bank was merged with.
  expect(folded.filter((name, at) => name === '' || folded.indexOf(name) !== at)).toEqual(['diamondbank']);
  for (const [code] of knownBanks) expect(code).toMatch(/^\d{6}$/);
});
