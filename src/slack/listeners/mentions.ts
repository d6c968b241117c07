import * as z from 'zod';
import { commands } from '../../commands/index.ts';
import type { Resources } from '../../commands/inquire.ts';
import { isHelp } from '../../commands/run-command.ts';
import { bareWord } from '../../reading/bare-word.ts';
import { cleanInput } from '../../reading/clean-input.ts';
import { mentionText } from '../../reading/mention-text.ts';
import { isThanks } from '../../reading/thanks.ts';
import { assertTyped } from '../../reading/typed.ts';
import { helpReply } from '../../views/help.ts';
import { maybeBank } from '../../views/unknown-words.ts';
import type { Answer, Asking } from '../exchange/exchange.ts';
import { replyToRead } from './ask.ts';
import { notUnderstood } from './not-understood.ts';
import { type ReadQuestion, readBankName, readLoneReference, readQuestion } from './read-question.ts';
import type { Routes } from './routes.ts';

/** `@txnbot txn …` in channels and threads, and the same without the mention in a direct message. */
export function registerMentions(routes: Routes, resources: Resources): void {
  // Read once for the policy, the audit log and the listener, so that all judge what is run.
  const value = z
    .object({ text: z.string().nullish() })
    .transform(({ text }): Heard => ({ message: text ?? '', asked: readQuestion(text ?? '', resources) }));
  const command = ({ asked }: Heard) => asked?.command;
  /** The audit log keeps only text that asks for something: the rest is private talk. */
  const text = ({ asked }: Heard) => asked && cleanInput(asked.text);
  const hear = (heard: Heard, exchange: Asking) => answerTo(heard, exchange, resources);
  routes.event('app_mention', { value, command, text, isTyped: true, posts: 'thread' }, hear);
  routes.event('message', { value, command, text, isTyped: true }, hear);
}

interface Heard {
  message: string;
  /** Absent when the message names no command and asks nothing plainly. */
  asked: ReadQuestion | undefined;
}

async function answerTo({ message, asked: read }: Heard, exchange: Asking, resources: Resources): Promise<Answer> {
  assertTyped(message);
  const { audience, origin } = exchange;
  const { names } = resources.presentation;
  const spelling = origin.audience === 'channel' ? names.mention : names.directMessage;
  const { words, first } = mentionText(message);
  if (words === '' || isHelp(words) || bareWord(first) === 'help')
    return { reply: helpReply(commands, spelling, audience) };
  if (!read && isThanks(words)) return undefined;
  const said = cleanInput(words);
  const asked = read ?? (await readBankName(said, resources)) ?? readLoneReference(said, resources);
  if (asked === undefined) return { reply: notUnderstood(message, spelling, resources) };
  if (asked === 'no list') return { reply: maybeBank(said, spelling) };
  return { reply: await replyToRead(asked, { audience, spelling }, exchange, resources) };
}
