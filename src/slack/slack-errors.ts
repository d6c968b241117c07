import { RespondError, webApi } from '@slack/bolt';
import { errorCode, ProxyError, SlackApiError } from '../errors.ts';

/** Converts an error of the Web API client, `respond` or a file upload; keeps no URL. */
export function slackApiError(thrown: unknown): SlackApiError {
  if (thrown instanceof SlackApiError) return thrown;
  if (thrown instanceof webApi.WebAPIPlatformError) {
    const { error } = thrown.data;
    // A page of whatever stands in between comes as an error with the page as its code.
    if (!/^[\w.:-]{1,80}$/.test(error)) return new SlackApiError({ failure: 'http_status', code: 'no_json' });
    const needed = 'needed' in thrown.data ? thrown.data.needed : undefined;
    return new SlackApiError({
      failure: 'refused',
      code: error,
      neededScope: typeof needed === 'string' ? needed : undefined,
      mistakes: 'errors' in thrown.data ? mistakesIn(thrown.data.errors) : undefined,
    });
  }
  if (thrown instanceof webApi.WebAPIRateLimitedError) return rateLimited(thrown.retryAfter);
  if (thrown instanceof RespondError || thrown instanceof webApi.WebAPIHTTPError) {
    const { statusCode: status } = thrown;
    // A response_url has no other word for a message that it does not take.
    const isRefusal = thrown instanceof RespondError && status === 400;
    return new SlackApiError({ failure: isRefusal ? 'refused' : 'http_status', code: `http_${status}`, status });
  }
  const cause = thrown instanceof webApi.WebAPIRequestError ? thrown.original : thrown;
  return new SlackApiError({ failure: silenceOf(cause), code: errorCode(cause) });
}

const mistakesMax = 10;

/** Where Slack found mistakes in blocks; its sentences about them could quote what stands there. */
function mistakesIn(errors: unknown): string[] | undefined {
  if (!Array.isArray(errors)) return undefined;
  const told = errors.slice(0, mistakesMax).flatMap((error: unknown) => {
    if (typeof error !== 'object' || error === null || !('pointer' in error) || !('code' in error)) return [];
    return `${String(error.pointer)} ${String(error.code)}`;
  });
  return told.length > 0 ? told : undefined;
}

/** @param retryAfter in seconds, as in Slack's header */
export function rateLimited(retryAfter: number): SlackApiError {
  return new SlackApiError({ failure: 'rate_limited', code: 'ratelimited', retryAfterMs: retryAfter * 1_000 });
}

/** Why nothing answered; `fetch` wraps what the connection threw. */
function silenceOf(thrown: unknown): 'timeout' | 'proxy' | 'unreachable' {
  if (!(thrown instanceof Error)) return 'unreachable';
  if (thrown.name === 'TimeoutError') return 'timeout';
  return thrown instanceof ProxyError || thrown.cause instanceof ProxyError ? 'proxy' : 'unreachable';
}

/** Slack's error codes that refuse the token for good; any other error may pass. */
const tokenErrors = new Set([
  'account_inactive',
  'forbidden_team',
  'invalid_auth',
  'invalid_token',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_authed',
  'team_disabled',
  'token_expired',
  'token_revoked',
  'user_removed_from_team',
]);

/** Whether Slack has refused the token itself, so that retrying cannot help. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof SlackApiError && error.details.failure === 'refused' && tokenErrors.has(error.details.code);
}
