import { UserError } from '../errors.ts';
import { referencesIn } from '../reading/references-in.ts';
import { type FoundTransaction, lookUp } from '../transfers/look-up.ts';
import { maskTransaction } from '../transfers/mask-transaction.ts';
import { code } from '../views/mrkdwn.ts';
import { transactionCard } from '../views/transaction-card.ts';
import type { Command } from './command.ts';
import { type FoundMany, many } from './many.ts';

const referenceMax = 200;

export interface TxnInput {
  references: readonly [string, ...string[]];
  /** Words of the question that are not looked up. */
  leftOut: readonly string[];
}

export type TxnFound = { one: FoundTransaction; leftOut: readonly string[] } | { many: FoundMany };

/** Spec 4.1; several references at once become a table. */
export const txn = {
  name: 'txn',
  about: 'transfers',
  usage: '<reference>',
  summary: 'Look up one transaction by its reference',
  details:
    'The reference is the one given with the payment. Paste it as it stands, quotes and labels do no harm; several at once, up to 25, become a table.',
  examples: ['GARO-8f3k2j1'],
  waiting: (text) =>
    `Still waiting for the transfer service to answer about ${code(text)}. The answer will follow here.`,
  parse(text) {
    const { references, leftOut } = referencesIn(text);
    const [first = text, ...others] = references;
    const tooLong = references.find(({ length }) => length > referenceMax);
    if (tooLong)
      throw new UserError(
        `That is ${tooLong.length} characters long, and txnbot takes references of at most ${referenceMax}. Paste only the reference.`,
      );
    return { references: [first, ...others], leftOut };
  },
  async find({ references, leftOut }, services, onProgress) {
    const [reference, ...others] = references;
    return others.length === 0
      ? { one: await lookUp(reference, services.transferApi), leftOut }
      : { many: await many.find({ references, identifiers: [], leftOut }, services, onProgress) };
  },
  forChannel(found, mode) {
    if ('many' in found) return { many: many.forChannel(found.many, mode) };
    return { ...found, one: { ...found.one, answer: maskTransaction(found.one.answer, mode) } };
  },
  show(found, reader, presentation) {
    if ('many' in found) return many.show(found.many, reader, presentation);
    return transactionCard({ ...found.one, leftOut: found.leftOut, ...reader, ...presentation });
  },
} satisfies Command<TxnInput, TxnFound>;
