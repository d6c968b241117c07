import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Reply } from '../blocks/blocks.ts';
import { addFirstLine, addNotAskedFor } from '../blocks/offers.ts';
import type { Resources } from '../command.ts';
import { UserError } from '../errors.ts';
import { createUnreadableReply, nameUnreadFiles, offerFile } from '../lists/clicks.ts';
import { mayNameBank } from '../reading/bank-names.ts';
import { stripEnds, typedTextMax } from '../reading/clean.ts';
import { CleanedText } from '../reading/cleaned-text.ts';
import {
  createMention,
  guessQuestion,
  type Mention,
  type MentionText,
  readMention,
  readMessage,
} from '../reading/mention.ts';
import { askInstead, warnOfPersonal } from '../reading/personal.ts';
import { tellingWords } from '../reading/phrases.ts';
import { type Question, subjectOf } from '../reading/question.ts';
import { readSlackMessage, type SlackMessage } from '../slack/message.ts';
import { conversationOf } from '../slack/payload.ts';
import type { Answer } from '../slack/reply-routes.ts';
import type { SlackRequest } from '../slack/request.ts';
import type { Routes } from '../slack/routes.ts';
import { digest } from '../text.ts';
import { ask, assertTyped, commandByName, readBankName, type Shown } from './ask.ts';
import { resolveIt } from './subject.ts';
import { replyToUnknownText } from './talk.ts';

/** A message, and the question read from it. */
interface Heard {
  message: SlackMessage;
  /** Absent when the message names no command and contains no clear question. */
  question: Question | undefined;
}

interface HeardMention extends Heard {
  mention: Mention;
  botUserId: string | undefined;
  isEdited: boolean;
}

const command = ({ question }: Heard) => question && commandByName[question.command];
/**
 * The text for the audit log: the question or the name of a list file, as the rest is private
 * conversation.
 */
const text = ({ question, message }: Heard) => question?.text ?? message.lists[0]?.name;

/**
 * `authorizations` names the bot's user, so that a mention of the bot can be told from a mention of
 * anybody else.
 */
const Event = z.looseObject({
  authorizations: z.array(z.object({ user_id: z.string(), is_bot: z.boolean() })).catch([]),
  edited: z.unknown().optional(),
});

/**
 * Registers `@txnbot txn …` in channels and threads, and the same without the mention in direct
 * messages.
 */
export function registerMentions(routes: Routes, resources: Resources): void {
  const { services, presentation } = resources;
  // Read once, so that the policy, the audit log and the listener all use the same question.
  const value = Event.transform(async (event): Promise<HeardMention> => {
    const bot = event.authorizations.find((user) => user.is_bot)?.user_id;
    const message = readSlackMessage(event);
    const text = mentionText(
      message.text,
      (mentionedId) => bot === undefined || mentionedId === bot,
    );
    const more = new CleanedText(message.more, services.references);

    await more.read();
    const mention = createMention(text, services.references, more);
    await mention.whole.read();

    return {
      message,
      mention,
      botUserId: bot,
      isEdited: event.edited !== undefined,
      question: readMention(mention, presentation.names.recognise),
    };
  });
  /**
   * A digest of what each message asked: an edit that asks the same gets no second answer. None of
   * a message's words stays in memory.
   */
  const answered = new LRUCache<string, string>({ max: 1_000 });

  const hear = async (heard: HeardMention, request: SlackRequest): Promise<Answer> => {
    const { channelId, messageTs } = request.origin;
    const key = `${channelId} ${messageTs}`;
    // Words sent with a file are not searched for a bank's name.
    const { lists } = heard.message;
    const question =
      heard.question ??
      (lists.length > 0
        ? guessQuestion(heard.mention)
        : await readFreely(heard.mention, resources));
    const asked = digestOf({ ...heard, question });
    if (heard.isEdited && answered.get(key) === asked) return undefined;

    answered.set(key, asked);
    return { reply: await answerMention({ ...heard, question }, request, resources) };
  };

  const message = { value, isLong: true, command, text, isTyped: true };
  routes.event('app_mention', { ...message, posts: 'thread' }, hear);
  routes.event('message', message, hear);
}

/** Reads what asks nothing clearly as a bank's name, or guesses what it asks. */
export async function readFreely(
  mention: Mention,
  resources: Resources,
): Promise<Question | undefined> {
  return (await bankIn(mention, resources)) ?? guessQuestion(mention);
}

/** Digests what a message asks, which is the same with a "please" more or a comma less. */
function digestOf({ message, mention, question }: HeardMention): string {
  const asked = question ? contentOf(question) : tellingWords(mention.words.given);
  const files = [...message.lists.map(({ name }) => name), ...message.unreadable];
  return digest(JSON.stringify([asked, files]));
}

/** What tells a question from others: its transactions, or else its words. */
function contentOf(question: Question): unknown {
  const { command, intent, again, leftOut } = question;
  const subject = subjectOf(question);
  const wantsAction = 'wantsAction' in intent && intent.wantsAction;
  if (subject.length > 0 || ('references' in intent && leftOut.length > 0))
    return [command, intent.kind, subject, wantsAction, leftOut];

  return [command, tellingWords(again)];
}

async function answerMention(
  { message, mention, botUserId, question }: HeardMention,
  request: SlackRequest,
  resources: Resources,
): Promise<Reply> {
  assertTyped(message.text);

  const { lists, unreadable: unread } = message;
  const isSilent = !/[\p{L}\d]/u.test(mention.words.given);
  if (isSilent && lists.length === 0 && unread.length > 0)
    return createUnreadableReply(unread, request.place);

  const { names } = resources.presentation;
  const syntax = request.origin.isPublic ? names.mention : names.directMessage;
  // Words such as `check these` are about the file that came with them.
  const typed = mention.words.given;
  const { question: resolved, ...shown } =
    lists.length === 0
      ? await resolveIt(question, typed, botUserId, request, resources)
      : { question };

  const reply = await answerWhole(
    { message, question: resolved },
    { syntax, ...shown },
    request,
    resources,
  );
  const warning = warnOfPersonal(message.text);
  if (reply) return addFirstLine(reply, warning);

  const conversation = conversationOf(request.origin, request.place);
  const subject = conversation ? await resources.services.subjects.of(conversation) : [];
  const unknown = replyToUnknownText(typed, syntax, subject);

  return addFirstLine(nameUnreadFiles(unknown, message, request.place), warning);
}

/**
 * Registers "Look Up References" on any message. The answer is ephemeral, in the message's thread
 * if it has one.
 */
export function registerMessageShortcut(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const value = z.object({ message: z.unknown() }).transform(async (payload): Promise<Heard> => {
    const message = readSlackMessage(payload.message);
    const whole = new CleanedText(
      `${message.text}\n${message.more}`,
      resources.services.references,
    );

    await whole.read();
    return { message, question: readMessage(whole) };
  });
  const long = { value, isLong: true, command, text };

  routes.shortcut('look_up_references', long, async (heard, request) => {
    const reply = await answerWhole(heard, { syntax }, request, resources);
    if (reply) return { reply };

    const { unreadable: unread, isCut } = heard.message;
    if (unread.length > 0) return { reply: createUnreadableReply(unread, request.place) };

    throw new UserError(
      `I found no reference in ${isCut ? 'what I read of ' : ''}this message. ${askInstead}`,
    );
  });
}

/**
 * Answers the question in a message, or offers to look up the message's file. The reply names the
 * files not read.
 */
async function answerWhole(
  { message, question }: Heard,
  shown: Shown,
  request: SlackRequest,
  resources: Resources,
): Promise<Reply | undefined> {
  const [list, ...others] = message.lists;
  if (list && (question === undefined || isAboutFile(question))) {
    const offer = addNotAskedFor(
      await offerFile(list, request, resources),
      question?.leftOut ?? [],
    );
    return nameUnreadFiles(offer, { ...message, lists: others }, request.place);
  }

  if (question === undefined) return undefined;
  const reply = await ask(question, shown, request, resources);
  return nameUnreadFiles(reply, message, request.place);
}

/**
 * Whether the words sent with a file are about the file: `please check these`, `these came back`.
 * So are all but those that name a transaction, or begin with a command.
 */
function isAboutFile({ intent }: Question): boolean {
  const isPlain = intent.kind === 'transactions' && intent.references.length === 0;
  return intent.kind === 'talk' || isPlain;
}

/** Reads the words after the mention as a bank's name or, if they are none, the whole message. */
async function bankIn(
  { words, whole }: Mention,
  resources: Resources,
): Promise<Question | undefined> {
  for (const text of new Set([words, whole])) {
    const found = mayNameBank(text.bankQuestion) ? await readBankName(text, resources) : undefined;
    if (found) return found;
  }

  return undefined;
}

const mention = /<@([A-Z\d]+)(?:\|[^<>]*)?>/g;
/**
 * Matches the blanks around mentions too: two blanks left in the text would look like the gap
 * between table cells.
 */
const mentions = /(?: ?<@[^<>]*> ?)+/g;
/** Punctuation and formatting that people put around their words. */
const before = /[\s,:;.!*`~-]/;
const behind = /[\s*`~]/;

/**
 * Extracts the text addressed to the bot by @mentioning it; mentions of anyone else become spaces.
 * Runs on every message before access is checked, so it takes linear time and reads no more than a
 * person can type.
 * @param isBot whether a user is the bot; if omitted, every mention becomes a space
 */
export function mentionText(
  message: string,
  isBot: (mentionedId: string) => boolean = () => false,
): MentionText {
  const typed = message.slice(0, typedTextMax);
  const own = [...typed.matchAll(mention)].find(([, mentionedId = '']) => isBot(mentionedId));
  const afterMention = own ? bareOf(typed.slice(own.index + own[0].length)) : '';
  const isBehind = /[\p{L}\p{N}]/u.test(afterMention);
  if (!isBehind) return { words: bareOf(typed), before: '' };

  return { words: afterMention, before: bareOf(typed.slice(0, own?.index)) };
}

function bareOf(text: string): string {
  return stripEnds(text.replace(mentions, ' '), before, behind);
}
