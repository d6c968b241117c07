import type { Reversal } from '../transfers/find-reversal.ts';
import type { FoundTransaction } from '../transfers/look-up.ts';
import { marks, statusGroup } from '../transfers/status-group.ts';
import { statusTitle } from '../transfers/status-words.ts';
import { amount } from './amount.ts';
import { type Block, context, section, sectionsOf } from './blocks.ts';
import { code, date, outside } from './mrkdwn.ts';

/** The second record about a transfer, where it was looked for; nothing is made of it, or of its absence. */
export function reversalLead(reversal: Reversal | undefined, currency: string | undefined): Block[] {
  if (reversal === undefined) return [];
  const reference = code(reversal.reference);
  if ('failure' in reversal)
    return [
      context([
        reversal.failure === 'not_found'
          ? `Looked for ${reference} too: the service has no record under this reference`
          : `Looked for ${reference} too, without an answer: this says nothing about it`,
      ]),
    ];
  return [section(existing(reversal, currency)), context([whoseToSay])];
}

/** The same for several at once, without those that do not exist. */
export function reversalLeads(reversals: readonly (Reversal | undefined)[], currency: string | undefined): Block[] {
  const lines = reversals.flatMap((each) => (each && 'found' in each ? existing(each, currency) : []));
  return lines.length === 0 ? [] : [...sectionsOf(lines), context([whoseToSay])];
}

const whoseToSay = 'What such a record means is for whoever runs txnbot to say: the service does not';

function existing({ reference, found }: Reversal & { found: FoundTransaction }, currency: string | undefined): string {
  const { status, reversedFlag, amount: money, createdAt } = found.answer.transaction;
  const facts = [
    `${marks[statusGroup(status, reversedFlag)]} ${outside(statusTitle(status), 80)}`,
    money?.trim() ? outside(amount(money, currency)) : undefined,
    createdAt === undefined ? undefined : `created ${date(createdAt)}`,
  ].filter((fact) => fact !== undefined);
  return `A record ${code(reference)} exists: ${facts.join(' · ')}`;
}
