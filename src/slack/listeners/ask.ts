import type { Command, CommandRequest } from '../../commands/command.ts';
import { answer } from '../../commands/run-command.ts';
import { cleanInput } from '../../reading/clean-input.ts';
import { assertTyped } from '../../reading/typed.ts';
import type { Services } from '../../services.ts';
import { type ButtonAction, runAction } from '../../views/blocks.ts';
import type { Exchange } from '../exchange/exchange.ts';

/** What a door has made of its payload; the text as the person gave it. */
export type Question = Omit<CommandRequest, 'onProgress' | 'canShare'> & { command: Command };

/**
 * Notes what is asked, for the log, a "Try Again" and the words that say how far it is.
 * @param again the button of a "Try Again" that is to do more than ask the command
 */
export function requestFrom(
  { command, text, ...question }: Question,
  exchange: Exchange,
  again?: ButtonAction,
): CommandRequest {
  const onProgress = (line: string) => {
    exchange.progress = line;
  };
  const request = { text: cleanInput(text), canShare: exchange.canShare, onProgress, ...question };
  exchange.asking = { command, request, again: again ?? runAction(command.name, request.text) };
  return request;
}

/**
 * What every door does once it knows what is asked: run it and deliver the answer.
 * @throws UserError for what is longer than anybody types
 */
export async function ask(question: Question, exchange: Exchange, services: Services): Promise<void> {
  assertTyped(question.text);
  await exchange.deliver(await answer(question.command, requestFrom(question, exchange), services));
}
