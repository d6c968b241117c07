import { groupOf, type Row, resultOf } from '../transfers/row.ts';
import { marks, statusGroup } from '../transfers/status-group.ts';
import {
  type Audience,
  type Block,
  buttons,
  context,
  message,
  type Reply,
  runAction,
  section,
  sectionsOf,
} from './blocks.ts';
import { bold, code, date, outside } from './mrkdwn.ts';
import { noAnswerCaution, notFoundCaution, tableCaution } from './status-caution.ts';

interface WatchEnd {
  /** Milliseconds since 1970. */
  endsAtMs: number;
  /** Whether the watch outlives the process. */
  isDurable: boolean;
}

export interface WatchBegun extends WatchEnd {
  reference: string;
  /** As the service words it. */
  status: string | undefined;
  reversedFlag: string | undefined;
  /** Whether changes are told in the thread where the watch was begun. */
  isInThread: boolean;
}

/** One watch; that of a settled record waits for the reversal. */
export function watchBegun(begun: WatchBegun, audience: Audience): Reply {
  const { reference, status, reversedFlag, isInThread } = begun;
  const now = status?.trim() ? `${outside(status, 80)} now` : 'no status now';
  const isSettled = statusGroup(status, reversedFlag) === 'settled';
  const text = `Watching ${code(reference)}: ${now}. ${tells(isInThread, isSettled ? 'a reversal' : 'each change')}`;
  return {
    ...message(text, [
      section(text),
      ...buttons([{ actionId: 'watch:stop', label: 'Stop Watching', value: JSON.stringify({ reference }) }]),
      watchEnd(begun),
    ]),
    audience,
  };
}

function tells(isInThread: boolean, what: string): string {
  return `You hear of ${what} ${isInThread ? 'in this thread' : 'in a direct message'}.`;
}

function watchEnd({ endsAtMs, isDurable }: WatchEnd): Block {
  return context([`until ${date(endsAtMs)}`, isDurable ? undefined : 'a restart ends it: it cannot be kept on disk']);
}

/** One of several that somebody wants to watch. */
export type BegunRow = { row: Row } & (
  | { begun: WatchEnd & { watch: { threadTs: string | undefined } } }
  | { refused: string }
  | { isUnknown: true }
);

/** Several watches, and for each reference that is not watched the reason. */
export function watchesBegun(all: readonly BegunRow[], audience: Audience): Reply {
  const begun = all.flatMap((each) => ('begun' in each ? each : []));
  const unknown = all.flatMap((each) => ('isUnknown' in each ? each.row : []));
  const refused = new Map<string, string[]>();
  for (const each of all)
    if ('refused' in each) refused.set(each.refused, [...(refused.get(each.refused) ?? []), code(each.row.asked, 60)]);
  const [first] = begun;
  const title = titleOf(begun.length, all.length);
  const told = first === undefined ? '' : ` ${tells(first.begun.watch.threadTs !== undefined, 'each change')}`;
  return {
    ...message(title + told, [
      section(bold(title) + told),
      ...sectionsOf(begun.map(({ row }) => line(row))),
      ...(unknown.length === 0 ? [] : sectionsOf(['*Not watched*', ...unknown.map(line), cautionOf(unknown)])),
      ...[...refused].map(([why, references]) => section(`${references.join(', ')}: ${why}`)),
      ...buttons([{ ...runAction('txn', 'watching'), label: 'What I Watch' }]),
      ...(first === undefined ? [] : [watchEnd(first.begun)]),
    ]),
    audience,
  };
}

function titleOf(begun: number, all: number): string {
  if (begun === 0) return `None of the ${all} transactions is watched.`;
  return begun === all ? `Watching ${all} transactions.` : `Watching ${begun} of ${all} transactions.`;
}

function line(row: Row): string {
  const group = groupOf(row);
  return `${code(row.asked, 60)} · ${group === undefined ? '' : `${marks[group]} `}${outside(resultOf(row), 60)}`;
}

function cautionOf(unknown: readonly Row[]): string {
  const notFound = unknown.filter((row) => row.kind === 'failure' && row.failure === 'not_found').length;
  if (notFound === 0) return noAnswerCaution;
  return notFound === unknown.length ? notFoundCaution : tableCaution;
}

/** @param wasWatched whether there was something to stop */
export function watchStopped(reference: string, wasWatched: boolean): Reply {
  const text = wasWatched
    ? `Stopped watching ${code(reference)}. You hear nothing more of it.`
    : `You do not watch ${code(reference)}.`;
  return message(text, [section(text)]);
}
