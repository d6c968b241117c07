import {
  type Audience,
  type Block,
  type ButtonAction,
  type ButtonOptions,
  buttons,
  quote,
  runAction,
  sectionsOf,
} from '../blocks/blocks.ts';
import { fieldLabel, fieldText, quoteService, scalarText } from '../blocks/json-fields.ts';
import { amount, code, date, duration, outside } from '../blocks/mrkdwn.ts';
import { sharedByMax } from '../blocks/offers.ts';
import { isSettled, statusGroup } from '../blocks/status.ts';
import { capital, foldBlanks, joined } from '../text.ts';
import type { Aged } from '../transfer-service/client.ts';
import type { Transaction } from '../transfer-service/fields.ts';
import { type Entry, isIdKey, isStatusKey, namesCurrency, serviceTexts, topValues } from './requery-answer.ts';
import type { RequeryRow, Row } from './row.ts';
import { watchedOf } from './snapshot.ts';

/** The age of the oldest of these answers, where a cache on the way kept it. */
export function agedLines(answers: readonly Aged[]): string[] {
  const oldestMs = Math.max(0, ...answers.map(({ ageMs = 0 }) => ageMs));
  if (oldestMs === 0) return [];
  return [`This is ${duration(oldestMs)} old: a cache on the way kept it. Tell whoever runs me.`];
}

/** For the context line of what somebody shared. */
export function sharedLine(sharedBy: string | undefined): string | undefined {
  return sharedBy ? `shared by ${outside(sharedBy, sharedByMax)}` : undefined;
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
  const [payer, payee] = [partyText(txn, 'source'), partyText(txn, 'destination')];
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

/** The payer's or the payee's side of a record, of what arrived. */
function partyText(txn: Transaction, side: 'source' | 'destination'): string {
  const who = joined([outside(txn[`${side}AccountName`] ?? ''), code(txn[`${side}AccountNumber`] ?? '', 40)], ' ');
  const bank = joined([outside(txn[`${side}BankName`] ?? '', 100), code(txn[`${side}BankCode`] ?? '', 20)], ' ');
  return joined([who, bank], ', ');
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

/** More are in All Values. */
const valuesMax = 10;
const valueMax = 120;

/**
 * An answer to a requery below its headline: what the service says, quoted, and its first values as they came, as the
 * spec shows no response (4.2). The fields of a record stand in its own form.
 */
export function requeryBlocks(row: RequeryRow, configured?: string): Block[] {
  const { requery: answer, status } = row;
  const record = answer.transaction?.transaction;
  const currency = namesCurrency(answer) ? undefined : configured;
  const texts = serviceTexts(answer);
  const values = valuesBeside(row, texts);
  const shown = values.filter(([, value]) => scalarText(value) !== undefined).slice(0, valuesMax);
  const more = values.length - shown.length;
  const line = [
    ...new Set(texts.map(quoteService)),
    ...shown.map(([name, value]) => `${fieldLabel(name)} ${fieldText(name, value, valueMax, currency)}`),
    ...(more > 0 ? [`${more} more in All Values`] : []),
  ].join(' · ');
  if (!record) return line === '' && status !== '' ? [] : sectionsOf([line || 'The answer holds no data.']);
  const sum = money(record.amount, currency);
  return recordBlocks(record, { above: joined([line, sum && `Amount ${sum}`], '\n'), currency });
}

/** What the card has not said already in its headline or in quotes. */
function valuesBeside({ asked, statuses = [], code, requery }: RequeryRow, texts: readonly string[]): Entry[] {
  const [status = ''] = statuses.length === 1 ? statuses : [];
  return topValues(requery.transaction ? { ...requery, payload: {} } : requery).filter(([name, value]) => {
    const text = foldBlanks(scalarText(value) ?? '');
    const isStatus = isStatusKey(name) && text.toLowerCase() === status.toLowerCase();
    const isCode = statuses.length === 0 && text === code && /code$/i.test(name);
    return !isStatus && !isCode && !isIdKey(name) && !texts.includes(text) && text !== asked;
  });
}

export interface CardPlace {
  audience: Audience;
  /** Whether it can be shared with everybody from where it is shown. */
  canShare: boolean;
  sharedBy?: string | undefined;
}

/**
 * The buttons under a transaction or a requery. Under a card that a channel reads, Refresh gives nobody more than the card
 * itself; what the others show, and the watch, is for the one who presses alone.
 */
export function cardButtons(
  { isRequery, asked, ofRecord, transaction = {} }: Row,
  { isWatched = false, ...place }: CardPlace & { isWatched?: boolean },
): Block[] {
  if (isRequery) return ofRecord === undefined ? requeryButtons(asked, place) : comparisonButtons(ofRecord, asked);
  const { reference, id, status, reversedFlag } = transaction;
  if (!reference) return [];
  const value = JSON.stringify({ reference });
  const isPrimary = !isSettled(statusGroup(status, reversedFlag));
  const stop = { actionId: 'watch:stop', label: 'Stop Watching', value };
  const own = JSON.stringify({ reference, ...carried(place) });
  const tell = {
    actionId: 'txn:watch',
    label: 'Tell Me When It Changes',
    value: place.audience === 'asker' ? own : value,
  };
  return buttons(
    [
      ...(id ? [{ actionId: 'txn:requery', label: 'Requery', value, isPrimary }] : []),
      {
        actionId: 'txn:refresh',
        label: 'Refresh',
        value: JSON.stringify({ reference, seen: watchedOf(transaction), ...carried(place) }),
      },
      isWatched && place.audience === 'asker' ? stop : tell,
    ],
    [
      ...spread(place, { actionId: 'txn:share', value }, { actionId: 'txn:full', value }),
      { actionId: 'txn:note', label: 'Note for the Bank', value },
      { actionId: 'txn:fields', label: 'All Fields', value },
    ],
  );
}

function requeryButtons(transactionId: string, place: CardPlace): Block[] {
  const value = transactionId;
  return buttons(
    [
      { actionId: 'tsq:refresh', label: 'Refresh', value: JSON.stringify({ transactionId, ...carried(place) }) },
      { actionId: 'tsq:note', label: 'Note for the Bank', value },
    ],
    [
      ...spread(place, { actionId: 'tsq:share', value }, runAction('tsq', value)),
      { actionId: 'tsq:values', label: 'All Values', value },
    ],
  );
}

/** The buttons under a record beside its requery, which is for the asker alone. */
function comparisonButtons(reference: string, transactionId: string): Block[] {
  const value = JSON.stringify({ reference });
  return buttons(
    [
      { actionId: 'txn:requery', label: 'Ask Again', value },
      { actionId: 'txn:note-both', label: 'Note for the Bank', value },
    ],
    [
      { actionId: 'txn:fields', label: 'All Fields', value },
      { actionId: 'tsq:values', label: 'All Values', value: transactionId },
    ],
  );
}

/** What a click cannot tell of the card that it was made on. */
function carried({ audience, canShare, sharedBy }: CardPlace) {
  return { audience, canShare, sharedBy: sharedBy?.slice(0, sharedByMax) };
}

/** What a channel reads can be opened whole; what one person reads can be shared. */
function spread({ audience, canShare }: CardPlace, share: ButtonAction, open: ButtonAction): ButtonOptions[] {
  if (audience === 'channel') return [{ ...open, label: 'Open in Full' }];
  return canShare ? [{ ...share, label: 'Share' }] : [];
}
