import { askOf, byAttention, groupOf, groupsOf, type Row, resultOf, transactionOf } from '../transfers/row.ts';
import { marks } from '../transfers/status-group.ts';
import { amount } from './amount.ts';
import { type Block, context, leftOutWords, type Reply, section } from './blocks.ts';
import { isOpenable, openSelect } from './many/open-select.ts';
import { bold, code, date, outside } from './mrkdwn.ts';
import { sectionsOf } from './sections.ts';

export interface LookUpListOptions {
  rows: readonly Row[];
  currency: string | undefined;
  askedAtMs: number;
  /** Words of the question that are not looked up. */
  leftOut: readonly string[];
  /** Of trouble elsewhere; mrkdwn. */
  hints: readonly string[];
}

/** Many look-ups in a window, which takes no table: the counts, then a line for each, what needs attention first. */
export function lookUpList({ rows, currency, askedAtMs, leftOut, hints }: LookUpListOptions): Reply {
  const groups = groupsOf(rows).map(({ words, rows: of }) => `${of.length} ${outside(words, 60)}`);
  const counts = groups.join(' · ');
  const sorted = byAttention(rows);
  const isSilent = rows.some((row) => row.kind === 'failure' && row.failure !== 'not_found');
  return {
    text: [`${rows.length} asked: ${counts}`, ...hints].join('\n'),
    blocks: [
      section(`${bold(`${rows.length} asked:`)} ${counts}`),
      ...sectionsOf(sorted.map((row) => line(row, currency))),
      ...leftOutWords(leftOut),
      ...(hints.length > 0 ? [context([hints.join('\n')])] : []),
      ...opener(sorted),
      context([
        `asked ${date(askedAtMs, 'time')}`,
        isSilent ? 'what has no answer says nothing about those transactions' : undefined,
      ]),
    ],
  };
}

function line(row: Row, currency: string | undefined): string {
  const money = transactionOf(row)?.amount?.trim();
  const group = groupOf(row);
  const result = `${group === undefined ? '' : `${marks[group]} `}${outside(resultOf(row), 60)}`;
  return [code(row.asked, 60), result, ...(money ? [outside(amount(money, currency))] : [])].join(' · ');
}

/** Opens a row as its card, in the same window. */
function opener(rows: readonly Row[]): Block[] {
  const select = openSelect(rows.map((row) => ({ ...askOf(row), name: row.asked })).filter(isOpenable));
  return select === undefined ? [] : [{ type: 'actions', elements: [select] }];
}
