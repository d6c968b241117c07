import { UserError } from '../errors.ts';
import type { Found } from '../reading/find-references.ts';
import { looksLikeBank } from '../reading/looks-like-bank.ts';
import { lookedUpRecord } from '../transfers/looked-up.ts';
import { type Block, message, type Reply } from '../views/blocks.ts';
import { code } from '../views/mrkdwn.ts';
import { noReference } from '../views/no-reference.ts';
import { unclearBlocks } from '../views/unclear.ts';
import type { Command } from './command.ts';
import { type FoundMany, many } from './many.ts';
import { lookUpAndRecall, maskRecalled, type RecalledTransaction, recalledCard } from './recalled-transaction.ts';

const referenceMax = 200;

/** What was read in the question, and the question itself. */
export interface TxnInput extends Found {
  text: string;
}

/** Nothing is looked up for a text without a reference. */
export type TxnFound = { read: TxnInput } & ({ one: RecalledTransaction } | { many: FoundMany } | { nothing: true });

/** Spec 4.1; several references at once become a table. */
export const txn = {
  name: 'txn',
  about: 'transfers',
  usage: '<reference>',
  summary: 'Look up one transaction by its reference',
  details:
    'The reference is the one given with the payment. Paste it as it stands, or the whole message, table or link that it stands in; several at once, up to 25, become a table.',
  examples: ['GARO-8f3k2j1'],
  waiting: (text) =>
    `Still waiting for the transfer service to answer about ${code(text)}. The answer will follow here.`,
  parse(text, _spelling, findReferences) {
    const found = findReferences(text, 'typed');
    const tooLong = found.references.find(({ length }) => length > referenceMax);
    if (tooLong)
      throw new UserError(
        `That is ${tooLong.length} characters long, and txnbot takes references of at most ${referenceMax}. Paste only the reference.`,
      );
    return { ...found, leftOut: [...found.identifiers, ...found.leftOut], text };
  },
  async find(read, services, finding) {
    const { references, leftOut } = read;
    const [reference, ...others] = references;
    if (reference === undefined) return { read, nothing: true };
    if (others.length === 0) return { read, one: await lookUpAndRecall(reference, services, finding) };
    return { read, many: await many.find({ references, identifiers: [], leftOut }, services, finding) };
  },
  forChannel(found, mode) {
    if ('many' in found) return { ...found, many: many.forChannel(found.many, mode) };
    if ('nothing' in found) return found;
    return { ...found, one: maskRecalled(found.one, mode) };
  },
  lookedUp(found) {
    if ('many' in found) return many.lookedUp(found.many);
    return 'nothing' in found ? [] : lookedUpRecord(found.one.answer);
  },
  show(found, reader, presentation) {
    const { read } = found;
    if ('nothing' in found)
      return noReference({ ...read, looksLikeBank: looksLikeBank(read.text), spelling: reader.spelling });
    const reply =
      'many' in found
        ? many.show(found.many, reader, presentation)
        : recalledCard({ ...found.one, leftOut: read.leftOut, ...reader, ...presentation });
    return withBlocks(reply, unclearBlocks(read.unclear));
  },
} satisfies Command<TxnInput, TxnFound>;

function withBlocks(reply: Reply, more: readonly Block[]): Reply {
  return more.length === 0 ? reply : { ...reply, ...message(reply.text, [...reply.blocks, ...more]) };
}
