import { UserError } from '../errors.ts';
import type { BotMiddleware } from './exchange.ts';

/** The commands under way: stopping waits for them, and takes no new ones. */
export interface InFlight {
  /** Outermost: counts a command until its answer, or its error, has been delivered. */
  track: BotMiddleware;
  /** Inside the error boundary: tells whoever asks now to come back. */
  refuseWhileStopping: BotMiddleware;
  /** From now on new commands are refused. */
  stop(): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  let isStopping = false;
  return {
    async track({ next }) {
      const run = next();
      running.add(run);
      try {
        await run;
      } finally {
        running.delete(run);
      }
    },
    async refuseWhileStopping({ next }) {
      if (isStopping) throw new UserError('txnbot is just restarting. Ask again in a few seconds.');
      await next();
    },
    stop() {
      isStopping = true;
    },
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
