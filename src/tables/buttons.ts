import type { types } from '@slack/bolt';
import type { BankCount } from '../bank-counts.ts';
import {
  type Block,
  type ButtonOptions,
  button,
  buttons,
  buttonValueMax,
  packIntoSections,
  plainText,
  section,
} from '../blocks/blocks.ts';
import { code, cutMiddle } from '../blocks/mrkdwn.ts';
import type { CommandSyntax } from '../blocks/offers.ts';
import { conversationInput, createModal } from '../blocks/views.ts';
import type { Reader } from '../command.ts';
import { carriedPlace } from '../transfers/card-buttons.ts';
import { isOpen } from '../transfers/contradictions.ts';
import {
  buildLookUps,
  formatLookUp,
  formatLookUps,
  type LookUp,
  type Row,
} from '../transfers/row.ts';

export interface FoundTable {
  rows: readonly Row[];
  /** Look-ups that were requested together with `rows` but have not been made. */
  rest: readonly LookUp[];
  /**
   * A button that looks up everything that was requested, shown instead of the button that looks up
   * `rest`.
   */
  all?: ButtonOptions | undefined;
  /** Says in mrkdwn why there is no button `all` although there is a `rest`. */
  allNote?: string | undefined;
  sharedBy: string | undefined;
  /** Words of the question that were not looked up. */
  leftOut: readonly string[];
  /** When the table was refreshed; absent for a new table. */
  refreshedAtMs: number | undefined;
  /** The receiving banks to which unusually many transfers are not settled. */
  outages: readonly BankCount[];
}

/**
 * Parts of a table to drop, in this order, until the table fits in a message: first the numbers to
 * sort by, the ends of long texts and what requeries said, then the buttons.
 */
export const dropOrder = [
  ...(['numbers', 'long words', 'words', 'requeries'] as const),
  ...(['txn:share-all', 'txn:watch-all', 'txn:check-all', 'txn:more-all'] as const),
];
export type Dropped = readonly (typeof dropOrder)[number][];

/**
 * Creates the buttons under a table. Their values have requests and never answers, so a click looks
 * rows up again.
 */
export function tableButtons(
  rows: readonly Row[],
  table: FoundTable & Pick<Reader, 'place' | 'canShare'>,
  dropped: Dropped,
): Block[] {
  const { sharedBy, rest, place } = table;
  const lines = formatLookUps(rows);
  const drawn = JSON.stringify({
    rows: lines,
    ...carriedPlace({ place, sharedBy }),
    rest: rest.length > 0 ? restLines(rest).lines : undefined,
  });
  const others = offerRest(table);
  const hasOpen = rows.some(isOpen);
  const again = hasOpen
    ? button('txn:check-all', 'Check Open Ones Again', drawn)
    : button('txn:refresh-all', 'Refresh All', drawn);
  const wanted: ButtonOptions[] = [
    ...others.buttons,
    { ...again, isPrimary: hasOpen && others.buttons.length === 0 },
    button('txn:watch-all', 'Watch All Open', formatLookUps(selectWatchable(rows))),
    button('txn:share-all', 'Share', table.canShare ? lines : ''),
    button('txn:more-all', 'More…', lines),
  ].filter(({ value }) => value !== '');

  const fits = ({ actionId, value = '' }: ButtonOptions) =>
    value.length <= buttonValueMax && !dropped.some((each) => each === actionId);
  const gone = wanted.filter((each) => !fits(each)).map(({ label }) => label);
  const notes = [...others.notes];

  if (gone.length > 0) notes.push(`No room here for ${gone.join(', ')}: ask for fewer at once.`);
  return [...packIntoSections(notes), ...buttons(wanted.filter(fits))];
}

interface MoreWindowOptions {
  asks: readonly LookUp[];
  value: string;
  /** Whether others read the table: it opens in full for the person who clicks. */
  isPublic: boolean;
  /** How to write the command that looks up references too long for the menu. */
  slash: CommandSyntax;
}

/** Creates the window of a table's rarer actions. */
export function createMoreModal({
  asks,
  value,
  isPublic,
  slash,
}: MoreWindowOptions): types.ModalView {
  const left = asks.length - openOptions(asks).length;
  const file = button('txn:csv', 'Send Me a CSV', value);
  // Open in Full shows the whole list, with a menu to open single rows.
  const full = button('txn:full-all', 'Open in Full', value);
  const blocks: Block[] = [
    section(nameLookUps(asks)),
    ...(isPublic ? buttons([file, full]) : [...buttons([file]), ...openSelect(asks)]),
    ...(left > 0
      ? [section(`${left} too long to be opened here: ask ${code(slash.write('txn'))}.`)]
      : []),
  ];

  return createModal({ blocks, title: 'Table' });
}

/**
 * Creates the window that asks where to share something.
 * @param what names it, in mrkdwn
 */
export function createShareModal(
  what: string,
  callbackId: string,
  metadata: string,
): types.ModalView {
  const to = conversationInput('share', 'Share it in a conversation', 'txn:conversation');
  const blocks = [section(what), to];
  return createModal({ blocks, title: 'Share' }, { callbackId, submit: 'Share', metadata });
}

/** Names a table in mrkdwn, by its first row and the number of further rows. */
export function nameLookUps([first, ...others]: readonly LookUp[]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `${code(first?.asked ?? '', 60)}${more}`;
}

const openOptionMax = 75;

/**
 * Creates the menu that looks a row up again and opens its card; empty if all rows are too long for
 * a menu option.
 */
export function openSelect(asks: readonly LookUp[]): Block[] {
  const options = openOptions(asks);
  if (options.length === 0) return [];

  const placeholder = plainText('Open a card');
  return [
    {
      type: 'actions',
      elements: [{ type: 'static_select', action_id: 'txn:open', placeholder, options }],
    },
  ];
}

/** The options of that menu, without those whose value is too long. */
function openOptions(asks: readonly LookUp[]) {
  return asks
    .map(({ isRequery, asked }) => ({
      text: plainText(cutMiddle(asked, openOptionMax)),
      value: formatLookUp({ isRequery, asked }),
    }))
    .filter(({ value }) => value.length <= openOptionMax);
}

/** The most rows of a table: a message takes no more of them with their buttons. */
export const tableRowsMax = 25;

/**
 * The most characters that `rest` takes in a button's value, so that a table of 25 rows fits in the
 * same message.
 */
const restMax = 1_000;

/** Formats as many of the remaining requests as fit in the value of a button. */
function restLines(rest: readonly LookUp[]): { count: number; lines: string } {
  let count = Math.min(rest.length, restMax / 4);
  while (count > 0 && formatLookUps(rest.slice(0, count)).length > restMax) count -= 1;
  return { count, lines: formatLookUps(rest.slice(0, count)) };
}

/**
 * Creates the button that looks up what did not fit in the table, and notes that say what the
 * button skips.
 */
export function offerRest({ rest, all, allNote }: Pick<FoundTable, 'rest' | 'all' | 'allNote'>) {
  const notes = allNote ? [allNote] : [];
  if (all) return { buttons: [{ ...all, isPrimary: true }], notes };

  const { count, lines } = restLines(rest);
  const left = rest.length - count;
  const others = count === 1 ? 'Other One' : `Other ${count}`;
  const next = `Next ${Math.min(count, tableRowsMax)}`;
  const label = `Look Up the ${rest.length > tableRowsMax || left > 0 ? next : others}`;

  return {
    buttons: count === 0 ? [] : [{ ...button('txn:these:0', label, lines), isPrimary: true }],
    notes: left > 0 ? [`Ask for the last ${left} of these in another message.`, ...notes] : notes,
  };
}

/** Picks the open records to watch. */
export function selectWatchable(rows: readonly Row[]): LookUp[] {
  return buildLookUps(
    rows.filter((row) => !row.isRequery && isOpen(row)).map(({ asked }) => asked),
  );
}
