import {
  type Block,
  cautionSection,
  context,
  header,
  message,
  packIntoSections,
  type Reply,
  section,
} from '../blocks/blocks.ts';
import { age, amount, code, date, safeText } from '../blocks/mrkdwn.ts';
import { notAskedForLine } from '../blocks/offers.ts';
import { markedStatus, statusMark, statusWords } from '../blocks/status.ts';
import type { Inquiry, Presentation, Reader, Services } from '../command.ts';
import type { ShareAccountNumbers } from '../config/settings.ts';
import { onError, UserError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import { capitalize, cut, isDefined, joinNonEmpty } from '../text.ts';
import { looksLikeJson, shownText, type Transaction } from '../transfer-service/fields.ts';
import { assigneeLine } from './assignees.ts';
import { recordButtons, requeryButtons } from './card-buttons.ts';
import {
  drawContextLines,
  findOtherForms,
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
import {
  chooseRowCaution,
  contradictionLine,
  isOpen,
  requeryLine,
  subjectItem,
} from './contradictions.ts';
import { maskRow } from './disclosure.ts';
import { formatEmptyFields } from './empty-fields.ts';
import {
  type FoundCard,
  formatHints,
  formatSeenStatus,
  lookUpWithKnown,
  recentLookUps,
} from './record-and-requery.ts';
import type { Entry } from './requery-answer.ts';
import { type LookUp, movingForMs, type Row, rowGroup, rowText } from './row.ts';
import { changesSince, takeSnapshot } from './snapshot.ts';

/** The most lines of what is known, the most telling first: nobody reads more under a card. */
const knownLinesMax = 3;
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

/** The note of a requery in a channel, where its messages and ids are not shown. */
const maskedRequery = 'shortened: a slash command shows the rest';

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
  const contradiction = contradictionLine(row, askedAtMs);
  const transactions = row.transaction ? [row.transaction] : [];
  // What contradicts this record matters more than its bank's other transfers.
  const hints = contradiction === undefined ? formatHints(outages, transactions) : [];
  const knownLines = [
    assignee && assigneeLine(assignee),
    requeryLine(row, askedAtMs),
    ...hints,
    byAnother && formatSeenStatus(byAnother, askedAtMs),
  ].filter(isDefined);

  const readings = formatTypings([row]);
  const caution = contradiction && `${contradiction} ${chooseRowCaution(row)}`;

  const reply = message(joinNonEmpty([text, caution, ...readings], '\n'), [
    ...drawContextLines(readings),
    head,
    ...cautionSection(chooseRowCaution(row), contradiction),
    ...body,
    ...drawContextLines([...formatCacheAge([row]), formatGarbled([row])]),
    ...notAskedForLine(leftOut),
    ...(row.isRequery ? requeryButtons(row, options) : recordButtons(row, options)),
    ...drawContextLines(knownLines.slice(0, knownLinesMax)),
    ...drawContextLines([joinNonEmpty([notes, place.isPublic && formatHidden([row])])]),
  ]);

  return { ...reply, subject: [subjectItem(row)] };
}

/** Returns the parts of a record's card; `notes` go below the buttons and are in Slack's mrkdwn. */
function recordParts(row: Row, options: CardOptions) {
  const { currency, seen, askedAtMs, place, sharedBy, shareAccountNumbers } = options;
  const { status, reversedFlag, transaction: whole = {} } = row;
  const otherForms = findOtherForms(Object.entries(row.record?.record ?? {}));
  const transaction = withoutObjects(whole, otherForms);

  const isStatusObject = transaction.status === undefined && whole.status !== undefined;
  const stated = isStatusObject ? 'status in another form' : status;
  const words = capitalize(cut(statusWords(stated, reversedFlag, ' · '), statusMax));
  const ageMs = movingForMs(row, askedAtMs);
  const forAge = ageMs === undefined ? '' : ` for ${age(ageMs)}`;

  const ownCurrency = transaction.currency ?? currency;
  const sum = transaction.amount?.trim() ? amount(transaction.amount, ownCurrency) : '';
  const title = joinNonEmpty([statusMark(rowGroup(row)) + words + forAge, sum]);
  const headline = joinNonEmpty([safeText(title), code(transaction.reference ?? '')]);

  const changed = seen && changesSince(seen, takeSnapshot(whole));
  const difference = changed ?? unchangedSince(row) ?? (seen && 'unchanged');
  const before = difference && `${difference}, as of ${date(askedAtMs, 'time')}`;

  return {
    text: changed === undefined ? headline : `${headline}\n${changed}`,
    head: header(title),
    body: [
      ...recordBlocks(transaction, { before, currency }),
      ...requeriedBlocks(row, currency),
      ...packIntoSections(formatOtherForms(otherForms)),
      ...drawContextLines([formatEmptyFields(row)]),
    ],
    notes: place.isPublic
      ? joinNonEmpty([formatSharedBy(sharedBy), maskedWords[shareAccountNumbers]])
      : '',
  };
}

/** Says since when an open record's status is the same, if the team saw it before. */
function unchangedSince(row: Row): string | undefined {
  const { sameSinceMs } = row.known ?? {};
  const isSaid = sameSinceMs !== undefined && !row.requeried && isOpen(row);
  return isSaid ? `status unchanged since ${date(sameSinceMs, 'time')}` : undefined;
}

/** Leaves out the objects, which stand in lines of their own. */
function withoutObjects(transaction: Transaction, otherForms: readonly Entry[]): Transaction {
  const objects = otherForms.filter(([, value]) => looksLikeJson(shownText(value) ?? ''));
  if (objects.length === 0) return transaction;

  const { currency } = transaction; // an empty one says that the configured one is not meant
  const cleared = Object.fromEntries(objects.map(([name]) => [name, undefined]));
  return { ...transaction, ...cleared, currency };
}

function requeryParts(row: Row, { place, sharedBy, currency }: CardOptions) {
  const text = `Requery ${code(row.asked)} · ${requeryStatus(row)}`;
  // Only where the record was seen too is it known whether they agree.
  const isAlone = rowGroup(row) === 'settled' && row.known?.counterpart === undefined;
  const alone = isAlone && 'a requery alone: its record may differ';
  return {
    text,
    head: section(text),
    body: requeryBlocks(row, currency),
    notes: joinNonEmpty([formatSharedBy(sharedBy), alone, place.isPublic && maskedRequery]),
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
  if (requeried.failure === 'not_found') return [context([`${name} · nothing found`])];
  if (requeried.failure !== undefined) return [context([`${name}: ${rowText(requeried)}.`])];
  if (requeried.other)
    return [section(`${name} says nothing about this transfer: see All Values.`)];

  const line = requeryAnswerLine(requeried, currency);
  return packIntoSections([joinNonEmpty([name, requeryStatus(requeried), line])]);
}

/**
 * Looks up a record and requeries it by its id. The card shows both, and treats neither as the
 * truth.
 */
export const checkInquiry = {
  ...cardInquiry,
  find: (ask, services, asker) => cardInquiry.find({ ...ask, check: 'always' }, services, asker),
} satisfies Inquiry<CardInput, FoundCard>;
