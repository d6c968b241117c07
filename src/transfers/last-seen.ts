import type { Services } from '../command.ts';
import type { LastSeen } from './known-store.ts';
import type { Row } from './row.ts';

/** Creates the row of a transaction as the team saw it last; failed if nobody did. */
export function lastSeenRow(
  { reference, record, requery }: LastSeen,
  banks: Pick<Services['banks'], 'nameOf'>,
): Row {
  const ask = { isRequery: false, asked: reference };
  if (record === undefined) return { ...ask, failure: 'not_asked' };

  const { words, group, bank = '', createdAtMs: createdAt } = record;
  return {
    ...ask,
    status: words,
    reversedFlag: group === 'reversed' ? '1' : undefined,
    transaction: {
      createdAt,
      destinationBankCode: bank,
      destinationBankName: banks.nameOf(bank) ?? bank,
    },
    known: { counterpart: requery },
  };
}
