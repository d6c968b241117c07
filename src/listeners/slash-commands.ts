import type { App } from '@slack/bolt';
import { answer } from '../commands/answer.ts';
import { commands } from '../commands/index.ts';
import type { BotContext } from '../middleware/exchange.ts';
import type { Services } from '../services.ts';

/** `/txn`, `/tsq`, `/bank`: one slash command for each command of the list. */
export function registerSlashCommands(app: App<BotContext>, services: Services): void {
  for (const command of commands) {
    app.command(`/${command.name}`, async ({ command: { text }, context: { exchange } }) => {
      exchange.asking = { command, text };
      await exchange.deliver(await answer(command, { text }, services));
    });
  }
}
