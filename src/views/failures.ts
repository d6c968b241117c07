import type { TransferApiError, TransferApiErrorDetails } from '../errors.ts';
import { inUsualCase } from '../reading/looks-like-reference.ts';
import { numberShape } from '../reading/number-shape.ts';
import type { TransferApiFailure } from '../transfer-api-failure.ts';
import { type ButtonOptions, runAction } from './blocks.ts';
import { code } from './mrkdwn.ts';
import { cutOffWords, shapeWords } from './shape-words.ts';
import { noAnswerCaution, notFoundCaution } from './status-caution.ts';

/** What the person reads of one failure. */
export interface Explanation {
  /** Names what was asked and says what happened: the first line, and the notification; mrkdwn. */
  lead: string;
  /** What not to conclude from it; mrkdwn. */
  caution?: string | undefined;
  /** The service's own words. */
  words?: string | undefined;
  /** Whether only whoever runs the bot can mend it. */
  isForOperator?: boolean | undefined;
  buttons?: ButtonOptions[];
}

interface Failure {
  /** @param what what was asked; mrkdwn */
  lead: (what: string, details: TransferApiErrorDetails) => string;
  canRetry?: true;
  isForOperator?: true;
  /** Whether the service's own words are shown, and when it may be asked again. */
  isQuoted?: true;
}

const failures: Record<Exclude<TransferApiFailure, 'not_found'>, Failure> = {
  timeout: {
    lead: (what, { timeoutMs, status }) =>
      timeoutMs === undefined
        ? `${what}: the transfer service gave up waiting${http(status)}.`
        : `${what}: the transfer service did not answer within ${Number((timeoutMs / 1000).toFixed(1))} s.`,
    canRetry: true,
  },
  unreachable: {
    lead: (what, { status }) =>
      status === undefined
        ? `${what}: the transfer service could not be reached.`
        : `${what}: the transfer service answered with an error${http(status)}.`,
    canRetry: true,
    isQuoted: true,
  },
  proxy: {
    lead: (what, details) => `${what}: the proxy before the transfer service ${proxyWords(details.code)}.`,
    canRetry: true,
    isForOperator: true,
  },
  untrusted: {
    lead: (what) => `${what}: the certificate of the transfer service is not trusted, so nothing was asked.`,
    isForOperator: true,
  },
  not_asked: {
    lead: (what, { reason }) =>
      `${reason === 'outage' ? 'The transfer service is down' : 'Too many look-ups are under way'}; ${what} was not looked up.`,
    canRetry: true,
  },
  rate_limited: {
    lead: (what) => `${what}: the transfer service limits how often one may ask.`,
    canRetry: true,
    isQuoted: true,
  },
  unauthorized: {
    lead: (what, { status }) =>
      `${what}: the transfer service refused this bot's ${status === 403 ? 'access (HTTP 403)' : 'token'}.`,
    isForOperator: true,
  },
  rejected: {
    lead: (what, { status }) => `${what}: the transfer service refused this request${http(status)}.`,
    isQuoted: true,
  },
  unexpected_body: {
    lead: (what, { reason, status }) => {
      if (reason === 'another_reference')
        return `The service answered with a transaction that is not ${what}; it is not shown.`;
      if (reason === 'too_large') return `${what}: the transfer service answered more than this bot reads.`;
      return `${what}: the transfer service answered something that cannot be read${http(status)}.`;
    },
    canRetry: true,
    isForOperator: true,
  },
};

/** Said of any look-up while the bank list is a 404 too. */
const wrongAddress: Failure = {
  lead: (what) => `${what}: the address that this bot was given looks wrong: no bank list there (HTTP 404).`,
  isForOperator: true,
  isQuoted: true,
};

/**
 * Words one failure of a look-up. A time-out never reads as "not found", and "not found" never as "failed".
 * @param tryAgain offered where asking again can help
 * @param knowsShape whether it may say that a reference looks cut off
 */
export function explainTransferApi(
  { failure, details }: TransferApiError,
  tryAgain: ButtonOptions[],
  knowsShape = false,
): Explanation {
  const words = details.serviceMessage?.trim() ? details.serviceMessage : undefined;
  if (failure === 'not_found') return { ...explainNotFound(details, tryAgain, knowsShape), words };
  const { lead, canRetry, isForOperator, isQuoted } =
    details.reason === 'wrong_address' ? wrongAddress : failures[failure];
  const caution = details.operation === 'banks' ? 'The bank list could not be loaded.' : noAnswerCaution;
  return {
    lead: lead(whatOf(details), details),
    caution: isQuoted ? caution + retryAfter(details) : caution,
    words: isQuoted && words,
    isForOperator,
    buttons: [...(canRetry ? tryAgain : []), ...(failure === 'rejected' ? requeryButton(details) : [])],
  };
}

/** An answer and no failure: it offers to ask again, as a transfer may still appear, and says what else was meant. */
function explainNotFound(
  details: TransferApiErrorDetails,
  tryAgain: ButtonOptions[],
  knowsShape: boolean,
): Explanation {
  const { operation, asked = '' } = details;
  if (operation === 'requery')
    return { lead: `The requery of ${code(asked)} found nothing.`, caution: notFoundCaution, buttons: tryAgain };
  const seems = (knowsShape ? cutOffWords(asked) : undefined) ?? shapeWords(asked);
  const usual = knowsShape ? inUsualCase(asked) : undefined;
  const otherCase = usual === undefined ? [] : [{ label: `Look Up ${usual}`, ...runAction('txn', usual, 2) }];
  return {
    lead: `No record of ${code(asked)}.${seems === undefined ? '' : ` It ${seems}.`}`,
    caution: notFoundCaution,
    buttons: numberShape(asked) === 'session id' ? [] : [...tryAgain, ...requeryButton(details), ...otherCase],
  };
}

/** Slack does not show what somebody typed, and answers come out of order. */
function whatOf({ operation, asked }: TransferApiErrorDetails): string {
  return asked === undefined || asked === '' ? what[operation] : code(asked, 100);
}

const what = { banks: 'The bank list', transaction: 'The transaction', requery: 'The transfer' };

/** A number that is no reference may be an identifier. */
function requeryButton({ operation, asked = '' }: TransferApiErrorDetails): ButtonOptions[] {
  const isNumber = operation === 'transaction' && /^\d+$/.test(asked);
  return isNumber ? [{ label: 'Requery It', ...runAction('tsq', asked, 1) }] : [];
}

function retryAfter({ retryAfterMs }: TransferApiErrorDetails): string {
  if (retryAfterMs === undefined) return '';
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return seconds > 3600 ? ' Try again much later.' : ` Try again in ${seconds} s.`;
}

/** What the proxy did that `code` of a ProxyError tells of. */
export function proxyWords(code = ''): string {
  const [, status] = /^proxy_(\d+)$/.exec(code) ?? [];
  if (status !== undefined) return `refused (HTTP ${status})`;
  return code === 'proxy_timeout' ? 'did not answer' : 'could not be reached';
}

function http(status: number | undefined): string {
  return status === undefined || status < 300 ? '' : ` (HTTP ${status})`;
}
