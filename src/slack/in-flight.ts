import { setMaxListeners } from 'node:events';
import { cutShort } from '../error-reply.ts';
import { CutShortError, UserError } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Middleware } from './pipeline.ts';
import type { SlackRequest } from './request.ts';

/** The requests in flight: stopping waits for them and takes no new ones. */
export type InFlight = ReturnType<typeof createInFlight>;

const goingAway = ({ namedQuery }: SlackRequest) => cutShort(namedQuery, true);
const goneAway = ({ namedQuery }: SlackRequest) => cutShort(namedQuery, false);

/** Idle time after which the process counts as quiet. */
const quietMs = 30_000;

/** Quiet is also a start after which nobody asks; watches are not in flight. */
export function createInFlight(events: Events) {
  /** An array, as a `Map` that is filled and emptied all the time keeps what it held. */
  const running: { request: SlackRequest; run: Promise<void> }[] = [];
  const quiet = setTimeout(() => {
    if (running.length === 0) events.emit('quiet');
  }, quietMs).unref();
  const end = new AbortController();
  setMaxListeners(0, end.signal); // one for each answer that waits to be sent
  let isStopping = false;

  /** Outermost middleware: counts a request until its answer, or its error, is delivered. */
  const track: Middleware = async (request, next) => {
    const entry = { request, run: next() };
    running.push(entry);
    try {
      await entry.run;
    } finally {
      running.splice(running.indexOf(entry), 1);
      if (!isStopping) quiet.refresh();
    }
  };
  /** Inside the error boundary: while the process stops, asks people to come back. */
  const refuseWhileStopping: Middleware = (request, next) =>
    isStopping ? Promise.reject(new UserError(goneAway(request))) : next();
  return {
    track,
    refuseWhileStopping,
    /** Refuses new requests, and emits no more `quiet`. */
    stop(): void {
      isStopping = true;
      clearTimeout(quiet);
    },
    /** Resolves when nothing is in flight. */
    async settled(): Promise<void> {
      while (running.length > 0) await Promise.allSettled(running.map(({ run }) => run));
    },
    /**
     * Tells everybody who still waits that no answer will come and what that means, and stops waiting for Slack's rate
     * limits; resolves when everybody has been told.
     */
    async giveUp(): Promise<void> {
      for (const { request } of running) request.interrupt(new CutShortError(goingAway(request)));
      end.abort();
      await Promise.allSettled(running.map(({ run }) => run));
    },
    /** Aborted by `giveUp`. */
    givenUp: end.signal,
  };
}
