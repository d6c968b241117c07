import type { Spelling } from '../command-names.ts';
import { foldBlanks } from '../plain-text.ts';
import type { RequeryAnswer } from '../transfer-api/client.ts';
import type { FoundTransaction, Timing } from '../transfers/look-up.ts';
import { headlineOf, statusOf } from '../transfers/requery-status.ts';
import { amount } from './amount.ts';
import type { BlockForm } from './block-form.ts';
import { type Block, context, fields, header, message, type Reply, section } from './blocks.ts';
import { asked } from './metadata.ts';
import { code, date, outside } from './mrkdwn.ts';
import { requeryBlocks, tookQuestion } from './status-card.ts';

export interface ComparisonOptions {
  /** The number that the requery was sent: the record's `id`. The spec does not say that it is the right one. */
  transactionId: string;
  record: FoundTransaction;
  /** The answer, or blocks that say why there is none. */
  requery: { answer: RequeryAnswer; timing: Timing } | { failure: readonly Block[] };
  /** What stands below the two. */
  beside: readonly Block[];
  currency: string | undefined;
  blockForm: BlockForm;
  /** How to write a requery with another number. */
  slash: Spelling;
}

/** Shows what the record and the requery say side by side, each with its time; takes neither for the truth. */
export function comparisonCard(options: ComparisonOptions): Reply {
  const { transactionId, record, requery, currency } = options;
  const { transaction } = record.answer;
  const verdict = verdictOf(
    foldBlanks(transaction.status ?? ''),
    'answer' in requery ? statusOf(requery.answer) : undefined,
  );
  const money = transaction.amount?.trim() ? outside(amount(transaction.amount, currency)) : undefined;
  const column = (title: string, lines: (string | undefined)[]) =>
    [`*${title}*`, ...lines.filter((line) => line)].join('\n');
  const at = ({ askedAtMs }: Timing) => `at ${date(askedAtMs, 'time')}`;
  return message(outside(verdict), [
    header(verdict),
    ...fields([
      column('Record', [
        outside(transaction.status ?? 'no status'),
        money,
        code(transaction.reference ?? ''),
        at(record.timing),
      ]),
      'answer' in requery
        ? column('Requery', [outside(headlineOf(requery.answer)), code(transactionId), at(requery.timing)])
        : column('Requery', ['no answer', code(transactionId)]),
    ]),
    ...options.beside,
    ...('answer' in requery
      ? [section('*What the requery answered*'), ...requeryBlocks(requery.answer, options)]
      : requery.failure),
    context([
      `Requeried by the record's id ${code(transactionId)}: the service does not document which number a requery wants. For another one, use ${code(options.slash.write('tsq'))}`,
      'answer' in requery ? tookQuestion(requery.answer) : undefined,
      'timing' in requery ? asked(requery.timing) : undefined,
    ]),
  ]);
}

/** The headline: whether the two agree, but for case. It interprets neither. */
function verdictOf(recordStatus: string, requery: { all: string[] } | undefined): string {
  const record = recordStatus === '' ? 'The record gives no status' : `The record says ${recordStatus}`;
  if (requery === undefined) return `${record}, the requery got no answer`;
  const [only, ...others] = requery.all;
  if (only === undefined) return `${record}, the requery names none`;
  if (others.length > 0) return `${record}, the requery says several things: ${requery.all.slice(0, 3).join(', ')}`;
  const isSame = recordStatus.toLowerCase() === only.toLowerCase();
  return isSame ? `Record and requery both say ${only}` : `${record}, the requery says ${only}`;
}
