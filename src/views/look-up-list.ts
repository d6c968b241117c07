import { byAttention, groupOf, groupsOf, type Row, resultOf, transactionOf } from '../transfers/row.ts';
import { marks } from '../transfers/status-group.ts';
import { amount } from './amount.ts';
import { type Block, context, leftOutWords, plainText, type Reply, runAction, section } from './blocks.ts';
import { bold, code, date, outside } from './mrkdwn.ts';

export interface LookUpListOptions {
  rows: readonly Row[];
  currency: string | undefined;
  askedAtMs: number;
  /** Words of the question that are not looked up. */
  leftOut: readonly string[];
}

/** Many look-ups in a window, which takes no table: the counts, then a line for each, what needs attention first. */
export function lookUpList({ rows, currency, askedAtMs, leftOut }: LookUpListOptions): Reply {
  const groups = groupsOf(rows).map(({ words, rows: of }) => `${of.length} ${outside(words, 60)}`);
  const counts = groups.join(' · ');
  const isSilent = rows.some((row) => row.kind === 'failure' && row.failure !== 'not_found');
  return {
    text: `${rows.length} asked: ${counts}`,
    blocks: [
      section(`${bold(`${rows.length} asked:`)} ${counts}`),
      ...byAttention(rows).map((row, index) => line(row, index, currency)),
      ...leftOutWords(leftOut),
      context([
        `asked ${date(askedAtMs, 'time')}`,
        isSilent ? 'what has no answer says nothing about those transactions' : undefined,
      ]),
    ],
  };
}

const resultMax = 60;

function line(row: Row, index: number, currency: string | undefined): Block {
  const money = transactionOf(row)?.amount?.trim();
  const group = groupOf(row);
  const result = `${group === undefined ? '' : `${marks[group]} `}${outside(resultOf(row), resultMax)}`;
  const isRequery = row.kind === 'requery' || (row.kind === 'failure' && row.isRequery);
  const { actionId, value = '' } = runAction(isRequery ? 'tsq' : 'txn', row.asked, index);
  const text = [code(row.asked, 60), result, money ? outside(amount(money, currency)) : undefined];
  return {
    type: 'section',
    text: { type: 'mrkdwn', text: text.filter((part) => part).join(' · '), verbatim: true },
    accessory: { type: 'button', action_id: actionId, text: plainText('Open'), value },
  };
}
