import type { TransferApiError, TransferApiErrorDetails } from '../errors.ts';
import { joinNonEmpty } from '../text.ts';
import { type Block, type ButtonOptions, quote, runAction, section } from './blocks.ts';
import { noAnswerCaution, notFoundCaution } from './cautions.ts';
import { sayWhatHappened, tellOperator, wordsOf } from './failure-words.ts';
import { serviceTextMax, showsInternalDetails } from './json-fields.ts';
import { bold } from './mrkdwn.ts';

/** The explanation of one failure for the user. */
export interface Explanation {
  /**
   * Names the query and says what happened, in Slack's mrkdwn: the first line, and the notification
   * text.
   */
  lead: string;
  /** Warns against a wrong conclusion from the failure, in Slack's mrkdwn. */
  caution?: string | undefined;
  /** What the person can do next or should also know, in Slack's mrkdwn. */
  next?: string | undefined;
  /** The service's error message. */
  words?: string | undefined;
  /** Whether only the operator can fix the problem. */
  isForOperator?: boolean | undefined;
  buttons?: ButtonOptions[];
}

interface Explaining {
  /** Whether others read it: they never get the service's error message, which can name anyone. */
  isPublic?: boolean;
  /** Buttons to offer where a retry can help. */
  tryAgain?: ButtonOptions[];
  /** Whether the explanation may say that a reference looks cut off. */
  knowsShape?: boolean;
}

/** Explains a failed look-up, as `sayWhatHappened` words it. */
export function explainTransferError(
  error: TransferApiError,
  { isPublic = false, tryAgain = [], knowsShape }: Explaining = {},
): Explanation {
  const { failure, details } = error;
  const { operation, serviceMessage = '' } = details;
  const happened = sayWhatHappened(error, isPublic, knowsShape);
  const isReadable = !isPublic && !showsInternalDetails(serviceMessage);
  const words = isReadable ? serviceMessage : '';

  if (failure === 'not_found')
    return {
      ...happened,
      caution: notFoundCaution,
      words,
      // A transfer may still appear.
      buttons: [...tryAgain, ...requeryButton(details)],
    };

  const { canRetry, isForOperator, isQuoted } = wordsOf(failure, details);
  return {
    ...happened,
    caution: operation === 'banks' ? undefined : noAnswerCaution,
    words: isQuoted && words,
    isForOperator,
    buttons: [
      ...(canRetry ? tryAgain : []),
      ...(failure === 'rejected' ? requeryButton(details) : []),
    ],
  };
}

/**
 * Offers to requery a number that was looked up as a reference without success: it may be a
 * transaction's id.
 */
function requeryButton({ operation, asked = '' }: TransferApiErrorDetails): ButtonOptions[] {
  const isNumber = operation === 'transaction' && /^\d+$/.test(asked);
  return isNumber ? [{ label: 'Requery It', ...runAction('tsq', asked, 1) }] : [];
}

/**
 * @param reference the code in the failure's log line; `undefined` if the failure is shown within
 * another answer
 */
export function explanationBlocks(explanation: Explanation, reference?: string): Block[] {
  const { lead, caution, next, words, isForOperator } = explanation;
  const toOperator = isForOperator ? tellOperator(reference) : undefined;
  const below = joinNonEmpty([caution && bold(caution), next, toOperator], ' ');
  const blocks: Block[] = [section(lead)];

  if (below) blocks.push(section(below));
  if (words?.trim()) blocks.push(quote(words, serviceTextMax));

  return blocks;
}
