import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Reply } from '../blocks/blocks.ts';
import { code } from '../blocks/mrkdwn.ts';
import { addNotAskedFor } from '../blocks/offers.ts';
import type { Reader, Resources } from '../command.ts';
import { UserError } from '../errors.ts';
import { addUnread, offerFile, unreadable } from '../lists/buttons.ts';
import { mayNameBank, readBankQuestion } from '../reading/bank-names.ts';
import { plainText, stripEnds, typedMax, typedText } from '../reading/clean.ts';
import { type MentionText, type Question, readGuess, readMention, readMessage } from '../reading/question.ts';
import { readSlackMessage, type SlackMessage } from '../slack/message.ts';
import type { Answer } from '../slack/replies.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { Routes } from '../slack/routes.ts';
import { ask, assertTyped, commandByName, readBankName } from './ask.ts';
import { unknownWords } from './talk.ts';

/** A message, and what it asks. */
interface Heard {
  message: SlackMessage;
  /** Absent when the message names no command and asks nothing plainly. */
  question: Question | undefined;
}

interface HeardMention extends Heard {
  mention: MentionText;
  isEdited: boolean;
}

const command = ({ question }: Heard) => question && commandByName[question.command];
/** The audit log keeps only text that asks for something: the rest is private talk. */
const text = ({ question, message }: Heard) => question?.text ?? message.lists[0]?.name;

/** As whom the app heard it tells which of the mentions is its own. */
const Event = z.looseObject({
  authorizations: z.array(z.object({ user_id: z.string(), is_bot: z.boolean() })).catch([]),
  edited: z.unknown().optional(),
});

/** `@txnbot txn …` in channels and threads, and the same without the mention in a direct message. */
export function registerMentions(routes: Routes, resources: Resources): void {
  const { services, presentation } = resources;
  // Read once for the policy, the audit log and the listener, so that all judge what is run.
  const value = Event.transform((event): HeardMention => {
    const bot = event.authorizations.find((user) => user.is_bot)?.user_id;
    const message = readSlackMessage(event);
    const { references, identifiers, named } = services.references.inTalk(plainText(message.more));
    const more = references.length + identifiers.length + named.length > 0 ? message.more : '';
    const mention = mentionText(message.text, (userId) => bot === undefined || userId === bot, more);
    return {
      message,
      mention,
      isEdited: event.edited !== undefined,
      question: readMention(mention, services.references, presentation.names.recognise),
    };
  });
  /** What was asked in each message, so that an edit that asks the same is not answered twice. */
  const answered = new LRUCache<string, string>({ max: 1_000 });
  const hear = async (heard: HeardMention, request: SlackRequest): Promise<Answer> => {
    const { channelId, messageTs } = request.origin;
    const key = `${channelId} ${messageTs}`;
    const asked = [heard.mention.before, heard.mention.words, ...heard.message.lists.map(({ id }) => id)].join('\n');
    if (heard.isEdited && answered.get(key) === asked) return undefined;
    answered.set(key, asked);
    return { reply: await answerMention(heard, request, resources) };
  };
  routes.event('app_mention', { value, command, text, isTyped: true, posts: 'thread' }, hear);
  routes.event('message', { value, command, text, isTyped: true }, hear);
}

async function answerMention(
  { message, mention, question }: HeardMention,
  request: SlackRequest,
  resources: Resources,
): Promise<Reply> {
  assertTyped(message.text);
  const { lists, unreadable: unread } = message;
  const isSilent = !/[\p{L}\d]/u.test(mention.words);
  if (isSilent && lists.length === 0 && unread.length > 0) return unreadable(unread);
  const { audience, origin } = request;
  const { names } = resources.presentation;
  const syntax = origin.audience === 'channel' ? names.mention : names.directMessage;
  // Of words beside a file nobody asks whether they are a bank's.
  const named = question ?? (lists.length > 0 ? undefined : await bankIn(mention, resources));
  const asked = named ?? readGuess(mention, resources.services.references);
  const reply = await answerWhole({ message, question: asked }, { audience, syntax }, request, resources);
  if (reply) return reply;
  return addUnread(unknownWords(mention.words, syntax), message);
}

/** "Look Up References" on any message, an alert's too; the answer is ephemeral, in the message's thread if any. */
export function registerMessageShortcut(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const value = z.object({ message: z.unknown() }).transform((payload): Heard => {
    const message = readSlackMessage(payload.message);
    return { message, question: readMessage(`${message.text}\n${message.more}`, resources.services.references) };
  });
  routes.shortcut('look_up_references', { value, command, text }, async (heard, request) => {
    const reply = await answerWhole(heard, { audience: 'asker', syntax }, request, resources);
    if (reply) return { reply };
    const { unreadable: unread, isCut } = heard.message;
    if (unread.length > 0) return { reply: unreadable(unread) };
    throw new UserError(
      `Nothing in ${isCut ? 'what was read of ' : ''}this message looks like a reference or a transaction identifier. Try ${code(syntax.write('txn'))} with it.`,
    );
  });
}

/** Answers what a message asks, or offers the list that it carries, and names what was not read of it. */
async function answerWhole(
  { message, question }: Heard,
  shown: Pick<Reader, 'audience' | 'syntax'>,
  request: SlackRequest,
  resources: Resources,
): Promise<Reply | undefined> {
  const [list, ...others] = message.lists;
  if (list && (question === undefined || isAboutFile(question))) {
    const offer = addNotAskedFor(await offerFile(list, request, resources), question?.leftOut ?? []);
    return addUnread(offer, { ...message, lists: others });
  }
  return question && addUnread(await ask(question, shown, request, resources), message);
}

const talkAboutFiles = ['help', 'thanks', 'which', 'list'];

/** Whether the words beside a file ask for nothing but what is in it: `please check these`. */
function isAboutFile({ intent }: Question): boolean {
  if (intent.kind === 'talk') return talkAboutFiles.includes(intent.talk.kind);
  return intent.kind === 'transactions' && intent.references.length === 0;
}

/** A bank behind the mention or, where the bot was only spoken to there, in all that was said. */
async function bankIn({ words, before }: MentionText, resources: Resources): Promise<Question | undefined> {
  for (const text of [words, ...(before === '' ? [] : [`${before} ${words}`])].map(typedText)) {
    const found = mayNameBank(readBankQuestion(text)) ? await readBankName(text, resources) : undefined;
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
 * @param more what the message carries beside its text, which counts as part of it
 */
export function mentionText(message: string, isBot: (userId: string) => boolean = () => false, more = ''): MentionText {
  const typed = message.slice(0, typedMax);
  const own = [...typed.matchAll(mention)].find(([, userId = '']) => isBot(userId));
  const afterMention = own ? bareOf(typed.slice(own.index + own[0].length)) : '';
  const isBehind = /[\p{L}\p{N}]/u.test(afterMention);
  const words = [isBehind ? afterMention : bareOf(typed), more].filter((part) => part !== '').join('\n');
  return { words, before: isBehind ? bareOf(typed.slice(0, own?.index)) : '' };
}

function bareOf(text: string): string {
  return stripEnds(text.replace(mentions, ' '), before, behind);
}
