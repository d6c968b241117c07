import * as z from 'zod';
import { bank } from '../../commands/bank.ts';
import type { AnyCommand } from '../../commands/command.ts';
import { commandNamed, commands } from '../../commands/index.ts';
import type { Resources } from '../../commands/inquire.ts';
import { isHelp } from '../../commands/run-command.ts';
import { readBankQuestion } from '../../reading/bank-question.ts';
import { bareWord } from '../../reading/bare-word.ts';
import { cleanInput } from '../../reading/clean-input.ts';
import { mentionText } from '../../reading/mention-text.ts';
import { nearestCommand } from '../../reading/nearest-command.ts';
import { readPlainQuestion } from '../../reading/plain-question.ts';
import { assertTyped } from '../../reading/typed.ts';
import { addContextLine } from '../../views/add-context-line.ts';
import { helpReply } from '../../views/help.ts';
import { code } from '../../views/mrkdwn.ts';
import { unknownWords } from '../../views/unknown-words.ts';
import type { Answer, Asking } from '../exchange/exchange.ts';
import { replyTo } from './ask.ts';
import type { Routes } from './routes.ts';

/** `@txnbot txn …` in channels and threads, and the same without the mention in a direct message. */
export function registerMentions(routes: Routes, resources: Resources): void {
  // Read once for the policy, the audit log and the listener, so that all judge what is run.
  const value = z
    .object({ text: z.string().nullish() })
    .transform(({ text }): Heard => ({ message: text ?? '', asked: readMessage(text ?? '', resources) }));
  const command = ({ asked }: Heard) => asked?.command;
  /** The audit log keeps only text that asks for something: the rest is private talk. */
  const text = ({ asked }: Heard) => asked && cleanInput(asked.text);
  const hear = (heard: Heard, exchange: Asking) => answerTo(heard, exchange, resources);
  routes.event('app_mention', { value, command, text, posts: 'thread' }, hear);
  routes.event('message', { value, command, text }, hear);
}

interface Heard {
  message: string;
  /** Absent when the message names no command and asks nothing plainly. */
  asked: ReadMessage | undefined;
}

interface ReadMessage {
  command: AnyCommand;
  text: string;
  /** What was made of a message that names no command, and is not that alone. */
  readAs?: string;
}

function readMessage(message: string, { services, presentation }: Resources): ReadMessage | undefined {
  const { words, first, text } = mentionText(message);
  const named = commandNamed(presentation.names.recognise(first));
  if (named) return { command: named, text };
  if (isHelp(words) || nearestCommand({ name: first, text }, known).meant) return undefined;
  const cleaned = cleanInput(words);
  const plain = readPlainQuestion(cleaned, services.findReferences);
  const command = commandNamed(plain?.command);
  if (!plain || !command) return undefined;
  return { command, text: plain.text, ...(plain.isBare ? {} : { readAs: `${plain.command} ${plain.text}` }) };
}

async function answerTo({ message, asked: read }: Heard, exchange: Asking, resources: Resources): Promise<Answer> {
  assertTyped(message);
  const { audience, origin } = exchange;
  const { names } = resources.presentation;
  const spelling = origin.audience === 'channel' ? names.mention : names.directMessage;
  const { words, first, text } = mentionText(message);
  if (words === '' || isHelp(words) || bareWord(first) === 'help')
    return { reply: helpReply(commands, spelling, audience) };
  const asked = read ?? (await bareBank(cleanInput(words), resources));
  if (!asked) return { reply: unknownWords({ ...nearestCommand({ name: first, text }, known), spelling }) };
  const reply = await replyTo({ ...asked, audience, spelling }, exchange, resources);
  if (asked.readAs === undefined) return { reply };
  return { reply: addContextLine(reply, `read as ${code(spelling.write(asked.readAs))}`) };
}

/** Words that are a bank's name or short name, as the list has it; asks nothing of the service. */
async function bareBank(words: string, { services: { banks } }: Resources): Promise<ReadMessage | undefined> {
  if (!banks.state() || words.length < shortestBank || words.split(' ').length > bankWordsMax) return undefined;
  const { answers } = await banks.ask(readBankQuestion(words));
  const isFound = answers.every(({ hits: [first] }) => first !== undefined && first.why?.kind !== 'spelling');
  return isFound ? { command: bank, text: words } : undefined;
}

const shortestBank = 3;
const bankWordsMax = 4;
const known = commands.map(({ name }) => name);
