import type { Spelling } from '../../command-names.ts';
import { type Ask, askLines } from '../../transfers/asks.ts';
import { requeriesOf } from '../../transfers/requeries.ts';
import { askOf, nameOf, type Row } from '../../transfers/row.ts';
import { watchable } from '../../transfers/unsettled.ts';
import { type Audience, type Block, type ButtonOptions, buttons, section } from '../blocks.ts';
import { code } from '../mrkdwn.ts';
import { sharedByMax } from '../shared-by.ts';
import { isOpenable, type Openable, openSelect } from './open-select.ts';
import type { Room } from './rooms.ts';
import { restButton, restLines, restNote } from './the-rest.ts';

/** What the buttons under a table carry of it, beside the rows. */
export interface ManyActionsOptions {
  audience: Audience;
  canShare: boolean;
  sharedBy: string | undefined;
  /** What was asked for beside these rows, and was not looked up with them. */
  rest: readonly Ask[];
  /** How to ask for a row that cannot be opened from here. */
  slash: Spelling;
}

/** The first to go without room: whoever asked for the table can ask again, and there is no other way to a file. */
const firstToGo = ['txn:watch-all', 'txn:refresh-all', 'txn:share-all', 'txn:full-all', 'tsq:requery-all'];

/**
 * What can be done with a table. Each asks again: a button carries what to ask for, never an answer. In a channel
 * nothing is shared again, and what stays masked says so.
 */
export function manyActions(
  rows: readonly Row[],
  options: ManyActionsOptions,
  { openable, dropped, hasRecorded }: Pick<Room, 'openable' | 'dropped' | 'hasRecorded'>,
): Block[] {
  const wanted = buttonsFor(rows, options, hasRecorded);
  const row = buttons(wanted.filter(({ actionId }) => !firstToGo.slice(0, dropped).includes(actionId)));
  const others = row.flatMap((block) => (block.type === 'actions' ? block.elements : []));
  const kept = others.flatMap((element) => element.action_id ?? []);
  const gone = wanted.flatMap(({ actionId, label }) => (kept.includes(actionId) ? [] : label));
  const opened = rows.map(openableOf).filter(isOpenable).slice(0, openable);
  const elements = [...others, ...[openSelect(opened) ?? []].flat()];
  const left = rows.length - opened.length;
  const notes = [
    ...restNote(options.rest),
    ...(left > 0 ? [`${left} of these cannot be opened from here: ask with ${code(options.slash.write('txn'))}.`] : []),
    ...(gone.length > 0 ? [`There is no room here for ${listed(gone)}: ask for fewer at once.`] : []),
  ];
  return [
    ...(notes.length > 0 ? [section(notes.join('\n'))] : []),
    ...(elements.length > 0 ? [{ type: 'actions' as const, elements }] : []),
  ];
}

function listed(labels: readonly string[]): string {
  const before = labels.slice(0, -1).join(', ');
  return [before, labels.at(-1)].filter((part) => part).join(' and ');
}

function buttonsFor(
  rows: readonly Row[],
  { audience, canShare, sharedBy, rest }: ManyActionsOptions,
  hasRecorded: boolean,
): ButtonOptions[] {
  const all = linesOf(rows.map(askOf), hasRecorded);
  const { asks } = requeriesOf(rows);
  const watches = watchable(rows);
  const refreshed = { rows: all, audience, sharedBy: sharedBy?.slice(0, sharedByMax) };
  const whole = rest.length > 0 ? JSON.stringify({ ...refreshed, rest: restLines(rest).lines }) : '';
  return [
    ...restButton(rest),
    ...(asks.length > 0
      ? [
          {
            actionId: 'tsq:requery-all',
            label: 'Requery Unsettled',
            value: linesOf(asks, hasRecorded),
            isPrimary: true,
          },
        ]
      : []),
    ...(watches.length > 0
      ? [{ actionId: 'txn:watch-all', label: 'Watch All Unsettled', value: askLines(watches) }]
      : []),
    // Whoever presses it gets the whole table, alone.
    ...(audience === 'channel' ? [{ actionId: 'txn:full-all', label: 'Open in Full', value: all }] : []),
    {
      actionId: 'txn:refresh-all',
      label: 'Refresh All',
      value: whole && whole.length <= valueMax ? whole : JSON.stringify(refreshed),
    },
    ...(canShare && audience === 'asker' ? [{ actionId: 'txn:share-all', label: 'Share', value: all }] : []),
    { actionId: 'txn:csv', label: 'Send as CSV', value: all },
  ];
}

/** In characters, of what a button carries. */
const valueMax = 2_000;

/** What the records said goes before the button itself does. */
function linesOf(asks: readonly Ask[], hasRecorded: boolean): string {
  const lines = askLines(asks);
  return hasRecorded && lines.length <= valueMax
    ? lines
    : askLines(asks.map((ask) => ({ ...ask, recorded: undefined })));
}

function openableOf(row: Row): Openable {
  return { ...askOf(row), name: nameOf(row) };
}
