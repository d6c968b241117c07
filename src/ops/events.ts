import { EventEmitter } from 'node:events';
import type { TransferApiFailure, TransferApiOperation } from '../errors.ts';

/** `open`: nothing is sent to the service. `half_open`: one look-up is let through as a probe. */
export type BreakerState = 'closed' | 'open' | 'half_open';

export interface LookUpEnd {
  operation: TransferApiOperation;
  /** Absent when the service answered. */
  failure: TransferApiFailure | undefined;
  durationMs: number;
}

/** The end of one request; a look-up may send several. */
export interface RequestEnd {
  operation: TransferApiOperation;
  /** `2xx` and so on, or the failure when there was no status. */
  status: string;
  durationMs: number;
}

export interface SlackCall {
  /** The Web API method, `response_url`, or `file upload`: never a URL, which may work like a token. */
  name: string;
  /** Slack's error code, or `http_503`, `timeout`, `proxy`, `unreachable` or `not_slack`; `undefined` on success. */
  failure: string | undefined;
  durationMs: number;
}

/** The outcome of a request. */
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

/** Why a request to Slack's path, or a connection, was refused. */
export type HttpRefusal = 'unsigned' | 'too_long' | 'too_many';

interface EventMap {
  /** Milliseconds that Slack waited for an ack, for every kind of payload. */
  ack: [durationMs: number];
  /** The transfer service's base URL was found to be wrong, or works again. */
  address: [isWrong: boolean];
  /** An answer was delivered. */
  answer: [Pick<Outcome, 'command' | 'durationMs'>];
  /** A newly loaded bank list differs from the one before. */
  bankList: [BankListChange];
  /** A list changed state; `count` is its number of references. */
  list: [what: 'begun' | 'stopped' | 'ended' | 'refused', count: number];
  /** The circuit breaker changed state. @param silentForMs time since the service last answered; 0 once it has again */
  breaker: [state: BreakerState, silentForMs: number];
  /** Log lines were dropped because stdout was not read in time. */
  droppedLines: [count: number];
  /** Shared state could not be read or written, so this process used its own memory instead. */
  fallback: [use: string];
  /** Slack has announced that it will close a socket, on which acks of commands may still be pending. */
  leaving: [];
  lookUp: [LookUpEnd];
  /** The outcome of a notification, or of a watch that ended without one. */
  notification: [outcome: string];
  outcome: [Outcome];
  /** A socket was opened again, in Socket Mode. */
  reconnect: [];
  refusal: [why: HttpRefusal];
  request: [RequestEnd];
  slackCall: [SlackCall];
  /** The log's reader has closed the pipe, so no further line can be read. */
  unread: [];
  /** A watch began. */
  watch: [];
}

/** The event bus of one process. The metrics, the log and the look-up statistics subscribe. */
export type Events = EventEmitter<EventMap>;

export function createEvents(): Events {
  return new EventEmitter<EventMap>();
}
