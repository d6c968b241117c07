import type { AllMiddlewareArgs, AnyMiddlewareArgs, StringIndexed } from '@slack/bolt';
import type { Command, CommandRequest, Reply } from '../commands/command.ts';
import { AuditError, DeliveryError } from '../errors.ts';
import type { Audit, AuditEntry } from '../ops/audit.ts';
import { plainReply } from '../views/plain-reply.ts';
import { type Place, placeOf } from './place.ts';
import { type Said, saidIn } from './said.ts';
import { codeOf, sendSafely } from './sending.ts';
import { type Destination, viewWays, waysOf } from './ways.ts';

/** One question and its answer, from whichever door it came. */
export interface Exchange {
  /** Short, for people to quote; the log line carries it too. */
  readonly reference: string;
  readonly place: Place;
  /** What the payload seems to ask, for the lines about those who get no further; read off when it is wanted. */
  said(): Said;
  /** Set by the listener as soon as it knows. */
  asking?: { command: Command; request: CommandRequest };
  /** The kind of door, in Slack's words. */
  readonly door: string;
  /** What became of the question, for the audit line that goes before the answer. */
  outcome: string;
  /** Whether the person has got an answer, or needs none; a line that says to wait is none. */
  answered: boolean;
  /** Whether the person may be answered here. Until then whatever is said is for them alone. */
  admitted: boolean;
  /** How far a long look-up is, in words; replaces the command's own line that says to wait. */
  progress?: string;
  /**
   * Writes the audit line. Part of `deliver`; to be called before what goes another way.
   * @throws AuditError when it cannot be written, which the person has been told then
   */
  record(): Promise<void>;
  /**
   * Sends the answer, the quickest way still open. There is one answer: a second one is not sent.
   * @throws AuditError, DeliveryError
   */
  deliver(reply: Reply, to?: Destination): Promise<void>;
  /** Ends the wait: `cutShort` rejects with the reason. */
  cut(reason: Error): void;
  readonly cutShort: Promise<never>;
  /** From now on answers are shown in this modal, which the listener has opened. */
  showIn(viewId: string | undefined): void;
}

export type BotContext = StringIndexed & { exchange: Exchange };
export type BotArgs = AnyMiddlewareArgs & AllMiddlewareArgs<BotContext>;
export type BotListener = (args: BotArgs) => Promise<void>;
export type BotMiddleware = (args: BotArgs, next: () => Promise<void>) => Promise<void>;

export interface ExchangeOptions {
  /**
   * When to say that the answer takes its time, in milliseconds from the question. Slack gives up on an ack after
   * three seconds; until the first of these the answer itself may be the ack.
   */
  waitingAfterMs: readonly number[];
  createReference: () => string;
  audit: Audit;
  /** Told how long the person waited for the answer, once it is delivered. */
  onAnswer: (answer: { command: string | undefined; durationMs: number }) => void;
}

const unaudited =
  'txnbot cannot write its audit log, and answers nothing without it. Tell whoever runs txnbot; nothing was wrong with the question.';

/** Gives every question a reference, and a way to answer it that keeps Slack's three seconds. */
export function exchange({ waitingAfterMs, createReference, audit, onAnswer }: ExchangeOptions): BotMiddleware {
  return async (args, next) => {
    const startedAtMs = performance.now();
    const place = placeOf(args.body);
    const opened = await waysOf(args, place);
    if (!opened) return;
    let ways = opened;

    // One after the other: a line that says to wait must not overtake the answer.
    let sending: Promise<unknown> | undefined;
    const send = (message: Reply, to: Destination): Promise<void> => {
      const isFirst = sending === undefined;
      const before = sending?.catch(() => {});
      const sent = Promise.resolve(before).then(() =>
        sendSafely((shown) => (isFirst ? ways.first : ways.later)(shown, to), message),
      );
      sending = sent;
      return sent;
    };

    let cut: Exchange['cut'] = () => {};
    const cutShort = new Promise<never>((_resolve, reject) => {
      cut = reject;
    });
    cutShort.catch(() => {});
    let isDelivered = false;
    let recorded: string | undefined;
    let said: Said | undefined;

    const current: Exchange = {
      reference: createReference(),
      place,
      // No getter: V8 keeps one of an object literal, and with it the whole question, until the next full collection.
      said() {
        said ??= saidIn(args.payload);
        return said;
      },
      cut,
      cutShort,
      admitted: false,
      door: doorOf(args),
      outcome: 'answered',
      answered: false,
      async record() {
        if (isDelivered) throw new DeliveryError('too_late');
        if (recorded === current.outcome) return;
        try {
          audit(auditEntry(current, performance.now() - startedAtMs));
          recorded = current.outcome;
        } catch (error) {
          stopWaiting();
          current.answered = true;
          isDelivered = true;
          await send(plainReply(unaudited), 'alone');
          throw new AuditError(codeOf(error));
        }
      },
      async deliver(reply, to = 'asker') {
        stopWaiting();
        await current.record();
        current.answered = true;
        isDelivered = true;
        await send(reply, current.admitted ? to : 'alone');
        onAnswer({ command: current.asking?.command.name, durationMs: performance.now() - startedAtMs });
      },
      showIn(viewId) {
        stopWaiting();
        ways = viewWays(args.client, { ...place, viewId, viewType: 'modal' });
      },
    };
    const sayWaiting = () => {
      const { command, request } = current.asking ?? {};
      const line = current.progress ?? (command && request && command.waiting(request.text));
      send(
        plainReply(line ?? 'Still waiting. The answer will follow here.'),
        current.admitted ? 'asker' : 'alone',
      ).catch(() => {});
    };
    let timer: NodeJS.Timeout | undefined;
    const wait = ([ms, ...later]: readonly number[]) => {
      if (ms === undefined) return;
      const inMs = startedAtMs + ms - performance.now();
      timer = setTimeout(() => {
        sayWaiting();
        wait(later);
      }, inMs);
    };
    const stopWaiting = () => clearTimeout(timer);
    if (ways.canWait) wait(waitingAfterMs);

    args.context.exchange = current;
    try {
      await next();
    } finally {
      stopWaiting();
    }
  };
}

function auditEntry(exchange: Exchange, durationMs: number): AuditEntry {
  const { place, door, asking, outcome, reference } = exchange;
  return {
    team: place.userTeamId,
    user: place.userId,
    channel: place.channelId,
    door,
    command: asking?.command.name ?? exchange.said().command,
    asked: asking?.request.text ?? exchange.said().asked,
    outcome,
    durationMs: Math.round(durationMs),
    reference,
  };
}

/** The kind of door, in Slack's words. */
function doorOf(args: AnyMiddlewareArgs): string {
  if ('command' in args) return 'slash_command';
  if ('options' in args) return 'typeahead';
  if ('action' in args) return 'action_id' in args.action ? args.action.action_id : 'action';
  if ('view' in args) return args.view.callback_id || 'view';
  if ('shortcut' in args) return args.shortcut.callback_id;
  return 'event' in args ? args.event.type : 'unknown';
}
