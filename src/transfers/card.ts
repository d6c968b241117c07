import {
  type Audience,
  type Block,
  type ButtonAction,
  type ButtonOptions,
  buttons,
  cautionSection,
  context,
  header,
  message,
  type Reply,
  runAction,
  section,
} from '../blocks/blocks.ts';
import { amount, bold, code, date, outside } from '../blocks/mrkdwn.ts';
import { notAskedForLine, sharedByMax } from '../blocks/offers.ts';
import { isSettled, markOf, statusGroup, statusWords } from '../blocks/status.ts';
import type { Inquiry, Presentation, Services } from '../command.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
import { UserError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import { capital, cut, joined } from '../text.ts';
import { agedLines, changesSince, recordBlocks, requeryBlocks, sharedLine, type Watched, watchedOf } from './answer.ts';
import { maskRow } from './disclosure.ts';
import { backgroundForChannel, type Found, lookUpWithBackground, recentLookUps, withBackground } from './look-up.ts';
import {
  type Ask,
  cautionOfRow,
  groupOf,
  isRequeried,
  type RequeryRow,
  type Row,
  recordedGroup,
  requeryOf,
  wordsOf,
} from './row.ts';

interface AroundCard {
  sharedBy?: string | undefined;
  /** What the card showed that this one takes the place of. */
  seen?: Watched | undefined;
  /** Words of the question that were not looked up. */
  leftOut?: readonly string[] | undefined;
}

export type FoundCard = Found &
  AroundCard & {
    isWatched?: boolean;
  };

/** One transaction or requery, looked up for its card and what stands behind the buttons of it. */
export const cardOf = {
  async find({ sharedBy, seen, leftOut, ...ask }, services, asker): Promise<FoundCard> {
    const [found, isWatched] = await Promise.all([
      lookUpWithBackground(ask, services, asker),
      !ask.isRequery && isWatchedBy(asker, ask.asked, services),
    ]);
    return { ...found, isWatched, sharedBy, seen, leftOut };
  },
  forChannel(found, mode) {
    const background = backgroundForChannel(found.background);
    return { ...found, row: maskRow(found.row, mode), background, isWatched: false };
  },
  recentLookUps: ({ row }) => recentLookUps([row]),
  show: (found, reader, presentation) => lookUpCard({ ...found, ...reader, ...presentation }),
} satisfies Inquiry<Ask & AroundCard, FoundCard>;

/** No card fails because watches cannot be read. */
async function isWatchedBy({ personId }: Asker, reference: string, { watches }: Services): Promise<boolean> {
  try {
    return (await watches.of(personId)).some((watch) => watch.reference === reference);
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

export type CardOptions = FoundCard & CardPlace & Pick<Presentation, 'currency' | 'shareAccountNumbers'>;

/** One look-up, the answer first, with what was asked before. For a channel the row is already masked. */
export function lookUpCard(options: CardOptions): Reply {
  const { row, leftOut = [] } = options;
  const { text, head, body, notes } = isRequeried(row) ? requeryParts(row, options) : recordParts(row, options);
  const card = message(text, [
    head,
    ...cautionSection(cautionOfRow(row)),
    ...body,
    ...agedLines([row]).map((line) => context([line])),
    ...notAskedForLine(leftOut),
    ...cardButtons(row, options),
    ...(joined(notes, '') === '' ? [] : [context(notes)]),
  ]);
  return withBackground(card, options);
}

interface Parts {
  text: string;
  head: Block;
  body: Block[];
  /** Below the buttons; mrkdwn. */
  notes: (string | undefined)[];
}

function recordParts({ transaction = {} }: Row, options: CardOptions): Parts {
  const { currency, seen, askedAtMs, audience, sharedBy, shareAccountNumbers } = options;
  const { status, reversedFlag, reference = '' } = transaction;
  const words = capital(cut(statusWords(status, reversedFlag, ' · '), statusMax));
  const sum = transaction.amount?.trim() ? amount(transaction.amount, currency) : '';
  const title = joined([markOf(statusGroup(status, reversedFlag)) + words, sum], ' · ');
  const headline = joined([outside(title), code(reference)], ' · ');
  const at = (epochMs: number) => date(epochMs, 'time');
  const changed = seen && changesSince(seen, watchedOf(transaction), { at });
  const before = seen && `${changed ?? 'unchanged'}, as of ${at(askedAtMs)}`;
  return {
    text: changed === undefined ? headline : `${headline}\n${changed}`,
    head: header(title),
    body: recordBlocks(transaction, { before, currency }),
    notes: audience === 'channel' ? [sharedLine(sharedBy), maskedWords[shareAccountNumbers]] : [],
  };
}

/** In characters: the amount stands behind it. */
const statusMax = 100;

const maskedWords: Record<ShareAccountNumbers, string> = {
  masked: 'names and accounts shortened',
  full: 'names shortened',
  never: 'names shortened, no accounts',
};

function requeryParts(row: RequeryRow, { sharedBy, currency }: CardOptions): Parts {
  const { asked, ofRecord, recorded } = row;
  const status = markOf(groupOf(row)) + bold(outside(wordsOf(row)));
  const text =
    ofRecord === undefined || recorded === undefined
      ? `Requery ${code(asked)} · ${status}`
      : `${code(ofRecord)}: record ${markOf(recordedGroup(recorded))}${bold(outside(recorded))}; requery ${code(asked)} ${status}`;
  return { text, head: section(text), body: requeryBlocks(row, currency), notes: [sharedLine(sharedBy)] };
}

/**
 * Requeries a record by its own id, of which the spec does not say that it is the right number. The card shows what both
 * say, and takes neither for the truth.
 */
export const compare = {
  ...cardOf,
  async find(ask, services, asker): Promise<FoundCard> {
    const { row, background } = await lookUpWithBackground(ask, services, asker);
    const requery = requeryOf(row);
    if (requery === undefined)
      throw new UserError(
        `The record of ${code(ask.asked)} has no id to requery by: paste its transaction identifier.`,
      );
    const found = await lookUpWithBackground({ ...requery, recorded: wordsOf(row) }, services, asker);
    const ageMs = Math.max(row.ageMs ?? 0, found.row.ageMs ?? 0);
    return { ...found, row: { ...found.row, ageMs }, record: row.transaction, background };
  },
  forChannel(): never {
    throw new Error('a comparison is for the one who asks');
  },
} satisfies Inquiry<Ask, FoundCard>;

interface CardPlace {
  audience: Audience;
  /** Whether it can be shared with everybody from where it is shown. */
  canShare: boolean;
  sharedBy?: string | undefined;
}

/**
 * The buttons under a transaction or a requery. Under a card that a channel reads, Refresh gives nobody more than the card
 * itself; what the others show, and the watch, is for the one who presses alone.
 */
function cardButtons(
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
