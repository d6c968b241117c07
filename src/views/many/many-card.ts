import { requeriesOf } from '../../transfers/requeries.ts';
import { askOf, byAttention, type Row } from '../../transfers/row.ts';
import type { BlockForm } from '../block-form.ts';
import { type Block, buttons, context, message, type Reply, section, sectionsOf } from '../blocks.ts';
import { isTooMuch } from '../fit-blocks.ts';
import { leftOutWords } from '../left-out-words.ts';
import { date, outside } from '../mrkdwn.ts';
import { rowLine } from '../row-line.ts';
import { whichAreCutOff } from '../shape-words.ts';
import { sharedByMax } from '../shared-by.ts';
import { type Unclear, unclearBlocks } from '../unclear.ts';
import { type ManyActionsOptions, manyActions, openSelect } from './many-actions.ts';
import { type ManyTableOptions, manyTable } from './many-table.ts';
import { cautionFor, isSorted, summaryOf } from './summary.ts';
import { countOf, restButton, restNote } from './the-rest.ts';

export interface ManyCardOptions extends ManyActionsOptions {
  rows: readonly Row[];
  currency: string | undefined;
  blockForm: BlockForm;
  /** When the table was asked for anew; absent for a new one. */
  refreshedAtMs?: number | undefined;
  /** Words of the question that were not looked up. */
  leftOut: readonly string[];
  /** What can be read in two ways, and was not looked up either. */
  unclear: readonly Unclear[];
  /** Of trouble elsewhere; mrkdwn. */
  hints: readonly string[];
  /** Whether references look as txnbot takes them to, and not as an operator has said. */
  knowsShape: boolean;
  /** A window takes no table: each row is a line there. */
  isInWindow?: boolean;
}

/** How much a table may hold, and how many of the buttons under it go. */
type Room = Omit<ManyTableOptions, 'currency' | 'blockForm'> & { dropped: number };

const whole: Room = { cellMax: 48, hasZones: true, hasNumbers: true, hasRecorded: true, dropped: 0 };
const inUtc: Room = { ...whole, hasZones: false };
const narrow: Room = { ...inUtc, cellMax: 28, hasNumbers: false };
const narrowest: Room = { ...narrow, cellMax: 16, hasRecorded: false };

/** The most first: what can be done outlasts zones, numbers, the ends of words, and what records said. */
const rooms: readonly Room[] = [whole, inUtc, narrow, ...[0, 1, 2, 3, 4].map((dropped) => ({ ...narrowest, dropped }))];

/** In characters, for a line about the answer itself that whoever asks may add: what the question was read as. */
const spare = 450;

/** The card of many look-ups: the counts first, then sums, what stands out, the table, and one caution. */
export function manyCard(options: ManyCardOptions): Reply {
  const { rows, rest, currency, leftOut, unclear, hints, isInWindow } = options;
  const { counts, lines } = summaryOf(rows, `${countOf(rows, rest)} ${whatOf(rows)}:`, currency);
  const sorted = byAttention(rows);
  const caution = cautionFor(rows);
  const about = notes(options);
  const drawn = (body: readonly Block[], actions: readonly Block[]): Block[] => [
    section([...lines, ...(isSorted(rows) && !isInWindow ? ['Sorted by attention needed.'] : [])].join('\n')),
    ...body,
    ...leftOutWords(leftOut),
    ...(hints.length > 0 ? [context([hints.join('\n')])] : []),
    ...actions,
    ...(caution === undefined ? [] : [section(caution)]),
    ...(about.length > 0 ? [context(about)] : []),
    ...unclearBlocks(unclear),
  ];
  const text = withRows([counts, ...hints].join('\n'), sorted, currency);
  if (isInWindow) {
    const elements = openSelect(sorted.map(askOf));
    const opener: Block[] = elements.length > 0 ? [{ type: 'actions', elements }] : [];
    const actions = [...restNote(rest).map(section), ...buttons(restButton(rest)), ...opener];
    return { text, blocks: drawn(sectionsOf(sorted.map((row) => rowLine(row, currency))), actions) };
  }
  const inRoom = (room: Room) =>
    drawn([manyTable(rows, { ...options, ...room })], manyActions(sorted, { ...options, ...room }));
  const fitting = rooms.map(inRoom).find((blocks) => !isTooMuch(blocks, spare));
  return message(text, fitting ?? inRoom({ ...narrowest, dropped: 4 }));
}

/** In characters. */
const textMax = 2_900;
/** Of the line that says how many rows there is no room for. */
const leftMax = 30;

/** The rows too: where Slack refuses the blocks, the text is all there is. */
function withRows(head: string, rows: readonly Row[], currency: string | undefined): string {
  let text = head;
  for (const [at, row] of rows.entries()) {
    const longer = `${text}\n${rowLine(row, currency)}`;
    if (longer.length > textMax - leftMax) return `${text}\n${rows.length - at} more in the table`;
    text = longer;
  }
  return text;
}

/** What a requery says is not what a record says, so a table of requeries alone says what it is of. */
function whatOf(rows: readonly Row[]): string {
  if (!rows.every((row) => askOf(row).isRequery)) return 'asked';
  return rows.length === 1 ? 'requery' : 'requeries';
}

function notes({ rows, refreshedAtMs, sharedBy, knowsShape }: ManyCardOptions): string[] {
  const { withoutIdCount } = requeriesOf(rows);
  const notFound = rows.filter((row) => row.kind === 'failure' && row.failure === 'not_found' && !row.isRequery);
  const cutOff = knowsShape ? whichAreCutOff(notFound.map(({ asked }) => asked)) : undefined;
  return [
    ...(refreshedAtMs === undefined ? [] : [`as of ${date(refreshedAtMs, 'time')}`]),
    ...(sharedBy ? [`shared by ${outside(sharedBy, sharedByMax)}`] : []),
    ...(cutOff === undefined ? [] : [cutOff]),
    ...(withoutIdCount > 0 ? [`${withoutIdCount} without an id to requery`] : []),
  ];
}
