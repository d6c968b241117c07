import * as z from 'zod';
import { commandNamed, commands } from '../../commands/index.ts';
import type { Resources } from '../../commands/inquire.ts';
import { isHelp } from '../../commands/run-command.ts';
import { bareWord } from '../../reading/bare-word.ts';
import { cleanInput } from '../../reading/clean-input.ts';
import { mentionText } from '../../reading/mention-text.ts';
import { nearestCommand } from '../../reading/nearest-command.ts';
import { assertTyped } from '../../reading/typed.ts';
import { helpReply } from '../../views/help.ts';
import { unknownWords } from '../../views/unknown-words.ts';
import type { Answer, Asking } from '../exchange/exchange.ts';
import { ask } from './ask.ts';
import type { Routes } from './routes.ts';

const value = z.object({ text: z.string().nullish() }).transform(({ text }) => text ?? '');

/** `@txnbot txn …` in channels and threads, and the same without the mention in a direct message. */
export function registerMentions(routes: Routes, resources: Resources): void {
  const { names } = resources.presentation;
  const command = (message: string) => commandNamed(names.recognise(mentionText(message).first));
  /** The audit log keeps only text that follows a command: the rest is private talk. */
  const text = (message: string) => command(message) && cleanInput(mentionText(message).text);
  const hear = (message: string, exchange: Asking) => answerTo(message, exchange, resources);
  routes.event('app_mention', { value, command, text, posts: 'thread' }, hear);
  routes.event('message', { value, command, text }, hear);
}

async function answerTo(message: string, exchange: Asking, resources: Resources): Promise<Answer> {
  assertTyped(message);
  const { audience, origin } = exchange;
  const { services, presentation } = resources;
  const { names } = presentation;
  const spelling = origin.audience === 'channel' ? names.mention : names.directMessage;
  const { words, first, text } = mentionText(message);
  if (words === '' || isHelp(words) || bareWord(first) === 'help')
    return { reply: helpReply(commands, spelling, audience) };
  const command = commandNamed(names.recognise(first));
  if (command) return ask({ command, text, audience, spelling }, exchange, resources);
  const said = { name: first, text, words: cleanInput(words) };
  const known = commands.map(({ name }) => name);
  return { reply: unknownWords({ ...nearestCommand(said, known, services.findReferences), spelling }) };
}
