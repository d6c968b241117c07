import type { Logger } from 'pino';
import { addNotAskedFor, withReadAs } from '../blocks/offers.ts';
import {
  AccessError,
  AuditError,
  CutShortError,
  DeliveryError,
  errorCode,
  SlackApiError,
  TransferApiError,
  UserError,
} from '../errors.ts';
import type { Events } from '../events.ts';
import type { Presentation } from '../services.ts';
import { errorReply } from './error-reply.ts';
import type { Middleware } from './pipeline.ts';

interface Ending {
  level: 'debug' | 'info' | 'warn' | 'error';
  name: string;
  details?: object;
}

/** Every error of every route ends here: the person gets a sentence, the log a line. A success gets a log line too. */
export function errorBoundary(
  logger: Logger,
  { names, knowsShape }: Pick<Presentation, 'names' | 'knowsShape'>,
  events: Events,
): Middleware {
  return async (request, next) => {
    const { code: reference } = request;
    const log = ({ level, name, details }: Ending) => {
      const durationMs = Math.round(performance.now() - request.startedAtMs);
      const { command } = request;
      logger[level]({ command, outcome: name, durationMs, reference, ...details }, 'command');
      events.emit('outcome', { command, outcome: name, durationMs });
    };
    try {
      await next();
      log({ level: 'info', name: request.outcome });
    } catch (error) {
      const outcome = outcomeOf(error);
      request.outcome = outcome.name;
      log(outcome);
      // A DeliveryError means that nothing reaches the person; an AuditError, that they have been told already.
      if (error instanceof DeliveryError || error instanceof AuditError) return;
      const { again, syntax = names.slash, audience = request.audience, readAs, leftOut = [] } = request.query ?? {};
      const failed = errorReply({
        error,
        reference,
        asked: request.namedQuery,
        again,
        audience,
        knowsShape,
      });
      // For words that cannot be read, or for somebody who may not ask, nothing was going to be looked up.
      const isRefused = error instanceof UserError || error instanceof AccessError;
      const reply = isRefused ? failed : addNotAskedFor(failed, leftOut);
      try {
        await request.deliver(
          { ...withReadAs(reply, readAs, syntax), audience },
          error instanceof AccessError ? 'asker' : undefined,
        );
      } catch (undelivered) {
        log(outcomeOf(undelivered));
      }
    }
  };
}

/** What to log: only what went wrong. What was asked for is in the person's message. */
function outcomeOf(error: unknown): Ending {
  if (error instanceof AccessError) {
    const { rule, cause } = error;
    const code = cause === undefined ? undefined : errorCode(cause);
    const neededScope = cause instanceof SlackApiError ? cause.details.neededScope : undefined;
    // Someone has to add a missing scope, so warn.
    return {
      level: neededScope === undefined ? 'info' : 'warn',
      name: 'refused',
      details: { rule, code, neededScope },
    };
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
  // What is thrown and is no error may hold what was asked.
  return { level: 'error', name: 'bug', details: { error: error instanceof Error ? error : { name: typeof error } } };
}
