import type { Secret } from './config/secret.ts';

/** The person can put this right; they see the message as it is written. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** @throws UserError that says how much there is of what, and how much is the most */
export function assertAtMost(max: number, count: number, what: string, unit: string, advice: string): void {
  if (count <= max) return;
  const [given, most] = [count, max].map((number) => number.toLocaleString('en'));
  throw new UserError(`${what} is ${given} ${unit}, and ${most} is the most. ${advice}`);
}

/** txnbot does not answer this person here and now; only they see the message. */
export class AccessError extends UserError {
  /** The rule that refused, for the log. */
  readonly rule: string;

  /** @param cause why Slack did not say who may ask; the log gets only its error code and missing scope. */
  constructor(rule: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.rule = rule;
  }
}

/** The process stops before the answer is ready; the message says so. */
export class CutShortError extends UserError {}

/** With a code that is safe to log: one of Node (`ENOSPC`), of Slack or of ours, and never a URL. */
export class CodedError extends Error {
  readonly code: string;

  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

/** The audit log could not be written, so the person reads only that. */
export class AuditError extends CodedError {
  override readonly name = 'AuditError';
}

interface DeliveryErrorDetails {
  /** Slack may have shown it all the same: nobody knows. */
  mayHaveArrived?: boolean;
  /** Set when Slack rate limits: the message has not arrived. */
  retryAfterMs?: number;
  /** Slack takes no message there, as in an archived channel: another place may do. */
  isPlaceClosed?: boolean;
}

/** An answer was ready but did not reach the person, and nothing else can. */
export class DeliveryError extends CodedError {
  override readonly name = 'DeliveryError';
  readonly details: DeliveryErrorDetails;

  constructor(code: string, details: DeliveryErrorDetails = {}) {
    super(code);
    this.details = details;
  }
}

interface SlackApiErrorDetails {
  /** In this order: Slack refused; rate limited; sent only an HTTP status; timed out; could not be reached; by its proxy. */
  failure: 'refused' | 'rate_limited' | 'http_status' | 'timeout' | 'unreachable' | 'proxy';
  /** Slack's name for the error, which is not secret; else an HTTP status or Node's error code. */
  code: string;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
  /** The scope that the app's token lacks. */
  neededScope?: string | undefined;
  /** The setting of the token that was asked with, where it is not `SLACK_BOT_TOKEN`. */
  token?: 'SLACK_APP_TOKEN';
  /** Where blocks are not as Slack wants them, and what is wrong there: `/blocks/0/type unknown_type`. */
  mistakes?: string[] | undefined;
}

/** Slack's codes for what trying again cannot mend: it lacks the method, or the app's settings are not right. */
const lasting =
  /unknown_method|deprecated|token|scope|permission|auth|inactive|access|_team|team_disabled|enabled|login_required|enterprise_is/;

/** Slack's codes for failures of its own, which leave open what was done, and for rate limits. */
const passing = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'ratelimited']);

/** A call to Slack failed. Carries no `cause`, which could quote a URL. */
export class SlackApiError extends Error {
  override readonly name = 'SlackApiError';
  readonly details: SlackApiErrorDetails;

  constructor(details: SlackApiErrorDetails) {
    super(`Slack: ${details.code}`);
    this.details = details;
  }

  /** Whether Slack decided on this call: not a failure of its own, and no rate limit. */
  get isAnswer(): boolean {
    return this.details.failure === 'refused' && !passing.has(this.details.code);
  }

  /** Whether Slack refused this call and not the app, by a code or, as a response_url does, by a status. */
  get isRefusal(): boolean {
    const { failure, status = 0 } = this.details;
    if (failure === 'http_status') return status >= 400 && status < 500;
    return this.isAnswer && !this.isLasting;
  }

  /** Whether somebody has to mend something before it can work. */
  get isLasting(): boolean {
    return this.details.neededScope !== undefined || lasting.test(this.details.code);
  }
}

export type TransferApiOperation = 'transaction' | 'requery' | 'banks';

export interface TransferApiErrorDetails {
  operation: TransferApiOperation;
  /** The reference or identifier asked for; absent for the bank list. */
  asked?: string | undefined;
  /** HTTP status; absent when nothing answered. */
  status?: number | undefined;
  /** Node's or the HTTP client's error code, for the log: `ECONNREFUSED`. */
  code?: string | undefined;
  /** The service's own words, unescaped and of any length. */
  serviceMessage?: string | undefined;
  retryAfterMs?: number | undefined;
  /** On a time-out, how long we waited for the service: the look-up's deadline minus its time in the queue. */
  timeoutMs?: number | undefined;
  /** How many requests were sent. */
  attempts?: number | undefined;
  /** Why the body that arrived is not the answer, or why no request was sent. */
  reason?:
    | ('too_large' | 'not_json' | 'not_an_envelope' | 'wrong_data' | 'another_reference' | 'wrong_address')
    | ('busy' | 'outage')
    | undefined;
}

/**
 * The transfer service gave no usable answer. Carries no `cause`: an HTTP client's error holds the request, and the
 * request holds the bearer token.
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
}

/** What should outlive this moment cannot be stored, or not be read, right now. */
export class StoreError extends CodedError {
  override readonly name = 'StoreError';
}

/**
 * For `catch`: answers an error of one class, and lets any other go on.
 * @example await watches.of(personId).catch(when(UserError, () => []))
 */
export function when<E extends Error, T>(kind: abstract new (...args: never[]) => E, answer: (error: E) => T) {
  return (error: unknown): T => {
    if (error instanceof kind) return answer(error);
    throw error;
  };
}

/** Runs what needs a store. @throws UserError in place of a StoreError, which the log has */
export async function explainStoreErrors<T>(
  what: 'Watches' | 'Lists',
  logger: { error(details: object, message: string): void },
  run: () => Promise<T>,
): Promise<T> {
  const refuse = ({ code }: StoreError): never => {
    logger.error({ code }, `${what.toLowerCase()} cannot be kept`);
    throw new UserError(`${what} cannot be kept right now. Tell whoever runs me, and ask again later.`);
  };
  return run().catch(when(StoreError, refuse));
}

/** An error's code, short and safe to log: messages of HTTP clients quote URLs that work like tokens. */
export function errorCode(error: unknown): string {
  if (error instanceof SlackApiError) return error.details.code;
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return errorCode(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** For `catch`: answers an error with one of these codes, and lets any other go on. */
export function whenCode<T>(codes: readonly string[], answer: (code: string) => T) {
  return (error: unknown): T => {
    const code = errorCode(error);
    if (codes.includes(code)) return answer(code);
    throw error;
  };
}

const untrusted =
  /^(?:CERT_|CRL_|ERROR_IN_(?:CERT|CRL)_|ERR_TLS_CERT_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/;

/** Whether Node's error code is of a certificate that is not trusted, has expired, or belongs to another host. */
export function isCertificateCode(code: string): boolean {
  return untrusted.test(code);
}

/**
 * The service's own failures: it, or the way to it, did not do its work, whatever was asked. "Not found" and a refusal
 * are answers about what was asked, and whether a look-up is sent at all is our own doing.
 */
export const serviceFailures = [
  /** No answer before the deadline, or HTTP 408. */
  'timeout',
  'unreachable',
  /** Its proxy opened no tunnel, so no request was sent. */
  'proxy',
  /** Node does not trust the service's certificate. */
  'untrusted',
  'rate_limited',
  'unauthorized',
  'unexpected_body',
] as const;

/** How a look-up can end without the data that was asked for; `not_asked`: no request was sent. */
export const transferApiFailures = [...serviceFailures, 'not_found', 'rejected', 'not_asked'] as const;
export type TransferApiFailure = (typeof transferApiFailures)[number];

/** A proxy on the way out. It is asked for tunnels (CONNECT) alone, so that it sees no token and no answer. */
export interface ProxyAddress {
  /** Without user and password. */
  url: string;
  /** The value of the header `Proxy-Authorization`. */
  authorization: Secret | undefined;
  /** What no log line may hold. */
  secrets: readonly Secret[];
}

/** The proxy opened no tunnel, so nothing was sent. Carries no `cause` and no address, which could hold a password. */
export class ProxyError extends CodedError {
  override readonly name = 'ProxyError';

  /** @param why the status that the proxy answered with (`proxy_407`), Node's error code, or `timeout` */
  constructor(why: number | string) {
    super(`proxy_${why}`, `the proxy opened no tunnel (proxy_${why})`);
  }
}

/**
 * Whether asking the proxy again at once may help. Refused credentials that are repeated can lock their owner out, and
 * a proxy that was silent has taken its time already.
 */
export function isPassingProxyError(code = ''): boolean {
  return !code.startsWith('proxy_4') && code !== 'proxy_timeout';
}
