import type { Spelling } from '../command-names.ts';
import type { TransferApiError } from '../errors.ts';
import { isCutOff } from '../reading/looks-like-reference.ts';
import { type ButtonOptions, runAction } from './blocks.ts';
import { inAWhile } from './in-a-while.ts';
import { code } from './mrkdwn.ts';
import { proxyWords } from './proxy-words.ts';
import { shapeWords } from './shape-words.ts';

export interface Explanation {
  /** What happened and what to do; mrkdwn. */
  sentence: string;
  /** The service's own words. */
  words?: string | undefined;
  buttons?: ButtonOptions[];
}

/** One sentence for each failure of a look-up; the service's own words are kept apart from ours. */
export function explainTransferApi(
  error: TransferApiError,
  tryAgain: ButtonOptions[],
  spelling: Spelling,
): Explanation {
  const explanation = explainFailure(error, tryAgain, spelling);
  if (error.details.hiddenWords !== 'insides') return explanation;
  return { ...explanation, sentence: `${explanation.sentence} ${wordsWithheld}` };
}

/** Replaces words that do not help the person, but could help an attacker. */
export const wordsWithheld = "The service's own words are withheld, as they show how it is made inside.";

function explainFailure(
  { failure, details }: TransferApiError,
  tryAgain: ButtonOptions[],
  spelling: Spelling,
): Explanation {
  const words = details.serviceMessage?.trim() ? details.serviceMessage : undefined;
  /** Every failure says what the silence means, also beside the service's own words. */
  const closing = (afterwards = '') =>
    `${silence(details)}; try again${afterwards}.${words ? ' Its own words, which txnbot cannot judge:' : ''}`;
  switch (failure) {
    case 'not_found':
      return notFound(details, tryAgain, spelling);
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
        sentence: `The transfer service refused this request${http(details.status)}. ${rejection(details, words)}${hint(details, spelling)}${words ? ' Its own words:' : ''}`,
        words,
        buttons: otherNumber(details),
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
function silence({ operation, asked }: Details): string {
  if (operation === 'banks')
    return `The bank list could not be loaded${asked ? `, so ${code(asked, 100)} was not looked for` : ''}`;
  const about = operation === 'transaction' ? 'the transaction' : 'the transfer';
  return `This says nothing about ${[about, code(asked ?? '')].filter((part) => part !== '').join(' ')}`;
}

function rejection(details: Details, words: string | undefined): string {
  const why = {
    insides: '',
    from_channel: 'Its reason is shown only in an answer that one person reads. ',
    none: words ? '' : 'It does not say why. ',
  }[details.hiddenWords ?? 'none'];
  return `${why}${silence(details)}; check what was asked.`;
}

type Details = TransferApiError['details'];

function notFound(details: Details, tryAgain: ButtonOptions[], spelling: Spelling): Explanation {
  const { operation, asked = '', serviceMessage } = details;
  const words = serviceMessage?.trim() ? serviceMessage : undefined;
  if (operation === 'banks')
    return {
      sentence: `The transfer service has no bank list at its address. Tell whoever runs txnbot.${attribution(words)}`,
      words,
    };
  if (operation === 'requery')
    return {
      sentence: `The transfer service found nothing under the identifier ${code(asked)}. This says nothing about the transfer; check the digits. For a reference, use ${code(spelling.write('txn'))}.${attribution(words)}`,
      words,
    };
  const lead = `No transaction has the reference ${code(asked)}.`;
  const shape = shapeWords(asked);
  if (shape !== undefined) return { sentence: `${lead} It ${shape}.` }; // asking again leads nowhere
  if (isCutOff(asked))
    return { sentence: `${lead} It looks cut off: others, such as ${code('GARO-8f3k2j1')}, are longer.` };
  return {
    sentence: `${lead} If it was created in the last minute, ask again.${hint(details, spelling)}`,
    buttons: [...tryAgain, ...otherNumber(details)],
  };
}

/** In plain text, without the line beside a quotation, nothing else tells the service's words from ours. */
function attribution(words: string | undefined): string {
  return words ? " The service's own words:" : '';
}

/** A number that is not a reference may be an identifier. */
function isNumber({ operation, asked = '' }: Details): boolean {
  return operation === 'transaction' && /^\d+$/.test(asked);
}

function hint(details: Details, spelling: Spelling): string {
  return isNumber(details) ? ` If it is a transaction identifier, ask with ${code(spelling.write('tsq'))}.` : '';
}

function otherNumber(details: Details): ButtonOptions[] {
  return isNumber(details) ? [{ label: 'Requery It', ...runAction('tsq', details.asked ?? '', 1) }] : [];
}

function timeoutSentence({ timeoutMs, status }: Details): string {
  if (timeoutMs === undefined) return `The transfer service gave up waiting${http(status)}.`;
  return `The transfer service did not answer within ${Number((timeoutMs / 1000).toFixed(1))} s.`;
}

function notAskedSentence({ reason }: Details): string {
  return reason === 'outage'
    ? 'The transfer service has answered nobody of late, so txnbot leaves it alone for a moment; yours was not asked.'
    : 'More questions are under way than the transfer service answers; yours was not asked.';
}

function unreachableSentence({ status, attempts = 1 }: Details): string {
  if (status !== undefined) return `The transfer service is in trouble: it answered with an error${http(status)}.`;
  return `The transfer service could not be reached${attempts > 1 ? `, in ${attempts} tries` : ''}.`;
}

function unreadableSentence({ reason, asked, status }: Details): string {
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
