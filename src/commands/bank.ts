import { UserError } from '../errors.ts';
import { parseSince } from '../reading/since.ts';
import { bankChangesReply } from '../views/bank-changes.ts';
import { bankResults } from '../views/bank-results.ts';
import { code } from '../views/mrkdwn.ts';
import type { Command } from './command.ts';

const queryMax = 100;

/** Spec 4.3, searched. */
export const bank = {
  name: 'bank',
  usage: '<name or code>',
  summary: 'Find a bank code by name, or a name by code',
  details:
    'Part of a name, a short name or a former one will do, and small slips of spelling are fine. Digits find by code. ' +
    'With “changes” it says what was added, removed or renamed in the list, since a day if you give one.',
  examples: ['zenith', '000015', 'changes 2 days'],
  waiting: () => 'Still waiting for the transfer service to send its bank list. The answer will follow here.',
  async run({ text, spelling }, { banks }) {
    if (text.length > queryMax)
      throw new UserError('That is too long for the name of a bank. Try one or two words of it.');
    const asked = /^changes(?:\s+(?<since>.+))?$/i.exec(text);
    if (!asked) return bankResults(text, await banks.search(text));
    const since = asked.groups?.since;
    const sinceMs = since === undefined ? undefined : parseSince(since, Date.now());
    if (since !== undefined && sinceMs === undefined)
      throw new UserError(
        `Since when? For instance ${code(spelling.write('bank changes 2026-01-31'))} or ${code(spelling.write('bank changes 2 days'))}.`,
      );
    return bankChangesReply(sinceMs, await banks.changes(sinceMs ?? 0));
  },
} satisfies Command;
