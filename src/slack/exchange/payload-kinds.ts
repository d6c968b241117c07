import type {
  AllMiddlewareArgs,
  AnyMiddlewareArgs,
  BlockAction,
  RespondFn,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackEventMiddlewareArgs,
  SlackOptionsMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
} from '@slack/bolt';

export type BoltArgs = AnyMiddlewareArgs & AllMiddlewareArgs;

type Command = SlackCommandMiddlewareArgs;
type Options = SlackOptionsMiddlewareArgs<'block_suggestion'>;
type Action = SlackActionMiddlewareArgs<BlockAction>;

/** What an answer to a click can go through beside the Web API; its ack only stops the spinner. */
interface ClickReplies {
  ack: () => Promise<void>;
  respond: RespondFn | undefined;
}

/** One of Slack's payloads, by Bolt's word for its kind, with the ways back that the kind has. */
export type SlackPayload =
  | { kind: 'command'; payload: Command['payload']; ack: Command['ack']; respond: RespondFn }
  | { kind: 'options'; payload: Options['payload']; ack: Options['ack'] }
  | ({ kind: 'action'; payload: Action['payload'] } & ClickReplies)
  | ({ kind: 'view'; payload: SlackViewMiddlewareArgs['payload'] } & ClickReplies)
  | ({ kind: 'shortcut'; payload: SlackShortcutMiddlewareArgs['payload'] } & ClickReplies)
  | { kind: 'event'; payload: SlackEventMiddlewareArgs['payload'] };

/**
 * Taken out of Bolt's arguments once, and those are not passed on: to V8 each of them is an object of a shape of its
 * own (Node.js 20: a literal that begins with a spread and goes on), and no look into one is ever a fast one.
 * `undefined` for the kinds that `checkPayload` refuses before they come so far.
 */
export function slackPayloadOf(args: BoltArgs): SlackPayload | undefined {
  if ('command' in args) return { kind: 'command', payload: args.command, ack: args.ack, respond: args.respond };
  if ('event' in args) return { kind: 'event', payload: args.event };
  if ('options' in args)
    return isBlockSuggestion(args) ? { kind: 'options', payload: args.options, ack: first(args.ack) } : undefined;
  const replies = { ack: args.ack, respond: 'respond' in args ? args.respond : undefined };
  if ('shortcut' in args) return { kind: 'shortcut', payload: args.shortcut, ...replies };
  if ('view' in args) return { kind: 'view', payload: args.view, ...replies };
  return 'action' in args && 'action_id' in args.action
    ? { kind: 'action', payload: args.action, ...replies }
    : undefined;
}

/** Slack takes one list of options; one that comes later is not sent. */
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

/** The kind of door; what was clicked, by its name. */
export function doorNameOf(incoming: SlackPayload): string {
  switch (incoming.kind) {
    case 'command':
      return 'slash_command';
    case 'options':
      return 'typeahead';
    case 'action':
      return incoming.payload.action_id;
    case 'view':
      return incoming.payload.callback_id || 'view';
    case 'shortcut':
      return incoming.payload.callback_id;
    case 'event':
      return incoming.payload.type;
  }
}
