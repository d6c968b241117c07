import { stringify } from 'csv-stringify/sync';
import { foldBlanks } from '../../plain-text.ts';
import { byAttention, type Row, recordedOf, resultOf, transactionOf } from '../../transfers/row.ts';
import { utc } from '../mrkdwn.ts';

/**
 * The table as a file. An apostrophe begins every cell that a spreadsheet would run as a formula; names and narrations
 * are left out. Every cell is one line in quotes: some spreadsheets begin a row at any line break outside them.
 */
export function manyCsv(rows: readonly Row[]): string {
  const records = byAttention(rows).map((row) => {
    const txn = transactionOf(row);
    const time = (epochMs: number | undefined) => (epochMs === undefined ? '' : utc(epochMs));
    return {
      asked: row.asked,
      result: resultOf(row),
      amount: txn?.amount,
      charge: txn?.charge,
      net: txn?.netAmount,
      from_account: txn?.sourceAccountNumber,
      from_bank: txn?.sourceBankName,
      from_bank_code: txn?.sourceBankCode,
      to_account: txn?.destinationAccountNumber,
      to_bank: txn?.destinationBankName,
      to_bank_code: txn?.destinationBankCode,
      session: txn?.sessionId,
      created: time(txn?.createdAt),
      completed: time(txn?.completedAt),
      of_record: row.kind === 'record' ? undefined : row.ofRecord,
      record_said: recordedOf(row),
    };
  });
  return stringify(records, {
    header: true,
    quoted: true,
    quoted_empty: true,
    cast: { string: oneLine },
    record_delimiter: 'windows',
    bom: true,
  });
}

/** A negative amount begins like a formula but is none. */
function oneLine(text: string): { value: string; escape_formulas: boolean } {
  const value = foldBlanks(text);
  return { value, escape_formulas: !/^-\d+(?:\.\d+)?$/.test(value) };
}
