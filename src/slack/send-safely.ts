import { plainReply, type Reply } from '../blocks/blocks.ts';
import { pause } from '../concurrency.ts';
import { DeliveryError, isPassingProxyError, type SlackApiError } from '../errors.ts';
import { slackApiError } from './slack-errors.ts';

const triesMax = 3;
const pauseMs = 250;
/** How long a response_url works; messages by other routes wait no longer either. */
const openMs = 30 * 60_000;

/** How long to wait for Slack while it rate limits. */
interface Patience {
  /** When the question arrived, by `performance.now()`. */
  startedAtMs: number;
  /** Aborted when the process stops waiting. */
  givenUp: AbortSignal;
}

/** The message as it is to be sent: whole, or its words alone. */
export type InForm = (message: Reply) => Reply;

/**
 * Sends a message and retries when that is safe: as plain text when Slack refuses the blocks, again when the message
 * did not arrive, and after Slack's Retry-After when it rate limits. After a time-out the message may have arrived, and
 * two answers are worse than one.
 * @param send its own DeliveryError ends the tries
 * @throws DeliveryError
 */
export async function sendSafely(send: (inForm: InForm) => Promise<unknown>, patience: Patience): Promise<void> {
  let isPlain = false;
  for (let tries = 1; ; ) {
    try {
      await send(isPlain ? (message) => ({ ...message, ...plainReply(message.text) }) : (message) => message);
      return;
    } catch (thrown) {
      if (thrown instanceof DeliveryError) throw thrown;
      const error = slackApiError(thrown);
      const { code, retryAfterMs } = error.details;
      if (retryAfterMs !== undefined) {
        await waitAsAsked(retryAfterMs, code, patience); // no limit on retries: a rate-limited message has not arrived
        continue;
      }
      const fault = faultOf(error);
      if (fault === 'lost' || tries === triesMax || (fault === 'refused' && isPlain))
        throw new DeliveryError(code, { mayHaveArrived: fault === 'lost' && isSilence(error) });
      // Slack also answers with a 500 to blocks that it cannot process.
      if (fault === 'refused' || (fault === 'failed' && tries > 1)) isPlain = true;
      if (fault !== 'refused') await pause(pauseMs);
      tries += 1;
    }
  }
}

/** @throws DeliveryError when the wait would end too late, or the process stops waiting. */
async function waitAsAsked(retryAfterMs: number, code: string, { startedAtMs, givenUp }: Patience): Promise<void> {
  const waitMs = Math.max(1_000, retryAfterMs);
  const isInTime = performance.now() + waitMs < startedAtMs + openMs;
  if (!isInTime) throw new DeliveryError(code);
  await pause(waitMs, givenUp).catch(() => {
    throw new DeliveryError(code);
  });
}

const blockErrors = new Set(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'invalid_arguments']);
const notSentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function faultOf({ details }: SlackApiError): 'refused' | 'failed' | 'not sent' | 'lost' {
  const { failure, code, status = 0 } = details;
  if (failure === 'refused' && (blockErrors.has(code) || status === 400)) return 'refused';
  if (failure === 'http_status' && status >= 500) return 'failed';
  const isNotSent = notSentCodes.has(code) || (failure === 'proxy' && isPassingProxyError(code));
  return isNotSent ? 'not sent' : 'lost';
}

function isSilence({ details: { failure } }: SlackApiError): boolean {
  return failure === 'timeout' || failure === 'unreachable';
}
