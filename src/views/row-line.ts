import { groupOf, nameOf, type Row, recordedOf, resultOf, transactionOf } from '../transfers/row.ts';
import { hidden, marks } from '../transfers/status.ts';
import { amount } from './amount.ts';
import { code, cutMiddle, outside } from './mrkdwn.ts';

const nameMax = 60;

/** A row of many where no table can stand; mrkdwn. */
export function rowLine(row: Row, currency: string | undefined): string {
  const money = transactionOf(row)?.amount?.trim();
  const group = groupOf(row);
  const result = `${group === undefined ? '' : `${marks[group]} `}${outside(resultOf(row), 60)}`;
  const said = recordedOf(row);
  return [
    code(cutMiddle(nameOf(row), nameMax)),
    result,
    ...(said === undefined || said === hidden ? [] : [`the record said ${outside(said, 60)}`]),
    ...(money ? [outside(amount(money, currency))] : []),
  ].join(' · ');
}
