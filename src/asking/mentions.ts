import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { offerFile, unreadable } from '../batches/routes.ts';
import { addNotAskedFor } from '../blocks/offers.ts';
import type { Resources } from '../command.ts';
import { mayNameBank, readBankQuestion } from '../reading/bank-names.ts';
import { plainText, stripEnds, typedMax, typedText } from '../reading/clean.ts';
import { type MentionText, type Question, readGuess, readMention } from '../reading/question.ts';
import { readSlackMessage, type SlackMessage } from '../slack/message.ts';
import type { Answer } from '../slack/replies.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { Routes } from '../slack/routes.ts';
import { ask, assertTyped, commandNamed, readBankName } from './ask.ts';
import { addUnread, maybeBank, misspelt, unknownWords } from './guesses.ts';

/** `@txnbot txn …` in channels and threads, and the same without the mention in a direct message. */
export function registerMentions(routes: Routes, resources: Resources): void {
  const { services, presentation } = resources;
  // Read once for the policy, the audit log and the listener, so that all judge what is run.
  const value = Event.transform(({ event, authorizations, isEdited }): Heard => {
    const bot = authorizations.find((user) => user.is_bot)?.user_id;
    const message = readSlackMessage(event);
    const { references, identifiers, named } = services.references.inTalk(plainText(message.more));
    const more = references.length + identifiers.length + named.length > 0 ? message.more : '';
    const said = mentionText(message.text, (userId) => bot === undefined || userId === bot, more);
    return { message, said, isEdited, question: readMention(said, services.references, presentation.names.recognise) };
  });
  const command = ({ question }: Heard) => question && commandNamed(question.command);
  /** The audit log keeps only text that asks for something: the rest is private talk. */
  const text = ({ question, message }: Heard) => question?.text ?? message.lists[0]?.name;
  /** What was asked in each message, so that an edit that asks the same is not answered twice. */
  const answered = new LRUCache<string, string>({ max: 1_000 });
  const hear = async (heard: Heard, request: SlackRequest): Promise<Answer> => {
    const { channelId, messageTs } = request.origin;
    const key = `${channelId} ${messageTs}`;
    const { words } = heard.said;
    if (heard.isEdited && answered.get(key) === words) return undefined;
    answered.set(key, words);
    return answerTo(heard, request, resources);
  };
  routes.event('app_mention', { value, command, text, isTyped: true, posts: 'thread' }, hear);
  routes.event('message', { value, command, text, isTyped: true }, hear);
}

/** As whom the app heard it tells which of the mentions is its own. */
const Event = z
  .looseObject({
    authorizations: z.array(z.object({ user_id: z.string(), is_bot: z.boolean() })).catch([]),
    edited: z.unknown().optional(),
  })
  .transform((event) => ({ event, authorizations: event.authorizations, isEdited: event.edited !== undefined }));

interface Heard {
  message: SlackMessage;
  said: MentionText;
  isEdited: boolean;
  /** Absent when the message names no command and asks nothing plainly. */
  question: Question | undefined;
}

async function answerTo(
  { message, said, question }: Heard,
  request: SlackRequest,
  resources: Resources,
): Promise<Answer> {
  assertTyped(message.text);
  const { audience, origin } = request;
  const { names } = resources.presentation;
  const syntax = origin.audience === 'channel' ? names.mention : names.directMessage;
  const { lists, unreadable: unread } = message;
  const [list] = lists;
  const isSilent = !/[\p{L}\d]/u.test(said.words);
  const isSure = question !== undefined || list !== undefined; // of words beside a file nobody asks whether they are a bank's
  const asked =
    question ??
    (isSure ? undefined : await namedIn(said, resources)) ??
    (misspelt(said.words) ? undefined : readGuess(said, resources.services.references));
  if (list && (asked === undefined || isAboutFile(asked))) {
    const offer = addNotAskedFor(await offerFile(list, request, resources), asked?.leftOut ?? []);
    return { reply: addUnread(offer, { ...message, lists: lists.slice(1) }) };
  }
  if (isSilent && unread.length > 0) return { reply: unreadable(unread) };
  const reader = { audience, syntax };
  if (asked !== undefined && 'unsure' in asked) return { reply: maybeBank(asked.unsure, syntax) };
  if (asked !== undefined) return { reply: addUnread(await ask(asked, reader, request, resources), message) };
  return { reply: addUnread(unknownWords(said.words, syntax), message) };
}

const saidWithFiles = ['help', 'thanks', 'which', 'list'];

/** Whether the words beside a file ask for nothing but what is in it: `please check these`. */
function isAboutFile(asked: Question | { unsure: string }): asked is Question {
  if ('unsure' in asked) return false;
  const { intent } = asked;
  if (intent.kind === 'talk') return saidWithFiles.includes(intent.talk.kind);
  return intent.kind === 'transactions' && intent.references.length + intent.requeries.length === 0;
}

/** A bank behind the mention or, where the bot was only spoken to there, in all that was said. */
async function namedIn(
  { words, before }: MentionText,
  resources: Resources,
): Promise<Question | { unsure: string } | undefined> {
  for (const text of [words, ...(before === '' ? [] : [`${before} ${words}`])].map(typedText)) {
    if (!mayNameBank(readBankQuestion(text))) continue;
    const found = await readBankName(text, resources);
    if (found === 'no list') return { unsure: text };
    if (found) return found;
  }
  return undefined;
}

const mention = /<@([A-Z\d]+)(?:\|[^<>]*)?>/g;
/** With a blank on either side, so that no gap stays that reads like the one between two cells. */
const mentions = /(?: ?<@[^<>]*> ?)+/g;
/** Punctuation and formatting that people put around what they say. */
const before = /[\s,:;.!*_`~-]/;
const behind = /[\s*_`~]/;

/**
 * The text that a message says to the bot. Only the bot's own mention addresses it; those of others are blanks. It runs on
 * every message, before access is checked, so it takes linear time and reads no more than a person can type.
 *
 * @param isBot tells the bot's user; without it every mention is a blank
 * @param more what the message carries beside its text, and is said to the bot too
 */
export function mentionText(message: string, isBot: (userId: string) => boolean = () => false, more = ''): MentionText {
  const typed = message.slice(0, typedMax);
  const own = [...typed.matchAll(mention)].find(([, userId = '']) => isBot(userId));
  const said = own ? bareOf(typed.slice(own.index + own[0].length)) : '';
  const isBehind = /[\p{L}\p{N}]/u.test(said);
  const words = [isBehind ? said : bareOf(typed), more].filter((part) => part !== '').join('\n');
  return { words, before: isBehind ? bareOf(typed.slice(0, own?.index)) : '' };
}

function bareOf(text: string): string {
  return stripEnds(text.replace(mentions, ' '), before, behind);
}
