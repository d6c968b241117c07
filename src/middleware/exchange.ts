import type { AllMiddlewareArgs, AnyMiddlewareArgs, Middleware, StringIndexed } from '@slack/bolt';
import type { Command, Reply } from '../commands/command.ts';

/** One question and its answer, from whichever door it came. */
export interface Exchange {
  /** Short, for people to quote; the log line carries it too. */
  readonly reference: string;
  /** Set by the listener as soon as it knows. */
  asking?: { command: Command; text: string };
  /** Whether the person has got an answer; a line that says to wait is none. */
  answered: boolean;
  /** Sends the answer to the person who asked, the quickest way still open. */
  deliver(reply: Reply): Promise<void>;
}

export type BotContext = StringIndexed & { exchange: Exchange };
export type BotMiddleware = Middleware<AnyMiddlewareArgs, BotContext>;
type BotArgs = AnyMiddlewareArgs & AllMiddlewareArgs<BotContext>;

type Send = (message: Reply | { text: string }) => Promise<unknown>;

/** The two ways to the person: what the first message goes through, and every further one. */
interface Ways {
  first: Send;
  later: Send;
}

export interface ExchangeOptions {
  /** Slack gives up on an ack after three seconds; until this long the answer itself may be the ack. */
  waitingAfterMs: number;
  createReference: () => string;
}

/** Gives every question a reference, and a way to answer it that keeps Slack's three seconds. */
export function exchange({ waitingAfterMs, createReference }: ExchangeOptions): BotMiddleware {
  return async (args) => {
    const ways = await waysOf(args);
    if (!ways) return args.next();
    let isFirst = true;

    const send: Send = async (message) => {
      const way = isFirst ? ways.first : ways.later;
      isFirst = false;
      try {
        await way(message);
      } catch (error) {
        if (way === ways.later) throw error;
        await ways.later(message); // a socket that closed under the ack leaves the response_url
      }
    };

    const current: Exchange = {
      reference: createReference(),
      answered: false,
      async deliver(reply) {
        clearTimeout(waiting);
        current.answered = true;
        await send(reply);
      },
    };
    const waiting = setTimeout(() => {
      const { command, text } = current.asking ?? {};
      const line =
        command && text !== undefined ? command.waiting(text) : 'Still waiting. The answer will follow here.';
      send({ text: line }).catch((error: unknown) => args.logger.warn('the waiting line was not delivered', error));
    }, waitingAfterMs);

    args.context.exchange = current;
    try {
      await args.next();
    } finally {
      clearTimeout(waiting);
    }
  };
}

async function waysOf(args: BotArgs): Promise<Ways | undefined> {
  if ('command' in args) {
    const { ack, respond } = args;
    return {
      first: (message) => ack({ response_type: 'ephemeral', ...message }),
      later: (message) => respond({ response_type: 'ephemeral', ...message }),
    };
  }
  if ('action' in args) {
    const { ack, respond } = args;
    await ack();
    const send: Send = (message) => respond({ response_type: 'ephemeral', replace_original: false, ...message });
    return { first: send, later: send };
  }
  return undefined;
}
