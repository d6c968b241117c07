import {
  type Block,
  type ButtonOptions,
  buttons,
  cautionSection,
  header,
  message,
  type Reply,
  runAction,
  section,
} from '../blocks/blocks.ts';
import { amount, bold, code, date, safeText } from '../blocks/mrkdwn.ts';
import { notAskedForLine, sharedByMax } from '../blocks/offers.ts';
import { statusMark, statusWords } from '../blocks/status.ts';
import type { Inquiry, Presentation, Reader, Services } from '../command.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
import { onError, UserError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import { capitalize, cut, joinNonEmpty } from '../text.ts';
import {
  changesSince,
  drawContextLines,
  formatCacheAge,
  formatSharedBy,
  recordBlocks,
  requeryBlocks,
  takeSnapshot,
  type Watched,
} from './answer.ts';
import { assigneeLine, withAssignees } from './assignees.ts';
import { maskRecord, maskRow } from './disclosure.ts';
import {
  backgroundForChannel,
  type FoundLookUp,
  formatHints,
  formatSeenStatus,
  lookUpWithBackground,
  recentLookUps,
} from './look-up.ts';
import {
  buildRequery,
  chooseRowCaution,
  isUnsettled,
  type LookUp,
  type Row,
  recordedGroup,
  rowGroup,
  rowText,
} from './row.ts';

interface AroundCard {
  sharedBy?: string | undefined;
  /** What was shown by the card that this card replaces. */
  seen?: Watched | undefined;
  /** Words of the user's request that were not looked up. */
  leftOut?: readonly string[] | undefined;
}

/** `isWatched`: whether the card's only reader already watches the transaction. */
export type FoundCard = FoundLookUp & AroundCard & { isWatched?: boolean };

/**
 * Looks up one transaction or requery for its card. The inquiries of the card's buttons are based
 * on this one.
 */
export const cardInquiry = {
  async find({ sharedBy, seen, leftOut, ...ask }, services, asker): Promise<FoundCard> {
    const [found, isWatched] = await Promise.all([
      lookUpWithBackground(ask, services, asker),
      !ask.isRequery && isWatchedBy(asker, ask.asked, services),
    ]);
    const [row = found.row] = await withAssignees([found.row], services.assignees, asker);
    return { ...found, row, isWatched, sharedBy, seen, leftOut };
  },
  forChannel(found, mode) {
    const background = backgroundForChannel(found.background);
    return { ...found, row: maskRow(found.row, mode), background, isWatched: false };
  },
  recentLookUps: ({ row }) => recentLookUps([row]),
  show: (found, reader, presentation) => lookUpCard({ ...found, ...reader, ...presentation }),
} satisfies Inquiry<LookUp & AroundCard, FoundCard>;

/**
 * Whether a person watches a reference; `false` if the store cannot be read, so that the card is
 * still shown.
 */
async function isWatchedBy(
  { personId }: Asker,
  reference: string,
  { watches }: Services,
): Promise<boolean> {
  const own = await watches.of(personId).catch(onError(UserError, () => []));
  return own.some((watch) => watch.reference === reference);
}

export type CardOptions = FoundCard &
  Pick<Reader, 'audience' | 'canShare'> &
  Pick<Presentation, 'currency' | 'shareAccountNumbers'>;

/**
 * Draws one look-up: the answer, then facts from earlier look-ups. For a channel, pass a row
 * already masked.
 */
export function lookUpCard(options: CardOptions): Reply {
  const { row, leftOut = [], background, askedAtMs, record = row.transaction } = options;
  const { text, head, body, notes } = row.isRequery
    ? requeryParts(row, options)
    : recordParts(row, options);
  const { seen } = background;
  const before = [
    ...(row.assignee ? [assigneeLine(row.assignee)] : []),
    ...formatHints(background, record ? [record] : []),
    ...(seen ? [formatSeenStatus(seen, askedAtMs)] : []),
  ];
  return message(text, [
    head,
    ...cautionSection(chooseRowCaution(row)),
    ...body,
    ...drawContextLines(formatCacheAge([row])),
    ...notAskedForLine(leftOut),
    ...cardButtons(row, options),
    ...drawContextLines(before),
    ...drawContextLines([notes]),
  ]);
}

/** Returns the parts of a record's card; `notes` go below the buttons and are in Slack's mrkdwn. */
function recordParts(row: Row, options: CardOptions) {
  const { currency, seen, askedAtMs, audience, sharedBy, shareAccountNumbers } = options;
  const { status, reversedFlag, transaction = {} } = row;
  const words = capitalize(cut(statusWords(status, reversedFlag, ' · '), statusMax));
  const sum = transaction.amount?.trim() ? amount(transaction.amount, currency) : '';
  const title = joinNonEmpty([statusMark(rowGroup(row)) + words, sum], ' · ');
  const headline = joinNonEmpty([safeText(title), code(transaction.reference ?? '')], ' · ');
  const changed = seen && changesSince(seen, takeSnapshot(transaction));
  const before = seen && `${changed ?? 'unchanged'}, as of ${date(askedAtMs, 'time')}`;
  return {
    text: changed === undefined ? headline : `${headline}\n${changed}`,
    head: header(title),
    body: recordBlocks(transaction, { before, currency }),
    notes:
      audience === 'channel'
        ? joinNonEmpty([formatSharedBy(sharedBy), maskedWords[shareAccountNumbers]], ' · ')
        : '',
  };
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
  const { asked, ofRecord, recorded } = row;
  const status = statusMark(rowGroup(row)) + bold(safeText(rowText(row)));
  const text =
    ofRecord === undefined || recorded === undefined
      ? `Requery ${code(asked)} · ${status}`
      : `${code(ofRecord)}: record ${statusMark(recordedGroup(recorded))}${bold(safeText(recorded))}; requery ${code(asked)} ${status}`;
  return {
    text,
    head: section(text),
    body: requeryBlocks(row, currency),
    notes: formatSharedBy(sharedBy),
  };
}

/**
 * Looks up a record and requeries it by its id, although the API spec does not say that a requery
 * takes this number. The card shows the status of the record and of the requery, and treats neither
 * as the truth.
 */
export const comparisonInquiry = {
  ...cardInquiry,
  async find(ask, services, asker): Promise<FoundCard> {
    const { row, background } = await lookUpWithBackground(ask, services, asker);
    const requery = buildRequery(row);
    if (requery === undefined)
      throw new UserError(
        `The record of ${code(ask.asked)} has no id to requery by: paste its transaction identifier.`,
      );
    const found = await lookUpWithBackground(
      { ...requery, recorded: rowText(row) },
      services,
      asker,
    );
    const [requeried = found.row] = await withAssignees([found.row], services.assignees, asker);
    const ageMs = Math.max(row.ageMs ?? 0, requeried.ageMs ?? 0);
    return { ...found, row: { ...requeried, ageMs }, record: row.transaction, background };
  },
  forChannel: (found, mode) => ({
    ...cardInquiry.forChannel(found, mode),
    record: found.record && maskRecord(found.record, mode),
  }),
} satisfies Inquiry<LookUp, FoundCard>;

/**
 * Draws the buttons under a transaction's card, a requery's card, or a comparison of both, which
 * only the asker sees. On a card in a channel, Refresh shows no more than the card already does;
 * every other button shows its answer only to the person who clicks, or starts a watch for only
 * that person.
 */
function cardButtons(row: Row, options: CardOptions): Block[] {
  const { isRequery, asked, ofRecord } = row;
  if (!isRequery) return recordButtons(row, options);
  if (ofRecord === undefined) return requeryButtons(asked, options);
  const value = JSON.stringify({ reference: ofRecord });
  return buttons(
    [
      button('txn:requery', 'Ask Again', value),
      button('txn:note-both', 'Note for the Bank', value),
    ],
    [button('txn:fields', 'All Fields', value), button('tsq:values', 'All Values', asked)],
  );
}

function button(actionId: string, label: string, value: string): ButtonOptions {
  return { actionId, label, value };
}

function recordButtons(row: Row, options: CardOptions): Block[] {
  const { transaction = {} } = row;
  const { reference, id } = transaction;
  if (!reference) return [];
  const place = placeOf(options);
  const value = JSON.stringify({ reference });
  const refreshed = JSON.stringify({ reference, seen: takeSnapshot(transaction), ...place });
  const watched = place.audience === 'asker' ? JSON.stringify({ reference, ...place }) : value;
  return buttons(
    [
      ...(id ? [{ ...button('txn:requery', 'Requery', value), isPrimary: isUnsettled(row) }] : []),
      button('txn:refresh', 'Refresh', refreshed),
      options.isWatched
        ? button('watch:stop', 'Stop Watching', value)
        : button('txn:watch', 'Tell Me When It Changes', watched),
    ],
    [
      ...openOrShare(
        options,
        button('txn:full', 'Open in Full', value),
        button('txn:share', 'Share', value),
      ),
      ...(isUnsettled(row) ? [assigneeButton(row.assignee?.isOwn === true, value)] : []),
      button('txn:note', 'Note for the Bank', value),
      button('txn:fields', 'All Fields', value),
    ],
  );
}

/** Chooses I'm On It, or what ends it for the reader who is on it already. */
export function assigneeButton(isOwn: boolean, value: string) {
  return isOwn
    ? { actionId: 'txn:off-it', label: "I'm Not On It", value }
    : { actionId: 'txn:on-it', label: "I'm On It", value };
}

function requeryButtons(transactionId: string, options: CardOptions): Block[] {
  const refreshed = JSON.stringify({ transactionId, ...placeOf(options) });
  const open = { ...runAction('tsq', transactionId), label: 'Open in Full' };
  return buttons(
    [
      button('tsq:refresh', 'Refresh', refreshed),
      button('tsq:note', 'Note for the Bank', transactionId),
    ],
    [
      ...openOrShare(options, open, button('tsq:share', 'Share', transactionId)),
      button('tsq:values', 'All Values', transactionId),
    ],
  );
}

/**
 * Returns facts about a card that its buttons must carry, because Slack does not send them with a
 * click.
 */
function placeOf({ audience, canShare, sharedBy }: CardOptions) {
  return { audience, canShare, sharedBy: sharedBy?.slice(0, sharedByMax) };
}

/**
 * Chooses `open` for a card in a channel, or `share` for a card that one person sees, if it can be
 * shared.
 */
function openOrShare(
  { audience, canShare }: CardOptions,
  open: ButtonOptions,
  share: ButtonOptions,
): ButtonOptions[] {
  if (audience === 'channel') return [open];
  return canShare ? [share] : [];
}
