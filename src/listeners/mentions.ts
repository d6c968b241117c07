import type { App } from '@slack/bolt';
import { isHelp } from '../commands/answer.ts';
import { cleanInput } from '../commands/clean-input.ts';
import { commands } from '../commands/index.ts';
import { nearestCommand } from '../commands/nearest-command.ts';
import type { BotContext, Exchange } from '../middleware/exchange.ts';
import type { Services } from '../services.ts';
import { helpReply } from '../views/help.ts';
import { unknownWords } from '../views/unknown-words.ts';
import { ask } from './ask.ts';

/** `@txnbot txn …` in channels and threads, and the same without the mention in a direct message. */
export function registerMentions(app: App<BotContext>, services: Services): void {
  app.event('app_mention', ({ event, context: { exchange } }) => hear(event.text, exchange, services));
  app.event('message', async ({ event, context: { exchange } }) => {
    // In a channel the mention itself arrives as an event of its own.
    if (event.channel_type === 'im' && 'text' in event) await hear(event.text ?? '', exchange, services);
  });
}

async function hear(said: string, exchange: Exchange, services: Services): Promise<void> {
  const { audience } = exchange.place;
  const prefix = audience === 'channel' ? '@txnbot ' : '';
  const words = said.replace(/<@[A-Z\d]+(?:\|[^>]*)?>/g, ' ').trim();
  const [, name = '', text = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(words) ?? [];
  if (words === '' || isHelp(words)) return exchange.deliver(helpReply(commands, prefix));
  const command = commands.find((known) => known.name === name.toLowerCase());
  if (command) return ask({ command, text, audience, prefix }, exchange, services);
  const question = nearestCommand({ name, text, words: cleanInput(words) }, services.findReferences);
  return exchange.deliver(unknownWords({ ...question, prefix }));
}
