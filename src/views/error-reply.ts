import { TransferApiError, UserError } from '../errors.ts';
import { type Block, context, message, quote, type Reply, type RunButton, runButtons, section } from './blocks.ts';
import { code, outside } from './mrkdwn.ts';

export interface ErrorReplyOptions {
  error: unknown;
  /** The short reference that the log line carries too. */
  reference: string;
  /** Offered as a button when asking again can help. */
  again: { command: string; text: string } | undefined;
}

interface Explanation {
  /** What happened and what to do; mrkdwn. */
  sentence: string;
  /** The service's own words. */
  words?: string | undefined;
  buttons?: RunButton[];
}

const serviceWordsMax = 300;

/** What the person reads when there is no answer: what happened, what to do, and one reference. */
export function errorReply({ error, reference, again }: ErrorReplyOptions): Reply {
  const { sentence, words, buttons = [] } = explain(error, again);
  const blocks: Block[] = [section(sentence)];
  if (words?.trim()) blocks.push(quote(words, serviceWordsMax));
  blocks.push(...runButtons(buttons));
  // What the person can put right needs no one else, so no reference either.
  if (!(error instanceof UserError)) blocks.push(context([`Reference ${code(reference)}`]));
  return message(words?.trim() ? `${sentence} ${outside(words, serviceWordsMax)}` : sentence, blocks);
}

function explain(error: unknown, again: ErrorReplyOptions['again']): Explanation {
  if (error instanceof UserError) return { sentence: error.message };
  const tryAgain = again ? [{ label: 'Try Again', ...again }] : [];
  if (error instanceof TransferApiError) return explainTransferApi(error, tryAgain);
  return {
    sentence: "Something broke on txnbot's side. Try again; if it stays, tell whoever runs txnbot.",
    buttons: tryAgain,
  };
}

function explainTransferApi({ failure, details }: TransferApiError, tryAgain: RunButton[]): Explanation {
  const nothingSaid = { transaction: 'the transaction', requery: 'the transfer', banks: 'any bank' }[details.operation];
  const silence = `This says nothing about ${nothingSaid}; try again`;
  const words = details.serviceMessage;
  switch (failure) {
    case 'not_found':
      return notFound(details);
    case 'timeout':
      return { sentence: `${timeoutSentence(details)} ${silence}.`, buttons: tryAgain };
    case 'unreachable':
      return {
        sentence: `${unreachableSentence(details)} ${silence}${inAWhile(details.retryAfterMs)}.`,
        words,
        buttons: tryAgain,
      };
    case 'rate_limited':
      return {
        sentence: `The transfer service takes no more questions from txnbot for the moment. ${silence}${inAWhile(details.retryAfterMs)}.`,
        words,
        buttons: tryAgain,
      };
    case 'unauthorized':
      return { sentence: `${refusal(details.status)} Tell whoever runs txnbot.`, words };
    case 'rejected':
      return {
        sentence: `The transfer service did not take the question${http(details.status)}${words?.trim() ? '. It says:' : ', and does not say why.'}`,
        words,
      };
    case 'unexpected_body':
      return {
        sentence: `${unreadableSentence(details)} ${silence}, or tell whoever runs txnbot.`,
        words,
        buttons: tryAgain,
      };
    default:
      return failure satisfies never;
  }
}

type Details = TransferApiError['details'];

function notFound({ operation, asked = '', serviceMessage: words }: Details): Explanation {
  if (operation === 'banks')
    return { sentence: 'The transfer service has no bank list at its address. Tell whoever runs txnbot.', words };
  if (operation === 'requery')
    return {
      sentence: `The transfer service knows no transfer with the identifier ${code(asked)}. Check the digits; for a reference, use \`/txn\`.`,
      words,
    };
  const isNumber = /^\d+$/.test(asked);
  const hint = isNumber ? ' If it is a transaction identifier, ask with `/tsq`.' : '';
  return {
    sentence: `No transaction has the reference ${code(asked)}. If it was created in the last minute, ask again.${hint}`,
    buttons: isNumber ? [{ label: 'Requery With /tsq', command: 'tsq', text: asked }] : [],
  };
}

function timeoutSentence({ timeoutMs, status }: Details): string {
  if (timeoutMs === undefined) return `The transfer service gave up waiting${http(status)}.`;
  return `The transfer service did not answer within ${Number((timeoutMs / 1000).toFixed(1))} s.`;
}

function unreachableSentence({ status, code: errorCode, attempts = 1 }: Details): string {
  if (errorCode === 'PAUSED')
    return 'The transfer service answered none of the last look-ups, so txnbot is giving it a few seconds.';
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

function inAWhile(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? '' : ` in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s`;
}
