import { TransferApiError, type TransferApiErrorDetails, type TransferApiFailure } from '../errors.ts';
import { isCutOff, numberShape } from '../reading/shapes.ts';
import { joined } from '../text.ts';
import { type Audience, type Block, type ButtonOptions, quote, runAction, section } from './blocks.ts';
import { serviceTextMax, showsInternalDetails } from './json-fields.ts';
import { bold, code } from './mrkdwn.ts';
import { noAnswerCaution, notFoundCaution } from './status.ts';

/** What the person reads of one failure. */
export interface Explanation {
  /** Names what was asked and says what happened: the first line, and the notification; mrkdwn. */
  lead: string;
  /** What not to conclude from it; mrkdwn. */
  caution?: string | undefined;
  /** What to do, or what else to know; mrkdwn. */
  next?: string | undefined;
  /** The service's own words. */
  words?: string | undefined;
  /** Whether only whoever runs the bot can mend it. */
  isForOperator?: boolean | undefined;
  buttons?: ButtonOptions[];
}

interface Failure {
  /** In a row of a table that says "6 asked": no word may deny that the person asked. */
  row: string;
  /** @param what what was asked; mrkdwn */
  lead: (what: string, details: TransferApiErrorDetails) => string;
  canRetry?: true;
  isForOperator?: true;
  /** Whether the service's own words are shown, and when it may be asked again. */
  isQuoted?: true;
}

/** The words for each way in which a look-up ends without its data. */
export const failures: Record<TransferApiFailure, Failure> = {
  timeout: {
    row: 'timed out',
    lead: (what, { timeoutMs, status }) =>
      timeoutMs === undefined
        ? `${what}: the transfer service gave up waiting${http(status)}.`
        : `${what}: the transfer service did not answer within ${Number((timeoutMs / 1000).toFixed(1))} s.`,
    canRetry: true,
  },
  unreachable: {
    row: 'no usable answer',
    lead: (what, { status }) =>
      status === undefined
        ? `${what}: the transfer service could not be reached.`
        : `${what}: the transfer service answered with an error${http(status)}.`,
    canRetry: true,
    isQuoted: true,
  },
  proxy: {
    row: 'stopped by the proxy',
    lead: (what, details) => `${what}: the proxy before the transfer service ${proxyWords(details.code)}.`,
    canRetry: true,
    isForOperator: true,
  },
  untrusted: {
    row: 'certificate not trusted',
    lead: (what) => `${what}: the certificate of the transfer service is not trusted, so nothing was asked.`,
    isForOperator: true,
  },
  not_asked: {
    row: 'not looked up',
    lead: (what, { reason }) =>
      `${reason === 'outage' ? 'The transfer service is down' : 'Too many look-ups are under way'}; ${what} was not looked up.`,
    canRetry: true,
  },
  rate_limited: {
    row: 'could not be asked',
    lead: (what) => `${what}: the transfer service is limiting requests.`,
    canRetry: true,
    isQuoted: true,
  },
  unauthorized: {
    row: 'could not be asked',
    lead: (what, { status }) =>
      `${what}: the transfer service refused my ${status === 403 ? 'access (HTTP 403)' : 'token'}.`,
    isForOperator: true,
  },
  rejected: {
    row: 'request refused',
    lead: (what, { status }) => `${what}: the transfer service refused this request${http(status)}.`,
    isQuoted: true,
  },
  unexpected_body: {
    row: 'not readable',
    lead: (what, { reason, status }) => {
      if (reason === 'another_reference')
        return `The service answered with a transaction that is not ${what}; it is not shown.`;
      if (reason === 'too_large') return `${what}: the transfer service answered more than I read.`;
      return `${what}: the transfer service answered something that cannot be read${http(status)}.`;
    },
    canRetry: true,
    isForOperator: true,
  },
  not_found: {
    row: 'not found',
    lead: (what, { operation }) =>
      operation === 'requery' ? `The requery of ${what} found nothing.` : `No record of ${what}.`,
  },
};

/**
 * The words of a row that failed as `unreachable`.
 * @param wasAnswered whether an HTTP error came back; absent in what earlier versions stored
 */
export function unreachableRow(wasAnswered: boolean | undefined): string {
  if (wasAnswered === undefined) return failures.unreachable.row;
  return wasAnswered ? 'service error' : 'could not be reached';
}

/** Said of any look-up while the bank list is a 404 too. */
export const wrongAddress: Failure = {
  row: 'address looks wrong',
  lead: (what) => `${what}: the address that I was given looks wrong: no bank list there (HTTP 404).`,
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
  const { operation, asked, reason } = details;
  const { lead, canRetry, isForOperator, isQuoted } = reason === 'wrong_address' ? wrongAddress : failures[failure];
  if (failure === 'not_found') {
    // An answer and no failure: it offers to ask again, as a transfer may still appear, and says what else was meant.
    const seems = seemsOf(details, knowsShape);
    return {
      lead: lead(code(asked ?? ''), details) + (seems === undefined ? '' : ` It ${seems}.`),
      caution: notFoundCaution,
      words,
      buttons: seems === sessionHint ? [] : [...tryAgain, ...requeryButton(details)],
    };
  }
  return {
    lead: lead(whatOf(details), details),
    caution: operation === 'banks' ? undefined : noAnswerCaution,
    next: isQuoted && retryAfter(details),
    words: isQuoted && words,
    isForOperator,
    buttons: [...(canRetry ? tryAgain : []), ...(failure === 'rejected' ? requeryButton(details) : [])],
  };
}

/** What a reference that was not found looks like, to follow its name in a sentence. */
function seemsOf({ operation, asked = '' }: TransferApiErrorDetails, knowsShape: boolean): string | undefined {
  if (operation === 'requery') return undefined;
  return knowsShape && isCutOff(asked) ? 'may be cut off' : shapeHint(asked);
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
  return seconds > 3600 ? 'Try again much later.' : `Try again in ${seconds} s.`;
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

const sessionHint = 'looks like a session id, which no command takes';

/** What digits look like that are hardly a reference, to follow their name in a sentence. */
export function shapeHint(text: string): string | undefined {
  const shape = numberShape(text);
  if (shape === 'session') return sessionHint;
  return shape === 'account' ? 'looks like an account or a phone number' : undefined;
}

/** @param reference the code of the log line, which a failure inside another answer has none of */
export function explanationBlocks(explanation: Explanation, reference?: string): Block[] {
  const { lead, caution, next, words, isForOperator } = explanation;
  const named = reference === undefined ? '' : `: ${code(reference)}`;
  const toOperator = isForOperator ? `Tell whoever runs me${named}.` : undefined;
  const below = joined([caution && bold(caution), next, toOperator], ' ');
  return [section(lead), ...(below ? [section(below)] : []), ...(words?.trim() ? [quote(words, serviceTextMax)] : [])];
}

/** What happened to a look-up, as a part of another answer that only the asker reads. */
export function failureBlocks(error: TransferApiError): Block[] {
  return explanationBlocks(explainTransferApi(wordedFor('asker', error), []));
}

/** The same failure without those of the service's own words that this audience may not read. */
export function wordedFor(audience: Audience, error: TransferApiError): TransferApiError {
  const { serviceMessage = '' } = error.details;
  if (serviceMessage.trim() === '' || (audience === 'asker' && !showsInternalDetails(serviceMessage))) return error;
  return new TransferApiError(error.failure, { ...error.details, serviceMessage: undefined });
}

/** What somebody asked: the command's name, and its text. */
export interface NamedQuery {
  command: string;
  text: string;
}

/** Names what was asked, as Slack does not show what somebody typed; mrkdwn. */
export function nameOf(asked: NamedQuery | undefined): string {
  return asked === undefined || asked.text === '' ? 'No answer' : code(asked.text, 150);
}

export function notAnswered(asked: NamedQuery | undefined): string {
  return asked?.text ? `${nameOf(asked)} was not looked up` : nameOf(asked);
}

/** Said in place of an answer whose audit line could not be written; mrkdwn. */
export function unaudited(asked: NamedQuery | undefined): string {
  return `${notAnswered(asked)}: the audit log cannot be written, and nothing is answered without it. Tell whoever runs me.`;
}
