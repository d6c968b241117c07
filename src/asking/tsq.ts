import { code } from '../blocks/mrkdwn.ts';
import type { Command } from '../command.ts';
import { UserError } from '../errors.ts';
import { identifierMax, type RequeryIntent } from '../reading/question.ts';
import { tableOf } from '../tables/table.ts';
import { cardOf } from '../transfers/card.ts';
import { tsqHead } from '../transfers/look-up.ts';
import { asksOf } from '../transfers/row.ts';
import { notAnIdentifier } from './guesses.ts';

/** Spec 4.2: "string of digits, the transaction identifier of the transfer". Several become a table. */
export const tsq = {
  ...tsqHead,
  usage: '<transactionId>',
  summary: 'Requery the status of a transfer by its transaction identifier',
  examples: ['12345698690885579'],
  async answer(intent, { syntax, inquire }) {
    const { identifiers } = intent;
    const [transactionId, ...others] = identifiers;
    if (transactionId === undefined) throw new UserError(notAnIdentifier(intent, syntax));
    if (others.length > 0) return inquire(tableOf, { asks: asksOf([], identifiers) });
    const { length } = transactionId;
    if (length <= identifierMax) return inquire(cardOf, { asked: transactionId, isRequery: true });
    throw new UserError(
      `${code(transactionId, 60)} is ${length} digits long, and ${identifierMax} is the most. Paste one identifier.`,
    );
  },
} satisfies Command<RequeryIntent>;
