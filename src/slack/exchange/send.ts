import { setTimeout as sleep } from 'node:timers/promises';
import { RespondError, webApi } from '@slack/bolt';
import type { Reply } from '../../commands/command.ts';
import { DeliveryError } from '../../errors.ts';
import { plainReply } from '../../views/plain-reply.ts';

const triesMax = 3;
const pauseMs = 250;
/** So long a response_url is open; a message by another way is waited for no longer. */
const openMs = 30 * 60_000;

/** How long Slack may be waited for, when it takes no more for now. */
export interface Patience {
  /** When the question came, as `performance.now()` counts. */
  startedAtMs: number;
  /** Aborted when the process waits no longer. */
  givenUp: AbortSignal;
}

/**
 * Sends, and again where that can only help: as plain words when Slack does not take the blocks, anew when it has not
 * arrived, and when Slack says so if it takes no more for now. After a time-out it may have arrived, and two answers
 * are worse than one.
 * @throws DeliveryError
 */
export async function sendSafely(
  send: (message: Reply) => Promise<unknown>,
  message: Reply,
  patience: Patience,
): Promise<void> {
  let isPlain = false;
  for (let tries = 1; ; ) {
    try {
      await send(isPlain ? { ...message, ...plainReply(message.text) } : message);
      return;
    } catch (error) {
      if (error instanceof webApi.WebAPIRateLimitedError) {
        await waitAsAsked(error, patience); // as often as it takes: nothing of it has arrived
        continue;
      }
      const fault = faultOf(error);
      if (fault === 'lost' || tries === triesMax || (fault === 'refused' && isPlain))
        throw new DeliveryError(codeOf(error));
      // Slack also answers with a 500 to what it cannot digest.
      if (fault === 'refused' || (fault === 'failed' && tries > 1)) isPlain = true;
      if (fault !== 'refused') await sleep(pauseMs);
      tries += 1;
    }
  }
}

/** @throws DeliveryError when it would be too late then, or the process ends before. */
async function waitAsAsked(error: webApi.WebAPIRateLimitedError, { startedAtMs, givenUp }: Patience): Promise<void> {
  const waitMs = Math.max(1, error.retryAfter) * 1000;
  const isInTime = performance.now() + waitMs < startedAtMs + openMs;
  if (!isInTime || givenUp.aborted) throw new DeliveryError(codeOf(error));
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new DeliveryError(codeOf(error)));
    };
    const timer = setTimeout(() => {
      givenUp.removeEventListener('abort', end);
      resolve();
    }, waitMs);
    givenUp.addEventListener('abort', end, { once: true });
  });
}

const refusals = new Set(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'invalid_arguments']);
const notSentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function faultOf(error: unknown): 'refused' | 'failed' | 'not sent' | 'lost' {
  const isRefused =
    error instanceof webApi.WebAPIPlatformError
      ? refusals.has(error.data.error)
      : error instanceof RespondError && error.statusCode === 400;
  if (isRefused) return 'refused';
  const status =
    error instanceof RespondError || error instanceof webApi.WebAPIHTTPError ? error.statusCode : undefined;
  if (status !== undefined) return status >= 500 ? 'failed' : 'lost';
  return notSentCodes.has(codeOf(error)) ? 'not sent' : 'lost';
}

/** Short and safe to log: errors of this kind quote addresses that are as good as tokens. */
export function codeOf(error: unknown): string {
  if (error instanceof webApi.WebAPIPlatformError) return error.data.error;
  if (error instanceof webApi.WebAPIRateLimitedError) return 'ratelimited';
  if (error instanceof RespondError || error instanceof webApi.WebAPIHTTPError) return `http_${error.statusCode}`;
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return codeOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
