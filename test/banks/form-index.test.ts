import { expect, it } from 'vitest';
import { spell } from '../../src/banks/fold-name.ts';
import { createFormIndex, type Form, formsOf } from '../../src/banks/name-index.ts';

const names = [
  ...Array.from({ length: 20 }, (_, at) => `FIRST ROYAL ${String.fromCharCode(65 + at)}XX`),
  'FIRST HARVEST',
  'ROYAL FIRST HARVEST',
  'KUDA',
  'KUDAXX',
];
const list = names.map((institutionName, at) => ({ institutionCode: String(200_000 + at), institutionName }));
const index = createFormIndex(formsOf(list, []));
const namesOf = (forms: Iterable<Form>) => [...new Set([...forms].map(({ bank }) => names[bank]))].sort();
const candidates = (query: string) => namesOf(index.candidates(spell(query)));
const withSomeWord = (query: string) => namesOf(index.withSomeWord(spell(query)));

it('looks closely at those that begin so, and at those with the rarest of the words', () => {
  expect(candidates('harvest first')).toEqual(['FIRST HARVEST', 'ROYAL FIRST HARVEST']);
  expect(candidates('first harvest')).toEqual(['FIRST HARVEST', 'ROYAL FIRST HARVEST']);
  expect(candidates('first royal axx')).toEqual(['FIRST ROYAL AXX']);
  expect(candidates('kud')).toEqual(['KUDA', 'KUDAXX']);
});

it('looks at none when a word is in no name, and at what a glued kind leaves only when it is all', () => {
  expect(candidates('harvest unheard')).toEqual([]);
  expect(candidates('kudabank')).toEqual(['KUDA']);
  expect(candidates('kudaxxx')).toEqual([]);
});

it('looks for a misspelt word at those with the two rarest of the others', () => {
  expect(withSomeWord('harvest kuda first')).toEqual(['FIRST HARVEST', 'KUDA', 'KUDAXX', 'ROYAL FIRST HARVEST']);
  expect(withSomeWord('hravest kudaxx')).toEqual(['KUDAXX']);
});

it('looks for a single misspelt word at those with one like it, when it is long enough', () => {
  expect(withSomeWord('hravest')).toEqual(['FIRST HARVEST', 'ROYAL FIRST HARVEST']);
  expect(withSomeWord('hravest unheard')).toEqual([]);
  expect(withSomeWord('roayl')).toEqual([]);
});

it('takes initials for no word', () => {
  const initials = formsOf([{ institutionCode: '200000', institutionName: 'ALPHA BRAVO CITY' }], []);
  expect(initials.map(({ why }) => why?.kind)).toEqual([undefined, 'initials']);
  expect([...createFormIndex(initials).withSomeWord(spell('abc unheard'))]).toEqual([]);
});
