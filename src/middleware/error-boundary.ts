import type { Logger } from 'pino';
import { TransferApiError, UserError } from '../errors.ts';
import { errorReply } from '../views/error-reply.ts';
import type { BotMiddleware } from './exchange.ts';

/** How a question ended. */
export interface Outcome {
  /** Absent when it came to no command. */
  command: string | undefined;
  outcome: string;
  durationMs: number;
}

/** Every error of every door ends here, once: the person gets a sentence, the log a line; so does every success. */
export function errorBoundary(logger: Logger, onOutcome: (end: Outcome) => void = () => {}): BotMiddleware {
  return async ({ context: { exchange }, next }) => {
    if (!exchange) return next();
    const startedAtMs = performance.now();
    const log = (level: 'debug' | 'info' | 'warn' | 'error', outcome: string, details: object = {}) => {
      const durationMs = Math.round(performance.now() - startedAtMs);
      const command = exchange.asking?.command.name;
      logger[level]({ command, outcome, durationMs, reference: exchange.reference, ...details }, 'command');
      onOutcome({ command, outcome, durationMs });
    };
    try {
      await next();
      if (!exchange.answered)
        throw new UserError('This txnbot does not know that: it may come from an older one. Try `/txn help`.');
      log('info', 'answered');
    } catch (error) {
      if (error instanceof UserError) log('debug', 'user_error');
      else if (error instanceof TransferApiError) log('warn', error.failure, logged(error));
      else log('error', 'bug', { error: { name: nameOf(error), stack: stackOf(error) } });
      const { asking, reference } = exchange;
      const again = asking && { command: asking.command.name, text: asking.request.text };
      await exchange.deliver(errorReply({ error, reference, again, prefix: asking?.request.prefix ?? '/' }));
    }
  };
}

/** What was asked for is in the person's message; the log needs only what went wrong. */
function logged({ details: { operation, status, code, reason, attempts, retryAfterMs } }: TransferApiError) {
  return { operation, status, code, reason, attempts, retryAfterMs };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}
