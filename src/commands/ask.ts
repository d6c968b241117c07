import * as z from 'zod';
import { bank, drawBankAnswers } from '../banks/bank.ts';
import { mrkdwnReply, type Reply, runAction } from '../blocks/blocks.ts';
import { code, safeText } from '../blocks/mrkdwn.ts';
import {
  addContextLine,
  addFirstLine,
  addNotAskedFor,
  appendBlocks,
  prependContextLine,
} from '../blocks/offers.ts';
import {
  type Answering,
  helpReply,
  inquire,
  type Presentation,
  type Reader,
  type Resources,
} from '../command.ts';
import {
  AccessError,
  assertAtMost,
  CutShortError,
  keepAbove,
  onError,
  UserError,
} from '../errors.ts';
import { isClearBankQuestion, mayBeBankCode, readBankQuestion } from '../reading/bank-names.ts';
import { typedTextMax } from '../reading/clean.ts';
import { CleanedText } from '../reading/cleaned-text.ts';
import { readBehind, readCommand } from '../reading/command-text.ts';
import { bankStateQuestion, type TalkWithoutReferences } from '../reading/phrases.ts';
import {
  bankQuestionWordsMax,
  type CommandName,
  isForAskerAlone,
  type Question,
  subjectOf,
} from '../reading/question.ts';
import type { Answer } from '../slack/reply-routes.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, type Routes } from '../slack/routes.ts';
import { formatCount } from '../text.ts';
import { createClicks } from '../transfers/card-clicks.ts';
import { sessionInquiry } from '../transfers/sessions.ts';
import { listWatchesInquiry } from '../watches/commands.ts';
import { boardCsvInquiry, boardInquiry } from './board.ts';
import { findNamedBanks, serviceStateInquiry } from './service-state.ts';
import {
  choiceInquiry,
  formatMisspelt,
  formatReadOnly,
  formatWhichTransaction,
  offerAsShown,
  replyToAll,
  sentenceFor,
  suggestInstead,
} from './talk.ts';
import { tsq, txn } from './txn-and-tsq.ts';

export const commandByName = { txn, tsq, bank } satisfies Record<CommandName, unknown>;

/**
 * All commands, in the order in which help lists them; also used to register routes and to check
 * the manifest.
 */
export const commands = Object.values(commandByName);

const commandText = z.object({ text: z.string() }).transform(({ text }) => text);
const carriedText = buttonValue(z.string().max(2000));

/**
 * Registers `/txn`, `/tsq` and `/bank`, each with the installation's suffix, and the buttons that
 * run these.
 */
export function registerCommands(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const { references } = resources.services;

  for (const command of commands) {
    const read = (given: string) => ({
      given,
      question: readCommand(command.name, given.slice(0, typedTextMax), references),
    });

    const text = ({ question }: ReturnType<typeof read>) => question.text;
    const answer = async (
      { given, question }: ReturnType<typeof read>,
      request: SlackRequest,
    ): Promise<Answer> => {
      assertTyped(given);
      return { reply: await ask(question, { syntax }, request, resources) };
    };

    /**
     * Access depends on the command that the text really asks for: `/txn who is 000014` is about
     * banks.
     */
    const asked = ({ question }: ReturnType<typeof read>) => commandByName[question.command];
    const value = commandText.transform(read);

    routes.command(
      syntax.write(command.name),
      { command: asked, value, text, isTyped: true },
      answer,
    );

    routes.action(
      `${command.name}:run`,
      { command: asked, value: carriedText.transform(read), text },
      answer,
    );
  }

  createClicks(routes.action, resources)(
    'txn:board-csv',
    {
      command: txn,
      value: buttonValue(z.string()).transform(() => ({})),
      text: () => 'open',
      isOneAPerson: true,
    },
    boardCsvInquiry,
  );

  const names = commands.map(({ name }) => code(syntax.write(name))).join(', ');
  routes.command('*', { value: commandText, text: (typed) => typed }, () => {
    throw new AccessError('COMMAND_SUFFIX', `I don't answer that command, but ${names}.`);
  });
}

/** @throws UserError when the text is longer than Slack lets a person type into a message */
export function assertTyped({ length }: string): void {
  assertAtMost(typedTextMax, length, 'That', 'characters long', 'Ask with the references alone.');
}

/**
 * Answers a question that a route has parsed. The reply says how the text was read and which words
 * were left out.
 * @throws UserError, TransferApiError
 */
export async function ask(
  question: Question,
  shown: Shown,
  request: SlackRequest,
  resources: Resources,
): Promise<Reply> {
  if (isForAskerAlone(question) && request.place.isPublic) request.restrictToAsker();

  const { syntax } = shown;
  const { command, text, again, readAs, isNoIdentifier, leftOut } = question;
  const subject = subjectOf(question);
  const both = isNoIdentifier
    ? `, for record and requery: ${code(syntax.write('tsq'))} takes transaction ids`
    : '';
  const readAsLine = readAs && `read as ${code(syntax.write(readAs))}${both}`;
  const firstLine = shown.firstLine ?? readAsLine;

  request.ask({
    command: commandByName[command],
    text,
    firstLine,
    subject: subject.length > 0 ? subject : undefined,
    among: question.among,
    leftOut,
    again: runAction(command, again),
  });

  const reply = await answerQuestion(question, request.readerIn(syntax), resources);

  return prependContextLine(reply, firstLine);
}

/** How to show an answer. */
export interface Shown extends Pick<Reader, 'syntax'> {
  firstLine?: string | undefined;
}

/**
 * Runs the command that a question's intent calls for; all routes use this.
 * @throws UserError, TransferApiError
 */
export async function answerQuestion(
  question: Question,
  reader: Reader,
  resources: Resources,
): Promise<Reply> {
  const { intent, misspelt, sessions = [] } = question;
  const beside = await answerBanksBeside(question, resources);
  const asked = { ...question, leftOut: beside.leftOut };
  const answer =
    sessions.length > 0
      ? answerSessions(asked, sessions, reader, resources)
      : answerIntent(asked, reader, resources);
  const transfers = await answer.catch(keepAbove(beside));
  const reply = appendBlocks(transfers, beside.blocks, beside.text);
  const wantsAction = 'wantsAction' in intent && intent.wantsAction;
  const isSlip = misspelt && subjectOf(question).length > 0;
  const slip = isSlip ? `${formatMisspelt(misspelt)} I only looked this up.` : undefined;
  const hasMenu = reply.blocks.some(
    (block) => block.type === 'actions' && block.elements.some(({ type }) => type === 'overflow'),
  );
  const notice = wantsAction ? formatReadOnly(hasMenu) : slip;
  const repeats = formatRepeats(question.repeats);
  const lead = notice ?? question.unchosen;
  const whole = appendBlocks(addFirstLine(reply, lead), offerAsShown(question));
  const answered = addContextLine(whole, repeats);
  return addContextLine(answered, question.unanswered && safeText(question.unanswered, 300));
}

/** The most references that are named as given twice. */
const repeatsNamedMax = 5;

/** Says which references of a list were given more than once. */
function formatRepeats(repeats: readonly string[] = []): string | undefined {
  if (repeats.length === 0) return undefined;

  const all = [...new Set(repeats)];
  const named = all.slice(0, repeatsNamedMax).map((reference) => code(reference, 60));
  const more = all.length > named.length ? ' and more' : '';
  return `${formatCount(repeats.length, 'duplicate')}: ${named.join(', ')}${more}`;
}

/**
 * Answers what a question asks of banks beside transfers, as far as that is certain. Returns the
 * words that are still left out, and what to draw below the transfers.
 */
async function answerBanksBeside(
  question: Question,
  { services }: Resources,
): Promise<Pick<Reply, 'text' | 'blocks'> & { leftOut: readonly string[] }> {
  const { banks = [], leftOut } = question;
  const isAsked = banks.length > 0 && subjectOf(question).length > 0;
  const sought = readBankQuestion(banks.join(', '));
  const found = isAsked ? await findNamedBanks(sought, services.banks) : undefined;
  const answers = found?.answers.filter(({ isCertain }) => isCertain) ?? [];
  if (!found || answers.length === 0) return { leftOut, text: '', blocks: [] };

  const { text, blocks } = drawBankAnswers({ ...found, answers, leftOut: [] }, Date.now());
  const shown = JSON.stringify(blocks).toLowerCase();
  return { text, blocks, leftOut: leftOut.filter((word) => !shown.includes(word.toLowerCase())) };
}

/** Answers a question with session ids, and what else it names, if anything. */
async function answerSessions(
  question: Question,
  sessions: readonly string[],
  reader: Reader,
  resources: Resources,
): Promise<Reply> {
  const told = await inquire(sessionInquiry, sessions, reader, resources);
  if (subjectOf(question).length + question.leftOut.length === 0) return told;

  const refused = (error: UserError): Reply => {
    // Access, and a stop that is under way, refuse the whole question.
    if (error instanceof AccessError || error instanceof CutShortError) throw error;
    return mrkdwnReply(error.message);
  };
  const reply = await answerIntent(question, reader, resources)
    .catch(keepAbove(told))
    .catch(onError(UserError, refused));
  return appendBlocks(reply, told.blocks, told.text);
}

async function answerIntent(
  question: Question,
  reader: Reader,
  resources: Resources,
): Promise<Reply> {
  const { intent, leftOut, isAboutIt = false, unknownBecause, misspelt } = question;
  const { syntax, place } = reader;
  const answering: Answering = {
    syntax,
    leftOut,
    inquire: (inquiry, input) => inquire(inquiry, input, reader, resources),
  };
  const named = async (reply: Promise<Reply>) => addNotAskedFor(await reply, leftOut);
  const isHelp = intent.kind === 'talk' && intent.talk.kind === 'help';
  if (isAboutIt && intent.kind !== 'stop' && !(isHelp && unknownBecause === undefined)) {
    const lead = formatWhichTransaction(unknownBecause);
    return named(answering.inquire(choiceInquiry, { lead, among: question.among }));
  }

  switch (intent.kind) {
    case 'talk':
      return named(
        answerTalk(intent.talk, question.again, answering, place, resources.presentation),
      );
    case 'banks':
      return named(bank.answer(intent, answering));
    case 'requery':
      return named(tsq.answer(intent, answering));
    default:
      if (await isBankInstead(question, resources)) return suggestInstead(intent.text);
      if (misspelt && subjectOf(question).length === 0)
        return suggestInstead(intent.text, misspelt);
      return txn.answer(intent, answering);
  }
}

async function answerTalk(
  { kind }: TalkWithoutReferences,
  text: string,
  { syntax, inquire }: Answering,
  place: Reader['place'],
  { contact }: Presentation,
): Promise<Reply> {
  if (kind === 'watching') return inquire(listWatchesInquiry, undefined);
  if (kind === 'open') return inquire(boardInquiry, undefined);
  if (kind === 'service' || kind === 'bank state') {
    // Of several sentences, the one that asks.
    const asked = /[.!?,] /.test(text) ? bankStateQuestion.exec(text)?.[0] : undefined;
    const isAboutBank = kind === 'bank state';
    return inquire(serviceStateInquiry, { text: asked ?? text, isAboutBank });
  }

  const sentence = sentenceFor(kind, syntax, contact);
  if (sentence === undefined) return helpReply(commands, syntax, place);
  if (kind === 'own look-ups' || kind === 'list') return inquire(choiceInquiry, { lead: sentence });

  return replyToAll(sentence);
}

/**
 * Whether `/txn` was given only a bank's name or code (`gtb`, `000014`, `058`), or names beside a
 * code: only in quotes is that a reference.
 */
async function isBankInstead(
  { intent, again, leftOut }: Question,
  resources: Resources,
): Promise<boolean> {
  if (intent.kind !== 'transactions') return false;

  const isName = /^\s*(?:\d?\p{L}+|\d{3}|\d{6})\s*$/u.test(again);
  const isBesideCode = intent.references.length === 0 && leftOut.some(mayBeBankCode);
  if (!isName && !isBesideCode) return false;

  const words = new CleanedText(intent.text, resources.services.references);
  return (await readBankName(words, resources)) !== undefined;
}

const shortestBank = 3;
/** The most words around a bank's name; around its code, there may be more. */
const bankWordsMax = 5;

/**
 * Reads words that are nothing but a bank's name, short name or code as a `/bank` question. Loads
 * the bank list.
 */
export async function readBankName(
  words: CleanedText,
  { services: { banks } }: Resources,
): Promise<Question | undefined> {
  const read = readBehind('bank', words);
  const { text, intent } = read;
  const isName = /\p{L}|^(?:\d{3}|\d{6})$/u.test(text);
  const longest = /(?<!\d)(?:0\d\d|\d{6})(?!\d)/.test(text) ? bankQuestionWordsMax : bankWordsMax;
  const mayBeBank =
    !/:\/\//.test(text) &&
    text.length >= shortestBank &&
    text.split(' ').length <= longest &&
    isName;
  if (!mayBeBank || intent.kind !== 'banks') return undefined;

  const found = await findNamedBanks(intent.question, banks);
  if (found === undefined) return undefined;

  // Beside a code, whatever it is, the names are asked about: `is 000099 wema or polaris`.
  const isFound = found.answers.every(
    ({ query, hits: [first], isCertain, withInvalidCode }) =>
      isCertain ||
      withInvalidCode ||
      (mayBeBankCode(query) && query !== text) ||
      // Digits must be a whole code.
      (first && !first.isSlip && !/^\d+$/.test(query)),
  );

  return isFound && isClearBankQuestion(intent.question, found.answers) ? read : undefined;
}
