import { UserError } from '../errors.ts';
import { type Recalled, recalledForChannel } from '../history/hints.ts';
import { stripEnds, withoutIdentifierLabel } from '../reading/characters.ts';
import { identifierMax, identifiersIn } from '../reading/identifiers-in.ts';
import { loneReference } from '../reading/question.ts';
import type { FindReferences } from '../reading/references.ts';
import { numberShape } from '../reading/shapes.ts';
import type { Services } from '../services.ts';
import { maskRequery } from '../transfers/disclosure.ts';
import { lookedUp, timed } from '../transfers/look-up.ts';
import { notAnIdentifier } from '../views/guesses.ts';
import { withRecalled } from '../views/history-lines.ts';
import { code } from '../views/mrkdwn.ts';
import { type FoundRequery, requeryCard } from '../views/requery-card.ts';
import type { Command, Finding, Inquiry } from './command.ts';
import { type FoundMany, many } from './many.ts';
import { recall, recallFailure } from './recalled-transaction.ts';

/** A requery that was answered, with what was asked about it before. */
export interface RecalledRequery extends FoundRequery {
  recalled: Recalled;
  /** The person who shared it. */
  sharedBy?: string | undefined;
}

/** @throws TransferApiError */
export async function requeryAndRecall(
  transactionId: string,
  services: Services,
  finding: Finding,
): Promise<RecalledRequery> {
  const what = { asked: transactionId, isRequery: true };
  const run = () => timed(() => services.transferApi.requery(transactionId));
  const { result: answer, timing } = await recallFailure(what, services, finding, run);
  const recalled = await recall({ kind: 'requery', asked: transactionId, answer }, services, finding);
  return { transactionId, answer, timing, recalled };
}

/** One requery, as a card. */
export const requeryOne = {
  async find({ transactionId, sharedBy }, services, finding) {
    return { ...(await requeryAndRecall(transactionId, services, finding)), sharedBy };
  },
  forChannel(found, mode) {
    return { ...found, ...maskRequery(found.answer, mode), recalled: recalledForChannel(found.recalled) };
  },
  lookedUp: ({ transactionId, answer }) => lookedUp([{ kind: 'requery', asked: transactionId, answer }]),
  show(found, { audience, canShare }) {
    const card = requeryCard({ ...found, audience, canShare });
    return withRecalled(card, { recalled: found.recalled, transactions: [], nowMs: found.timing.askedAtMs });
  },
} satisfies Inquiry<{ transactionId: string; sharedBy?: string | undefined }, RecalledRequery>;

/** Several become a table. */
type TsqFound = RecalledRequery | { many: FoundMany };

/** Spec 4.2: "string of digits, the transaction identifier of the transfer". */
export const tsq = {
  name: 'tsq',
  about: 'transfers',
  usage: '<transactionId>',
  summary: 'Requery the status of a transfer by its transaction identifier',
  details: 'The identifier is digits only; several become a table. A reference with letters goes to txn.',
  examples: ['12345698690885579'],
  waiting: (text) => `Still waiting for the transfer service to requery ${code(text)}. The answer will follow here.`,
  parse(given, spelling, findReferences) {
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
    throw new UserError(notAnIdentifier(text, isSession ? [] : referencesIn(given, findReferences), spelling));
  },
  async find(identifiers, services, finding) {
    const [transactionId, ...others] = identifiers;
    if (transactionId === undefined || others.length > 0)
      return { many: await many.find({ references: [], identifiers, leftOut: [] }, services, finding) };
    return requeryOne.find({ transactionId }, services, finding);
  },
  forChannel(found, mode) {
    if ('many' in found) return { many: many.forChannel(found.many, mode) };
    return requeryOne.forChannel(found, mode);
  },
  lookedUp: (found) => ('many' in found ? many.lookedUp(found.many) : requeryOne.lookedUp(found)),
  show(found, reader, presentation) {
    if ('many' in found) return many.show(found.many, reader, presentation);
    return requeryOne.show(found, reader);
  },
} satisfies Command<readonly string[], TsqFound>;

function referencesIn(text: string, findReferences: FindReferences): string[] {
  const { references } = findReferences(text);
  return references.length > 0 ? references : [loneReference(text, findReferences)].flatMap((lone) => lone ?? []);
}
