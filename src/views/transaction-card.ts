import { withhold } from '../sensitive-fields.ts';
import type { TransactionAnswer } from '../transfer-api/client.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import { isEmpty } from '../transfers/json-values.ts';
import type { FoundTransaction } from '../transfers/look-up.ts';
import type { ShareAccountNumbers } from '../transfers/mask-transaction.ts';
import { isReversed, marks, statusGroup } from '../transfers/status-group.ts';
import { statusTitle, withReversedFlag } from '../transfers/status-words.ts';
import { amount } from './amount.ts';
import { type BlockForm, canFold, secondLook } from './block-form.ts';
import {
  type Audience,
  type Block,
  context,
  fields,
  header,
  leftOutWords,
  message,
  quote,
  type Reply,
  section,
} from './blocks.ts';
import { cardActions } from './card-actions.ts';
import { fieldCount, jsonFields } from './json-fields.ts';
import { asked, recordIds } from './metadata.ts';
import { bold, code, date, outside } from './mrkdwn.ts';
import { accountLine, lead, otherSide, parties } from './parties.ts';
import { reversedCaution, statusCaution } from './status-caution.ts';
import { type Unclear, unclearBlocks } from './unclear.ts';
import { withheldLine } from './withheld.ts';

export interface TransactionCardOptions extends FoundTransaction {
  /** ISO 4217; the spec names none. */
  currency: string | undefined;
  blockForm: BlockForm;
  /** Who will read it; for a channel the record is already masked. */
  audience: Audience;
  /** Whether it can be shared with everybody from where it is shown. */
  canShare: boolean;
  shareAccountNumbers: ShareAccountNumbers;
  /** What has changed since the card was last drawn; shown first. */
  changed?: string | undefined;
  /** Words of the question that were not looked up. */
  leftOut?: readonly string[];
  /** What can be read in two ways, and was not looked up either. */
  unclear?: readonly Unclear[];
  /** The person who shared the card. */
  sharedBy?: string | undefined;
  /** What stands below the record. */
  beside?: readonly Block[];
  /** Whether a watch of it has just ended with its time. */
  isOver?: boolean;
}

/** One record of spec 2.2, the main point first. The card interprets nothing that the spec leaves open. */
export function transactionCard(options: TransactionCardOptions): Reply {
  const { answer, timing, currency, blockForm, audience, changed, sharedBy } = options;
  const { transaction } = answer;
  const title = titleOf(transaction, currency);
  const headline = [outside(title), code(transaction.reference ?? '')].filter((part) => part !== '').join(' · ');
  const summary = [changed, headline, ...warnings(transaction), lead(transaction)];
  return message(summary.filter((line) => line !== undefined).join('\n'), [
    ...(changed ? [section(bold(changed))] : []),
    header(title),
    ...recordBlocks(answer, options),
    ...(options.beside ?? []),
    ...leftOutWords(options.leftOut ?? []),
    ...cardActions(transaction, options),
    context([
      ...(canFold(blockForm) ? [] : recordIds(transaction)),
      asked(timing),
      audience === 'channel' ? shortened(sharedBy, options.shareAccountNumbers) : undefined,
    ]),
    ...unclearBlocks(options.unclear ?? []),
  ]);
}

function shortened(sharedBy: string | undefined, mode: ShareAccountNumbers): string {
  const by = sharedBy ? `shared by ${outside(sharedBy, 80)}, ` : '';
  const accounts = {
    masked: 'names and account numbers shortened',
    full: 'names shortened',
    never: 'names shortened, account numbers left out',
  };
  return `${by}${accounts[mode]}, narration left out`;
}

/** The record without header and buttons. Where nothing can be folded, its ids are for whoever draws the card. */
export function recordBlocks(
  { transaction, record, withheld }: TransactionAnswer,
  { currency, blockForm }: Pick<TransactionCardOptions, 'currency' | 'blockForm'>,
): Block[] {
  const { description } = transaction;
  const { kept, withheld: personal } = withhold(record, 'personal');
  const notHere = [withheldLine(withheld), withheldLine(personal, 'in All Fields alone')].filter((line) => line);
  const others = unshown(transaction, kept);
  const ids = canFold(blockForm) ? recordIds(transaction) : [];
  return [
    ...warnings(transaction).map((warning) => section(warning)),
    section(parties(transaction)),
    ...fields(columns(transaction, currency)),
    ...(description?.trim() ? [quote(description)] : []),
    ...secondLook(blockForm, foldedTitle(fieldCount(others)), [
      ...jsonFields(others),
      ...(notHere.length > 0 ? [context(notHere)] : []),
      ...(ids.length > 0 ? [context(ids)] : []),
    ]),
  ];
}

function foldedTitle(count: number): string {
  if (count === 0) return 'Ids of the record';
  return count === 1 ? '1 more field, and ids' : `${count} more fields, and ids`;
}

function titleOf({ status, reversedFlag, amount: text }: Transaction, currency: string | undefined): string {
  const title = `${marks[statusGroup(status, reversedFlag)]} ${withReversedFlag(statusTitle(status), reversedFlag)}`;
  return text?.trim() ? `${title} · ${amount(text, currency)}` : title;
}

/** What the reader must not overlook, whatever the status. */
function warnings({ status, reversedFlag }: Transaction): string[] {
  const reversed = isReversed(reversedFlag) ? reversedCaution(reversedFlag) : undefined;
  return [reversed, statusCaution(status)].filter((line) => line !== undefined);
}

function columns(txn: Transaction, currency: string | undefined): string[] {
  const { label, party } = otherSide(txn);
  const money = (text: string | undefined) => (text?.trim() ? outside(amount(text, currency)) : '');
  return [
    field(label, [outside(party.name ?? ''), accountLine(party)], '\n'),
    field('Reference', [code(txn.reference ?? '')]),
    field('Session', [code(txn.sessionId ?? '')]),
    paired('Charge', money(txn.charge), 'Net', money(withCents(txn.netAmount)), ' · '),
    paired('Created', time(txn.createdAt), 'completed', time(txn.completedAt, txn.createdAt), ' → '),
  ].filter((text) => text !== '');
}

/** The net amount is a JSON number (spec 2.2), which drops the zeros that the other amounts have. */
function withCents(text: string | undefined): string | undefined {
  if (text === undefined || !/^-?\d+(?:\.\d)?$/.test(text)) return text;
  return text.includes('.') ? `${text}0` : `${text}.00`;
}

const hourMs = 3_600_000;

/** Leaves out the date of a time that comes soon after another one. */
function time(epochMs: number | undefined, afterMs?: number): string {
  if (epochMs === undefined) return '';
  const isSoonAfter = afterMs !== undefined && epochMs >= afterMs && epochMs - afterMs < hourMs;
  return date(epochMs, isSoonAfter ? 'time' : 'full');
}

function field(label: string, lines: string[], separator = ' '): string {
  const value = lines.filter((line) => line !== '').join(separator);
  return value === '' ? '' : `*${label}*\n${value}`;
}

/** Two values under one label; when one did not arrive, its half of the label is left out. */
function paired(firstLabel: string, first: string, secondLabel: string, second: string, separator: string): string {
  const label = [first && firstLabel, second && secondLabel].filter((part) => part !== '').join(separator);
  const capital = label.charAt(0).toUpperCase() + label.slice(1);
  return field(capital, [first, second], separator);
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
