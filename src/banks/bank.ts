import { withoutCustomer } from '../blocks/blocks.ts';
import { code } from '../blocks/mrkdwn.ts';
import type { Command, Inquiry } from '../command.ts';
import { UserError } from '../errors.ts';
import { asksForNoBank, type BankQuestion, bankQuestionMax } from '../reading/bank-names.ts';
import type { BankIntent } from '../reading/question.ts';
import { bankAnswers, notABank } from './card.ts';
import type { BankResults } from './directory.ts';

/** Searches the bank list (spec 4.3). */
export const bank = {
  name: 'bank',
  about: 'banks',
  usage: '<name or code>',
  summary: 'Find a bank code by name, or a name by code',
  details: 'Short names, former names, slips and whole questions will do, several at once.',
  examples: ['zenith', '000015'],
  waiting: () => 'Still waiting for the transfer service to send its bank list. The answer will follow here.',
  async answer(intent, { syntax, inquire }) {
    const { text, question } = intent;
    if (text.length > bankQuestionMax)
      throw new UserError(`${code(text, 60)} is too long for the name of a bank. Try one or two words of it.`);
    if (/^changes\b/i.test(text)) throw new UserError(noChanges);
    return asksForNoBank(question) ? withoutCustomer(notABank(question.others, syntax)) : inquire(bankSearch, question);
  },
} satisfies Command<BankIntent>;

/** `/bank changes` was a command of 0.2.0. */
const noChanges =
  'I no longer list changes in the bank list: the log counts them. Ask for a bank by its name or code instead.';

const bankSearch = {
  find: (question, { banks }) => banks.ask(question),
  // Bank codes are not customer data, but what stands beside a bank in the details of a payment is.
  forChannel: (found) => (found.leftOut.length > 0 ? { ...found, leftOut: [] } : found),
  show: (found) => bankAnswers(found, Date.now()),
} satisfies Inquiry<BankQuestion, BankResults>;
