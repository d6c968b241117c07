import * as z from 'zod';
import { offerFile } from '../batches/routes.ts';
import { helpReply, type Resources } from '../command.ts';
import { isTalk, readBankQuestion } from '../reading/bank-question.ts';
import { assertTyped, cleanInput } from '../reading/characters.ts';
import { guessesIn, misspelt, type Question, readLone, readMention } from '../reading/question.ts';
import {
  bareWord,
  isGreeting,
  isHelp,
  isThanks,
  type MentionText,
  mentionText,
  pointsAbove,
} from '../reading/small-talk.ts';
import { listIn, type SentFile } from '../slack/files.ts';
import type { Answer } from '../slack/replies.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { Routes } from '../slack/routes.ts';
import { ask, commandNamed, commands, readBankName } from './ask.ts';
import { maybeBank, noReference, unknownWords, unreadAbove } from './guesses.ts';

/** `@txnbot txn …` in channels and threads, and the same without the mention in a direct message. */
export function registerMentions(routes: Routes, resources: Resources): void {
  const { services, presentation } = resources;
  // Read once for the policy, the audit log and the listener, so that all judge what is run.
  const value = Message.transform(({ text, files, authorizations }): Heard => {
    const bot = authorizations.find((user) => user.is_bot)?.user_id;
    const said = mentionText(text ?? '', (userId) => bot === undefined || userId === bot);
    return {
      message: text ?? '',
      file: listIn({ files }),
      said,
      question: readMention(said, services.references, presentation.names.recognise),
    };
  });
  const command = ({ question }: Heard) => question && commandNamed(question.command);
  /** The audit log keeps only text that asks for something: the rest is private talk. */
  const text = ({ question, file }: Heard) => question?.text ?? file?.name;
  const hear = (heard: Heard, request: SlackRequest) => answerTo(heard, request, resources);
  routes.event('app_mention', { value, command, text, isTyped: true, posts: 'thread' }, hear);
  routes.event('message', { value, command, text, isTyped: true }, hear);
}

/** As whom the app heard it tells which of the mentions is its own. */
const Message = z.object({
  text: z.string().nullish(),
  files: z.unknown().optional(),
  authorizations: z.array(z.object({ user_id: z.string(), is_bot: z.boolean() })).catch([]),
});

interface Heard {
  message: string;
  /** A list that came with it. */
  file: SentFile | undefined;
  said: MentionText;
  /** Absent when the message names no command and asks nothing plainly. */
  question: Question | undefined;
}

async function answerTo(
  { message, file, said, question }: Heard,
  request: SlackRequest,
  resources: Resources,
): Promise<Answer> {
  assertTyped(message);
  if (file && !question) return { reply: await offerFile(file, request, resources) };
  const { audience, origin } = request;
  const { names } = resources.presentation;
  const { references } = resources.services;
  const syntax = origin.audience === 'channel' ? names.mention : names.directMessage;
  const { words, first, text } = said;
  const isOnlyThanks = isThanks(words);
  if (!question && !isOnlyThanks && pointsAbove(words)) return { reply: unreadAbove() };
  if (words === '' || isHelp(words) || isGreeting(words) || bareWord(first) === 'help') {
    const about = names.recognise(text);
    return { reply: helpReply(about ? [commandNamed(about)] : commands, syntax, audience) };
  }
  const asked = question ?? (await namedIn(said, isOnlyThanks, resources)) ?? readLone(said, references);
  if (asked !== undefined && 'unsure' in asked) return { reply: maybeBank(asked.unsure, syntax) };
  if (asked !== undefined) return { reply: await ask(asked, { audience, syntax }, request, resources) };
  if (isOnlyThanks) return undefined;
  const nearest = misspelt(said);
  const guesses = nearest.meant ? undefined : guessesIn(said, references);
  return { reply: guesses ? noReference(guesses, syntax) : unknownWords(nearest, syntax) };
}

/** A bank behind the mention or, where the bot was only spoken to there, in all that was said. */
async function namedIn(
  { words, all }: MentionText,
  isOnlyThanks: boolean,
  resources: Resources,
): Promise<Question | { unsure: string } | undefined> {
  const said = (isOnlyThanks ? [] : [words]).concat(all ?? []).map(cleanInput);
  for (const text of said.filter((text) => !isTalk(readBankQuestion(text)))) {
    const found = await readBankName(text, resources);
    if (found === 'no list') return isOnlyThanks ? undefined : { unsure: text };
    if (found) return found;
  }
  return undefined;
}
