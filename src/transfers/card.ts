import {
  type Block,
  type ButtonOptions,
  buttons,
  cautionSection,
  context,
  header,
  message,
  packIntoSections,
  type Reply,
  runAction,
  section,
} from '../blocks/blocks.ts';
import { age, amount, code, date, safeText } from '../blocks/mrkdwn.ts';
import { notAskedForLine, sharedByMax } from '../blocks/offers.ts';
import { markedStatus, statusMark, statusWords } from '../blocks/status.ts';
import type { Inquiry, Presentation, Reader, Services } from '../command.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
import { onError, UserError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import { capitalize, cut, joinNonEmpty } from '../text.ts';
import {
  isOtherForm,
  looksLikeJson,
  shownText,
  type Transaction,
} from '../transfer-service/fields.ts';
import { assigneeLine } from './assignees.ts';
import {
  drawContextLines,
  formatCacheAge,
  formatGarbled,
  formatHidden,
  formatOtherForms,
  formatSharedBy,
  formatTypings,
  recordBlocks,
  requeryAnswerLine,
  requeryBlocks,
} from './card-parts.ts';
import { chooseRowCaution, contradictionLine, isOpen, requeryLine } from './contradictions.ts';
import { maskRow } from './disclosure.ts';
import {
  type FoundCard,
  formatHints,
  formatSeenStatus,
  lookUpWithKnown,
  recentLookUps,
} from './record-and-requery.ts';
import type { Entry } from './requery-answer.ts';
import { ageOf, type LookUp, type Row, rowGroup, rowText } from './row.ts';
import { changesSince, takeSnapshot } from './snapshot.ts';

type CardInput = LookUp & Pick<FoundCard, 'sharedBy' | 'seen' | 'leftOut'>;

/**
 * Looks up one transaction or requery for its card. The inquiries of the card's buttons are based
 * on this one.
 */
export const cardInquiry = {
  async find(ask, services, asker): Promise<FoundCard> {
    const { sharedBy, seen, leftOut } = ask;
    const [found, watched] = await Promise.all([
      lookUpWithKnown(ask, services, asker),
      watchedBy(asker, services),
    ]);
    const isWatched = !ask.isRequery && watched.includes(found.row.asked);
    return { ...found, isWatched, sharedBy, seen, leftOut };
  },
  forChannel(found, mode) {
    return { ...found, row: maskRow(found.row, mode), isWatched: false };
  },
  recentLookUps: ({ row }) => recentLookUps([row]),
  show: (found, { place, canShare }, { currency, shareAccountNumbers }) =>
    drawCard({ ...found, place, canShare, currency, shareAccountNumbers }),
} satisfies Inquiry<CardInput, FoundCard>;

/**
 * The references that a person watches; none if the store cannot be read, so that the card is still
 * shown.
 */
async function watchedBy({ personId }: Asker, { watches }: Services): Promise<readonly string[]> {
  const own = await watches.of(personId).catch(onError(UserError, () => []));
  return own.map(({ reference }) => reference);
}

export type CardOptions = FoundCard &
  Pick<Reader, 'place' | 'canShare'> &
  Pick<Presentation, 'currency' | 'shareAccountNumbers'>;

/**
 * Draws one look-up: the answer, then facts from earlier look-ups. For a channel, pass a row
 * already masked.
 */
export function drawCard(options: CardOptions): Reply {
  const { row, leftOut = [], outages, askedAtMs, place } = options;
  const { text, head, body, notes } = row.isRequery
    ? requeryParts(row, options)
    : recordParts(row, options);
  const { assignee, byAnother } = row.known ?? {};
  const lead = contradictionLine(row, askedAtMs);
  const transactions = row.transaction ? [row.transaction] : [];
  const hints = lead === undefined ? formatHints(outages, transactions) : [];
  const known = [
    assignee && assigneeLine(assignee),
    requeryLine(row, askedAtMs),
    ...hints,
    byAnother && formatSeenStatus(byAnother, askedAtMs),
  ].filter((line) => line !== undefined);

  const readings = formatTypings([row]);
  const caution = lead && `${lead} ${chooseRowCaution(row)}`;

  return message(joinNonEmpty([text, caution, ...readings], '\n'), [
    ...drawContextLines(readings),
    head,
    ...cautionSection(chooseRowCaution(row), lead),
    ...body,
    ...drawContextLines([...formatCacheAge([row]), formatGarbled([row])]),
    ...notAskedForLine(leftOut),
    ...(row.isRequery ? requeryButtons(row.asked, options) : recordButtons(row, options)),
    ...drawContextLines(known.slice(0, knownMax)),
    ...drawContextLines([joinNonEmpty([notes, place.isPublic && formatHidden([row])], ' · ')]),
  ]);
}

/** The most lines of what is known, the most telling first: nobody reads more under a card. */
const knownMax = 3;

/** Returns the parts of a record's card; `notes` go below the buttons and are in Slack's mrkdwn. */
function recordParts(row: Row, options: CardOptions) {
  const { currency, seen, askedAtMs, place, sharedBy, shareAccountNumbers } = options;
  const { status, reversedFlag, transaction: whole = {} } = row;
  const entries = Object.entries(row.record?.record ?? {});
  const transaction = withoutOtherForms(whole, entries);
  const isOther = transaction.status === undefined && whole.status !== undefined;
  const stated = isOther ? 'status in another form' : status;
  const words = capitalize(cut(statusWords(stated, reversedFlag, ' · '), statusMax));
  const ageMs = ageOf(row, askedAtMs);
  const forAge = ageMs === undefined ? '' : ` for ${age(ageMs)}`;
  const ownCurrency = transaction.currency ?? currency;
  const sum = transaction.amount?.trim() ? amount(transaction.amount, ownCurrency) : '';
  const title = joinNonEmpty([statusMark(rowGroup(row)) + words + forAge, sum], ' · ');
  const headline = joinNonEmpty([safeText(title), code(transaction.reference ?? '')], ' · ');
  const changed = seen && changesSince(seen, takeSnapshot(whole));
  const before = seen && `${changed ?? 'unchanged'}, as of ${date(askedAtMs, 'time')}`;

  return {
    text: changed === undefined ? headline : `${headline}\n${changed}`,
    head: header(title),
    body: [
      ...recordBlocks(transaction, { before, currency }),
      ...requeriedBlocks(row, currency),
      ...packIntoSections(formatOtherForms(entries)),
    ],
    notes: place.isPublic
      ? joinNonEmpty([formatSharedBy(sharedBy), maskedWords[shareAccountNumbers]], ' · ')
      : '',
  };
}

/** Leaves out the objects, which stand in lines of their own. */
function withoutOtherForms(transaction: Transaction, entries: readonly Entry[]): Transaction {
  const objects = entries.filter(
    ([name, value]) => isOtherForm(name, value) && looksLikeJson(shownText(value) ?? ''),
  );
  if (objects.length === 0) return transaction;

  const { currency } = transaction; // an empty one says that the configured one is not meant
  const left = Object.fromEntries(objects.map(([name]) => [name, undefined]));
  return { ...transaction, ...left, currency };
}

/**
 * The longest status in a headline, in characters: room must be left for the amount that follows
 * the status.
 */
const statusMax = 100;

const maskedWords: Record<ShareAccountNumbers, string> = {
  masked: 'names and accounts shortened',
  full: 'names shortened',
  never: 'names shortened, no accounts',
};

function requeryParts(row: Row, { sharedBy, currency }: CardOptions) {
  const text = `Requery ${code(row.asked)} · ${requeryStatus(row)}`;
  return {
    text,
    head: section(text),
    body: requeryBlocks(row, currency),
    notes: formatSharedBy(sharedBy),
  };
}

function requeryStatus(row: Row): string {
  return markedStatus(rowGroup(row), safeText(rowText(row)));
}

/** Draws the requery that was made together with a record, below the record. */
function requeriedBlocks({ requeried, check }: Row, currency: string | undefined): Block[] {
  if (requeried === undefined) {
    return check ? [section('The record has no id to requery by.')] : [];
  }

  const name = `Requery ${code(requeried.asked)}`;
  if (requeried.failure === 'not_found')
    return [context([`No requery by ID ${code(requeried.asked)}.`])];
  if (requeried.failure !== undefined) return [context([`${name}: ${rowText(requeried)}.`])];
  if (requeried.other)
    return [section(`${name} says nothing about this transfer: see All Values.`)];

  const line = requeryAnswerLine(requeried, currency);
  return packIntoSections([joinNonEmpty([name, requeryStatus(requeried), line], ' · ')]);
}

/**
 * Looks up a record and requeries it by its id. The card shows both, and treats neither as the
 * truth.
 */
export const checkInquiry = {
  ...cardInquiry,
  find: (ask, services, asker) => cardInquiry.find({ ...ask, check: 'always' }, services, asker),
} satisfies Inquiry<CardInput, FoundCard>;

/** Action ids of a card's buttons, which `card-buttons.ts` routes: old messages have them too. */
export const cardAction = {
  check: 'txn:check',
  refresh: 'txn:refresh',
  watch: 'txn:watch',
  stop: 'watch:stop',
  full: 'txn:full',
  share: 'txn:share',
  note: 'txn:note',
  fields: 'txn:fields',
  onIt: 'txn:on-it',
  offIt: 'txn:off-it',
  refreshRequery: 'tsq:refresh',
  shareRequery: 'tsq:share',
  noteRequery: 'tsq:note',
  values: 'tsq:values',
};

function button(actionId: string, label: string, value: string): ButtonOptions {
  return { actionId, label, value };
}

/**
 * Draws the buttons under a record's card. On a card in a channel, Check Again and Refresh show no
 * more than the card already does; every other button shows its answer only to the person who
 * clicks, or starts a watch for only that person.
 */
function recordButtons(row: Row, options: CardOptions): Block[] {
  const { transaction = {}, requeried, known } = row;
  const { reference } = transaction;
  if (!reference) return [];

  const carried = carriedPlace(options);
  const value = JSON.stringify({ reference });
  const refreshed = JSON.stringify({ reference, seen: takeSnapshot(transaction), ...carried });
  const watched = options.place.isPublic ? value : JSON.stringify({ reference, ...carried });
  const again = isOpen(row)
    ? [
        { ...button(cardAction.check, 'Check Again', refreshed), isPrimary: true },
        assigneeButton(known?.assignee?.isOwn === true, value),
      ]
    : [button(cardAction.refresh, 'Refresh', refreshed)];

  return buttons(
    [
      ...again,
      options.isWatched
        ? button(cardAction.stop, 'Stop Watching', value)
        : button(cardAction.watch, 'Tell Me When It Changes', watched),
    ],
    [
      ...openOrShare(
        options,
        button(cardAction.full, 'Open in Full', value),
        button(cardAction.share, 'Share', value),
      ),
      button(cardAction.note, 'Note for the Bank', value),
      button(cardAction.fields, 'All Fields', value),
      ...(requeried?.requery ? [button(cardAction.values, 'All Values', requeried.asked)] : []),
    ],
  );
}

/** Chooses I'm On It, or what ends it for the reader who is on it already. */
export function assigneeButton(isOwn: boolean, value: string) {
  return isOwn
    ? { actionId: cardAction.offIt, label: "I'm Not On It", value }
    : { actionId: cardAction.onIt, label: "I'm On It", value };
}

function requeryButtons(transactionId: string, options: CardOptions): Block[] {
  const refreshed = JSON.stringify({ transactionId, ...carriedPlace(options) });
  const open = { ...runAction('tsq', transactionId), label: 'Open in Full' };
  return buttons(
    [
      button(cardAction.refreshRequery, 'Refresh', refreshed),
      button(cardAction.noteRequery, 'Note for the Bank', transactionId),
    ],
    [
      ...openOrShare(options, open, button(cardAction.shareRequery, 'Share', transactionId)),
      button(cardAction.values, 'All Values', transactionId),
    ],
  );
}

/**
 * Returns facts about a card that its buttons must carry, because Slack does not send them with a
 * click.
 */
export function carriedPlace({
  place,
  canShare,
  sharedBy,
}: Pick<Reader, 'place'> & Partial<Pick<CardOptions, 'canShare' | 'sharedBy'>>) {
  const audience = place.isPublic ? 'channel' : 'asker';
  return { audience, canShare, sharedBy: sharedBy?.slice(0, sharedByMax) };
}

/**
 * Chooses `open` for a card in a channel, or `share` for a card that one person sees, if it can be
 * shared.
 */
function openOrShare(
  { place, canShare }: CardOptions,
  open: ButtonOptions,
  share: ButtonOptions,
): ButtonOptions[] {
  if (place.isPublic) return [open];
  return canShare ? [share] : [];
}
