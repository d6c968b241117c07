import { commands } from '../../commands/index.ts';
import type { Services } from '../../services.ts';
import { ask } from './ask.ts';
import type { Dispatch } from './routes.ts';

/** `/txn`, `/tsq`, `/bank`, or as the suffix has it: one slash command for each command of the list, answered to the asker alone. */
export function registerSlashCommands(dispatch: Dispatch, services: Services): void {
  for (const command of commands) {
    dispatch.command(services.spellings.slash.write(command.name), ({ text }, exchange) =>
      ask({ command, text, audience: 'asker', spelling: services.spellings.slash }, exchange, services),
    );
  }
}
