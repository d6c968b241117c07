import * as z from 'zod';
import { offerFile } from '../batches/routes.ts';
import { code } from '../blocks/mrkdwn.ts';
import type { Resources } from '../command.ts';
import { UserError } from '../errors.ts';
import { type MessageQuestion, readMessage } from '../reading/question.ts';
import { listIn, type SentFile } from '../slack/files.ts';
import type { Routes } from '../slack/routes.ts';
import { tableMax } from '../tables/table.ts';
import { ask, commandNamed } from './ask.ts';
import { noReference } from './guesses.ts';

/** "Look Up References" on any message, an alert's too; the answer is ephemeral, in the message's thread if any. */
export function registerMessageShortcut(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  const { references } = resources.services;
  // Read once for the audit log and the listener.
  const value = z.object({ message: z.unknown() }).transform(({ message }) => ({
    file: listIn(message),
    ...readMessage(textsOf(message).join('\n'), references, tableMax),
  }));
  type Read = MessageQuestion & { file: SentFile | undefined };
  const command = ({ question }: Read) => question && commandNamed(question.command);
  /** The rest of the message is others' talk. */
  const text = ({ question, file }: Read) => file?.name ?? question?.text;
  routes.shortcut('look_up_references', { value, command, text }, async ({ file, question, guesses }, request) => {
    if (file) return { reply: await offerFile(file, request, resources) };
    if (question) return { reply: await ask(question, { audience: 'asker', syntax }, request, resources) };
    if (guesses) return { reply: noReference(guesses, syntax) };
    throw new UserError(
      `Nothing in this message looks like a reference or a transaction identifier. Try ${code(syntax.write('txn'))} with it.`,
    );
  });
}

const depthMax = 12;
const wordKeys = new Set(['text', 'fallback', 'pretext', 'title', 'value', 'footer', 'url']);

/** All texts of a message, its blocks and its attachments, down to `depthMax` levels. */
export function textsOf(message: unknown, depth = 0): string[] {
  if (depth > depthMax || typeof message !== 'object' || message === null) return [];
  return Object.entries(message).flatMap(([key, inner]: [string, unknown]) => {
    if (typeof inner !== 'string') return textsOf(inner, depth + 1);
    return wordKeys.has(key) ? [inner] : [];
  });
}
