import { expect, it } from 'vitest';
import { isPlainlyNamed, isTalk, readBankQuestion } from '../../src/reading/bank-question.ts';

it.each([
  ['yes', true],
  ['Above', true],
  ['today', true],
  ['code', true],
  ['zenith', false],
  ['gtb', false],
  ['Nomba', false],
  ['000015', false],
  ['kuda bank', false],
  ['yes bank', false],
])('a filler alone is talk: %j %s', (text, isSo) => {
  expect(isTalk(readBankQuestion(text))).toBe(isSo);
});

it.each<[text: string, said: string[], isSo: boolean]>([
  ['zenith', ['zenith'], true],
  ['Kuda bank', ['kuda'], true],
  ['zenith and UBA please', ['zenith', 'uba'], true],
  ['what about fcmb?', ['fcmb'], true],
  ['only above', ['only above'], true],
  ['unity payment was late', ['unity'], true],
  ['unity festival was today', ['unity'], false],
  ['wema crew', ['wema'], false],
  ['access was denied', ['access'], false],
  ['have you polaris', ['polaris'], false],
])('a name is asked for when there is nothing else, or banks are spoken of: %j', (text, said, isSo) => {
  expect(isPlainlyNamed(readBankQuestion(text), said)).toBe(isSo);
});
