import { type Block, message, type Reply, section } from '../blocks/blocks.ts';
import { bold, code, outside } from '../blocks/mrkdwn.ts';
import { quoteService } from '../failures.ts';
import { cautionOf, disagreeCaution, notFoundCaution, statusGroup, withReversedFlag } from '../status.ts';
import { foldBlanks } from '../text.ts';
import type { RequeryAnswer } from '../transfer-service/client.ts';
import { comparisonButtons } from './card-actions.ts';
import type { FoundTransaction, Timing } from './look-up.ts';
import { headlineOf, requeryGroup, statusOf } from './requery-answer.ts';
import { requeryBlocks, requeryWords } from './requery-card.ts';

export interface ComparisonOptions {
  /** The number that the requery was sent: the record's `id`. The spec does not say that it is the right one. */
  transactionId: string;
  record: FoundTransaction;
  /**
   * The answer; or the service's own words when it found nothing, which is an answer too; or blocks that say why there
   * is none.
   */
  requery: { answer: RequeryAnswer; timing: Timing } | { notFound: string | undefined } | { failure: readonly Block[] };
}

/** Shows what the record and the requery say; takes neither for the truth. */
export function comparisonCard(options: ComparisonOptions): Reply {
  const { transactionId, record, requery } = options;
  const { reference = '', status, reversedFlag } = record.answer.transaction;
  const words = withReversedFlag(foldBlanks(status ?? '') || 'no status', reversedFlag);
  const headline = `${code(reference)}: record ${bold(outside(words))}; requery ${code(transactionId)} ${saidBy(requery)}`;
  return message(headline, [
    section(headline),
    ...below(options, words),
    ...comparisonButtons(reference, transactionId),
  ]);
}

function saidBy(requery: ComparisonOptions['requery']): string {
  if ('answer' in requery) return requeryWords(requery.answer);
  return bold('notFound' in requery ? 'not found' : 'no answer');
}

function below({ transactionId, record, requery }: ComparisonOptions, recordWords: string): readonly Block[] {
  if ('failure' in requery) return requery.failure;
  if ('answer' in requery) {
    const { status, reversedFlag } = record.answer.transaction;
    const groups = { record: statusGroup(status, reversedFlag), requery: requeryGroup(requery.answer) };
    return requeryBlocks(transactionId, requery.answer, cautionFor(groups, recordWords, requery.answer));
  }
  const quoted = requery.notFound?.trim() ? [quoteService(requery.notFound)] : [];
  return [section([...quoted, notFoundCaution].join('\n'))];
}

type Groups = Record<'record' | 'requery', ReturnType<typeof statusGroup>>;

/** One caution for both: that they disagree, or that of what they agree on. A requery without a status denies nothing. */
function cautionFor(groups: Groups, recordWords: string, answer: RequeryAnswer): string | undefined {
  const { all } = statusOf(answer);
  if (all.length === 0 && groups.requery === 'unknown') return cautionOf(groups.record) ?? cautionOf('unknown');
  const isSame = recordWords.toLowerCase() === headlineOf(answer).toLowerCase();
  const isAlike = groups.record === groups.requery && groups.record !== 'unknown';
  return all.length < 2 && (isSame || isAlike) ? cautionOf(groups.record) : disagreeCaution;
}
