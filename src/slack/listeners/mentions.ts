import { commands } from '../../commands/index.ts';
import { isHelp } from '../../commands/run-command.ts';
import { cleanInput } from '../../reading/clean-input.ts';
import { bareWord, commandSpoken, spokenIn } from '../../reading/mention-text.ts';
import { nearestCommand } from '../../reading/nearest-command.ts';
import { assertTyped } from '../../reading/typed.ts';
import type { Services } from '../../services.ts';
import { helpReply } from '../../views/help.ts';
import { unknownWords } from '../../views/unknown-words.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { ask } from './ask.ts';
import type { Dispatch } from './routes.ts';

/** `@txnbot txn …` in channels and threads, and the same without the mention in a direct message. */
export function registerMentions(dispatch: Dispatch, services: Services): void {
  dispatch.event('app_mention', async (event, exchange) => {
    if (event.type === 'app_mention') await hear(event.text, exchange, services);
  });
  dispatch.event('message', async (event, exchange) => {
    // In a channel the mention itself arrives as an event of its own.
    if (event.type === 'message' && event.channel_type === 'im' && 'text' in event)
      await hear(event.text ?? '', exchange, services);
  });
}

async function hear(said: string, exchange: Exchange, services: Services): Promise<void> {
  assertTyped(said);
  const { audience } = exchange;
  const { slash, mention, directMessage } = services.spellings;
  const spelling = exchange.place.audience === 'channel' ? mention : directMessage;
  const spoken = spokenIn(said);
  const { words, first, text } = spoken;
  if (words === '' || isHelp(words) || bareWord(first) === 'help')
    return exchange.deliver(helpReply(commands, spelling, audience));
  const command = commandSpoken(spoken, slash);
  if (command) return ask({ command, text, audience, spelling }, exchange, services);
  const question = nearestCommand({ name: first, text, words: cleanInput(words) }, services.findReferences);
  return exchange.deliver(unknownWords({ ...question, spelling }));
}
