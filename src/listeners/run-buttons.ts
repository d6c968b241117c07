import type { App } from '@slack/bolt';
import * as z from 'zod';
import { commands } from '../commands/index.ts';
import type { BotContext } from '../middleware/exchange.ts';
import type { Services } from '../services.ts';
import { ask } from './ask.ts';
import { parseClick } from './parse-click.ts';

const Run = z.object({ value: z.string().max(2000) });

/** "Try Again", "Did you mean", the examples of Home: a button asks its command as if it had been typed. */
export function registerRunButtons(app: App<BotContext>, services: Services): void {
  for (const command of commands) {
    // The number only keeps the ids of one message apart.
    app.action(new RegExp(`^${command.name}:run(?::\\d+)?$`), ({ action, context: { exchange } }) => {
      const { value: text } = parseClick(Run, action);
      return ask({ command, text, audience: 'asker', spelling: services.spellings.slash }, exchange, services);
    });
  }
}
