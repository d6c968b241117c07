import { UserError } from '../errors.ts';
import { referencesIn } from '../reading/references-in.ts';
import { timed } from '../transfers/look-up.ts';
import { code } from '../views/mrkdwn.ts';
import { transactionCard } from '../views/transaction-card.ts';
import type { Command } from './command.ts';
import { lookUpMany } from './many.ts';

const referenceMax = 200;

/** Spec 4.1; several references at once become a table. */
export const txn = {
  name: 'txn',
  usage: '<reference>',
  summary: 'Look up one transaction by its reference',
  details:
    'The reference is the one given with the payment. Paste it as it stands, quotes and labels do no harm; several at once, up to 25, become a table.',
  examples: ['GARO-8f3k2j1'],
  waiting: (text) =>
    `Still waiting for the transfer service to answer about ${code(text)}. The answer will follow here.`,
  async run(request, services) {
    const { references, leftOut } = referencesIn(request.text);
    const [reference = request.text, ...others] = references;
    const tooLong = references.find(({ length }) => length > referenceMax);
    if (tooLong)
      throw new UserError(
        `That is ${tooLong.length} characters long, and txnbot takes references of at most ${referenceMax}. Paste only the reference.`,
      );
    if (others.length > 0) return lookUpMany({ references, leftOut }, request, services);
    const { result: answer, timing } = await timed(() => services.transferApi.transaction(reference));
    const { audience, canShare } = request;
    return transactionCard({ answer, timing, leftOut, audience, canShare, ...services });
  },
} satisfies Command;
