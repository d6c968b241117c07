import { requeriesOf } from '../../transfers/requeries.ts';
import { askOf, byAttention, groupsOf, type Row, recordedOf } from '../../transfers/row.ts';
import type { BlockForm } from '../block-form.ts';
import { type Block, context, message, type Reply, section } from '../blocks.ts';
import { isTooMuch } from '../fit-blocks.ts';
import { leftOutWords } from '../left-out-words.ts';
import { bold, date, outside } from '../mrkdwn.ts';
import { rowLine } from '../row-line.ts';
import { sharedByMax } from '../shared-by.ts';
import { silences } from '../silence.ts';
import { type Unclear, unclearBlocks } from '../unclear.ts';
import { type ManyActionsOptions, manyActions } from './many-actions.ts';
import { manyTable } from './many-table.ts';
import { leastRoom, type Room, rooms } from './rooms.ts';
import { standOuts } from './stand-outs.ts';
import { countOf } from './the-rest.ts';
import { totals } from './totals.ts';

export interface ManyCardOptions extends ManyActionsOptions {
  rows: readonly Row[];
  currency: string | undefined;
  blockForm: BlockForm;
  askedAtMs: number;
  /** Words of the question that were not looked up. */
  leftOut: readonly string[];
  /** What can be read in two ways, and was not looked up either. */
  unclear: readonly Unclear[];
  /** Of trouble elsewhere; mrkdwn. */
  hints: readonly string[];
  /** Whether references look as txnbot takes them to, and not as an operator has said. */
  knowsShape: boolean;
}

/** In characters, for a line about the answer itself that whoever asks may add: what the question was read as. */
const spare = 450;

/** The card of many look-ups: the counts first, then the totals, the table, and what stands out. */
export function manyCard(options: ManyCardOptions): Reply {
  const { rows, rest, currency, leftOut, unclear, hints } = options;
  const groups = groupsOf(rows);
  const asked = `${countOf(rows, rest)} ${whatOf(rows)}:`;
  const counts = `${asked} ${groups.map(({ words, rows: of }) => `${of.length} ${outside(words, 60)}`).join(' · ')}`;
  const added = totals(groups, currency);
  const remarks = standOuts(groups);
  const sorted = byAttention(rows);
  const drawn = (room: Room): Block[] => [
    section(bold(asked) + counts.slice(asked.length)),
    ...(added.length > 0 ? [section(added.join('\n'))] : []),
    manyTable(sorted, { ...options, ...room }),
    ...(remarks.length > 0 ? [section(remarks.map((remark) => `• ${remark}`).join('\n'))] : []),
    ...leftOutWords(leftOut),
    ...(hints.length > 0 ? [context([hints.join('\n')])] : []),
    ...manyActions(sorted, options, room),
    context(notes(options, room)),
    ...unclearBlocks(unclear),
  ];
  const text = withRows([counts, ...remarks, ...hints].join('\n'), sorted, currency);
  for (const room of rooms) {
    const blocks = drawn(room);
    if (!isTooMuch(blocks, spare)) return message(text, blocks);
  }
  return message(text, drawn(leastRoom));
}

/** In characters. */
const textMax = 2_900;
/** Of the line that says how many rows there is no room for. */
const leftMax = 30;

/** The rows too: where Slack refuses the blocks, and in a notification, the text is all there is. */
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

function notes(
  { rows, askedAtMs, sharedBy, knowsShape }: ManyCardOptions,
  { hasRecorded }: Room,
): (string | undefined)[] {
  const { withoutIdCount } = requeriesOf(rows);
  return [
    `asked ${date(askedAtMs)}`,
    sharedBy ? `shared by ${outside(sharedBy, sharedByMax)}` : undefined,
    ...silences(rows, knowsShape),
    withoutIdCount > 0
      ? `${withoutIdCount} not settled ${withoutIdCount === 1 ? 'has' : 'have'} no id to requery by`
      : undefined,
    rows.some(isByRecord)
      ? 'requeried by the ids of the records: the service does not document which number a requery wants'
      : undefined,
    hasRecorded && rows.some((row) => recordedOf(row) !== undefined)
      ? 'what a record said is of the table before: the records were not asked again'
      : undefined,
  ];
}

function isByRecord(row: Row): boolean {
  return row.kind !== 'record' && row.ofRecord !== undefined;
}
