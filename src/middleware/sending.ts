import { RespondError, webApi } from '@slack/bolt';
import type { Reply } from '../commands/command.ts';
import { DeliveryError } from '../errors.ts';
import { plainReply } from '../views/plain-reply.ts';

/**
 * Sends once, and once more where that can only help: as plain words when Slack does not take the blocks, and
 * anew when it certainly has not arrived. After a time-out it may have, and two answers are worse than one.
 * @throws DeliveryError
 */
export async function sendSafely(send: (message: Reply) => Promise<unknown>, message: Reply): Promise<void> {
  try {
    await send(message);
  } catch (error) {
    const fault = faultOf(error);
    if (fault === 'lost') throw new DeliveryError(codeOf(error));
    await send(fault === 'refused' ? plainReply(message.text) : message).catch((second: unknown) => {
      throw new DeliveryError(codeOf(second));
    });
  }
}

const refusals = new Set(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'invalid_arguments']);

function faultOf(error: unknown): 'refused' | 'not sent' | 'lost' {
  if (error instanceof webApi.WebAPIPlatformError) return refusals.has(error.data.error) ? 'refused' : 'lost';
  if (error instanceof RespondError)
    return error.statusCode === 400 ? 'refused' : error.statusCode >= 500 ? 'not sent' : 'lost';
  return codeOf(error) === 'ECONNREFUSED' ? 'not sent' : 'lost';
}

/** Short and safe to log: errors of this kind quote addresses that are as good as tokens. */
function codeOf(error: unknown): string {
  if (error instanceof webApi.WebAPIPlatformError) return error.data.error;
  if (error instanceof RespondError) return `http_${error.statusCode}`;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.name : 'unknown';
}
