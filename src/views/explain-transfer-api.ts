import type { Spelling } from '../command-names.ts';
import type { TransferApiError, TransferApiErrorDetails } from '../errors.ts';
import type { ButtonOptions } from './blocks.ts';
import { explainNotFound } from './explain-not-found.ts';
import type { Explanation } from './explanation.ts';
import { identifierButtons, identifierHint } from './identifier-hint.ts';
import { inAWhile } from './in-a-while.ts';
import { code } from './mrkdwn.ts';
import { proxyWords } from './proxy-words.ts';
import { attribution, serviceWords, wordsWithheld } from './service-words.ts';

/**
 * One sentence for each failure of a look-up; the service's own words are kept apart from ours.
 * @param knowsShape whether it may say that a reference looks cut off
 */
export function explainTransferApi(
  error: TransferApiError,
  tryAgain: ButtonOptions[],
  spelling: Spelling,
  knowsShape = false,
): Explanation {
  const explanation = explainFailure(error, tryAgain, spelling, knowsShape);
  if (error.details.hiddenWords !== 'insides') return explanation;
  return { ...explanation, sentence: `${explanation.sentence} ${wordsWithheld}` };
}

function explainFailure(
  { failure, details }: TransferApiError,
  tryAgain: ButtonOptions[],
  spelling: Spelling,
  knowsShape: boolean,
): Explanation {
  const words = serviceWords(details);
  /** Every failure says what the silence means, also beside the service's own words. */
  const closing = (afterwards = '') =>
    `${silence(details)}; try again${afterwards}.${words ? ' Its own words, which txnbot cannot judge:' : ''}`;
  switch (failure) {
    case 'not_found':
      return explainNotFound(details, tryAgain, spelling, knowsShape);
    case 'timeout':
      return { sentence: `${timeoutSentence(details)} ${closing()}`, words, buttons: tryAgain };
    case 'unreachable':
      return {
        sentence: `${unreachableSentence(details)} ${closing(inAWhile(details.retryAfterMs))}`,
        words,
        buttons: tryAgain,
      };
    case 'proxy':
      return {
        sentence: `The transfer service could not be reached: the proxy on the way there ${proxyWords(details.code)}. ${closing(', or tell whoever runs txnbot')}`,
        buttons: tryAgain,
      };
    case 'not_asked':
      return { sentence: `${notAskedSentence(details)} ${closing(' in a few seconds')}`, buttons: tryAgain };
    case 'untrusted':
      return {
        sentence: `The certificate of the transfer service is not trusted, so nothing was asked. ${silence(details)}. Tell whoever runs txnbot.`,
      };
    case 'rate_limited':
      return {
        sentence: `The transfer service is limiting how often txnbot may ask. ${closing(inAWhile(details.retryAfterMs))}`,
        words,
        buttons: tryAgain,
      };
    case 'unauthorized':
      return {
        sentence: `${refusal(details.status)} ${silence(details)}. Tell whoever runs txnbot.${attribution(words)}`,
        words,
      };
    case 'rejected':
      return {
        sentence: `The transfer service refused this request${http(details.status)}. ${rejection(details, words)}${identifierHint(details, spelling)}${words ? ' Its own words:' : ''}`,
        words,
        buttons: identifierButtons(details),
      };
    case 'unexpected_body':
      return {
        sentence: `${unreadableSentence(details)} ${closing(', or tell whoever runs txnbot')}`,
        words,
        buttons: tryAgain,
      };
    default:
      return failure satisfies never;
  }
}

/** Names what was asked: Slack does not show what somebody typed, and answers come out of order. */
function silence({ operation, asked }: TransferApiErrorDetails): string {
  if (operation === 'banks')
    return `The bank list could not be loaded${asked ? `, so ${code(asked, 100)} was not looked for` : ''}`;
  const about = operation === 'transaction' ? 'the transaction' : 'the transfer';
  return `This says nothing about ${[about, code(asked ?? '')].filter((part) => part !== '').join(' ')}`;
}

function rejection(details: TransferApiErrorDetails, words: string | undefined): string {
  const why = {
    insides: '',
    from_channel: 'Its reason is shown only in an answer that one person reads. ',
    none: words ? '' : 'It does not say why. ',
  }[details.hiddenWords ?? 'none'];
  return `${why}${silence(details)}; check what was asked.`;
}

function timeoutSentence({ timeoutMs, status }: TransferApiErrorDetails): string {
  if (timeoutMs === undefined) return `The transfer service gave up waiting${http(status)}.`;
  return `The transfer service did not answer within ${Number((timeoutMs / 1000).toFixed(1))} s.`;
}

function notAskedSentence({ reason }: TransferApiErrorDetails): string {
  return reason === 'outage'
    ? 'The transfer service has answered nobody of late, so txnbot leaves it alone for a moment; yours was not asked.'
    : 'More questions are under way than the transfer service answers; yours was not asked.';
}

function unreachableSentence({ status, attempts = 1 }: TransferApiErrorDetails): string {
  if (status !== undefined) return `The transfer service is in trouble: it answered with an error${http(status)}.`;
  return `The transfer service could not be reached${attempts > 1 ? `, in ${attempts} tries` : ''}.`;
}

function unreadableSentence({ reason, asked, status }: TransferApiErrorDetails): string {
  if (reason === 'another_reference')
    return `The transfer service answered with a transaction that is not ${code(asked ?? '')}, so txnbot does not show it.`;
  if (reason === 'too_large') return 'The transfer service answered more than txnbot reads.';
  return `The transfer service answered something txnbot cannot read${http(status)}.`;
}

function refusal(status: number | undefined): string {
  return status === 403
    ? 'The transfer service refused txnbot access (HTTP 403).'
    : "The transfer service refused txnbot's access token.";
}

function http(status: number | undefined): string {
  return status === undefined || status < 300 ? '' : ` (HTTP ${status})`;
}
