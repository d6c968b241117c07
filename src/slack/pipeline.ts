import { setMaxListeners } from 'node:events';
import type { Logger } from '@slack/bolt';
import { elapsedMs } from '../async.ts';
import { AccessError, CutShortError, UserError } from '../errors.ts';
import { type AccessRules, authorize, type People } from '../policy.ts';
import type { State } from '../store/state.ts';
import type { SlackRequest } from './request.ts';

/** A step that every request passes before its listener. */
export type Middleware = (request: SlackRequest, next: () => Promise<void>) => Promise<void>;

type Listen = (request: SlackRequest) => Promise<void>;

/**
 * Chains the middleware, outermost first, and the listener into one function. Bolt's own middleware
 * would copy Bolt's arguments at each step. A second call of `next` throws, as it would answer
 * twice.
 */
export function chain(middleware: readonly Middleware[], listen: Listen): Listen {
  return middleware.reduceRight<Listen>((inner, outer) => {
    return (request) => {
      let isCalled = false;
      return outer(request, () => {
        if (isCalled) throw new Error('next() called multiple times');
        isCalled = true;
        return inner(request);
      });
    };
  }, listen);
}

/** Checks, before any look-up, whether the person may make this request in this place. */
export function checkAccess(rules: AccessRules, people: People): Middleware {
  return async (request, next) => {
    const { asker, route, origin } = request;
    const { isPublic, isShared } = origin;

    const isAboutBanks = async () => {
      await route.prepare(); // idempotent: it is called again below
      return request.isAboutBanks;
    };

    const door = { posts: route.declared.posts, isAboutBanks, isPublic, isShared };

    try {
      request.admit(await authorize(asker, door, rules, people));
    } finally {
      await route.prepare(); // the audit line of a refusal has what was asked, too
    }

    await next();
  };
}

interface RequestLimit {
  name: string;
  /** Requests per minute. */
  points: number;
  keyOf(request: SlackRequest): string;
  /** The subject of the message: who "asked very often in the last minute". */
  why: string;
}

/**
 * Limits requests per minute; typing into the picker does not count. The per-person limit comes
 * before anything costly, so that refused people cannot keep the process busy; the overall limit
 * comes after the access policy, so that they cannot use up everyone else's quota.
 */
export function limitRate(state: State, { name, points, keyOf, why }: RequestLimit): Middleware {
  const take = state.createLimiter({ name, points, windowSeconds: 60 });
  return async (request, next) => {
    const waitMs = request.route.kind === 'options' ? undefined : await take(keyOf(request));
    if (waitMs === undefined) return next();

    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw new AccessError(
      'rate_limit',
      `${why} asked very often in the last minute. Try again in ${seconds} s.`,
    );
  };
}

/**
 * Shows that the answer is on its way while it is pending: Slack's status in a thread, else a line
 * ("Still waiting …").
 * @param afterMs when to show it each time, in milliseconds after the request. Slack gives up on
 *   an ack after three seconds; an answer that is ready before the first waiting line can itself be
 *   sent as the ack.
 */
export function showWaiting(afterMs: readonly number[]): Middleware {
  return async (request, next) => {
    const sinceMs = elapsedMs(request.startedAtMs);
    const timers = afterMs.map((ms) => setTimeout(() => request.sayWaiting(), ms - sinceMs));

    try {
      await next();
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  };
}

/** Acks a click, which Slack otherwise marks with a warning sign; the answer is sent separately. */
export function ackClicks(logger: Logger): Middleware {
  return async (request, next) => {
    await request
      .ackClick()
      .catch((error: unknown) => logger.warn('click: not acked, its answer follows:', error));
    await next();
  };
}

/**
 * Opens the modal that a route declares before access is checked with Slack: a trigger expires
 * after three seconds, and the check may take longer. The placeholder modal holds nothing secret,
 * and a refusal replaces it.
 */
export const openWindow: Middleware = async (request, next) => {
  const { window } = request.route;
  if (window) await request.openWindow(window);
  await next();
};

/**
 * Ignores a second click on the same button of a message or view while the first click is in
 * flight, so that an older answer cannot arrive after a newer one, and no second window opens.
 * Another person's click counts as a second one only if everybody reads the answer. Applies to
 * routes with `isOneAtATime`; on routes with `isOneAPerson`, a person's second click, on whatever
 * message, is refused with a sentence.
 */
export function ignoreDoubleClick(state: Pick<State, 'lease'>): Middleware {
  return async (request, next) => {
    const { route, origin } = request;
    const { isOneAtATime, isOneAPerson, posts } = route.declared;
    if (!isOneAtATime && !isOneAPerson) return next();

    const { channelId, messageTs, viewId, personId } = origin;
    const isForPersonAlone = viewId !== undefined || posts === undefined;
    const readerId = isForPersonAlone ? personId : undefined;
    const scope = isOneAPerson ? [personId] : [channelId, messageTs, viewId, readerId, route.text];
    const lease = await state.lease(['click', route.name, ...scope].join(' '), 'give up');
    if (!lease && isOneAPerson)
      throw new UserError('Your last file is still on its way: press again when it is there.');
    if (!lease) {
      request.outcome = 'ignored';
      return;
    }

    await next().finally(() => lease.release().catch(() => {})); // an unreleased lease expires
  };
}

/** Tracks the requests in flight: on shutdown, it waits for them and refuses new ones. */
export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight() {
  /** An array, because a `Map` with constant inserts and deletes retains deleted entries. */
  const running: { request: SlackRequest; run: Promise<void> }[] = [];
  const givingUp = new AbortController();

  setMaxListeners(0, givingUp.signal); // each answer waiting to be sent adds a listener
  let isStopping = false;

  /**
   * The outermost middleware. Tracks a request until its answer or its error message is delivered.
   */
  const track: Middleware = async (request, next) => {
    const entry = { request, run: next() };
    running.push(entry);

    try {
      await entry.run;
    } finally {
      running.splice(running.indexOf(entry), 1);
    }
  };

  /**
   * Runs inside the error boundary. Ends requests that arrive during shutdown, or outlast it, with
   * "ask again".
   */
  const cutWhenStopping: Middleware = async (request, next) => {
    if (isStopping) throw new CutShortError('I am just restarting');
    await new Promise<void>((resolve, reject) => {
      request.interrupt = reject;
      next().then(resolve, reject);
    });
  };

  return {
    track,
    cutWhenStopping,
    /** Refuses new requests. */
    stop(): void {
      isStopping = true;
    },
    /**
     * Acks pending commands before their socket closes: Slack takes an ack only on the socket that
     * delivered it.
     */
    ackCommands(): void {
      for (const { request } of running) if (request.route.kind === 'command') request.sayWaiting();
    },
    /** Resolves when nothing is in flight. */
    async settled(): Promise<void> {
      while (running.length > 0) await Promise.allSettled(running.map(({ run }) => run));
    },
    /**
     * Tells everyone still waiting that no answer will come, and stops waiting for Slack's rate
     * limits; resolves when all have been notified.
     */
    async giveUp(): Promise<void> {
      const why = new CutShortError('I restarted before there was an answer');
      for (const { request } of running) if (!request.isAnswered) request.interrupt(why);
      givingUp.abort();
      await Promise.allSettled(running.map(({ run }) => run));
    },
    /** Aborted by `giveUp`. */
    givenUp: givingUp.signal,
  };
}
