import { UserError } from '../errors.ts';
import { bankResults } from '../views/bank-results.ts';
import type { Command } from './command.ts';

const queryMax = 100;

/** Spec 4.3, searched. */
export const bank = {
  name: 'bank',
  usage: '<name or code>',
  summary: 'Find a bank code by name, or a name by code',
  details: 'Part of a name will do, and small slips of spelling are fine. Digits find by code.',
  examples: ['zenith', '000015'],
  waiting: () => 'Still waiting for the transfer service to send its bank list. The answer will follow here.',
  async run({ text }, { banks }) {
    if (text.length > queryMax)
      throw new UserError('That is too long for the name of a bank. Try one or two words of it.');
    return bankResults(text, await banks.search(text));
  },
} satisfies Command;
