import * as z from 'zod';
import { offerFile, unreadable } from '../batches/routes.ts';
import { code } from '../blocks/mrkdwn.ts';
import type { Resources } from '../command.ts';
import { UserError } from '../errors.ts';
import { type Question, readMessage } from '../reading/question.ts';
import { readSlackMessage, type SlackMessage } from '../slack/message.ts';
import type { Routes } from '../slack/routes.ts';
import { ask, commandNamed } from './ask.ts';
import { addUnread } from './guesses.ts';

/** "Look Up References" on any message, an alert's too; the answer is ephemeral, in the message's thread if any. */
export function registerMessageShortcut(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const { references } = resources.services;
  // Read once for the audit log and the listener.
  const value = z.object({ message: z.unknown() }).transform(({ message }) => {
    const read = readSlackMessage(message);
    return { ...read, question: readMessage(`${read.text}\n${read.more}`, references) };
  });
  type Read = SlackMessage & { question: Question | undefined };
  const command = ({ question }: Read) => question && commandNamed(question.command);
  /** The rest of the message is others' talk. */
  const text = ({ question, lists }: Read) => question?.text ?? lists[0]?.name;
  routes.shortcut('look_up_references', { value, command, text }, async ({ question, ...message }, request) => {
    const { lists, unreadable: unread, isCut } = message;
    const [list, ...others] = lists;
    if (question) {
      const reply = await ask(question, { audience: 'asker', syntax }, request, resources);
      return { reply: addUnread(reply, message) };
    }
    if (list) {
      const offer = await offerFile(list, request, resources);
      return { reply: addUnread(offer, { ...message, lists: others }) };
    }
    if (unread.length > 0) return { reply: unreadable(unread) };
    throw new UserError(
      `Nothing in ${isCut ? 'what was read of ' : ''}this message looks like a reference or a transaction identifier. Try ${code(syntax.write('txn'))} with it.`,
    );
  });
}
