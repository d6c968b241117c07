/** What came of one delivery, whichever way it went. */
export type Reception =
  | {
      readonly outcome: 'acked';
      readonly ackMs: number;
      readonly httpStatus?: number;
      /** A string, a JSON value, or undefined when the ack said nothing. */
      readonly body: unknown;
      /** The ack was taken, but not as the bot may have meant it. */
      readonly breach?: string;
    }
  | {
      readonly outcome: 'timed_out' | 'failed';
      readonly ackMs: number;
      readonly httpStatus?: number;
      /** The bot asked for an event not to be sent again. */
      readonly noRetry?: boolean;
    };

/** Slack's own names for the three, as the Socket Mode envelope has them. */
export type DeliveryType = 'slash_commands' | 'interactive' | 'events_api';

/** Set when an event is sent again. */
export interface Retry {
  /** 1 for the second attempt. */
  readonly attempt: number;
  readonly reason: string;
}

export type Deliver = (
  type: DeliveryType,
  payload: Readonly<Record<string, unknown>>,
  retry?: Retry,
) => Promise<Reception>;
