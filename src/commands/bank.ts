import type { BankChanges, BankSearchResult } from '../banks/directory.ts';
import { UserError } from '../errors.ts';
import { parseSince } from '../reading/since.ts';
import { bankChangesReply } from '../views/bank-changes.ts';
import { bankResults } from '../views/bank-results.ts';
import { code } from '../views/mrkdwn.ts';
import type { Command } from './command.ts';

const queryMax = 100;

/**
 * A name or a code to search for, or a request for the list's changes; `undefined` means as far back as they are known.
 */
export type BankInput = { query: string } | { changesSinceMs: number | undefined };

export type BankFound =
  | { query: string; result: BankSearchResult }
  | { changesSinceMs: number | undefined; changes: BankChanges };

/** Searches the bank list (spec 4.3). */
export const bank = {
  name: 'bank',
  about: 'banks',
  usage: '<name or code>',
  summary: 'Find a bank code by name, or a name by code',
  details:
    'Part of a name, a short name or a former one will do, and small slips of spelling are fine. Digits find by code. ' +
    'With “changes” it says what was added, removed or renamed in the list, since a day if you give one.',
  examples: ['zenith', '000015', 'changes 2 days'],
  waiting: () => 'Still waiting for the transfer service to send its bank list. The answer will follow here.',
  parse(text, spelling) {
    if (text.length > queryMax)
      throw new UserError('That is too long for the name of a bank. Try one or two words of it.');
    const asked = /^changes(?:\s+(?<since>.+))?$/i.exec(text);
    if (!asked) return { query: text };
    const since = asked.groups?.since;
    const changesSinceMs = since === undefined ? undefined : parseSince(since, Date.now());
    if (since !== undefined && changesSinceMs === undefined)
      throw new UserError(
        `Since when? For instance ${code(spelling.write('bank changes 2026-01-31'))} or ${code(spelling.write('bank changes 2 days'))}.`,
      );
    return { changesSinceMs };
  },
  async find(input, { banks }) {
    if ('query' in input) return { query: input.query, result: await banks.search(input.query) };
    return { ...input, changes: await banks.changes(input.changesSinceMs ?? 0) };
  },
  forChannel: (found) => found, // bank codes are not customer data
  show(found) {
    return 'query' in found
      ? bankResults(found.query, found.result)
      : bankChangesReply(found.changesSinceMs, found.changes);
  },
} satisfies Command<BankInput, BankFound>;
