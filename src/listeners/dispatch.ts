import type {
  AllMiddlewareArgs,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackEventMiddlewareArgs,
  SlackOptionsMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
} from '@slack/bolt';
import type { BotArgs, BotContext, BotListener } from '../middleware/exchange.ts';

type Listener<Args> = (args: Args & AllMiddlewareArgs<BotContext>) => Promise<void>;
type BlockSuggestion = SlackOptionsMiddlewareArgs<'block_suggestion'>;

/** Where doors are registered, under the names that Slack's payloads carry. */
export interface Dispatch {
  /** @param name with its slash */
  command(name: string, listener: Listener<SlackCommandMiddlewareArgs>): void;
  /** @param actionId without the number that keeps the ids of one message apart */
  action(actionId: string, listener: Listener<SlackActionMiddlewareArgs>): void;
  options(actionId: string, listener: Listener<BlockSuggestion>): void;
  shortcut(callbackId: string, listener: Listener<SlackShortcutMiddlewareArgs>): void;
  /** Hears when the window is submitted. */
  view(callbackId: string, listener: Listener<SlackViewMiddlewareArgs>): void;
  event(type: string, listener: Listener<SlackEventMiddlewareArgs>): void;
  /** Runs the one listener that a payload is for; what is for none stays unanswered. */
  listen: BotListener;
}

/**
 * Finds the listener by its name. Bolt's own way asks every listener about every payload: with two dozen of them that
 * took two thirds of what a process can answer.
 */
export function createDispatch(): Dispatch {
  const commands = new Map<string, Listener<SlackCommandMiddlewareArgs>>();
  const actions = new Map<string, Listener<SlackActionMiddlewareArgs>>();
  const options = new Map<string, Listener<BlockSuggestion>>();
  const shortcuts = new Map<string, Listener<SlackShortcutMiddlewareArgs>>();
  const views = new Map<string, Listener<SlackViewMiddlewareArgs>>();
  const events = new Map<string, Listener<SlackEventMiddlewareArgs>>();
  return {
    command: (name, listener) => void commands.set(name, listener),
    action: (actionId, listener) => void actions.set(actionId, listener),
    options: (actionId, listener) => void options.set(actionId, listener),
    shortcut: (callbackId, listener) => void shortcuts.set(callbackId, listener),
    view: (callbackId, listener) => void views.set(callbackId, listener),
    event: (type, listener) => void events.set(type, listener),
    async listen(args) {
      if ('command' in args) await commands.get(args.command.command)?.(args);
      else if (isBlockSuggestion(args)) await options.get(args.options.action_id)?.(args);
      else if ('action' in args) await actions.get(actionIdOf(args.action))?.(args);
      else if ('shortcut' in args) await shortcuts.get(args.shortcut.callback_id)?.(args);
      else if ('view' in args) {
        if (args.body.type === 'view_submission') await views.get(args.view.callback_id)?.(args);
      } else if ('event' in args) await events.get(args.event.type)?.(args);
    },
  };
}

function isBlockSuggestion(args: BotArgs): args is BotArgs & BlockSuggestion {
  return 'options' in args && args.options.type === 'block_suggestion';
}

/** `bank:run:2` is the third of the buttons that run `/bank`. */
function actionIdOf(action: SlackActionMiddlewareArgs['action']): string {
  return 'action_id' in action ? action.action_id.replace(/:\d+$/, '') : '';
}
