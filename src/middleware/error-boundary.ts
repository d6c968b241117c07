import { webApi } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Spelling } from '../command-names.ts';
import {
  AccessError,
  AuditError,
  CutShortError,
  DeliveryError,
  SlackApiError,
  TransferApiError,
  UserError,
} from '../errors.ts';
import type { Middleware } from '../slack/exchange/exchange.ts';
import { codeOf } from '../slack/exchange/send.ts';
import { errorReply } from '../views/error-reply.ts';
import { code } from '../views/mrkdwn.ts';

interface Ending {
  level: 'debug' | 'info' | 'warn' | 'error';
  name: string;
  details?: object;
}

/** How a question ended. */
export interface Outcome {
  /** Absent when it came to no command. */
  command: string | undefined;
  outcome: string;
  durationMs: number;
}

/** Every error of every door ends here, once: the person gets a sentence, the log a line; so does every success. */
export function errorBoundary(logger: Logger, slash: Spelling, onOutcome: (end: Outcome) => void): Middleware {
  return async (exchange, next) => {
    const log = ({ level, name, details }: Ending) => {
      const durationMs = Math.round(performance.now() - exchange.startedAtMs);
      const command = exchange.asking?.command.name ?? exchange.said().command;
      logger[level]({ command, outcome: name, durationMs, reference: exchange.reference, ...details }, 'command');
      onOutcome({ command, outcome: name, durationMs });
    };
    try {
      await new Promise<void>((resolve, reject) => {
        exchange.cut = reject;
        next().then(resolve, reject);
      });
      if (!exchange.answered)
        throw new UserError(
          `This txnbot does not know that: it may come from an older one. Try ${code(slash.write('txn help'))}.`,
        );
      log({ level: 'info', name: 'answered' });
    } catch (thrown) {
      const error = thrown instanceof webApi.SlackError ? slackApiError(thrown) : thrown;
      const outcome = outcomeOf(error);
      exchange.outcome = outcome.name;
      log(outcome);
      // The way to the person is the very thing that failed.
      if (error instanceof DeliveryError || error instanceof AuditError) return;
      const { asking, reference } = exchange;
      const reply = errorReply({
        error,
        reference,
        again: asking?.again,
        spelling: asking?.request.spelling ?? slash,
        audience: asking?.request.audience ?? exchange.audience,
      });
      try {
        await exchange.deliver(reply, error instanceof AccessError ? 'alone' : 'asker');
      } catch (undelivered) {
        log(outcomeOf(undelivered));
      }
    }
  };
}

function slackApiError(error: webApi.SlackError): SlackApiError {
  const isRefusal = error instanceof webApi.WebAPIPlatformError;
  const needed = isRefusal && 'needed' in error.data ? error.data.needed : undefined;
  return new SlackApiError({
    code: codeOf(error),
    isRefusal,
    neededScope: typeof needed === 'string' ? needed : undefined,
  });
}

/** What the log says; what was asked for is in the person's message, and only what went wrong is needed here. */
function outcomeOf(error: unknown): Ending {
  if (error instanceof AccessError) {
    const { rule, cause } = error;
    return { level: 'info', name: 'refused', details: { rule, code: cause === undefined ? undefined : codeOf(cause) } };
  }
  if (error instanceof CutShortError) return { level: 'warn', name: 'cut_short' };
  if (error instanceof UserError) return { level: 'debug', name: 'user_error' };
  if (error instanceof TransferApiError) {
    const { operation, status, code, reason, attempts, retryAfterMs } = error.details;
    return { level: 'warn', name: error.failure, details: { operation, status, code, reason, attempts, retryAfterMs } };
  }
  if (error instanceof DeliveryError) return { level: 'error', name: 'undelivered', details: { code: error.code } };
  if (error instanceof AuditError) return { level: 'error', name: 'unaudited', details: { code: error.code } };
  if (error instanceof SlackApiError) {
    const { code, neededScope } = error.details;
    return { level: 'warn', name: 'slack_error', details: { code, neededScope } };
  }
  const { name, stack } = error instanceof Error ? error : { name: typeof error, stack: undefined };
  return { level: 'error', name: 'bug', details: { error: { name, stack } } };
}
