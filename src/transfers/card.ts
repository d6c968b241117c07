import {
  type Block,
  cautionSection,
  context,
  header,
  message,
  quote,
  type Reply,
  sectionsOf,
} from '../blocks/blocks.ts';
import { amount, code, date, duration, outside } from '../blocks/mrkdwn.ts';
import { notAskedForLine, sharedByMax } from '../blocks/offers.ts';
import { cautionOf, markOf, statusGroup, statusWords } from '../blocks/status.ts';
import type { Inquiry } from '../command.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
import { UserError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import type { Presentation, Services } from '../services.ts';
import { capital, cut, joined } from '../text.ts';
import type { Aged } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { backgroundForChannel, withBackground } from './background.ts';
import { type CardPlace, cardButtons } from './card-actions.ts';
import { maskTransaction } from './disclosure.ts';
import { lookUpWithBackground, recentLookUpOfRecord, type TransactionWithBackground } from './look-up.ts';
import { recordRow } from './row.ts';
import { changesSince, type Snapshot, snapshotOf } from './snapshot.ts';

/** What a card is asked for. */
export interface CardInput {
  reference: string;
  /** The person who shared it. */
  sharedBy?: string | undefined;
  /** What the card showed that this one takes the place of. */
  seen?: Snapshot | undefined;
  /** Words of the question that were not looked up. */
  leftOut?: readonly string[] | undefined;
}

export type FoundCard = TransactionWithBackground & Omit<CardInput, 'reference'> & { isWatched?: boolean };

/** One transaction, looked up for its card and what stands behind the buttons of it. */
export const cardOf = {
  async find({ reference, sharedBy, seen, leftOut }, services, asker) {
    const [found, isWatched] = await Promise.all([
      lookUpWithBackground(reference, services, asker),
      isWatchedBy(asker, reference, services),
    ]);
    return { ...found, isWatched, sharedBy, seen, leftOut };
  },
  forChannel(found, mode) {
    const row = recordRow(found.row.asked, maskTransaction(found.row.record, mode));
    return { ...found, row, background: backgroundForChannel(found.background), isWatched: false };
  },
  recentLookUps: ({ row }) => recentLookUpOfRecord(row.record),
  show: (found, reader, presentation) => transactionCard({ ...found, ...reader, ...presentation }),
} satisfies Inquiry<CardInput, FoundCard>;

/** No card fails because watches cannot be read. */
async function isWatchedBy({ personId }: Asker, reference: string, { watches }: Services): Promise<boolean> {
  try {
    return (await watches.of(personId)).some((watch) => watch.reference === reference);
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

export type TransactionCardOptions = FoundCard & CardPlace & Pick<Presentation, 'currency' | 'shareAccountNumbers'>;

/** One record of spec 2.2, the answer first, with what was asked before. For a channel the record is already masked. */
export function transactionCard(options: TransactionCardOptions): Reply {
  const { currency, audience, seen, sharedBy, shareAccountNumbers, askedAtMs } = options;
  const { transaction, record } = options.row;
  const { status = '', reversedFlag, reference = '' } = transaction;
  const title = titleOf(transaction, currency);
  const headline = joined([outside(title), code(reference)], ' · ');
  const at = (epochMs: number) => date(epochMs, 'time');
  const changed = seen && changesSince(seen, snapshotOf(transaction), { currency, at });
  const before = seen && `${changed ?? 'unchanged'}, as of ${date(askedAtMs, 'time')}`;
  const masked = audience === 'channel' ? [context([sharedLine(sharedBy), maskedWords[shareAccountNumbers]])] : [];
  const card = message(changed === undefined ? headline : `${headline}\n${changed}`, [
    header(title),
    ...cautionSection(cautionOf(statusGroup(status, reversedFlag), status.trim() !== '')),
    ...recordBlocks(transaction, { before, currency }),
    ...agedLines([record]).map((line) => context([line])),
    ...notAskedForLine(options.leftOut ?? []),
    ...cardButtons(transaction, options),
    ...masked,
  ]);
  return withBackground(card, options, [transaction]);
}

/** The age of the oldest of these answers, where a cache on the way kept it. */
export function agedLines(answers: readonly Aged[]): string[] {
  const oldestMs = Math.max(0, ...answers.map(({ ageMs = 0 }) => ageMs));
  if (oldestMs === 0) return [];
  return [`This is ${duration(oldestMs)} old: a cache on the way kept it. Tell whoever runs me.`];
}

const maskedWords: Record<ShareAccountNumbers, string> = {
  masked: 'names and accounts shortened',
  full: 'names shortened',
  never: 'names shortened, no accounts',
};

/** For the context line of what somebody shared. */
export function sharedLine(sharedBy: string | undefined): string | undefined {
  return sharedBy ? `shared by ${outside(sharedBy, sharedByMax)}` : undefined;
}

/** In characters: the amount stands behind it. */
const statusMax = 100;

function titleOf({ status, reversedFlag, amount: text }: Transaction, currency: string | undefined): string {
  const title = capital(cut(statusWords(status, reversedFlag, ' · '), statusMax));
  const sum = text?.trim() ? amount(text, currency) : '';
  return joined([markOf(statusGroup(status, reversedFlag)) + title, sum], ' · ');
}

interface AroundRecord {
  /** A line of its own; mrkdwn. */
  above?: string | undefined;
  /** Stands before the reference; mrkdwn. */
  before?: string | undefined;
  currency: string | undefined;
}

/** The record below its headline; what did not arrive is left out. */
export function recordBlocks(txn: Transaction, { above = '', before, currency }: AroundRecord): Block[] {
  const isCollection = txn.transactionTypeName === 'collection';
  const [payer, payee] = [partyText(partyOf(txn, 'source')), partyText(partyOf(txn, 'destination'))];
  const [from, to] = [payer && `from ${payer}`, payee && `to ${payee}`];
  const [first, second] = isCollection ? [from, to] : [to, from];
  const charge = money(txn.charge, currency);
  const net = money(withCents(txn.netAmount), currency);
  const session = code(txn.sessionId ?? '');
  const unread = txn.unreadTimes ?? {};
  const completed = time(txn.completedAt, txn.createdAt) || code(unread.completedAt ?? '', 40);
  const created = time(txn.createdAt) || code(unread.createdAt ?? '', 40);
  const times = [created && `created ${created}`, completed && `completed ${completed}`];
  const head = joined([before, code(txn.reference ?? ''), first, joined(times, ', ')], ' · ');
  const lines = [
    above,
    txn.reference ? head : capital(head),
    capital(second),
    capital(joined([session && `session ${session}`, charge && `charge ${charge}`, net && `net ${net}`], ' · ')),
  ].filter((line) => line !== '');
  return [...sectionsOf(lines), ...(txn.description?.trim() ? [quote(txn.description, narrationMax)] : [])];
}

/** A line; All Fields has all of it. */
const narrationMax = 80;

/** The payer's or the payee's side of a record; what did not arrive is empty. */
function partyOf(txn: Transaction, side: 'source' | 'destination') {
  return {
    name: txn[`${side}AccountName`] ?? '',
    account: txn[`${side}AccountNumber`] ?? '',
    bankName: txn[`${side}BankName`] ?? '',
    bankCode: txn[`${side}BankCode`] ?? '',
  };
}

function partyText({ name, account, bankName, bankCode }: ReturnType<typeof partyOf>): string {
  const who = joined([outside(name), code(account, 40)], ' ');
  return joined([who, joined([outside(bankName, 100), code(bankCode, 20)], ' ')], ', ');
}

function money(text: string | undefined, currency: string | undefined): string {
  return text?.trim() ? outside(amount(text, currency)) : '';
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

const namesMax = 300;

/** `2 fields withheld: bvn, nin`; mrkdwn, `undefined` for none. A name may itself hold somebody's number. */
export function redactedLine(names: readonly string[], what = 'withheld'): string | undefined {
  if (names.length === 0) return undefined;
  const listed = names.map((name) => name.replace(/\d{4,}/g, '…')).join(', ');
  return `${names.length} ${names.length === 1 ? 'field' : 'fields'} ${what}: ${outside(listed, namesMax)}`;
}
