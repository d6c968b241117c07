import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBankQuestion } from '../../src/reading/bank-question.ts';

/** The names that are searched for, and those that are only said. */
function read(text: string) {
  const { parts, unsought } = readBankQuestion(text);
  const named = parts.flatMap((words) => words.filter(({ sort }) => sort === 'name').map((word) => word.text));
  return [named.join(' '), unsought];
}

describe('beside a part that is labelled as a bank', () => {
  it.each([
    ['account name: Titan Foods Ltd, bank: Jaiz', 'Jaiz', ['Titan Foods Ltd']],
    ['Jaiz is the bank. bank: Jaiz; receiver: Nova Musa', 'Jaiz Jaiz', ['Nova Musa']],
    ['my bank is Jaiz, the name is Nova Musa', 'Jaiz', ['Nova Musa']],
    ['the bank is Jaiz and the account name is Nova Musa', 'Jaiz', ['Nova Musa']],
    ['bank: Jaiz and the receiver is Nova Musa', 'Jaiz', ['Nova Musa']],
    ['bank: quick, account name: Nova Musa', '', ['Nova Musa']],
    ['bank Jaiz, name Nova Musa', 'Jaiz', ['Nova Musa']],
    ['bank name: Jaiz | remarks - rent for Nova house', 'Jaiz', ['rent for Nova house']],
    ['{"beneficiaryName":"Nova Musa","bankName":"Jaiz","narration":"Titan rent"}', 'Jaiz', ['Nova Musa', 'Titan rent']],
    ['bank: Lotus Bank name: Nova Musa', 'Lotus', ['Nova Musa']],
    ['Account name: Nova Musa\nBank: Jaiz\nPurpose: fees', 'Jaiz', ['Nova Musa']],
    ['name of bank: Jaiz, name of customer: Nova Musa', 'Jaiz', ['Nova Musa']],
    ['sender name: Nova Musa (Lotus), beneficiary bank: Jaiz', 'Lotus Jaiz', ['Nova Musa']],
  ])('a person and a narration are no banks: %j', (text, named, unsought) => {
    expect(read(text)).toEqual([named, unsought]);
  });

  it('they are none in any order', () => {
    const person = fc.constantFrom(
      'account name',
      'Acct Name',
      'beneficiary',
      'SENDER',
      'recipient',
      'narration',
      'customer name',
    );
    const bank = fc.constantFrom('bank', 'Bank name', 'receiving bank', 'beneficiary bank', 'BANK');
    const words = fc.stringMatching(/^[bdfgk][aeiou][lmprtv]{2}[aeiou]x( [bdfgk][aeiou]zz[aeiou])?$/);
    const said = fc.array(fc.tuple(fc.boolean(), person, bank, words), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(said, fc.constantFrom(', ', '; ', ' | ', '\n'), (all, between) => {
        fc.pre(all.some(([isBank]) => isBank) && all.some(([isBank]) => !isBank));
        const text = all.map(([isBank, whose, which, name]) => `${isBank ? which : whose}: ${name}`).join(between);
        const names = (isBank: boolean) => all.filter(([is]) => is === isBank).map(([, , , name]) => name);
        expect(read(text)).toEqual([names(true).join(' '), names(false)]);
      }),
    );
  });
});

describe('without one', () => {
  it.each([
    ['name: Nova', 'Nova'],
    ['names: Nova, Jaiz', 'Nova Jaiz'],
    ['bank names: Nova, Jaiz', 'Nova Jaiz'],
    ['Sender: Nova (Jaiz), receiver: Musa (Titan)', 'Nova Jaiz Musa Titan'],
    ['bank: , name: Nova', 'Nova'],
    ['the bank is down, the name is Nova', 'Nova'],
    ['bank code: 000015, name: Nova', 'Nova'],
    ['beneficiary bank: Nova, sender bank: Jaiz', 'Nova Jaiz'],
    ['what is the name of bank Jaiz', 'Jaiz'],
  ])('each may be one: %j', (text, named) => {
    expect(read(text)).toEqual([named, []]);
  });
});
