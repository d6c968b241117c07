import type { types } from '@slack/bolt';
import type { Secret } from './config/secret.ts';
import { formatNumber } from './text.ts';

/** An error that the person can correct. The person sees its message as written. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** A file names no references, but these session ids or transaction ids. */
export class OnlyIdsError extends UserError {
  readonly sessions: readonly string[];
  readonly identifiers: readonly string[];

  constructor(message: string, sessions: readonly string[], identifiers: readonly string[]) {
    super(message);
    this.sessions = sessions;
    this.identifiers = identifiers;
  }
}

/** @throws UserError that states the count and the maximum, if the count is above the maximum */
export function assertAtMost(
  max: number,
  count: number,
  what: string,
  unit: string,
  advice: string,
): void {
  if (count <= max) return;

  const most = formatNumber(max);
  throw new UserError(
    `${what} is ${formatNumber(count)} ${unit}, and ${most} is the most. ${advice}`,
  );
}

/** The person may not ask, or not here, or not now. Only that person sees the message. */
export class AccessError extends UserError {
  /** The name of the rule that refused the person, for the log. */
  readonly rule: string;

  /**
   * @param cause why Slack could not be asked about access; the log gets only its error code and
   * the missing scope
   */
  constructor(rule: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.rule = rule;
  }
}

/** The process is stopping before the answer is ready; the message says so. */
export class CutShortError extends UserError {}

/**
 * An error whose code is safe to log: a code of Node (`ENOSPC`), of Slack or of our own, and never
 * a URL.
 */
export class CodedError extends Error {
  readonly code: string;

  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

/**
 * The audit log could not be written. The person sees a message that says so, instead of the
 * answer.
 */
export class AuditError extends CodedError {
  override readonly name = 'AuditError';
}

interface DeliveryErrorDetails {
  /** Whether Slack may have shown the message despite the error. */
  mayHaveArrived?: boolean;
  /**
   * Set when Slack rejected the message because of a rate limit; the message has then not arrived.
   */
  retryAfterMs?: number;
  /**
   * Whether the conversation takes no messages at all, as when it is archived; another conversation
   * may take them.
   */
  isPlaceClosed?: boolean;
  /** Why the access policy, and not Slack, closes the conversation; shown to the person. */
  reason?: string;
}

/** An answer was ready but could not be delivered, so no error message can be delivered either. */
export class DeliveryError extends CodedError {
  override readonly name = 'DeliveryError';
  readonly details: DeliveryErrorDetails;

  constructor(code: string, details: DeliveryErrorDetails = {}) {
    super(code);
    this.details = details;
  }
}

interface SlackApiErrorDetails {
  /**
   * `http_status`: Slack sent only an HTTP status. `proxy`: the proxy opened no tunnel to Slack.
   */
  failure: 'refused' | 'rate_limited' | 'http_status' | 'timeout' | 'unreachable' | 'proxy';
  /**
   * Slack's error code, which is not secret; without one, the HTTP status (`http_503`) or Node's
   * error code.
   */
  code: string;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
  /** The scope that the app's token lacks. */
  neededScope?: string | undefined;
  /** The setting that holds the token of this call, if that is not `SLACK_BOT_TOKEN`. */
  token?: 'SLACK_APP_TOKEN';
  /** Position and error of each invalid block: `/blocks/0/type unknown_type`. */
  mistakes?: string[] | undefined;
}

/**
 * Slack's error codes that refuse the bot token itself, whatever is called with it; the alert rule
 * TxnbotTokenRefused names the same.
 */
export const tokenRefusals = [
  'not_authed',
  'invalid_auth',
  'invalid_token',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'org_login_required',
  'team_disabled',
  'user_removed_from_team',
];

/**
 * Slack's other error codes after which no retry helps: the method is unknown, or the app's
 * settings are wrong.
 */
const lasting =
  /^(?:unknown_method|method_deprecated|deprecated_endpoint|not_allowed_token_type|missing_scope|no_permission|access_denied|ekm_access_denied|forbidden_team|feature_not_enabled|not_enabled|team_access_not_granted|enterprise_is_restricted)$/;

/**
 * Slack's error codes for internal failures, after which the call may have been carried out, and
 * for rate limits.
 */
const passingSlackErrors = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
]);

/** A call to Slack failed. Carries no `cause`, which could quote a URL. */
export class SlackApiError extends Error {
  override readonly name = 'SlackApiError';
  readonly details: SlackApiErrorDetails;

  constructor(details: SlackApiErrorDetails) {
    super(`Slack: ${details.code}`);
    this.details = details;
  }

  /**
   * Whether Slack considered the call and refused it, rather than failing internally or applying a
   * rate limit.
   */
  get isAnswer(): boolean {
    return this.details.failure === 'refused' && !passingSlackErrors.has(this.details.code);
  }

  /**
   * Whether Slack refused this call, not the app as a whole: by an error code or, at a
   * response_url, an HTTP 4xx.
   */
  get isRefusal(): boolean {
    const { failure, status = 0 } = this.details;
    if (failure === 'http_status') return status >= 400 && status < 500;
    return this.isAnswer && !this.isLasting;
  }

  /** Whether the call will fail every time until someone corrects the app's settings. */
  get isLasting(): boolean {
    const { neededScope, code } = this.details;
    return neededScope !== undefined || tokenRefusals.includes(code) || lasting.test(code);
  }
}

/** What a question found before one of its look-ups failed, masked for whoever reads it. */
interface PartOfReply {
  /** Slack's mrkdwn; empty if nothing was found. */
  readonly text: string;
  readonly blocks: readonly types.KnownBlock[];
}

export type TransferApiOperation = 'transaction' | 'requery' | 'banks';

export interface TransferApiErrorDetails {
  operation: TransferApiOperation;
  /** The reference or identifier that was looked up; absent for the bank list. */
  asked?: string | undefined;
  /** HTTP status; absent when there was no response. */
  status?: number | undefined;
  /** Node's or the HTTP client's error code, for the log: `ECONNREFUSED`. */
  code?: string | undefined;
  /** The error message in the service's own words, unescaped and of any length. */
  serviceMessage?: string | undefined;
  /** The delay of `Retry-After`; one over `retryAfterBelievedMs` is probably a mistake. */
  retryAfterMs?: number | undefined;
  /** The reference of the record that came in place of the one asked for; only the asker reads it. */
  stated?: string | undefined;
  /** The encoding of the response's body, if the bot cannot decode it. */
  encoding?: string | undefined;
  /**
   * On a time-out, how long we waited for the service: the look-up's deadline minus its wait in the
   * queue.
   */
  timeoutMs?: number | undefined;
  /** What the same question found before this failure; shown above it, in this order. */
  above?: readonly PartOfReply[] | undefined;
  /** How many requests were sent for this look-up. */
  attempts?: number | undefined;
  /** Why the response's body is unusable, why no request was sent, or why a connection broke. */
  reason?:
    | (
        | 'too_large'
        | 'empty'
        | 'web_page'
        | 'not_json'
        | 'not_an_envelope'
        | 'wrong_data'
        | 'another_reference'
        | 'wrong_address'
      )
    | ('busy' | 'outage')
    | 'may_demand_client_certificate'
    | undefined;
}

/** The longest `Retry-After` that is shown or followed: services send time stamps by mistake. */
export const retryAfterBelievedMs = 24 * 60 * 60_000;

/**
 * The transfer service gave no usable answer. Carries no `cause`: an HTTP client's error holds the
 * request, and the request holds the bearer token.
 */
export class TransferApiError extends Error {
  override readonly name = 'TransferApiError';
  readonly failure: TransferApiFailure;
  readonly details: TransferApiErrorDetails;

  constructor(failure: TransferApiFailure, details: TransferApiErrorDetails) {
    super(`${details.operation}: ${failure}${details.status ? ` (HTTP ${details.status})` : ''}`);
    this.failure = failure;
    this.details = details;
  }

  /** What a log line says of it, which names neither the query nor the service's words. */
  get logged() {
    const { operation, status, code, reason, encoding, attempts, retryAfterMs } = this.details;
    return { operation, status, code, reason, encoding, attempts, retryAfterMs };
  }
}

/** Persistent state, such as watches and lists, cannot be stored or read right now. */
export class StoreError extends CodedError {
  override readonly name = 'StoreError';
}

/**
 * For `catch`: handles errors of one class, and rethrows all other errors.
 * @example await watches.of(personId).catch(onError(UserError, () => []))
 */
export function onError<E extends Error, T>(
  kind: abstract new (...args: never[]) => E,
  answer: (error: E) => T,
) {
  return (error: unknown): T => {
    if (error instanceof kind) return answer(error);
    throw error;
  };
}

/**
 * For `catch`: rethrows a failed look-up with what its question found before it, so that the failure
 * takes none of that away. Copies the error, which look-ups of several people may share.
 * @param found what the reader of the failure may read
 */
export function keepAbove(found: PartOfReply | undefined) {
  return onError(TransferApiError, (error): never => {
    if (!found?.text) throw error;

    const { failure, details } = error;
    throw new TransferApiError(failure, { ...details, above: [found, ...(details.above ?? [])] });
  });
}

/**
 * Runs a function that uses a store. If `run` throws a StoreError, logs that error. @throws
 * UserError in its place
 */
export async function explainStoreErrors<T>(
  what: 'Watches' | 'Lists' | 'Assignees',
  logger: { error(details: object, message: string): void },
  run: () => Promise<T>,
): Promise<T> {
  const refuse = ({ code }: StoreError): never => {
    logger.error({ code }, `${what.toLowerCase()} cannot be stored: check STATE_DIR or Redis`);
    throw new UserError(
      `${what} cannot be read or kept now. Tell whoever runs me, and ask again later.`,
    );
  };

  return run().catch(onError(StoreError, refuse));
}

/**
 * Returns an error's code, safe to log. HTTP clients' messages are not: they quote URLs that work
 * like tokens.
 */
export function errorCode(error: unknown): string {
  if (error instanceof SlackApiError) return error.details.code;
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return errorCode(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** For `catch`: handles errors with one of these codes, and rethrows all other errors. */
export function onCode<T>(codes: readonly string[], answer: (code: string) => T) {
  return (error: unknown): T => {
    const code = errorCode(error);
    if (codes.includes(code)) return answer(code);
    throw error;
  };
}

const untrusted =
  /^(?:CERT_|CRL_|ERROR_IN_(?:CERT|CRL)_|ERR_TLS_CERT_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/;

/**
 * Whether Node's error code means that a certificate is untrusted, expired, or for another host.
 */
export function isCertificateCode(code: string): boolean {
  return untrusted.test(code);
}

/**
 * The ways in which the transfer service itself, or the connection to it, can fail for any query.
 * "Not found" and a rejection are answers about one query, and `not_asked` is our own decision to
 * send nothing.
 */
export const serviceFailures = [
  /** No answer before the deadline, or HTTP 408. */
  'timeout',
  'unreachable',
  /** The proxy opened no tunnel to the service, so no request was sent. */
  'proxy',
  /** Node does not trust the service's certificate. */
  'untrusted',
  'rate_limited',
  'unauthorized',
  'unexpected_body',
] as const;

/** All ways in which a look-up can fail; `not_asked`: no request was sent. */
export const transferApiFailures = [
  ...serviceFailures,
  'not_found',
  'rejected',
  'not_asked',
] as const;
export type TransferApiFailure = (typeof transferApiFailures)[number];

/**
 * An outbound proxy, used only for tunnels (CONNECT), so that the proxy sees no token and no
 * response.
 */
export interface ProxyAddress {
  /** Without user and password. */
  url: string;
  /** The value of the header `Proxy-Authorization`. */
  authorization: Secret | undefined;
  /** The credentials in every encoding, to be redacted from the log. */
  secrets: readonly Secret[];
}

/**
 * The proxy opened no tunnel, so nothing was sent. Carries no `cause` and no address, which could
 * hold a password.
 */
export class ProxyError extends CodedError {
  override readonly name = 'ProxyError';

  /**
   * @param why the HTTP status of the proxy's response (407 becomes `proxy_407`), Node's error
   * code, or `timeout`
   */
  constructor(why: number | string) {
    super(`proxy_${why}`, `the proxy opened no tunnel (proxy_${why})`);
  }
}

/**
 * Whether an immediate retry through the proxy may help: not after a 4xx status, as repeating
 * refused credentials can lock the account, and not after a time-out, which has already used up the
 * time.
 */
export function isPassingProxyError(code = ''): boolean {
  return !code.startsWith('proxy_4') && code !== 'proxy_timeout';
}
