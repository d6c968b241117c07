import { groupOf, type Row, resultOf } from '../transfers/row.ts';
import { marks } from '../transfers/status-group.ts';
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
import { bold, code, outside } from './mrkdwn.ts';
import { silences } from './silence.ts';
import { type WatchTimes, watchLimits, whereTold } from './watch-begun.ts';

/** One of several that somebody wants to watch. */
export type BegunRow = { row: Row } & (
  | { begun: WatchTimes & { watch: { begunAtMs: number; threadTs: string | undefined } } }
  | { refused: string }
  | { isUnknown: true }
);

/** What became of a wish to watch several: which are watched, and of each other one why it is not. */
export function watchesBegun(all: readonly BegunRow[], audience: Audience, knowsShape: boolean): Reply {
  const begun = all.flatMap((each) => ('begun' in each ? each : []));
  const [first] = begun;
  const refused = new Map<string, string[]>();
  for (const each of all)
    if ('refused' in each) refused.set(each.refused, [...(refused.get(each.refused) ?? []), code(each.row.asked, 60)]);
  const title = titleOf(begun.length, all.length);
  const told =
    first === undefined
      ? ''
      : ` txnbot tells you ${whereTold(first.begun.watch.threadTs !== undefined)} when the status, reversed flag or time of completion of one of them changes.`;
  const others: Block[] = [
    ...linesOf(
      'Not watched',
      all.flatMap((each) => ('isUnknown' in each ? line(each.row) : [])),
    ),
    ...[...refused].map(([why, references]) => section(`${references.join(', ')}: ${why}`)),
  ];
  const notes = [
    ...(first === undefined ? [] : watchLimits({ ...first.begun, begunAtMs: first.begun.watch.begunAtMs })),
    ...silences(
      all.map(({ row }) => row),
      knowsShape,
    ),
  ];
  return {
    ...message(title + told, [
      section(bold(title) + told),
      ...sectionsOf(begun.map(({ row }) => line(row))),
      ...others,
      ...buttons([{ ...runAction('txn', 'watching'), label: 'What I Watch' }]),
      ...(notes.length > 0 ? [context(notes)] : []),
    ]),
    audience,
  };
}

function titleOf(begun: number, all: number): string {
  if (begun === 0) return `None of the ${all} transactions is watched.`;
  return begun === all ? `Watching ${all} transactions.` : `Watching ${begun} of ${all} transactions.`;
}

function linesOf(title: string, lines: readonly string[]): Block[] {
  return lines.length === 0 ? [] : sectionsOf([`*${title}*`, ...lines]);
}

function line(row: Row): string {
  const group = groupOf(row);
  return `${code(row.asked, 60)} · ${group === undefined ? '' : `${marks[group]} `}${outside(resultOf(row), 60)}`;
}
