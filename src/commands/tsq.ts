import type { Spelling } from '../command-names.ts';
import { UserError } from '../errors.ts';
import { withoutIdentifierLabel } from '../reading/clean-input.ts';
import { stripEnds } from '../reading/strip-ends.ts';
import { timed } from '../transfers/look-up.ts';
import { lookedUp } from '../transfers/looked-up.ts';
import { maskRequery } from '../transfers/mask-requery.ts';
import { code } from '../views/mrkdwn.ts';
import { type FoundRequery, statusCard } from '../views/status-card.ts';
import type { Command } from './command.ts';

const identifierMax = 40;

/** Spec 4.2: "string of digits, the transaction identifier of the transfer". */
export const tsq = {
  name: 'tsq',
  about: 'transfers',
  usage: '<transactionId>',
  summary: 'Requery the status of a transfer by its transaction identifier',
  details: 'The identifier is digits only. A reference with letters goes to txn.',
  examples: ['12345698690885579'],
  waiting: (text) => `Still waiting for the transfer service to requery ${code(text)}. The answer will follow here.`,
  parse(given, spelling) {
    const text = stripEnds(withoutIdentifierLabel(given), /["'#]/, /["'.]/);
    if (!/^\d+$/.test(text)) throw new UserError(notDigits(text, spelling));
    if (text.length > identifierMax)
      throw new UserError(
        `${code(text, 60)} is ${text.length} digits long, and txnbot takes identifiers of at most ${identifierMax}. Paste one of them.`,
      );
    return text;
  },
  async find(transactionId, { transferApi }) {
    const { result: answer, timing } = await timed(() => transferApi.requery(transactionId));
    return { transactionId, answer, timing };
  },
  forChannel: (found, mode) => ({ ...found, ...maskRequery(found.answer, mode) }),
  lookedUp: ({ transactionId, answer }) => lookedUp([{ kind: 'requery', asked: transactionId, answer }]),
  show: (found, { audience }, { currency, names, blockForm }) =>
    statusCard({ ...found, currency, audience, blockForm, slash: names.slash }),
} satisfies Command<string, FoundRequery>;

function notDigits(text: string, spelling: Spelling): string {
  const rule = 'A transaction identifier is digits only';
  const here = code(spelling.write('tsq'));
  if (/^[\d\s,;]+$/.test(text)) return `${rule}, and ${here} takes one at a time, not ${code(text, 100)}.`;
  const looksLikeReference = /[\p{L}\d]/u.test(text) && !/\s/.test(text);
  if (looksLikeReference)
    return `${rule}. ${code(text, 100)} looks like a reference: try ${code(spelling.write(`txn ${text}`), 120)}.`;
  return `${rule}, and ${code(text, 100)} is not: for instance ${code(spelling.write('tsq 12345698690885579'))}.`;
}
