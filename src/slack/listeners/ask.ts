import type { AnyCommand } from '../../commands/command.ts';
import type { Resources } from '../../commands/inquire.ts';
import { runCommand } from '../../commands/run-command.ts';
import type { Asked } from '../../middleware/door.ts';
import { cleanInput } from '../../reading/clean-input.ts';
import { assertTyped } from '../../reading/typed.ts';
import { type ButtonAction, type Reply, runAction } from '../../views/blocks.ts';
import type { Answer, Asking } from '../exchange/exchange.ts';

/** What a door has read from its payload, with the text as the person gave it. */
export interface AskOptions extends Pick<Asked, 'audience' | 'spelling'> {
  command: AnyCommand;
  text: string;
}

/**
 * Notes what is asked, for the log, a "Try Again" and the waiting line.
 * @param again the button of a "Try Again" that must do more than run the command
 * @returns the cleaned text
 */
export function noteAsked(
  { command, text: given, ...rest }: AskOptions,
  exchange: Asking,
  again?: ButtonAction,
): string {
  // Whoever may ask for bank codes alone was let in by what the door declares.
  if (exchange.door.isAboutBanks && command.about !== 'banks')
    throw new Error(`${exchange.door.name} declares that it is about banks, and asks ${command.name}`);
  const text = cleanInput(given);
  exchange.asks({
    command: command.name,
    text,
    again: again ?? runAction(command.name, text),
    waiting: command.waiting(text),
    ...rest,
  });
  return text;
}

/**
 * Runs a command for any door that has read its payload.
 * @throws UserError when the text is longer than anybody types
 */
export async function ask(question: AskOptions, exchange: Asking, resources: Resources): Promise<Answer> {
  return { reply: await replyTo(question, exchange, resources) };
}

/** As `ask`, for a door that has something to add. */
export async function replyTo(question: AskOptions, exchange: Asking, resources: Resources): Promise<Reply> {
  assertTyped(question.text);
  const text = noteAsked(question, exchange);
  const { command, audience, spelling } = question;
  const reader = { asker: exchange.asker, audience, spelling, canShare: exchange.canShare };
  return runCommand(command, text, reader, resources, (line) => exchange.report(line));
}
