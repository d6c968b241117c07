import { code } from '../blocks/mrkdwn.ts';
import type { Asker, CommandHead } from '../command.ts';
import type { ShareAccountNumbers } from '../config/config.ts';
import { AccessError, CutShortError, TransferApiError, UserError } from '../errors.ts';
import {
  type Background,
  backgroundForChannel,
  type Counts,
  failureHint,
  type NewEntry,
  outageHint,
  previousLookUps,
} from '../history/hints.ts';
import type { RecentLookUp } from '../recent-look-ups.ts';
import type { Services } from '../services.ts';
import { flagSaysMore } from '../status.ts';
import { cut, foldBlanks } from '../text.ts';
import type { TransactionAnswer } from '../transfer-service/client.ts';
import { isPlainFlag, isUsualStatus, maskRow, maskTransaction, readableStatus } from './disclosure.ts';
import { headlineOf } from './requery-answer.ts';
import { askLine, type FoundRow, groupOf, resultOf, rowOf, wordsOf } from './row.ts';

/** Those that were answered. It is kept, so it says no more than a channel may read: a status can name somebody. */
export function recentLookUps(rows: readonly FoundRow[]): RecentLookUp[] {
  return rows.flatMap((found) => {
    if (found.kind === 'failure') return [];
    const masked = maskRow(found, 'masked');
    const row = rowOf(masked);
    const isRequery = masked.kind === 'requery';
    return {
      asked: found.asked,
      isRequery,
      status: isRequery ? headlineOf(masked.answer) : resultOf(row),
      group: groupOf(row),
    };
  });
}

export function recentLookUpOfRecord(answer: TransactionAnswer): RecentLookUp[] {
  const { reference } = answer.transaction;
  return reference ? recentLookUps([{ kind: 'record', asked: reference, answer }]) : [];
}

/** A record that was requeried: the words of both, as neither is taken for the truth. */
export function recentLookUpOfBoth(record: TransactionAnswer, requeried: FoundRow): RecentLookUp[] {
  const { reference } = record.transaction;
  if (!reference) return [];
  const found: FoundRow[] = [{ kind: 'record', asked: reference, answer: record }, requeried];
  const rows = found.map((row) => rowOf(maskRow(row, 'masked')));
  const [recordWords, requeryWords] = rows.map(wordsOf);
  const groups = new Set(rows.flatMap((row) => groupOf(row) ?? []));
  const [group] = groups;
  return [
    {
      asked: reference,
      isRequery: false,
      status: `Record ${recordWords}, requery ${requeryWords}`,
      group: groups.size === 1 ? group : 'unknown',
    },
  ];
}

/** `/txn`. */
export const txnHead: CommandHead = {
  name: 'txn',
  about: 'transfers',
  waiting: (text) =>
    `Still waiting for the transfer service to answer about ${code(text.replace(/^(?:watch|unwatch|stop watching) /, ''))}. The answer will follow here.`,
};

/** A transaction that was looked up, with what was asked about it before. */
export interface TransactionWithBackground {
  answer: TransactionAnswer;
  /** Milliseconds since 1970: a card says how old it is. */
  askedAtMs: number;
  background: Background;
  /** Whether the asker watches it; absent where no card says so. */
  isWatched?: boolean;
}

/** @throws TransferApiError */
export async function lookUpWithBackground(
  reference: string,
  services: Pick<Services, 'transferApi' | 'history'>,
  asker: Asker,
): Promise<TransactionWithBackground> {
  const what = { asked: reference, isRequery: false };
  const askedAtMs = Date.now();
  const answer = await withFailureBackground(what, services, asker, () =>
    nameQuery(reference, () => services.transferApi.transaction(reference)),
  );
  const background = await backgroundOf({ kind: 'record', asked: reference, answer }, services, asker);
  return { answer, askedAtMs, background };
}

/** As `lookUpWithBackground`, for a card of the asker's own. @throws TransferApiError */
export async function lookUpForCard(
  reference: string,
  services: Pick<Services, 'transferApi' | 'history' | 'watches'>,
  asker: Asker,
): Promise<TransactionWithBackground> {
  const [found, isWatched] = await Promise.all([
    lookUpWithBackground(reference, services, asker),
    watches(reference, services, asker),
  ]);
  return { ...found, isWatched };
}

/** No card fails because watches cannot be read. */
async function watches(reference: string, services: Pick<Services, 'watches'>, asker: Asker): Promise<boolean> {
  try {
    return (await services.watches.of(asker.personId)).some((watch) => watch.reference === reference);
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** What a channel may read of it. */
export function maskWithBackground<Found extends TransactionWithBackground>(
  found: Found,
  mode: ShareAccountNumbers,
): Found {
  return {
    ...found,
    answer: maskTransaction(found.answer, mode),
    background: backgroundForChannel(found.background),
    isWatched: false,
  };
}

/** More lines would push a table's totals out of its message. */
const outagesMax = 3;

type Remembering = Pick<Services, 'history'>;

/** Remembers a look-up, and recalls what was asked about the same before. */
export async function backgroundOf(row: FoundRow, { history }: Remembering, asker: Asker): Promise<Background> {
  const look = historyEntryOf(row);
  if (look === undefined) return { seen: [], outages: [], failure: undefined };
  const { before, counts } = await history.remember(look, asker.personId);
  const banks = 'bank' in look ? [look.bank] : [];
  return { seen: previousLookUps(before, asker.personId, Date.now()), ...hintsOf(counts, banks) };
}

/** As `backgroundOf`, for many together; of what was asked before of each of them nothing is told. */
export async function backgroundOfAll(
  rows: readonly FoundRow[],
  { history }: Remembering,
  asker: Asker,
): Promise<Background> {
  const looks = rows.flatMap((row) => historyEntryOf(row) ?? []);
  const counts = await history.rememberAll(looks, asker.personId);
  const banks = looks.map((look) => ('bank' in look ? look.bank : undefined));
  return { seen: [], ...hintsOf(counts, banks) };
}

/** Runs a look-up and remembers it when it fails. @throws TransferApiError, which says how many others ended alike */
export async function withFailureBackground<T>(
  what: { asked: string; isRequery: boolean },
  services: Remembering,
  asker: Asker,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TransferApiError)) throw error;
    const { failure } = error;
    const { failure: alike } = await backgroundOf({ kind: 'failure', ...what, failure }, services, asker);
    throw alike?.failure === failure ? new TransferApiError(failure, { ...error.details, alike }) : error;
  }
}

function hintsOf(counts: Counts | undefined, banks: readonly (string | undefined)[]): Omit<Background, 'seen'> {
  if (counts === undefined) return { outages: [], failure: undefined };
  const outages = [...new Set(banks)].flatMap((bank) => (bank === undefined ? [] : (outageHint(counts, bank) ?? [])));
  const worst = outages.toSorted((a, b) => b.unsettled - a.unsettled).slice(0, outagesMax);
  return { outages: worst, failure: failureHint(counts) };
}

/** Runs what may be refused for a reason that does not know what was asked; answers come out of order, so it is named. */
export async function nameQuery<T>(asked: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const saysMore = error instanceof AccessError || error instanceof CutShortError;
    if (!(error instanceof UserError) || saysMore) throw error;
    throw new UserError(`${code(asked, 60)}: ${error.message}`);
  }
}

const wordsMax = 60;

/**
 * Reads it from a look-up; `undefined` when the service was not asked. The bank is a record's alone: a requery of the
 * same transfer has another fingerprint, and would count it twice.
 */
export function historyEntryOf(found: FoundRow): NewEntry | undefined {
  const row = rowOf(found);
  const { isRequery, status, failure, transaction = {} } = row;
  const asked = askLine({ isRequery, asked: row.asked });
  if (failure !== undefined) return failure === 'not_asked' ? undefined : { asked, failure };
  const { reversedFlag, destinationBankCode } = transaction;
  const words = [readable(status, found), flagSaysMore(status, reversedFlag) ? flagWords(reversedFlag) : ''];
  return {
    asked,
    words: words.filter((text) => text !== '').join(', ') || undefined,
    group: groupOf(row) ?? 'unknown',
    bank: isRequery ? undefined : bankCode(destinationBankCode),
  };
}

/**
 * The service may write anybody's name into a status, so another word than the usual ones is kept only of a record, and
 * when a channel may read it. To search a requery for whom it names takes as long as to draw its card.
 */
function readable(status: string | undefined, found: FoundRow): string {
  if (found.kind === 'record') return cut(readableStatus(found.answer.transaction) ?? '', wordsMax);
  const words = foldBlanks(status ?? '');
  return isUsualStatus(words) ? words : '';
}

function flagWords(flag = ''): string {
  return isPlainFlag(flag.trim()) ? `reversed flag ${flag.trim()}` : 'with a reversed flag';
}

/** Six digits as in spec 2.3: anything else could be somebody's number. */
function bankCode(code: string | undefined): string | undefined {
  const text = code?.trim() ?? '';
  return /^\d{6}$/.test(text) ? text : undefined;
}
