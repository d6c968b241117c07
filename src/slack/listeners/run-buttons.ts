import * as z from 'zod';
import { commands } from '../../commands/index.ts';
import type { Services } from '../../services.ts';
import { ask } from './ask.ts';
import { parseClick } from './parse-click.ts';
import type { Dispatch } from './routes.ts';

const Run = z.object({ value: z.string().max(2000) });

/** "Try Again", "Did you mean", the examples of Home: a button asks its command as if it had been typed. */
export function registerRunButtons(dispatch: Dispatch, services: Services): void {
  for (const command of commands) {
    dispatch.action(`${command.name}:run`, (action, exchange) => {
      const { value: text } = parseClick(Run, action);
      return ask({ command, text, audience: 'asker', spelling: services.spellings.slash }, exchange, services);
    });
  }
}
