import { UserError } from '../errors.ts';
import { code } from '../views/mrkdwn.ts';
import { transactionCard } from '../views/transaction-card.ts';
import type { Command } from './command.ts';
import { timed } from './timed.ts';

const referenceMax = 200;

/** Spec 4.1. */
export const txn = {
  name: 'txn',
  usage: '<reference>',
  summary: 'Look up one transaction by its reference',
  details: 'The reference is the one given with the payment. Paste it as it stands, quotes and labels do no harm.',
  examples: ['GARO-8f3k2j1'],
  waiting: (text) =>
    `Still waiting for the transfer service to answer about ${code(text)}. The answer will follow here.`,
  async run({ text }, { transferApi, currency }) {
    if (text.length > referenceMax)
      throw new UserError(
        `That is ${text.length} characters long, and a reference has at most ${referenceMax}. Paste only the reference.`,
      );
    const { result: answer, timing } = await timed(() => transferApi.transaction(text));
    return transactionCard({ answer, timing, currency });
  },
} satisfies Command;
