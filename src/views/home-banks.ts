import type { BankCount, Counts } from '../history/counts.ts';
import { failureHint, outageHint } from '../history/outage-hint.ts';
import { type Block, context, header, section } from './blocks.ts';
import { failureLine } from './hint-lines.ts';
import { code, outside } from './mrkdwn.ts';

export interface HomeBanksOptions {
  hour: Counts;
  halfHour: Counts;
  nameOf: (code: string) => string | undefined;
}

const banksMax = 4;
const barLength = 10;

/** Banks asked about in the last hour that have not settled all, the most first; nothing where there is none. */
export function homeBanks({ hour, halfHour, nameOf }: HomeBanksOptions): Block[] {
  const banks = hour.banks
    .filter(({ unsettled }) => unsettled > 0)
    .toSorted((a, b) => b.unsettled - a.unsettled || b.asked - a.asked);
  const lines = banks.slice(0, banksMax).map((count) => {
    const name = outside(nameOf(count.bank) ?? '', 60);
    const who = [name, code(count.bank)].filter((part) => part !== '').join(' ');
    return [`\`${bar(count)}\` ${who}: ${partOf(count)}`, remark(count.bank, hour, halfHour)]
      .filter(Boolean)
      .join(' · ');
  });
  const rest = banks.slice(banksMax);
  if (rest.length > 0) lines.push(`${rest.length} more: ${partOf(sumOf(rest))}`);
  const failure = failureHint(halfHour);
  return [
    ...(lines.length === 0 ? [] : [header('Not settled in the last hour'), section(lines.join('\n'))]),
    ...(failure === undefined ? [] : [context([failureLine(failure.failure, failure)])]),
  ];
}

function partOf({ asked, unsettled }: Omit<BankCount, 'bank'>): string {
  return `${unsettled} of ${asked}`;
}

/** When people stop asking, it may go on all the same. */
function remark(bank: string, hour: Counts, halfHour: Counts): string | undefined {
  if (outageHint(halfHour, bank)) return 'unlike other banks';
  return outageHint(hour, bank) ? 'unlike other banks, not in the last 30 minutes' : undefined;
}

/** Full cells for what is not settled; one at least for any, and not all unless it is all. */
function bar({ asked, unsettled }: BankCount): string {
  const part = (unsettled / asked) * barLength;
  const full = part > barLength / 2 ? Math.floor(part) : Math.ceil(part);
  return '█'.repeat(full) + '░'.repeat(barLength - full);
}

function sumOf(counts: readonly BankCount[]): Omit<BankCount, 'bank'> {
  return counts.reduce(
    (sum, { asked, unsettled }) => ({ asked: sum.asked + asked, unsettled: sum.unsettled + unsettled }),
    { asked: 0, unsettled: 0 },
  );
}
