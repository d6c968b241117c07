import { expect, it } from 'vitest';
import { commandNames } from '../../src/command-names.ts';
import { readMention } from '../../src/reading/question.ts';
import { createReferences } from '../../src/reading/references.ts';
import { mentionText } from '../../src/reading/small-talk.ts';

const references = createReferences();
const { recognise } = commandNames('');
const readPlainly = (words: string) => readMention(mentionText(words), references, recognise);

it.each<[string, string | undefined]>([
  ['GARO-8f3k2j1', 'txn GARO-8f3k2j1'],
  ['is GARO-8f3k2j1 done?', 'txn GARO-8f3k2j1'],
  ['can you check GARO-8f3k2j1 and TXN-20260131001 please', 'txn GARO-8f3k2j1 TXN-20260131001'],
  ['see 12345698690885579 GARO-8f3k2j1', 'txn GARO-8f3k2j1'],
  ['12345698690885579', 'tsq 12345698690885579'],
  ['requery 12345698690885579', 'tsq 12345698690885579'],
  ['status of transfer 12345698690885579', 'tsq 12345698690885579'],
  ['requery 19253', 'tsq 19253'],
  ['Please requery #19253, thanks', 'tsq 19253'],
  ['status of transfer 19253?', 'tsq 19253'],
  ['what is the status of the transfer id: 19253', 'tsq 19253'],
  [`requery ${'1'.repeat(40)}`, `tsq ${'1'.repeat(40)}`],
  [`requery ${'1'.repeat(41)}`, undefined],
  ['requery 5 transfers', undefined],
  ['pls requery 12345 for me', 'tsq 12345'],
  ['what is the status of transfer 12345 now', 'tsq 12345'],
  ['requery this transfer for me: 12345, the customer is here', 'tsq 12345'],
  ['requery 2000 transfers', undefined],
  ['requery 25000 naira', undefined],
  ['requery the transfer of 25000 to Jane', undefined],
  ['requery 19253-7', undefined],
  ['requery 19253.50', undefined],
  ['19253', undefined],
  ['12345698690885579 or 12345698690885580', 'tsq 12345698690885579 12345698690885580'],
  ['requery 19253, 19254 and 19255 please', 'tsq 19253 19254 19255'],
  ['requery 19,253', 'tsq 19253'],
  ['requery 19253 and 25000 naira', 'tsq 19253'],
  ['000015', 'bank 000015'],
  ["what's the code for zenith?", "bank what's the code for zenith?"],
  ['zenith bank', 'bank zenith bank'],
  ['which bank is 000014', 'bank which bank is 000014'],
  [`GARO-8f3k2j1 ${'x'.repeat(1_987)}`, 'txn GARO-8f3k2j1'],
  [`GARO-8f3k2j1 ${'x'.repeat(1_988)}`, undefined],
  ['zenith', 'bank zenith'],
  ['requery 19261 and requery 19253 today', 'tsq 19261 19253'],
  ['gtb, uba and zenith', 'bank gtb, uba and zenith'],
  ['is gtb down', undefined],
  ['access', undefined],
  ['the code', undefined],
  ['bank-notes for Jane Doe', undefined],
  ['thank you', undefined],
  ['good morning', undefined],
  ['25,000', undefined],
  ['0803 123 4567', undefined],
  ['I told the bank that the customer was waiting for two hours and nobody had any idea at all', undefined],
])('%j asks %j', (words, asked) => {
  const read = readPlainly(words);
  expect(read && `${read.command} ${read.text}`).toBe(asked);
});

it.each<[string, boolean]>([
  ['GARO-8f3k2j1', true],
  ['GARO-8f3k2j1?', false],
  ['12345698690885579', true],
  ['requery 12345698690885579', false],
  ['000015', true],
  ['zenith bank', true],
  ['code for zenith', false],
])('%j is nothing but what it asks for: %j', (words, isBare) => {
  expect(readPlainly(words)?.readAs === undefined).toBe(isBare);
});

it.each<[string, string]>([
  ['GARO-8f3k2j1 and requery 19261', 'txn GARO-8f3k2j1 requery 19261'],
  ['requery 19261 and 19253, then GARO-8f3k2j1', 'txn GARO-8f3k2j1 requery 19261 19253'],
  ['requery GARO-8f3k2j1', 'txn GARO-8f3k2j1'],
])('%j asks %j, and a button that asks it again reads the same', (words, asked) => {
  const read = readPlainly(words);
  expect(`${read?.command} ${read?.text}`).toBe(asked);
  expect(readPlainly(read?.text ?? '')?.text).toBe(read?.text);
});
