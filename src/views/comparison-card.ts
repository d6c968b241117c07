import type { Spelling } from '../command-names.ts';
import { foldBlanks } from '../plain-text.ts';
import type { RequeryAnswer } from '../transfer-api/client.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import type { FoundTransaction, Timing } from '../transfers/look-up.ts';
import { headlineOf, requeryGroup, reversedFlagOf, statusOf } from '../transfers/requery-status.ts';
import { isReversed } from '../transfers/status-group.ts';
import { withReversedFlag } from '../transfers/status-words.ts';
import { amount } from './amount.ts';
import type { BlockForm } from './block-form.ts';
import { type Block, buttons, context, fields, header, message, quote, type Reply, section } from './blocks.ts';
import { asked } from './metadata.ts';
import { code, date, outside } from './mrkdwn.ts';
import { requeryBlocks } from './requery-blocks.ts';
import { serviceWordsMax, showsInsides, wordsWithheld } from './service-words.ts';
import { tookQuestion } from './status-card.ts';
import { reversedCaution, statusCaution } from './status-caution.ts';

export interface ComparisonOptions {
  /** The number that the requery was sent: the record's `id`. The spec does not say that it is the right one. */
  transactionId: string;
  record: FoundTransaction;
  /**
   * The answer; or the service's own words when it found nothing, which is an answer too; or blocks that say why there
   * is none.
   */
  requery: { answer: RequeryAnswer; timing: Timing } | { notFound: string | undefined } | { failure: readonly Block[] };
  currency: string | undefined;
  blockForm: BlockForm;
  /** How to write a requery with another number. */
  slash: Spelling;
}

/** Shows what the record and the requery say side by side, each with its time; takes neither for the truth. */
export function comparisonCard(options: ComparisonOptions): Reply {
  const { transactionId, record, requery, currency } = options;
  const { transaction } = record.answer;
  const { status, reversedFlag, reference = '' } = transaction;
  const verdict = verdictOf(transaction, requery);
  const money = transaction.amount?.trim() ? outside(amount(transaction.amount, currency)) : undefined;
  const column = (title: string, lines: (string | undefined)[]) =>
    [`*${title}*`, ...lines.filter((line) => line)].join('\n');
  const at = ({ askedAtMs }: Timing) => `at ${date(askedAtMs, 'time')}`;
  const recordWords = withReversedFlag(status?.trim() ? status : 'no status', reversedFlag);
  const names = [code(reference), `requeried by ${code(transactionId)}`].filter((part) => part !== '');
  return message(`${outside(verdict)}\n${names.join(', ')}`, [
    header(verdict),
    ...fields([
      column('Record', [outside(recordWords), money, code(reference), at(record.timing)]),
      'answer' in requery
        ? column('Requery', [outside(headlineOf(requery.answer)), code(transactionId), at(requery.timing)])
        : column('Requery', ['notFound' in requery ? 'nothing found' : 'no answer', code(transactionId)]),
    ]),
    ...recordCautions(transaction, requery).map((caution) => section(caution)),
    ...requeried(options),
    ...buttons([
      {
        actionId: 'txn:requery',
        label: 'Ask Again',
        value: JSON.stringify({ reference }),
        isPrimary: !isFinal(requery),
      },
    ]),
    context([
      `Requeried by the record's id ${code(transactionId)}: the service does not document which number a requery wants. For another one, use ${code(options.slash.write('tsq'))}`,
      'answer' in requery ? tookQuestion(requery.answer) : undefined,
      'timing' in requery ? asked(requery.timing) : undefined,
    ]),
  ]);
}

function isFinal(requery: ComparisonOptions['requery']): boolean {
  return 'answer' in requery && ['settled', 'reversed'].includes(requeryGroup(requery.answer));
}

function requeried(options: ComparisonOptions): readonly Block[] {
  const { requery, transactionId } = options;
  if ('answer' in requery) return [section('*What the requery answered*'), ...requeryBlocks(requery.answer, options)];
  return 'notFound' in requery ? foundNothing(transactionId, requery.notFound) : requery.failure;
}

function foundNothing(transactionId: string, words = ''): Block[] {
  const line = `The service found nothing under ${code(transactionId)}, the record's own id. This says nothing about the transfer.`;
  if (words.trim() === '') return [section(line)];
  if (showsInsides(words)) return [section(`${line} ${wordsWithheld}`)];
  return [section(`${line} Its own words:`), quote(words, serviceWordsMax)];
}

/** What the requery says of itself is said below it; what is true of both is said once. */
function recordCautions({ status, reversedFlag }: Transaction, requery: ComparisonOptions['requery']): string[] {
  const said = 'answer' in requery ? (statusOf(requery.answer).one ?? '') : undefined;
  const isSaidBelow = said?.toLowerCase() === foldBlanks(status ?? '').toLowerCase();
  return [
    isReversed(reversedFlag) ? reversedCaution(reversedFlag) : undefined,
    isSaidBelow ? undefined : statusCaution(status),
  ].filter((caution) => caution !== undefined);
}

/** The headline: whether the two agree, but for case. It interprets neither. */
function verdictOf({ status, reversedFlag }: Transaction, requery: ComparisonOptions['requery']): string {
  const word = foldBlanks(status ?? '');
  const recordWords = withReversedFlag(word, reversedFlag);
  const record = withReversedFlag(word === '' ? 'The record gives no status' : `The record says ${word}`, reversedFlag);
  if ('failure' in requery) return `${record}, the requery got no answer`;
  if ('notFound' in requery) return `${record}, the requery found nothing`;
  const { all } = statusOf(requery.answer);
  const [only, ...others] = all;
  const flag = reversedFlagOf(requery.answer);
  if (only === undefined) return withReversedFlag(`${record}, the requery names none`, flag);
  if (others.length > 0)
    return withReversedFlag(`${record}, the requery says several things: ${all.slice(0, 3).join(', ')}`, flag);
  const words = withReversedFlag(only, flag);
  const isSame = recordWords.toLowerCase() === words.toLowerCase();
  return isSame ? `Record and requery both say ${words}` : `${record}, the requery says ${words}`;
}
