import type { App } from '@slack/bolt';
import { z } from 'zod';
import { answer } from '../commands/answer.ts';
import { commands } from '../commands/index.ts';
import { UserError } from '../errors.ts';
import type { BotContext } from '../middleware/exchange.ts';
import type { Services } from '../services.ts';

/** `<command>:run:<n>`: the number only keeps the ids of one message apart. */
const RunAction = z.object({
  action_id: z.string().transform((id) => commands.find(({ name }) => id.startsWith(`${name}:run`))),
  value: z.string().max(2000),
});

/** "Try Again", "Did you mean": a button asks its command as if it had been typed, and is looked up anew. */
export function registerButtons(app: App<BotContext>, services: Services): void {
  app.action(/^[a-z]+:run(?::\d+)?$/, async ({ action, context: { exchange } }) => {
    const { data } = RunAction.safeParse(action);
    if (!data?.action_id) throw new UserError('That button is from an older txnbot. Type the command instead.');
    const { action_id: command, value: text } = data;
    exchange.asking = { command, text };
    await exchange.deliver(await answer(command, { text }, services));
  });
}
