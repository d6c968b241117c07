import {
  type AllMiddlewareArgs,
  type AnyMiddlewareArgs,
  App,
  type BlockAction,
  type Logger as BoltLogger,
  type Receiver,
  type RespondFn,
  type SlackActionMiddlewareArgs,
  type SlackCommandMiddlewareArgs,
  type SlackEventMiddlewareArgs,
  type SlackOptionsMiddlewareArgs,
  type SlackShortcutMiddlewareArgs,
  type SlackViewMiddlewareArgs,
} from '@slack/bolt';
import type { Logger } from 'pino';
import { foldedButton } from '../blocks/blocks.ts';
import type { SlackAddress } from './client.ts';

interface BoltAppOptions {
  receiver: Receiver;
  address: SlackAddress;
  boltLogger: BoltLogger;
  logger: Logger;
}

/** Uses Bolt only to parse payloads; `listen` gets all of them, and txnbot does everything else itself. */
export function createBoltApp(
  { receiver, address, boltLogger, logger }: BoltAppOptions,
  listen: (args: BoltArgs) => Promise<void>,
): void {
  const app = new App({
    receiver,
    logger: boltLogger,
    clientOptions: address, // `respond` uses its `fetch`
    authorize: async () => ({}), // one workspace, so one client; Bolt would keep one for every team that it sees
    convoStore: false,
    ignoreSelf: false, // `replyRoutesFor` ignores messages of all apps, this one included
  });
  // An error that reaches Bolt could not be delivered either. It may hold a payload: log only its code and message.
  app.error(async (error) => {
    logger.error({ outcome: 'undelivered', code: error.code, message: error.message }, 'command');
  });
  app.use(listen);
}

export type BoltArgs = AnyMiddlewareArgs & AllMiddlewareArgs;

type Command = SlackCommandMiddlewareArgs;
type Options = SlackOptionsMiddlewareArgs<'block_suggestion'>;
type Action = SlackActionMiddlewareArgs<BlockAction>;

/** What was clicked, and what stands in the fields of the view around it. */
type Clicked = Action['payload'] & { fields?: unknown };

/** What happened, and as which user the app heard it, as Slack sent that. */
type Heard = SlackEventMiddlewareArgs['payload'] & { authorizations?: unknown };

/** How to answer a click besides the Web API; its ack only stops the spinner. */
interface ClickReplies {
  ack: () => Promise<void>;
  respond: RespondFn | undefined;
}

/** One of Slack's payloads, by Bolt's word for its kind, with the reply functions of that kind. */
export type SlackPayload =
  | { kind: 'command'; payload: Command['payload']; ack: Command['ack']; respond: RespondFn }
  | { kind: 'options'; payload: Options['payload']; ack: Options['ack'] }
  | ({ kind: 'action'; payload: Clicked } & ClickReplies)
  | ({ kind: 'view'; payload: SlackViewMiddlewareArgs['payload'] } & ClickReplies)
  | ({ kind: 'shortcut'; payload: SlackShortcutMiddlewareArgs['payload'] } & ClickReplies)
  | { kind: 'event'; payload: Heard };

/**
 * Read Bolt's arguments once: they are built by object spread, so on Node 20 each has its own hidden class and every
 * property access misses the inline cache. `undefined` for the kinds that `checkPayload` has already refused.
 */
export function slackPayloadOf(args: BoltArgs): SlackPayload | undefined {
  if ('command' in args) return { kind: 'command', payload: args.command, ack: args.ack, respond: args.respond };
  if ('event' in args) return { kind: 'event', payload: { ...args.event, authorizations: args.body.authorizations } };
  if ('options' in args)
    return isBlockSuggestion(args) ? { kind: 'options', payload: args.options, ack: first(args.ack) } : undefined;
  const replies = { ack: args.ack, respond: 'respond' in args ? args.respond : undefined };
  if ('shortcut' in args) return { kind: 'shortcut', payload: args.shortcut, ...replies };
  if ('view' in args) return { kind: 'view', payload: args.view, ...replies };
  return 'action' in args && 'action_id' in args.action
    ? { kind: 'action', payload: clickedIn(pressedIn(args.action), args.body), ...replies }
    : undefined;
}

/** An option of a ⋯ menu is the press of the button that it names: a route of its own, with its own `posts`. */
function pressedIn(action: Action['payload']): Action['payload'] {
  if (action.type !== 'overflow') return action;
  const value: unknown = action.selected_option?.value; // of a forged payload, anything
  const pressed = typeof value === 'string' ? foldedButton(value) : undefined;
  if (pressed === undefined) return action;
  const press = { ...action, action_id: pressed.actionId, value: pressed.value };
  return press;
}

function clickedIn(action: Action['payload'], body: object): Clicked {
  const view = 'view' in body && typeof body.view === 'object' && body.view !== null ? body.view : {};
  return 'state' in view ? { ...action, fields: view.state } : action;
}

/** Slack takes one list of options, so only the first is sent. */
function first(ack: Options['ack']): Options['ack'] {
  let acked: Promise<void> | undefined;
  return (answer) => {
    acked ??= ack(answer);
    return acked;
  };
}

function isBlockSuggestion(args: BoltArgs & SlackOptionsMiddlewareArgs): args is BoltArgs & Options {
  return args.options.type === 'block_suggestion';
}
