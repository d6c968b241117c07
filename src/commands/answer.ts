import type { Services } from '../services.ts';
import { helpReply, usageReply } from '../views/help.ts';
import { cleanInput } from './clean-input.ts';
import type { Command, CommandRequest, Reply } from './command.ts';
import { commands } from './index.ts';

/** What every command does alike, from every door: clean what was pasted, explain itself, or run. */
export async function answer(command: Command, request: CommandRequest, services: Services): Promise<Reply> {
  const text = cleanInput(request.text);
  if (text === '') return usageReply(command, request.prefix);
  if (isHelp(text)) return helpReply([command, ...commands.filter((other) => other !== command)], request.prefix);
  return command.run({ ...request, text }, services);
}

export function isHelp(text: string): boolean {
  return /^(?:help|--help|\?)$/i.test(text);
}
