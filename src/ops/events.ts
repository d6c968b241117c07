import { EventEmitter } from 'node:events';
import type { TransferApiError, TransferApiFailure, TransferApiOperation } from '../errors.ts';

/**
 * State of the circuit breaker. `open`: nothing goes to the service. `half_open`: one look-up goes,
 * as a probe.
 */
export type BreakerState = 'closed' | 'open' | 'half_open';

export interface LookUpEnd {
  operation: TransferApiOperation;
  /** `undefined` after a 2xx response with a JSON body, even if that says `success: false`. */
  failure: TransferApiFailure | undefined;
  durationMs: number;
}

/** The end of one request to the transfer service; one look-up may send several requests. */
export interface ServiceRequestEnd {
  operation: TransferApiOperation;
  /** The class of the HTTP status, such as `2xx`; without a status, the failure. */
  status: string;
  durationMs: number;
}

export interface SlackCall {
  /**
   * The Web API method, `file upload`, or `response_url`, even for a file download; no URL, which
   * may be secret.
   */
  name: string;
  /**
   * Slack's error code, or `http_503`, `timeout`, `proxy`, `unreachable` or `not_slack`;
   * `undefined` on success.
   */
  failure: string | undefined;
  durationMs: number;
}

/** The outcome of a person's request. */
export interface Outcome {
  /** `undefined` when the request reached no command. */
  command: string | undefined;
  outcome: string;
  durationMs: number;
}

/** How many institutions changed from one bank list to the next. */
export interface BankListChange {
  added: number;
  removed: number;
  renamed: number;
}

/** Why a request of Slack's was refused, or a connection closed. */
export type HttpRefusal = 'unsigned' | 'too_long' | 'too_many' | 'wrong_path';

interface EventMap {
  /**
   * An ack was sent. @param durationMs how long Slack waited for the ack; counts every kind of
   * payload
   */
  ack: [durationMs: number];
  /** The transfer service's base URL was found to be wrong, or works again. */
  address: [isWrong: boolean];
  /** An answer, or the explanation of an error, was delivered. */
  answer: [Pick<Outcome, 'command' | 'durationMs'>];
  /** A newly loaded bank list differs from the one before. */
  bankList: [BankListChange];
  /**
   * A list of references began, was stopped, ended or was refused. `count`: how many references, or
   * 0 if stopped.
   */
  list: [what: 'begun' | 'stopped' | 'ended' | 'refused', count: number];
  /**
   * The circuit breaker changed state. @param silentForMs how long look-ups have gone unanswered; 0
   * when closed
   */
  breaker: [state: BreakerState, silentForMs: number];
  /**
   * Look-ups of watches and lists wait for the transfer service, which fails all of them, or no
   * longer wait. @param failure the latest one; `undefined` when they go on
   */
  degraded: [failure: TransferApiError | undefined];
  /** Log lines were dropped because stdout was not read in time. */
  droppedLines: [count: number];
  /** Shared state could not be read or written, so this process used its own memory instead. */
  fallback: [use: string];
  /**
   * Slack has announced that it will close a socket. Commands that came through that socket may not
   * be acked yet.
   */
  leaving: [];
  /** This process leads from now on, or another one does. */
  lead: [isMine: boolean];
  lookUp: [LookUpEnd];
  /** The outcome of a notification, or of a watch that ended without a notification. */
  notification: [outcome: string];
  outcome: [Outcome];
  /** How many requests may be sent to the transfer service at once, as this has changed. */
  places: [count: number];
  /** A socket was opened again, in Socket Mode. */
  reconnect: [];
  refusal: [why: HttpRefusal];
  request: [ServiceRequestEnd];
  slackCall: [SlackCall];
  /** The reader of the log has closed the pipe, so nobody can read another line. */
  unread: [];
  /** A watch began. */
  watch: [];
}

/** The event bus of one process. The metrics, the log and the look-up statistics subscribe. */
export type Events = EventEmitter<EventMap>;

export function createEvents(): Events {
  return new EventEmitter<EventMap>();
}
