import type { App } from '@slack/bolt';
import { commands } from '../commands/index.ts';
import type { BotContext } from '../middleware/exchange.ts';
import type { Services } from '../services.ts';
import { ask } from './ask.ts';

/** `/txn`, `/tsq`, `/bank`, or as the suffix has it: one slash command for each command of the list, answered to the asker alone. */
export function registerSlashCommands(app: App<BotContext>, services: Services): void {
  for (const command of commands) {
    app.command(services.spellings.slash.write(command.name), ({ command: { text }, context: { exchange } }) =>
      ask({ command, text, audience: 'asker', spelling: services.spellings.slash }, exchange, services),
    );
  }
}
