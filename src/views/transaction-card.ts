import type { Transaction } from '../transfer-api/schemas.ts';
import type { FoundTransaction } from '../transfers/look-up.ts';
import type { ShareAccountNumbers } from '../transfers/mask-transaction.ts';
import { marks, statusGroup } from '../transfers/status-group.ts';
import { statusTitle, withReversedFlag } from '../transfers/status-words.ts';
import { amount } from './amount.ts';
import { canFold } from './block-form.ts';
import { type Audience, context, header, message, type Reply, section } from './blocks.ts';
import { cardActions } from './card-actions.ts';
import { leftOutWords } from './left-out-words.ts';
import { asked, recordIds } from './metadata.ts';
import { bold, code, outside } from './mrkdwn.ts';
import { lead } from './parties.ts';
import { type RecordForm, recordBlocks, recordWarnings } from './record-blocks.ts';
import { sharedByMax } from './shared-by.ts';
import { type Unclear, unclearBlocks } from './unclear.ts';

export interface TransactionCardOptions extends FoundTransaction, RecordForm {
  /** Who will read it; for a channel the record is already masked. */
  audience: Audience;
  /** Whether it can be shared with everybody from where it is shown. */
  canShare: boolean;
  shareAccountNumbers: ShareAccountNumbers;
  /** What has changed since the card was last drawn; shown first. */
  changed?: string | undefined;
  /** Words of the question that were not looked up. */
  leftOut?: readonly string[];
  /** What can be read in two ways, and was not looked up either. */
  unclear?: readonly Unclear[];
  /** The person who shared the card. */
  sharedBy?: string | undefined;
  /** Whether a watch of it has just ended with its time. */
  isOver?: boolean;
}

/** One record of spec 2.2, the main point first. The card interprets nothing that the spec leaves open. */
export function transactionCard(options: TransactionCardOptions): Reply {
  const { answer, timing, currency, blockForm, audience, changed, sharedBy } = options;
  const { transaction } = answer;
  const title = titleOf(transaction, currency);
  const headline = [outside(title), code(transaction.reference ?? '')].filter((part) => part !== '').join(' · ');
  const summary = [changed, headline, ...recordWarnings(transaction), lead(transaction)];
  return message(summary.filter((line) => line !== undefined).join('\n'), [
    ...(changed ? [section(bold(changed))] : []),
    header(title),
    ...recordBlocks(answer, options),
    ...leftOutWords(options.leftOut ?? []),
    ...cardActions(transaction, options),
    context([
      ...(canFold(blockForm) ? [] : recordIds(transaction)),
      asked(timing),
      audience === 'channel' ? shortened(sharedBy, options.shareAccountNumbers) : undefined,
    ]),
    ...unclearBlocks(options.unclear ?? []),
  ]);
}

function shortened(sharedBy: string | undefined, mode: ShareAccountNumbers): string {
  const by = sharedBy ? `shared by ${outside(sharedBy, sharedByMax)}, ` : '';
  const accounts = {
    masked: 'names and account numbers shortened',
    full: 'names shortened',
    never: 'names shortened, account numbers left out',
  };
  return `${by}${accounts[mode]}, narration left out`;
}

function titleOf({ status, reversedFlag, amount: text }: Transaction, currency: string | undefined): string {
  const title = `${marks[statusGroup(status, reversedFlag)]} ${withReversedFlag(statusTitle(status), reversedFlag)}`;
  return text?.trim() ? `${title} · ${amount(text, currency)}` : title;
}
