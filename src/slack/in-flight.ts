import { setMaxListeners } from 'node:events';
import { createBag } from '../bag.ts';
import { cutShort } from '../error-reply.ts';
import { CutShortError, UserError } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Middleware } from './pipeline.ts';
import type { SlackRequest } from './request.ts';

/** The requests in flight: stopping waits for them and takes no new ones. */
export interface InFlight {
  /** Outermost middleware: counts a request until its answer, or its error, is delivered. */
  track: Middleware;
  /** Inside the error boundary: while the process stops, asks people to come back. */
  refuseWhileStopping: Middleware;
  /** Refuses new requests, and emits no more `quiet`. */
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

const goingAway = ({ namedQuery }: SlackRequest) => cutShort(namedQuery, true);
const goneAway = ({ namedQuery }: SlackRequest) => cutShort(namedQuery, false);

/** Idle time after which the process counts as quiet. */
const quietMs = 30_000;

/** Quiet is also a start after which nobody asks; watches are not in flight. */
export function createInFlight(events: Events): InFlight {
  const running = createBag<{ request: SlackRequest; run: Promise<void> }>();
  const quiet = setTimeout(() => {
    if (running.all.length === 0) events.emit('quiet');
  }, quietMs).unref();
  const end = new AbortController();
  setMaxListeners(0, end.signal); // one for each answer that waits to be sent
  let isStopping = false;
  return {
    async track(request, next) {
      const run = next();
      const remove = running.add({ request, run });
      try {
        await run;
      } finally {
        remove();
        if (!isStopping) quiet.refresh();
      }
    },
    refuseWhileStopping(request, next) {
      return isStopping ? Promise.reject(new UserError(goneAway(request))) : next();
    },
    stop() {
      isStopping = true;
      clearTimeout(quiet);
    },
    async settled() {
      while (running.all.length > 0) await Promise.allSettled(running.all.map(({ run }) => run));
    },
    async giveUp() {
      for (const { request } of running.all) request.interrupt(new CutShortError(goingAway(request)));
      end.abort();
      await Promise.allSettled(running.all.map(({ run }) => run));
    },
    givenUp: end.signal,
  };
}
