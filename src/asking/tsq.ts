import { code } from '../blocks/mrkdwn.ts';
import type { Command } from '../command.ts';
import { UserError } from '../errors.ts';
import { stripEnds, withoutIdentifierLabel } from '../reading/characters.ts';
import { identifierMax, identifiersIn } from '../reading/identifiers.ts';
import { loneReference } from '../reading/question.ts';
import type { FindReferences } from '../reading/references.ts';
import { numberShape } from '../reading/shapes.ts';
import { type FoundTable, tableOf } from '../tables/table.ts';
import { notAnIdentifier } from '../transfers/guesses.ts';
import { type RequeryWithBackground, requeryOne, tsqHead } from '../transfers/requery.ts';

/** Several become a table. */
type TsqFound = RequeryWithBackground | { many: FoundTable };

/** Spec 4.2: "string of digits, the transaction identifier of the transfer". */
export const tsq = {
  ...tsqHead,
  usage: '<transactionId>',
  summary: 'Requery the status of a transfer by its transaction identifier',
  details: 'The identifier is digits only; several become a table. A reference with letters goes to txn.',
  examples: ['12345698690885579'],
  parse(given, syntax, findReferences) {
    const text = stripEnds(withoutIdentifierLabel(given), /["'#-]/, /["'.?!-]/);
    const isSession = numberShape(text) === 'session id';
    if (/^\d+$/.test(text) && !isSession) {
      if (text.length <= identifierMax) return [text];
      throw new UserError(
        `${code(text, 60)} is ${text.length} digits long, and ${identifierMax} is the most. Paste one identifier.`,
      );
    }
    const identifiers = identifiersIn(given);
    if (identifiers.length > 0) return identifiers;
    throw new UserError(notAnIdentifier(text, isSession ? [] : referencesIn(given, findReferences), syntax));
  },
  async find(identifiers, services, finding) {
    const [transactionId, ...others] = identifiers;
    if (transactionId === undefined || others.length > 0)
      return { many: await tableOf.find({ references: [], identifiers, leftOut: [] }, services, finding) };
    return requeryOne.find({ transactionId }, services, finding);
  },
  forChannel(found, mode) {
    if ('many' in found) return { many: tableOf.forChannel(found.many, mode) };
    return requeryOne.forChannel(found, mode);
  },
  recentLookUps: (found) => ('many' in found ? tableOf.recentLookUps(found.many) : requeryOne.recentLookUps(found)),
  show(found, reader, presentation) {
    if ('many' in found) return tableOf.show(found.many, reader, presentation);
    return requeryOne.show(found, reader);
  },
} satisfies Command<readonly string[], TsqFound>;

function referencesIn(text: string, findReferences: FindReferences): string[] {
  const { references } = findReferences(text);
  return references.length > 0 ? references : [loneReference(text, findReferences)].flatMap((lone) => lone ?? []);
}
