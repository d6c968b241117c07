import * as z from 'zod';
import type { Reply } from '../blocks/blocks.ts';
import { helpReply, type Resources } from '../command.ts';
import type { CommandSyntax } from '../command-names.ts';
import { looksLikeBank, readBankQuestion } from '../reading/bank-question.ts';
import { assertTyped, cleanInput } from '../reading/characters.ts';
import {
  bareWord,
  isGreeting,
  isHelp,
  isTalk,
  isThanks,
  type MentionText,
  mentionText,
  plainQuestionMax,
  pointsAbove,
} from '../reading/question.ts';
import type { FindReferences, Found } from '../reading/references.ts';
import { isMixture } from '../reading/shapes.ts';
import type { Answer } from '../slack/replies.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { Routes } from '../slack/routes.ts';
import { maybeBank, noReference, unknownWords, unreadAbove } from '../transfers/guesses.ts';
import { replyToRead } from './ask.ts';
import { commandNamed, commands } from './commands.ts';
import {
  misspelt,
  type ReadQuestion,
  readBankName,
  readLoneReference,
  readQuestion,
  withBefore,
} from './read-question.ts';

/** `@txnbot txn …` in channels and threads, and the same without the mention in a direct message. */
export function registerMentions(routes: Routes, resources: Resources): void {
  // Read once for the policy, the audit log and the listener, so that all judge what is run.
  const value = Message.transform(({ text, authorizations }): Heard => {
    const bot = authorizations.find((user) => user.is_bot)?.user_id;
    const said = mentionText(text ?? '', (userId) => bot === undefined || userId === bot);
    return { message: text ?? '', said, asked: readQuestion(said, resources) };
  });
  const command = ({ asked }: Heard) => asked?.command;
  /** The audit log keeps only text that asks for something: the rest is private talk. */
  const text = ({ asked }: Heard) => asked && cleanInput(asked.text);
  const hear = (heard: Heard, request: SlackRequest) => answerTo(heard, request, resources);
  routes.event('app_mention', { value, command, text, isTyped: true, posts: 'thread' }, hear);
  routes.event('message', { value, command, text, isTyped: true }, hear);
}

/** As whom the app heard it tells which of the mentions is its own. */
const Message = z.object({
  text: z.string().nullish(),
  authorizations: z.array(z.object({ user_id: z.string(), is_bot: z.boolean() })).catch([]),
});

interface Heard {
  message: string;
  said: MentionText;
  /** Absent when the message names no command and asks nothing plainly. */
  asked: ReadQuestion | undefined;
}

async function answerTo(
  { message, said, asked: read }: Heard,
  request: SlackRequest,
  resources: Resources,
): Promise<Answer> {
  assertTyped(message);
  const { audience, origin } = request;
  const { names } = resources.presentation;
  const syntax = origin.audience === 'channel' ? names.mention : names.directMessage;
  const { words, first, text } = said;
  if (!read && !isThanks(words) && pointsAbove(words)) return { reply: unreadAbove() };
  if (words === '' || isHelp(words) || isGreeting(words) || bareWord(first) === 'help') {
    const about = commandNamed(names.recognise(text));
    return { reply: helpReply(about ? [about] : commands, syntax, audience) };
  }
  const asked = read ?? (await namedIn(said, resources)) ?? readLoneReference(cleanInput(words), resources);
  if (asked === undefined) return isThanks(words) ? undefined : { reply: notUnderstood(said, syntax, resources) };
  if ('unsure' in asked) return { reply: maybeBank(asked.unsure, syntax) };
  const whole = withBefore(asked, said.before ?? '', resources.services.findReferences);
  return { reply: await replyToRead(whole, { audience, syntax }, request, resources) };
}

/** A bank behind the mention or, where the bot was only spoken to there, in all that was said. */
async function namedIn(
  { words, all }: MentionText,
  resources: Resources,
): Promise<ReadQuestion | { unsure: string } | undefined> {
  const said = (isThanks(words) ? [] : [words]).concat(all ?? []).map(cleanInput);
  const texts = said.filter((text) => !isTalk(readBankQuestion(text)));
  for (const text of texts) {
    const found = await readBankName(text, resources);
    if (found === 'no list') return isThanks(words) ? undefined : { unsure: text };
    if (found) return found;
  }
  return undefined;
}

/** Replies to a message that asks nothing plainly: what in it could have been meant is offered, as `/txn` offers it. */
function notUnderstood(said: MentionText, syntax: CommandSyntax, { services }: Resources): Reply {
  const guess = misspelt(said);
  const unknown = () => unknownWords({ ...guess, syntax });
  const { words, all } = said;
  if (guess.meant) return unknown();
  return guessed(words) ?? (all === undefined ? undefined : guessed(all)) ?? unknown();

  function guessed(given: string): Reply | undefined {
    const text = cleanInput(given);
    if (/^\d+$/.test(text) || text.length > plainQuestionMax) return undefined;
    const found = withWhole(services.findReferences(given), text, services.findReferences);
    const isBank = looksLikeBank(text);
    const hasGuess = found.identifiers.length + found.leftOut.length + found.unclear.length > 0 || isBank;
    return hasGuess ? noReference({ ...found, text, looksLikeBank: isBank, syntax }) : undefined;
  }
}

/** A part of one thing alone would be another reference: `/txn` asks for the whole, so the whole is offered. */
function withWhole(found: Found, text: string, findReferences: FindReferences): Found {
  if (/\s/.test(text) || found.unclear.length > 0 || !found.leftOut.some(isMixture)) return found;
  const { references } = findReferences(text, 'typed');
  return references.length === 1 ? { ...found, leftOut: references } : found;
}
