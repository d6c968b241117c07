import type {
  AllMiddlewareArgs,
  App,
  BlockAction,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
} from '@slack/bolt';
import type { BotContext } from '../middleware/exchange.ts';

type Listener<Args> = (args: Args & AllMiddlewareArgs<BotContext>) => Promise<void>;
type ActionListener = Listener<SlackActionMiddlewareArgs<BlockAction>>;
type CommandListener = Listener<SlackCommandMiddlewareArgs>;

/** Where the doors that are many of a kind are registered: slash commands and buttons. */
export interface Dispatch {
  /** @param name with its slash */
  command(name: string, listener: CommandListener): void;
  /** @param id without the number that keeps the ids of one message apart */
  action(id: string, listener: ActionListener): void;
}

/**
 * One listener of Bolt for all slash commands, and one for all buttons. Bolt walks through every listener for every
 * payload: two dozen of them cost two thirds of what a process can answer. What is not registered stays unanswered
 * here, and is told so by the error boundary.
 */
export function createDispatch(app: App<BotContext>): Dispatch {
  const commands = new Map<string, CommandListener>();
  const actions = new Map<string, ActionListener>();
  app.command(/^\//, async (args) => commands.get(args.command.command)?.(args));
  app.action<BlockAction>({ type: 'block_actions' }, async (args) =>
    actions.get(args.action.action_id.replace(/:\d+$/, ''))?.(args),
  );
  return {
    command: (name, listener) => void commands.set(name, listener),
    action: (id, listener) => void actions.set(id, listener),
  };
}
