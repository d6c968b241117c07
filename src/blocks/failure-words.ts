import {
  retryAfterBelievedMs,
  type TransferApiError,
  type TransferApiErrorDetails,
  type TransferApiFailure,
  type TransferApiOperation,
} from '../errors.ts';
import { askInstead } from '../reading/personal.ts';
import {
  isCutOff,
  isIdentifier,
  isShortened,
  isTail,
  numberShape,
  readingsOf,
} from '../reading/shapes.ts';
import { joinNonEmpty } from '../text.ts';
import { quoteOrWithholdMessage } from './json-fields.ts';
import { code } from './mrkdwn.ts';

interface FailureWords {
  /**
   * Text for the failed look-up's row in a table. The table says "6 asked", so a row must not say
   * "not asked".
   */
  row: string;
  /**
   * Says what happened, in mrkdwn, after the query's name. Absent for "not found", which has a
   * sentence of its own.
   */
  happened?: (details: TransferApiErrorDetails) => string;
  canRetry?: true;
  isForOperator?: true;
  /** Whether to show the service's error message and when to try again. */
  isQuoted?: true;
}

const serviceName = 'the transfer service';
/** The usual length of the service's own references, in characters. */
const ownLength = 'GARO-8f3k2j1'.length;

/** The wording of each way a look-up can fail. */
export const failureTexts: Record<TransferApiFailure, FailureWords> = {
  timeout: {
    row: 'no answer',
    happened: ({ timeoutMs, status }) => {
      if (timeoutMs === undefined) return `${serviceName} gave up waiting${httpStatus(status)}`;

      const seconds = Number((timeoutMs / 1000).toFixed(1));
      return `${serviceName} did not answer within ${seconds} s`;
    },
    canRetry: true,
  },
  unreachable: {
    row: 'no usable answer',
    happened: ({ status }) =>
      status === undefined
        ? `${serviceName} could not be reached`
        : `${serviceName} answered with an error${httpStatus(status)}`,
    canRetry: true,
    isQuoted: true,
  },
  proxy: {
    row: 'stopped by the proxy',
    happened: () => `the proxy before ${serviceName} let nothing through`,
    canRetry: true,
    isForOperator: true,
  },
  untrusted: {
    row: 'certificate not trusted',
    happened: () => `the certificate of ${serviceName} is not trusted, so nothing was asked`,
    isForOperator: true,
  },
  not_asked: {
    row: 'not looked up',
    happened: ({ reason }) => {
      const why =
        reason === 'outage' ? `${serviceName} is down` : 'too many look-ups are under way';
      return `not looked up, as ${why}`;
    },
    canRetry: true,
  },
  rate_limited: {
    row: 'no answer, too many requests',
    happened: () => `${serviceName} is limiting requests`,
    canRetry: true,
    isQuoted: true,
  },
  unauthorized: {
    row: 'no answer, access refused',
    happened: ({ status }) => {
      const refused = status === 403 ? 'access (HTTP 403)' : 'token';
      return `${serviceName} refused my ${refused}`;
    },
    isForOperator: true,
  },
  rejected: {
    row: 'not known: the service refused the request',
    happened: ({ status }) => `${serviceName} refused this request${httpStatus(status)}`,
    isQuoted: true,
  },
  unexpected_body: {
    row: 'not readable',
    happened: ({ operation, reason, status, encoding, stated }) => {
      if (reason === 'another_reference') {
        const which = stated ? ` ${code(stated, 60)},` : '';
        return `${serviceName} answered with another transaction,${which} which is not shown`;
      }

      const unread = `${serviceName} answered something that cannot be read`;
      if (encoding !== undefined)
        return `${unread}, in the encoding ${code(encoding)}${httpStatus(status)}`;

      const why = unreadableReason(reason, operation);
      return `${joinNonEmpty([unread, why && `(${why})`], ' ')}${httpStatus(status)}`;
    },
    canRetry: true,
    isForOperator: true,
  },
  not_found: { row: 'not found' },
};

/** What a body is that cannot be read, as on a card, so in a table. */
const unreadable: Partial<Record<string, string>> = {
  empty: 'empty',
  web_page: 'a web page',
  too_large: 'too large',
  not_json: 'cut short or broken',
  not_an_envelope: 'not in the agreed form',
  // The body can be read, but lacks what the look-up is for (`wrong_data`).
  transaction: 'no record in it',
  requery: 'no data in it',
  banks: 'no usable list in it',
};

/** Says in a few words why a body cannot be read; empty if the reason has no words. */
export function unreadableReason(
  reason: string | undefined,
  operation: TransferApiOperation,
): string {
  return unreadable[reason === 'wrong_data' ? operation : (reason ?? '')] ?? '';
}

/**
 * Returns the text for a table row whose look-up failed as `unreachable`.
 * @param wasAnswered whether the service returned an HTTP error; `undefined` in rows that an
 *   earlier version stored
 */
export function unreachableRow(wasAnswered: boolean | undefined): string {
  if (wasAnswered === undefined) return failureTexts.unreachable.row;
  return wasAnswered ? 'service error' : 'could not be reached';
}

/** For a 404 from the bank list, or from another look-up while the bank list also returns 404. */
export const wrongServiceUrl: FailureWords = {
  row: 'address looks wrong',
  happened: () => 'the address that I was given looks wrong: no bank list there (HTTP 404)',
  isForOperator: true,
  isQuoted: true,
};

/** What the person can do next is empty where the failure's words say it all. */
type WhatHappened = Record<'lead' | 'next', string>;

/**
 * Says in mrkdwn what became of a look-up. Never words a timeout as "not found", nor "not found" as
 * "failed".
 * @param isPublic whether others read it: they do not read what the service stated
 * @param knowsShape whether a reference may be said to look cut off
 */
export function sayWhatHappened(
  { failure, details }: TransferApiError,
  isPublic = false,
  knowsShape = false,
): WhatHappened {
  if (failure === 'not_found') return explainNotFound(details, knowsShape);

  const { retryAfterMs } = details;
  const { happened, isQuoted } = wordsOf(failure, details);
  const readable = isPublic ? { ...details, stated: '' } : details;
  const saysWhen = retryAfterMs !== undefined && retryAfterMs <= retryAfterBelievedMs;

  return {
    lead: `${nameQuery(details)}: ${happened?.(readable)}.`,
    next: isQuoted && saysWhen ? `Try again in ${waitWords(retryAfterMs)}.` : '',
  };
}

/** The words of a failure, or of a wrong address, which fails in several ways. */
export function wordsOf(
  failure: TransferApiFailure,
  { reason }: TransferApiErrorDetails,
): FailureWords {
  return reason === 'wrong_address' ? wrongServiceUrl : failureTexts[failure];
}

/** Says that nothing was found, which is an answer, and what else the query may be. */
function explainNotFound(
  { operation, asked = '' }: TransferApiError['details'],
  knowsShape: boolean,
): WhatHappened {
  const isRequery = operation === 'requery';
  const hint = notFoundHint({ asked, isRequery }, knowsShape);
  const seems = hint ? ` It ${hint}.` : '';
  if (isRequery)
    return {
      lead: `The requery of ${code(asked)} found nothing.${seems}`,
      next: hint ? '' : 'Check the ID.',
    };

  const instead = numberShape(asked) === 'account' ? ` ${askInstead}` : '';
  const isNumber = /^\d+$/.test(asked) && !hint;
  const how = isIdentifier(asked) ? 'looks like' : 'may be';
  const end = isNumber ? ` as a reference. It ${how} a transaction ID: requery it.` : '.';

  return {
    lead: `No record of ${code(asked)}${end}${seems}${instead}`,
    next: joinNonEmpty([formatTried(asked), !hint && !isNumber && 'Check the reference.'], ' '),
  };
}

/** Completes a sentence about a text of which nothing was found: `is shorter than usual …`. */
function notFoundHint(
  { asked, isRequery }: AskedReference,
  knowsShape: boolean,
): string | undefined {
  if (isRequery && !isShortened(asked)) return undefined;
  if (knowsShape && isTail(asked)) return 'may lack its prefix';
  if (!knowsShape || isRequery || !isCutOff(asked)) return shapeHint(asked);

  const lacking = ownLength - asked.replace(/^R-/i, '').length;
  if (lacking > 0) return 'is shorter than usual and may be cut off: paste the whole reference';
  return lacking < 0
    ? 'is longer than usual: paste the reference alone'
    : 'lacks the usual digits: check the reference';
}

interface AskedReference {
  asked: string;
  isRequery: boolean;
}

/** A failed look-up among others: a channel reads no `serviceMessage`. */
interface FailedOne extends AskedReference {
  failure?: TransferApiFailure | undefined;
  serviceMessage?: string | undefined;
  stated?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** The most failures of a table that are explained below it. */
const explainedMax = 3;

/**
 * Says of a table's failures, in lines of mrkdwn, what a card says besides the words of a row: what
 * the text looks like, the service's own message, and whom to tell.
 * @param reference the code in the log and audit lines of the request
 */
export function explainFailures(
  rows: readonly FailedOne[],
  knowsShape: boolean,
  reference: string | undefined,
): string[] {
  const failed = rows.filter(({ failure }) => failure !== undefined);
  const lines = failed.map((row) => {
    const { asked, failure, serviceMessage = '', stated } = row;
    if (stated) return `${code(asked, 60)} was answered with ${code(stated, 60)}.`;
    const hint = failure === 'not_found' ? notFoundHint(row, knowsShape) : undefined;
    if (hint !== undefined) return `${code(asked, 60)} ${hint}.`;
    return serviceMessage && `${code(asked, 60)}: ${quoteOrWithholdMessage(serviceMessage)}`;
  });
  const explained = lines.filter((line) => line !== '');
  const moreCount = explained.length - explainedMax;
  const isForOperator = failed.some(
    ({ failure = 'not_found' }) => failureTexts[failure].isForOperator,
  );

  return [
    ...explained.slice(0, explainedMax),
    moreCount > 0 ? `${moreCount} more: look them up alone.` : '',
    limitedLine(failed),
    isForOperator ? tellOperator(reference) : '',
  ].filter((line) => line !== '');
}

/** Says when a table of which the service refused some rows for their number may be asked again. */
function limitedLine(failed: readonly FailedOne[]): string {
  const limited = failed.filter(({ failure }) => failure === 'rate_limited');
  if (limited.length === 0) return '';

  const longestMs = Math.max(...limited.map(({ retryAfterMs = 0 }) => retryAfterMs));
  const isKnown = longestMs > 0 && longestMs <= retryAfterBelievedMs;
  const when = isKnown ? `Ask again in ${waitWords(longestMs)}` : 'Wait before you ask again';
  return `The service is limiting requests. ${when}: Refresh All right now would meet the same.`;
}

/** Asks the person to tell the operator. @param reference the code in the failure's log line */
export function tellOperator(reference: string | undefined): string {
  return `Tell whoever runs me${reference === undefined ? '' : `: ${code(reference)}`}.`;
}

/** Names the readings of a reference, other than in letter case, that were looked up as well. */
function formatTried(asked: string): string | undefined {
  const others = [...readingsOf(asked)].filter(
    (each) => each.toLowerCase() !== asked.toLowerCase(),
  );
  const names = others.map((each) => code(each, 60)).join(', ');
  return names && `Nor of ${names}.`;
}

/**
 * Names the query, since Slack does not show what the user typed and answers arrive out of order.
 */
function nameQuery({ asked }: TransferApiErrorDetails): string {
  return asked ? code(asked, 100) : 'The bank list';
}

/** Formats a waiting time, rounded up because a retry that comes too early is refused again. */
function waitWords(ms: number): string {
  return ms > 90_000 ? `${Math.ceil(ms / 60_000)} min` : `${Math.max(1, Math.ceil(ms / 1_000))} s`;
}

function httpStatus(status: number | undefined): string {
  return status === undefined || status < 300 ? '' : ` (HTTP ${status})`;
}

/**
 * For a number that is hardly a reference, completes a sentence: `looks like an account or a phone
 * number`.
 */
export function shapeHint(text: string): string | undefined {
  if (isShortened(text))
    return 'looks like a number that a spreadsheet has shortened: its last digits are gone, so take it from its source';
  return numberShape(text) === 'account' ? 'looks like an account or a phone number' : undefined;
}

/** Answers a question about an account number: `which bank get 0123456789?`; else `undefined`. */
export function explainAccount(text: string): string | undefined {
  return /^(?=.*\b(?:acc\w*|nuban|bank|whos?e?|name|own\w*)\b).*\b\d{10}\b/is.test(text)
    ? `I can't find a transfer, a bank or an owner by an account number. ${askInstead}`
    : undefined;
}

/** A user's query: the name of a command, and the text given to that command. */
export interface NamedQuery {
  command: string;
  text: string;
}

/**
 * Names the query, since Slack does not show what the user typed. Returns text in Slack's mrkdwn.
 */
export function queryName(asked: NamedQuery | undefined): string {
  return asked === undefined || asked.text === '' ? 'No answer' : code(asked.text, 150);
}

/** Names a query that was not looked up, as the beginning of a sentence in mrkdwn. */
export function explainNoAnswer(asked: NamedQuery | undefined): string {
  return asked?.text ? `${queryName(asked)} was not looked up` : queryName(asked);
}

/**
 * Returns the text that replaces an answer whose audit line could not be written, in Slack's
 * mrkdwn.
 */
export function explainAuditFailure(asked: NamedQuery | undefined): string {
  return `${explainNoAnswer(asked)}: the audit log cannot be written, and nothing is answered without it. Tell whoever runs me.`;
}
