import { setTimeout as sleep } from 'node:timers/promises';
import { RespondError, webApi } from '@slack/bolt';
import type { Reply } from '../commands/command.ts';
import { DeliveryError } from '../errors.ts';
import { plainReply } from '../views/plain-reply.ts';

const triesMax = 3;
const pauseMs = 250;
/** Slack asks for more only when something is badly wrong. */
const retryAfterMaxMs = 10_000;

/**
 * Sends, and again where that can only help: as plain words when Slack does not take the blocks, and anew when it
 * has not arrived. After a time-out it may have, and two answers are worse than one.
 * @throws DeliveryError
 */
export async function sendSafely(send: (message: Reply) => Promise<unknown>, message: Reply): Promise<void> {
  let isPlain = false;
  for (let tries = 1; ; tries += 1) {
    try {
      await send(isPlain ? { ...message, ...plainReply(message.text) } : message);
      return;
    } catch (error) {
      const { fault, waitMs } = faultOf(error);
      if (fault === 'lost' || tries === triesMax || (fault === 'refused' && isPlain))
        throw new DeliveryError(codeOf(error));
      // Slack also answers with a 500 to what it cannot digest.
      if (fault === 'refused' || (fault === 'failed' && tries > 1)) isPlain = true;
      await sleep(waitMs);
    }
  }
}

const refusals = new Set(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'invalid_arguments']);
const notSentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

interface Fault {
  fault: 'refused' | 'failed' | 'not sent' | 'lost';
  waitMs: number;
}

function faultOf(error: unknown): Fault {
  if (error instanceof webApi.WebAPIRateLimitedError) {
    const waitMs = error.retryAfter * 1000;
    return { fault: waitMs > retryAfterMaxMs ? 'lost' : 'not sent', waitMs };
  }
  const isRefused =
    error instanceof webApi.WebAPIPlatformError
      ? refusals.has(error.data.error)
      : error instanceof RespondError && error.statusCode === 400;
  if (isRefused) return { fault: 'refused', waitMs: 0 };
  const status =
    error instanceof RespondError || error instanceof webApi.WebAPIHTTPError ? error.statusCode : undefined;
  if (status !== undefined) return { fault: status >= 500 ? 'failed' : 'lost', waitMs: pauseMs };
  return { fault: notSentCodes.has(codeOf(error)) ? 'not sent' : 'lost', waitMs: pauseMs };
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
