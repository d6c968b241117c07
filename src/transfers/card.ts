import { type Block, cautionSection, context, header, message, type Reply, section } from '../blocks/blocks.ts';
import { failureBlocks } from '../blocks/failure-words.ts';
import { quoteService } from '../blocks/json-fields.ts';
import { amount, bold, code, date, outside } from '../blocks/mrkdwn.ts';
import type { CommandSyntax } from '../blocks/offers.ts';
import { notAskedForLine } from '../blocks/offers.ts';
import {
  cautionOf,
  disagreeCaution,
  markOf,
  noStatusCaution,
  notFoundCaution,
  statusGroup,
  statusWords,
} from '../blocks/status.ts';
import type { Inquiry } from '../command.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
import { TransferApiError, UserError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import type { Presentation, Services } from '../services.ts';
import { capital, cut, joined } from '../text.ts';
import { agedLines, recordBlocks, requeryBlocks, sharedLine } from './answer.ts';
import { type CardPlace, cardButtons, comparisonButtons } from './card-actions.ts';
import { maskRow } from './disclosure.ts';
import { backgroundForChannel, type Found, lookUpWithBackground, recentLookUps, withBackground } from './look-up.ts';
import {
  type Ask,
  cautionOfRow,
  contradicts,
  failedRow,
  groupOf,
  hasStatus,
  isRequeried,
  type RequeryRow,
  type Row,
  wordsOf,
} from './row.ts';
import { changesSince, type Snapshot, snapshotOf } from './snapshot.ts';

interface AroundCard {
  sharedBy?: string | undefined;
  /** What the card showed that this one takes the place of. */
  seen?: Snapshot | undefined;
  /** Words of the question that were not looked up. */
  leftOut?: readonly string[] | undefined;
}

export type FoundCard = Found & AroundCard & { isWatched?: boolean };

/** One transaction or requery, looked up for its card and what stands behind the buttons of it. */
export const cardOf = {
  async find({ sharedBy, seen, leftOut, ...ask }, services, asker) {
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
  const changed = seen && changesSince(seen, snapshotOf(transaction), { currency, at });
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
  const text = `Requery ${code(row.asked)} · ${marked(row)}`;
  return { text, head: section(text), body: requeryBlocks(row, currency), notes: [sharedLine(sharedBy)] };
}

function marked(row: Row): string {
  return markOf(groupOf(row)) + bold(outside(wordsOf(row)));
}

export interface Comparison {
  record: Found;
  /** By the record's `id`, of which the spec does not say that it is the right number. It may have failed. */
  requery: Row;
  /** Why it failed: the card still shows the record, and must say which of the two failed. */
  error: TransferApiError | undefined;
}

/** Shows the record beside a requery by the record's own id. */
export const compare = {
  async find({ slash, ...ask }, services, asker) {
    const record = await lookUpWithBackground(ask, services, asker);
    const asked = record.row.transaction?.id ?? '';
    if (!/^\d+$/.test(asked))
      throw new UserError(
        `The record of ${code(ask.asked)} has no id to requery by. Ask with ${code(slash.write('tsq'))} and the transaction identifier.`,
      );
    const requery = { asked, isRequery: true };
    try {
      const { row } = await lookUpWithBackground(requery, services, asker);
      return { record, requery: row, error: undefined };
    } catch (error) {
      if (!(error instanceof TransferApiError)) throw error;
      return { record, requery: failedRow(requery, error), error };
    }
  },
  forChannel(): never {
    throw new Error('a comparison is for the one who asks');
  },
  /** In the words of both, as neither is taken for the truth. */
  recentLookUps({ record, requery }) {
    const groups = new Set([record.row, requery].flatMap((row) => groupOf(row) ?? []));
    const status = `Record ${wordsOf(record.row)}, requery ${wordsOf(requery)}`;
    return recentLookUps([record.row]).map((each) => ({
      ...each,
      status,
      group: groups.size === 1 ? each.group : 'unknown',
    }));
  },
  show: (found, _reader, { currency }) => withBackground(comparisonCard(found, currency), found.record),
} satisfies Inquiry<Ask & { slash: CommandSyntax }, Comparison>;

/** Shows what the record and the requery say; takes neither for the truth. */
function comparisonCard({ record, requery, error }: Comparison, currency: string | undefined): Reply {
  const { row } = record;
  const reference = row.transaction?.reference ?? '';
  const failed = bold(requery.failure === 'not_found' ? 'not found' : 'no answer');
  const said = error ? failed : marked(requery);
  const headline = `${code(reference)}: record ${marked(row)}; requery ${code(requery.asked)} ${said}`;
  return message(headline, [
    section(headline),
    ...(error ? unanswered(error, row) : cautionSection(cautionForBoth(requery, row))),
    ...(isRequeried(requery) ? requeryBlocks(requery, currency) : []),
    ...(error ? [] : agedLines([row, requery]).map((line) => context([line]))),
    ...comparisonButtons(reference, requery.asked),
  ]);
}

/** "Not found" is an answer too; a requery without any leaves the record's own caution standing. */
function unanswered(error: TransferApiError, record: Row): Block[] {
  if (error.failure !== 'not_found') return failureBlocks(error, cautionOf(groupOf(record) ?? 'unknown'));
  const { serviceMessage = '' } = error.details;
  const quoted = serviceMessage.trim() ? [section(quoteService(serviceMessage))] : [];
  return [...cautionSection(notFoundCaution), ...quoted];
}

/** One caution for both: that they disagree, or that of what they agree on. */
function cautionForBoth(requery: Row, record: Row): string | undefined {
  if (requery.otherId !== undefined) return cautionOfRow(requery);
  if (!hasStatus(requery)) return cautionOfRow(record) ?? noStatusCaution;
  const group = groupOf(record) ?? 'unknown';
  return contradicts(requery, wordsOf(record), group) ? disagreeCaution : cautionOf(group);
}
