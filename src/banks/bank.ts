import { code } from '../blocks/mrkdwn.ts';
import type { Command } from '../command.ts';
import { UserError } from '../errors.ts';
import {
  asksForNoBank,
  type BankQuestion,
  bankQuestionMax,
  type OtherNumber,
  parseSince,
  readBankQuestion,
} from '../reading/bank-question.ts';
import { bankChangesReply, notABank } from './card.ts';
import type { BankChanges, BankResults } from './directory.ts';

/**
 * What to search for, what was typed that is no bank's, or a request for the list's changes; `undefined` means as far
 * back as they are known.
 */
type BankInput = { question: BankQuestion } | { others: OtherNumber[] } | { changesSinceMs: number | undefined };

type BankFound =
  | { asked: BankResults }
  | { others: OtherNumber[] }
  | { changesSinceMs: number | undefined; changes: BankChanges };

/** Searches the bank list (spec 4.3). */
export const bank = {
  name: 'bank',
  about: 'banks',
  usage: '<name or code>',
  summary: 'Find a bank code by name, or a name by code',
  details:
    'Short names, former names, slips and whole questions will do, several at once. “changes” says what changed in the list.',
  examples: ['zenith', '000015', 'changes 2 days'],
  waiting: () => 'Still waiting for the transfer service to send its bank list. The answer will follow here.',
  parse(text, syntax) {
    if (text.length > bankQuestionMax)
      throw new UserError(`${code(text, 60)} is too long for the name of a bank. Try one or two words of it.`);
    const asked = /^changes(?:\s+(?<since>.+))?$/i.exec(text);
    if (!asked) return inputOf(text);
    const since = asked.groups?.since;
    const changesSinceMs = since === undefined ? undefined : parseSince(since, Date.now());
    if (since !== undefined && changesSinceMs === undefined)
      throw new UserError(
        `Since when? ${code(text, 60)} names no day. For instance ${code(syntax.write('bank changes 2026-01-31'))} or ${code(syntax.write('bank changes 2 days'))}.`,
      );
    return { changesSinceMs };
  },
  async find(input, { banks }) {
    if ('question' in input) return { asked: await banks.ask(input.question) };
    if ('others' in input) return input;
    return { ...input, changes: await banks.changes(input.changesSinceMs ?? 0) };
  },
  // Bank codes are not customer data, but what stands beside a bank in the details of a payment is.
  forChannel: (found) =>
    'asked' in found && found.asked.leftOut.length > 0 ? { asked: { ...found.asked, leftOut: [] } } : found,
  show(found, { syntax }, { bankAnswers }) {
    if ('asked' in found) return bankAnswers(found.asked, Date.now());
    if ('others' in found) return notABank(found.others, syntax);
    return bankChangesReply(found.changesSinceMs, found.changes, Date.now());
  },
} satisfies Command<BankInput, BankFound>;

function inputOf(text: string): BankInput {
  const question = readBankQuestion(text);
  return asksForNoBank(question) ? { others: question.others } : { question };
}
