import type { AnyMiddlewareArgs, Middleware, StringIndexed } from '@slack/bolt';
import type { Command, CommandRequest, Reply } from '../commands/command.ts';
import { waitingReply } from '../views/waiting.ts';
import { type Place, placeOf } from './place.ts';
import { type Destination, viewWays, waysOf } from './ways.ts';

/** One question and its answer, from whichever door it came. */
export interface Exchange {
  /** Short, for people to quote; the log line carries it too. */
  readonly reference: string;
  readonly place: Place;
  /** Set by the listener as soon as it knows. */
  asking?: { command: Command; request: CommandRequest };
  /** Whether the person has got an answer, or needs none; a line that says to wait is none. */
  answered: boolean;
  /** How far a long look-up is, in words; replaces the command's own line that says to wait. */
  progress?: string;
  /** Sends the answer, the quickest way still open. */
  deliver(reply: Reply, to?: Destination): Promise<void>;
  /** From now on answers are shown in this modal, which the listener has opened. */
  showIn(viewId: string | undefined): void;
}

export type BotContext = StringIndexed & { exchange: Exchange };
export type BotMiddleware = Middleware<AnyMiddlewareArgs, BotContext>;

export interface ExchangeOptions {
  /**
   * When to say that the answer takes its time, in milliseconds from the question. Slack gives up on an ack after
   * three seconds; until the first of these the answer itself may be the ack.
   */
  waitingAfterMs: readonly number[];
  createReference: () => string;
  /** Told how long the person waited for the answer, once it is delivered. */
  onAnswer?: (answer: { command: string | undefined; durationMs: number }) => void;
}

/** Gives every question a reference, and a way to answer it that keeps Slack's three seconds. */
export function exchange({ waitingAfterMs, createReference, onAnswer }: ExchangeOptions): BotMiddleware {
  return async (args) => {
    const startedAtMs = performance.now();
    const place = placeOf(args.body);
    const opened = await waysOf(args, place);
    if (!opened) return;
    let ways = opened;

    // One after the other: a line that says to wait must not overtake the answer.
    let sending: Promise<unknown> | undefined;
    const send = (message: Reply, to: Destination) => {
      sending = sending ? sending.catch(() => {}).then(() => ways.later(message, to)) : ways.first(message, to);
      return sending;
    };

    const current: Exchange = {
      reference: createReference(),
      place,
      answered: false,
      async deliver(reply, to = 'asker') {
        stopWaiting();
        current.answered = true;
        await send(reply, to);
        onAnswer?.({ command: current.asking?.command.name, durationMs: performance.now() - startedAtMs });
      },
      showIn(viewId) {
        stopWaiting();
        ways = viewWays(args.client, { ...place, viewId, viewType: 'modal' });
      },
    };
    const timers = (ways.canWait ? waitingAfterMs : []).map((ms) =>
      setTimeout(() => {
        const { command, request } = current.asking ?? {};
        const line = current.progress ?? (command && request && command.waiting(request.text));
        send(waitingReply(line), 'asker').catch((error: unknown) =>
          args.logger.warn('the waiting line was lost', error),
        );
      }, ms),
    );
    const stopWaiting = () => timers.forEach(clearTimeout);

    args.context.exchange = current;
    try {
      await args.next();
    } finally {
      stopWaiting();
    }
  };
}
