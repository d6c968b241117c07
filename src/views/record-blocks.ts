import { withhold } from '../sensitive-fields.ts';
import type { TransactionAnswer } from '../transfer-api/client.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import { isEmpty } from '../transfers/json-values.ts';
import { isReversed } from '../transfers/status-group.ts';
import { type BlockForm, canFold, secondLook } from './block-form.ts';
import { type Block, context, fields, quote, section } from './blocks.ts';
import { jsonFields, moreOf } from './json-fields.ts';
import { recordIds } from './metadata.ts';
import { parties } from './parties.ts';
import { recordColumns } from './record-columns.ts';
import { reversedCaution, statusCaution } from './status-caution.ts';
import { withheldLine } from './withheld.ts';

export interface RecordForm {
  /** ISO 4217; the spec names none. */
  currency: string | undefined;
  blockForm: BlockForm;
}

/** The record without header and buttons. Where nothing can be folded, its ids are for whoever draws the card. */
export function recordBlocks(
  { transaction, record, withheld }: TransactionAnswer,
  { currency, blockForm }: RecordForm,
): Block[] {
  const { description } = transaction;
  const { kept, withheld: personal } = withhold(record, 'personal');
  const notHere = [withheldLine(withheld), withheldLine(personal, 'in All Fields alone')].filter((line) => line);
  const others = unshown(transaction, kept);
  const ids = canFold(blockForm) ? recordIds(transaction) : [];
  return [
    ...recordWarnings(transaction).map((warning) => section(warning)),
    section(parties(transaction)),
    ...fields(recordColumns(transaction, currency)),
    ...(description?.trim() ? [quote(description)] : []),
    ...secondLook(blockForm, foldedTitle(moreOf(others, 'field')), [
      ...jsonFields(others),
      ...(notHere.length > 0 ? [context(notHere)] : []),
      ...(ids.length > 0 ? [context(ids)] : []),
    ]),
  ];
}

function foldedTitle(more: string): string {
  return more === '' ? 'Ids of the record' : `${more}, and ids`;
}

/** What the reader must not overlook, whatever the status. */
export function recordWarnings({ status, reversedFlag }: Transaction): string[] {
  const reversed = isReversed(reversedFlag) ? reversedCaution(reversedFlag) : undefined;
  return [reversed, statusCaution(status)].filter((line) => line !== undefined);
}

/** The spec does not say what these mean when they are set, so they are shown as received. */
const unexplained = new Set(['accountId', 'stampDuty', 'utilityType', 'details']);

/**
 * Fields that the card has not shown: unexplained ones, ones beyond the spec, and ones of another type than the spec's.
 */
function unshown(transaction: Transaction, record: Record<string, unknown>): [string, unknown][] {
  const shown = new Map(Object.entries(transaction));
  return Object.entries(record).filter(
    ([key, value]) => (unexplained.has(key) || shown.get(key) === undefined) && !isEmpty(value),
  );
}
