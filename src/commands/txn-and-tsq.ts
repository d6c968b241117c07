import type { Reply } from '../blocks/blocks.ts';
import { code } from '../blocks/mrkdwn.ts';
import { addFirstLine, addNotAskedFor } from '../blocks/offers.ts';
import type { Command } from '../command.ts';
import { assertAtMost, keepAbove, UserError } from '../errors.ts';
import { tableWithOfferInquiry } from '../lists/clicks.ts';
import { identifierLengthMax } from '../reading/command-text.ts';
import type { ReferencesIntent, RequeryIntent } from '../reading/question.ts';
import { tableRowsMax } from '../tables/buttons.ts';
import { tableInquiry } from '../tables/look-up-table.ts';
import { cardInquiry } from '../transfers/card.ts';
import { assignIfOpen, copyNote } from '../transfers/card-clicks.ts';
import { tsqHead, txnHead } from '../transfers/record-and-requery.ts';
import { buildLookUps, type LookUp } from '../transfers/row.ts';
import { stopWatchingInquiry, watchInquiry } from '../watches/commands.ts';
import { explainNoIdentifier, noReasonNotice, replyWithoutReference, whoInquiry } from './talk.ts';

const referenceMax = 200;

/**
 * `/txn`: looks up a transaction by its reference (API spec, section 4.1). Several references
 * become a table.
 */
export const txn = {
  ...txnHead,
  usage: '<reference>',
  summary: 'Look up one transaction by its reference',
  examples: ['GARO-8f3k2j1', 'watch GARO-8f3k2j1', 'watching'],
  async answer(intent, { leftOut, inquire }) {
    const { kind, references, identifiers } = intent;
    assertAskable(references, kind === 'watch' || kind === 'stop');
    const named = async (reply: Promise<Reply>) => addNotAskedFor(await reply, leftOut);
    if (kind === 'stop') return named(inquire(stopWatchingInquiry, intent));

    const [reference] = references;
    if (reference === undefined) return replyWithoutReference(intent, leftOut);
    if (kind === 'watch') return named(inquire(watchInquiry, intent));

    if (kind === 'who') assertAskable(references, true);
    // Read first: the look-up below counts as one more who asked.
    const who = kind === 'who' ? await inquire(whoInquiry, references) : undefined;

    if (kind === 'on it' || kind === 'note') {
      assertAtMost(1, references.length, 'That', 'references', 'Name one of them.');
      const ask = { asked: reference, isRequery: false };
      return named(kind === 'note' ? inquire(copyNote, ask) : inquire(assignIfOpen, ask));
    }

    const check = kind === 'comparison' ? 'always' : undefined;
    const asks = buildLookUps(references, identifiers).map((ask): LookUp => ({ ...ask, check }));
    const answer =
      asks.length === 1
        ? inquire(cardInquiry, { asked: reference, isRequery: false, check, leftOut })
        : inquire(tableWithOfferInquiry, { asks, leftOut });
    const reply = await answer.catch(keepAbove(who));

    return addFirstLine(reply, kind === 'age' ? noReasonNotice : who?.text);
  },
} satisfies Command<ReferencesIntent>;

function assertAskable(references: readonly string[], isAboutWatches: boolean): void {
  for (const reference of references) assertShort(reference, referenceMax, 'reference');
  if (isAboutWatches)
    assertAtMost(tableRowsMax, references.length, 'That', 'references', 'Paste fewer of them.');
}

function assertShort(asked: string, max: number, what: string): void {
  assertAtMost(max, asked.length, code(asked, 60), 'characters long', `Paste only the ${what}.`);
}

/**
 * `/tsq`: requeries a transfer by identifier, a "string of digits" (API spec, section 4.2); several
 * become a table.
 */
export const tsq = {
  ...tsqHead,
  usage: '<transactionId>',
  summary: 'Requery the status of a transfer by its transaction identifier',
  examples: ['12345698690885579'],
  async answer(intent, { syntax, inquire }) {
    const { identifiers } = intent;
    const [transactionId, ...others] = identifiers;
    if (transactionId === undefined) throw new UserError(explainNoIdentifier(intent, syntax));
    if (others.length > 0) return inquire(tableInquiry, { asks: buildLookUps([], identifiers) });

    assertShort(transactionId, identifierLengthMax, 'identifier');
    return inquire(cardInquiry, { asked: transactionId, isRequery: true });
  },
} satisfies Command<RequeryIntent>;
