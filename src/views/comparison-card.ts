import type { RequeryAnswer, TransactionAnswer } from '../transfer-api/client.ts';
import { amount } from './amount.ts';
import { type Block, context, fields, header, message, type Reply, section } from './blocks.ts';
import type { ShareAccountNumbers } from './masking.ts';
import { code, date, foldBlanks, outside } from './mrkdwn.ts';
import { headlineOf, requeryBlocks, statusOf } from './status-card.ts';
import { asked, type Timing } from './transaction-card.ts';

export interface ComparisonOptions {
  /** The number that the requery was asked for: the record's `id`, which the spec does not say is the right one. */
  transactionId: string;
  record: { answer: TransactionAnswer; timing: Timing };
  requery: { answer: RequeryAnswer; timing: Timing };
  currency: string | undefined;
  shareAccountNumbers: ShareAccountNumbers;
}

/** What the record says beside what a requery says, each with its time; neither is called the truth. */
export function comparisonCard(options: ComparisonOptions): Reply {
  const { transactionId, record, requery, currency } = options;
  const { transaction } = record.answer;
  const verdict = verdictOf(foldBlanks(transaction.status ?? ''), statusOf(requery.answer).one);
  const money = transaction.amount?.trim() ? outside(amount(transaction.amount, currency)) : undefined;
  const column = (title: string, lines: (string | undefined)[], timing: Timing) =>
    [`*${title}*`, ...lines.filter((line) => line), `asked ${date(timing.askedAtMs, 'time')}`].join('\n');
  const columns: Block[] = fields([
    column(
      'Record',
      [outside(transaction.status ?? 'no status'), money, code(transaction.reference ?? '')],
      record.timing,
    ),
    column('Requery', [outside(headlineOf(requery.answer)), `asked for ${code(transactionId)}`], requery.timing),
  ]);
  return message(outside(verdict), [
    header(verdict),
    ...columns,
    section('*What the requery answered*'),
    ...requeryBlocks(requery.answer, { ...options, audience: 'asker' }),
    context([
      `Asked for ${code(transactionId)}, the record's id: the service does not document which number a requery wants. For another one, use \`/tsq\``,
      `requery ${asked(requery.timing)}`,
    ]),
  ]);
}

/** Said first when the two differ beyond case; not interpreted either way. */
function verdictOf(recordStatus: string, requeryStatus: string | undefined): string {
  const record = recordStatus === '' ? 'The record gives no status' : `The record says ${recordStatus}`;
  if (requeryStatus === undefined) return `${record}, the requery names none`;
  const isSame = recordStatus.toLowerCase() === requeryStatus.toLowerCase();
  return isSame ? `Record and requery both say ${requeryStatus}` : `${record}, the requery says ${requeryStatus}`;
}
