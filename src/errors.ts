/** Something the person can put right; the message is shown to them as it is written. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** The person asked where or as whom txnbot does not answer; the message is for them alone. */
export class AccessError extends UserError {
  /** For the log: which rule. */
  readonly rule: string;

  /** @param cause what kept Slack from saying who may ask; only a word of it is logged. */
  constructor(rule: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.rule = rule;
  }
}

/** The process stops before there is an answer; the message says so. */
export class CutShortError extends UserError {}

/** The audit log could not be written, so nothing was answered but that. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
  /** Node's error code, for the log: `ENOSPC`. */
  readonly code: string;

  constructor(code: string) {
    super(`the audit line was not written (${code})`);
    this.code = code;
  }
}

/** An answer was ready and could not be brought to the person: nothing more can be said to them. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** An HTTP status, Slack's or Node's error code; never the address. */
  readonly code: string;

  constructor(code: string) {
    super(`the answer was not delivered (${code})`);
    this.code = code;
  }
}

export interface SlackApiErrorDetails {
  /** Slack said no; it takes no more for now; it answered with an HTTP status alone; it did not answer. */
  failure: 'refused' | 'rate_limited' | 'http_status' | 'timeout' | 'unreachable';
  /** Slack's name for the error, which is no secret; else an HTTP status, or Node's error code. */
  code: string;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
  /** The scope that the app's token lacks. */
  neededScope?: string | undefined;
}

/** Slack did not do what an answer needs. Carries no `cause`, as that may quote an address. */
export class SlackApiError extends Error {
  override readonly name = 'SlackApiError';
  readonly details: SlackApiErrorDetails;

  constructor(details: SlackApiErrorDetails) {
    super(`Slack: ${details.code}`);
    this.details = details;
  }
}

export type TransferApiFailure =
  /** It had no answer in its time. */
  | 'timeout'
  | 'unreachable'
  /** Its certificate is vouched for by nobody. */
  | 'untrusted'
  /** It was not sent at all. */
  | 'not_asked'
  | 'rate_limited'
  | 'unauthorized'
  | 'not_found'
  | 'rejected'
  | 'unexpected_body';

export type TransferApiOperation = 'transaction' | 'requery' | 'banks';

export interface TransferApiErrorDetails {
  operation: TransferApiOperation;
  /** The reference or identifier asked for; absent for the bank list. */
  asked?: string | undefined;
  /** HTTP status, when there was an answer at all. */
  status?: number | undefined;
  /** Node's or the HTTP client's error code, for the log: `ECONNREFUSED`. */
  code?: string | undefined;
  /** The service's own words, unescaped and of any length. */
  serviceMessage?: string | undefined;
  /** There were words, and they are not for a channel, or show how the service is made and are for nobody. */
  hiddenWords?: 'from_channel' | 'insides' | undefined;
  retryAfterMs?: number | undefined;
  /** How long it was waited for, on a time-out: the look-up's deadline, less what it waited for its turn. */
  timeoutMs?: number | undefined;
  /** How many requests were sent. */
  attempts?: number | undefined;
  /** Why a body that arrived is not the answer, or why nothing was asked. */
  reason?:
    | ('too_large' | 'not_json' | 'not_an_envelope' | 'wrong_data' | 'another_reference')
    | ('busy' | 'outage')
    | undefined;
}

/**
 * The transfer service gave no usable answer. Carries no `cause`: what an HTTP client throws
 * holds the request, and the request holds the bearer token.
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

/** Short and safe to log: errors of HTTP clients quote addresses that are as good as tokens. */
export function errorCode(error: unknown): string {
  if (error instanceof SlackApiError) return error.details.code;
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return errorCode(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
