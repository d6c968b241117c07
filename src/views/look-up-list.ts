import { askAgainText } from '../transfers/looked-up.ts';
import { byAttention, groupsOf, type Row } from '../transfers/row.ts';
import { type Block, context, leftOutWords, plainText, type Reply, section, sectionsOf } from './blocks.ts';
import { bold, date, outside } from './mrkdwn.ts';
import { rowLine } from './row-line.ts';
import { silences } from './silence.ts';
import { type Unclear, unclearBlocks } from './unclear.ts';

export interface LookUpListOptions {
  rows: readonly Row[];
  currency: string | undefined;
  askedAtMs: number;
  /** Words of the question that are not looked up. */
  leftOut: readonly string[];
  /** What can be read in two ways, and is not looked up either. */
  unclear: readonly Unclear[];
}

/** Many look-ups in a window, which takes no table: the counts, then a line for each, what needs attention first. */
export function lookUpList({ rows, currency, askedAtMs, leftOut, unclear }: LookUpListOptions): Reply {
  const groups = groupsOf(rows).map(({ words, rows: of }) => `${of.length} ${outside(words, 60)}`);
  const counts = groups.join(' · ');
  const sorted = byAttention(rows);
  return {
    text: `${rows.length} asked: ${counts}`,
    blocks: [
      section(`${bold(`${rows.length} asked:`)} ${counts}`),
      ...sectionsOf(sorted.map((row) => rowLine(row, currency))),
      ...leftOutWords(leftOut),
      ...opener(sorted),
      context([`asked ${date(askedAtMs, 'time')}`, ...silences(rows)]),
      ...unclearBlocks(unclear),
    ],
  };
}

const optionMax = 75;

/** Opens a row as its card, in the same window. */
function opener(rows: readonly Row[]): Block[] {
  const options = rows.flatMap((row) => {
    const isRequery = row.kind === 'requery' || (row.kind === 'failure' && row.isRequery);
    const value = askAgainText({ asked: row.asked, isRequery });
    return value.length > optionMax ? [] : [{ text: plainText(row.asked), value }];
  });
  if (options.length === 0) return [];
  const placeholder = plainText('Open a card');
  return [{ type: 'actions', elements: [{ type: 'static_select', action_id: 'txn:open', placeholder, options }] }];
}
