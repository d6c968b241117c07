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

const banksMax = 10;
const barLength = 10;

/** Which banks were asked about in the last hour, those with the most that is not settled first. */
export function homeBanks({ hour, halfHour, nameOf }: HomeBanksOptions): Block[] {
  const banks = hour.banks.toSorted((a, b) => b.unsettled - a.unsettled || b.asked - a.asked);
  const lines = banks.slice(0, banksMax).map((count) => {
    const name = outside(nameOf(count.bank) ?? '', 60);
    const who = [name, code(count.bank)].filter((part) => part !== '').join(' ');
    return [`\`${bar(count)}\` ${who}: ${settling(count)}`, remark(count.bank, hour, halfHour)]
      .filter(Boolean)
      .join(' · ');
  });
  const rest = banks.slice(banksMax);
  if (rest.length > 0) lines.push(`${rest.length} more: ${settling(sumOf(rest))}`);
  const failure = failureHint(halfHour);
  return [
    header('Banks'),
    section(lines.length === 0 ? 'No transfer was asked about in the last hour.' : lines.join('\n')),
    ...(failure === undefined ? [] : [section(failureLine(failure.failure, failure))]),
    context([
      ...(lines.length === 0 ? [] : ['█ not settled']),
      'transfers asked about in the last hour, each as it was last seen',
    ]),
  ];
}

function settling({ asked, unsettled }: Omit<BankCount, 'bank'>): string {
  return `${unsettled} of ${asked} not settled`;
}

/** When people stop asking, it may go on all the same. */
function remark(bank: string, hour: Counts, halfHour: Counts): string | undefined {
  if (outageHint(halfHour, bank)) return 'unlike those to other banks';
  return outageHint(hour, bank) ? 'unlike those to other banks, no longer seen in the last 30 minutes' : undefined;
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
