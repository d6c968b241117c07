import type { types } from '@slack/bolt';
import {
  type Audience,
  type Block,
  type ButtonOptions,
  buttons,
  buttonValueMax,
  plainText,
  section,
  sectionsOf,
} from '../blocks/blocks.ts';
import { conversationInput, modalOf } from '../blocks/modal.ts';
import { code, cutMiddle } from '../blocks/mrkdwn.ts';
import type { CommandSyntax } from '../blocks/offers.ts';
import { sharedByMax } from '../blocks/offers.ts';
import type { Background } from '../transfers/look-up.ts';
import {
  type Ask,
  askLine,
  askLines,
  asksOf,
  isUnsettled,
  nameOf,
  type Row,
  recordNameOf,
  requeryOf,
} from '../transfers/row.ts';

export interface FoundTable {
  rows: readonly Row[];
  /** What was asked for beside these rows, and was not looked up with them. */
  rest: readonly Ask[];
  /** What looks up all of them, in place of the button for the next ones. */
  all?: ButtonOptions | undefined;
  /** What that does not look up, or why there is none; mrkdwn. */
  allNote?: string | undefined;
  sharedBy: string | undefined;
  /** Words of the question that were not looked up. */
  leftOut: readonly string[];
  /** When the table was asked for anew; absent for a new one. */
  refreshedAtMs: number | undefined;
  background: Background;
}

/**
 * What a table goes without where it leaves no room, the first to go first: what can be done outlasts amounts that sort,
 * the ends of words, and what records said.
 */
export const drops = [
  ...(['numbers', 'long words', 'words', 'recorded status'] as const),
  ...(['txn:watch-all', 'txn:refresh-all', 'tsq:requery-all', 'txn:more-all'] as const),
];
export type Dropped = readonly (typeof drops)[number][];

/** The buttons under a table. Each asks again: a button carries what to ask for, never an answer. */
export function tableActions(rows: readonly Row[], table: FoundTable, audience: Audience, dropped: Dropped): Block[] {
  const { sharedBy, rest } = table;
  const carried = (asks: readonly Ask[]) => {
    const lines = askLines(asks);
    // What the records said goes before the button itself does.
    const isTooLong = dropped.includes('recorded status') || lines.length > buttonValueMax;
    return isTooLong ? askLines(asks.map((ask) => ({ ...ask, recorded: undefined }))) : lines;
  };
  const lines = carried(rows);
  const drawn = { rows: lines, audience, sharedBy: sharedBy?.slice(0, sharedByMax) };
  const refreshed = JSON.stringify({ ...drawn, rest: rest.length > 0 ? restLines(rest).lines : undefined });
  const others = behindRest(table);
  const wanted: ButtonOptions[] = [
    ...others.buttons,
    {
      actionId: 'tsq:requery-all',
      label: 'Requery Unsettled',
      value: carried(requeriesOf(rows).asks),
      isPrimary: others.buttons.length === 0,
    },
    { actionId: 'txn:watch-all', label: 'Watch All Unsettled', value: askLines(watchable(rows)) },
    { actionId: 'txn:refresh-all', label: 'Refresh All', value: refreshed },
    { actionId: 'txn:more-all', label: 'More…', value: lines },
  ].filter(({ value }) => value !== '');
  const fits = ({ actionId, value = '' }: ButtonOptions) =>
    value.length <= buttonValueMax && !dropped.some((each) => each === actionId);
  const gone = wanted.filter((button) => !fits(button)).map(({ label }) => label);
  const notes = [
    ...others.notes,
    ...(gone.length > 0 ? [`No room here for ${gone.join(', ')}: ask for fewer at once.`] : []),
  ];
  return [...sectionsOf(notes), ...buttons(wanted.filter(fits))];
}

interface MoreWindowOptions {
  asks: readonly Ask[];
  value: string;
  /** A masked table opens in full for the one who asks, and is not shared again. */
  audience: Audience;
  canShare: boolean;
  /** How to ask for what the menu cannot open. */
  slash: CommandSyntax;
}

/** What is rarely done with a table. Share is the window's own button, as Slack posts where the person chooses. */
export function moreWindow({ asks, value, audience, canShare, slash }: MoreWindowOptions): types.ModalView {
  const left = asks.length - openableOf(asks).length;
  const file = { actionId: 'txn:csv', label: 'Send Me a CSV', value };
  // Its list opens each row in turn.
  const full = { actionId: 'txn:full-all', label: 'Open in Full', value };
  const blocks: Block[] = [
    section(rowsOf(asks)),
    ...(audience === 'channel' ? buttons([file, full]) : [...buttons([file]), ...openSelect(asks)]),
    ...(left > 0 ? [section(`${left} too long to be opened here: ask ${code(slash.write('txn'))}.`)] : []),
    ...(canShare ? [shareTo] : []),
  ];
  const share = { callbackId: 'txn:share-all', submit: 'Share', metadata: value };
  return modalOf({ blocks, title: 'Table' }, canShare ? share : {});
}

export const shareTo = conversationInput('share', 'Share it in a conversation', 'txn:conversation');

/** A table by its first row; mrkdwn. */
export function rowsOf([first, ...others]: readonly Ask[]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `${code(first?.ofRecord ?? first?.asked ?? '', 60)}${more}`;
}

const optionMax = 75;

/** Opens one of many as its card, which is asked for anew; nothing where Slack takes none of them as an option. */
export function openSelect(asks: readonly Ask[]): Block[] {
  const options = openableOf(asks).map((ask) => ({
    text: plainText(cutMiddle(nameOf(ask), optionMax)),
    value: askLine({ isRequery: ask.isRequery, asked: ask.asked }),
  }));
  if (options.length === 0) return [];
  const placeholder = plainText('Open a card');
  return [{ type: 'actions', elements: [{ type: 'static_select', action_id: 'txn:open', placeholder, options }] }];
}

function openableOf(asks: readonly Ask[]): Ask[] {
  return asks.filter(({ isRequery, asked }) => askLine({ isRequery, asked }).length <= optionMax);
}

/** In characters, so that a table of 25 fits beside it. */
const restMax = 1_000;

/** The lines of as many of the rest as a button under a table carries. */
function restLines(rest: readonly Ask[]): { count: number; lines: string } {
  let count = Math.min(rest.length, restMax / 4);
  while (count > 0 && askLines(rest.slice(0, count)).length > restMax) count -= 1;
  return { count, lines: askLines(rest.slice(0, count)) };
}

/** The button that looks up what one table has no rows for, and notes of what it does not look up. */
export function behindRest({ rest, all, allNote }: Pick<FoundTable, 'rest' | 'all' | 'allNote'>) {
  const notes = allNote ? [allNote] : [];
  if (all) return { buttons: [{ ...all, isPrimary: true }], notes };
  const { count, lines } = restLines(rest);
  const left = rest.length - count;
  const label = `Look Up the ${left > 0 ? 'Next' : 'Other'} ${count}`;
  return {
    buttons: count === 0 ? [] : [{ actionId: 'txn:these:0', label, value: lines, isPrimary: true }],
    notes: left > 0 ? [`Ask for the last ${left} of these in another message.`, ...notes] : notes,
  };
}

/**
 * What to requery of a table: the rows whose status is neither settled nor reversed, a record by its id as under its
 * card. A row without an answer is asked for again, and not requeried.
 */
export function requeriesOf(rows: readonly Row[]) {
  const unsettled = rows.filter(isUnsettled);
  const asks = unsettled.flatMap((row) => requeryOf(row) ?? []);
  // Those that are not settled and name nothing that a requery takes are only counted.
  return { asks, withoutIdCount: unsettled.length - asks.length };
}

/** What to watch of them: their records, also where a requery was asked by the id of one. */
export function watchable(rows: readonly Row[]): Ask[] {
  const references = rows.filter(isUnsettled).map(recordNameOf);
  return asksOf([...new Set(references)].filter((asked) => asked !== undefined));
}
