import { setMaxListeners } from 'node:events';
import { cutShort } from '../error-reply.ts';
import { CutShortError, UserError } from '../errors.ts';
import type { Middleware } from './pipeline.ts';
import type { Question } from './question.ts';

/** The commands in flight: stopping waits for them and takes no new ones. */
export interface InFlight {
  /** Outermost: counts a command until its answer, or its error, has been delivered. */
  track: Middleware;
  /** Inside the error boundary: asks people to come back while the process stops. */
  refuseWhileStopping: Middleware;
  /** Refuses new commands from now on. */
  stop(): void;
  /** Resolves when nothing is in flight. */
  settled(): Promise<void>;
  /**
   * Tells everybody who still waits that no answer will come and what that means, and stops waiting for Slack's rate
   * limits; resolves when everybody has been told.
   */
  giveUp(): Promise<void>;
  /** Aborted by `giveUp`. */
  givenUp: AbortSignal;
}

const goingAway = ({ askedWords }: Question) => cutShort(askedWords, true);
const goneAway = ({ askedWords }: Question) => cutShort(askedWords, false);

export function createInFlight(): InFlight {
  const running = new Map<Question, Promise<void>>();
  const end = new AbortController();
  setMaxListeners(0, end.signal); // one for each answer that waits to be sent
  let isStopping = false;
  return {
    async track(question, next) {
      const run = next();
      running.set(question, run);
      try {
        await run;
      } finally {
        running.delete(question);
      }
    },
    refuseWhileStopping(question, next) {
      return isStopping ? Promise.reject(new UserError(goneAway(question))) : next();
    },
    stop() {
      isStopping = true;
    },
    async settled() {
      while (running.size > 0) await Promise.allSettled(running.values());
    },
    async giveUp() {
      for (const question of running.keys()) question.interrupt(new CutShortError(goingAway(question)));
      end.abort();
      await Promise.allSettled(running.values());
    },
    givenUp: end.signal,
  };
}
