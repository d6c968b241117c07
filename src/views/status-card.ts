import type { Spelling } from '../command-names.ts';
import type { RequeryAnswer } from '../transfer-api/client.ts';
import type { Timing } from '../transfers/look-up.ts';
import type { MaskedRequery } from '../transfers/mask-requery.ts';
import { headlineOf, requeryGroup, statusOf } from '../transfers/requery-status.ts';
import { marks } from '../transfers/status-group.ts';
import {
  type Audience,
  type Block,
  buttons,
  context,
  header,
  message,
  type Reply,
  runAction,
  section,
} from './blocks.ts';
import { asked } from './metadata.ts';
import { code, outside } from './mrkdwn.ts';
import type { RecordForm } from './record-blocks.ts';
import { requeryBlocks } from './requery-blocks.ts';

export interface FoundRequery extends Partial<MaskedRequery> {
  transactionId: string;
  answer: RequeryAnswer;
  timing: Timing;
}

export interface StatusCardOptions extends FoundRequery, RecordForm {
  audience: Audience;
  /** How to ask for what a channel may not read. */
  slash: Spelling;
}

/** A requery. The spec shows no response (4.2), so the card shows what arrived, in the service's own words. */
export function statusCard(options: StatusCardOptions): Reply {
  const { transactionId, answer, timing } = options;
  const group = requeryGroup(answer);
  const hasNoMark = group === 'unknown' && statusOf(answer).one === undefined;
  const mark = hasNoMark ? '' : `${marks[group]} `;
  const title = `Requery ${transactionId} · ${mark}${headlineOf(answer)}`;
  const isPrimary = group !== 'settled' && group !== 'reversed';
  return message(outside(title), [
    header(title),
    ...requeryBlocks(answer, options),
    ...notForChannel(options),
    // Whoever presses it gets the whole answer, alone.
    ...buttons([
      {
        ...runAction('tsq', transactionId),
        label: options.audience === 'channel' ? 'Open in Full' : 'Ask Again',
        isPrimary,
      },
    ]),
    context([code(transactionId), tookQuestion(answer), undocumented(options), asked(timing)]),
  ]);
}

/** Of an answer that is shown whole. */
function undocumented({ audience }: StatusCardOptions): string | undefined {
  return audience === 'asker' ? 'undocumented answer, its values as they came, amounts with separators' : undefined;
}

/** How many values are not shown. It leaves out their names, which could themselves be somebody's. */
function notForChannel({ hiddenCount = 0, withheldCount = 0, slash }: StatusCardOptions): Block[] {
  const lines = [
    hiddenCount > 0 &&
      `What else the service answered (${hiddenCount}) is shown only to the person who asks with ${code(slash.write('tsq'))}.`,
    withheldCount > 0 &&
      `${withheldCount === 1 ? '1 field is' : `${withheldCount} fields are`} withheld from everybody.`,
  ];
  return lines.flatMap((line) => (line ? section(line) : []));
}

/** Of an envelope that says `success: true`, for the context line. */
export function tookQuestion({ success }: RequeryAnswer): string | undefined {
  return success
    ? 'the service took the question (`success: true`), which is not the status of the transfer'
    : undefined;
}
