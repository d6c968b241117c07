import { UserError } from '../errors.ts';
import { type Recalled, recalledForChannel } from '../history/recalled.ts';
import { withoutIdentifierLabel } from '../reading/clean-input.ts';
import type { FindReferences } from '../reading/find-references.ts';
import { identifiersIn } from '../reading/identifiers-in.ts';
import { loneReference } from '../reading/lone-reference.ts';
import { stripEnds } from '../reading/strip-ends.ts';
import { timed } from '../transfers/look-up.ts';
import { lookedUp } from '../transfers/looked-up.ts';
import { maskRequery } from '../transfers/mask-requery.ts';
import { code } from '../views/mrkdwn.ts';
import { notAnIdentifier } from '../views/not-an-identifier.ts';
import { withRecalled } from '../views/recalled-lines.ts';
import { type FoundRequery, statusCard } from '../views/status-card.ts';
import { whichIdentifier } from '../views/which-identifier.ts';
import type { Command } from './command.ts';
import { recall, recallFailure } from './recall.ts';

const identifierMax = 40;

/** Nothing is requeried for a text that holds several identifiers. */
interface Several {
  text: string;
  identifiers: readonly string[];
}

type TsqFound = (FoundRequery & { recalled: Recalled }) | { several: Several };

/** Spec 4.2: "string of digits, the transaction identifier of the transfer". */
export const tsq = {
  name: 'tsq',
  about: 'transfers',
  usage: '<transactionId>',
  summary: 'Requery the status of a transfer by its transaction identifier',
  details: 'The identifier is digits only. A reference with letters goes to txn.',
  examples: ['12345698690885579'],
  waiting: (text) => `Still waiting for the transfer service to requery ${code(text)}. The answer will follow here.`,
  parse(given, spelling, findReferences) {
    const text = stripEnds(withoutIdentifierLabel(given), /["'#-]/, /["'.-]/);
    if (!/^\d+$/.test(text)) {
      const [identifier, ...others] = isBuilt.test(text) ? identifiersIn(given) : [];
      if (identifier === undefined)
        throw new UserError(notAnIdentifier(text, referencesIn(given, findReferences), spelling));
      return others.length === 0 ? identifier : { text, identifiers: [identifier, ...others] };
    }
    if (text.length > identifierMax)
      throw new UserError(
        `${code(text, 60)} is ${text.length} digits long, and txnbot takes identifiers of at most ${identifierMax}. Paste one of them.`,
      );
    return text;
  },
  async find(asked, services, finding) {
    if (typeof asked !== 'string') return { several: asked };
    const transactionId = asked;
    const what = { asked: transactionId, isRequery: true };
    const run = () => timed(() => services.transferApi.requery(transactionId));
    const { result: answer, timing } = await recallFailure(what, services, finding, run);
    const recalled = await recall({ kind: 'requery', asked: transactionId, answer }, services, finding);
    return { transactionId, answer, timing, recalled };
  },
  forChannel(found, mode) {
    if ('several' in found) return found;
    return { ...found, ...maskRequery(found.answer, mode), recalled: recalledForChannel(found.recalled) };
  },
  lookedUp(found) {
    if ('several' in found) return [];
    return lookedUp([{ kind: 'requery', asked: found.transactionId, answer: found.answer }]);
  },
  show(found, { audience }, { currency, names, blockForm }) {
    if ('several' in found) return whichIdentifier(found.several.text, found.several.identifiers);
    const { recalled, timing } = found;
    const card = statusCard({ ...found, currency, audience, blockForm, slash: names.slash });
    return withRecalled(card, { recalled, transactions: [], nowMs: timing.askedAtMs });
  },
} satisfies Command<string | Several, TsqFound>;

/** What separates words, or builds JSON, rows and addresses. One thing is not taken apart. */
const isBuilt = /[\s{}[\]()<>"'`=&|,;:/?]/;

function referencesIn(text: string, findReferences: FindReferences): string[] {
  const { references } = findReferences(text);
  return references.length > 0 ? references : [loneReference(text, findReferences)].flatMap((lone) => lone ?? []);
}
