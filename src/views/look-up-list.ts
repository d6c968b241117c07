import type { Ask } from '../transfers/asks.ts';
import { askOf, byAttention, groupsOf, type Row } from '../transfers/row.ts';
import { type Block, buttons, context, type Reply, section, sectionsOf } from './blocks.ts';
import { leftOutWords } from './left-out-words.ts';
import { isOpenable, openSelect } from './many/open-select.ts';
import { countOf, restButton, restNote } from './many/the-rest.ts';
import { bold, date, outside } from './mrkdwn.ts';
import { rowLine } from './row-line.ts';
import { silences } from './silence.ts';
import { type Unclear, unclearBlocks } from './unclear.ts';

export interface LookUpListOptions {
  rows: readonly Row[];
  /** What was asked for beside these, and not looked up. */
  rest: readonly Ask[];
  currency: string | undefined;
  /** Whether references look as txnbot takes them to. */
  knowsShape: boolean;
  askedAtMs: number;
  /** Words of the question that are not looked up. */
  leftOut: readonly string[];
  /** What can be read in two ways, and is not looked up either. */
  unclear: readonly Unclear[];
  /** Of trouble elsewhere; mrkdwn. */
  hints: readonly string[];
}

/** Many look-ups in a window, which takes no table: the counts, then a line for each, what needs attention first. */
export function lookUpList(options: LookUpListOptions): Reply {
  const { rows, rest, currency, knowsShape, askedAtMs, leftOut, unclear, hints } = options;
  const groups = groupsOf(rows).map(({ words, rows: of }) => `${of.length} ${outside(words, 60)}`);
  const counts = groups.join(' · ');
  const sorted = byAttention(rows);
  return {
    text: [`${countOf(rows, rest)} asked: ${counts}`, ...hints].join('\n'),
    blocks: [
      section(`${bold(`${countOf(rows, rest)} asked:`)} ${counts}`),
      ...sectionsOf(sorted.map((row) => rowLine(row, currency))),
      ...leftOutWords(leftOut),
      ...(hints.length > 0 ? [context([hints.join('\n')])] : []),
      ...restNote(rest).map(section),
      ...buttons(restButton(rest)),
      ...opener(sorted),
      context([`asked ${date(askedAtMs, 'time')}`, ...silences(rows, knowsShape)]),
      ...unclearBlocks(unclear),
    ],
  };
}

/** Opens a row as its card, in a window upon this one. */
function opener(rows: readonly Row[]): Block[] {
  const select = openSelect(rows.map((row) => ({ ...askOf(row), name: row.asked })).filter(isOpenable));
  return select === undefined ? [] : [{ type: 'actions', elements: [select] }];
}
