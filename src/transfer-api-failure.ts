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

/** How a look-up can end without the data that was asked for. */
export type TransferApiFailure =
  | (typeof serviceFailures)[number]
  | 'not_found'
  | 'rejected'
  /** No request was sent. */
  | 'not_asked';
