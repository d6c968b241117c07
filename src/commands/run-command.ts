import type { Services } from '../services.ts';
import { helpReply, usageReply } from '../views/help.ts';
import type { Command, CommandRequest, Reply } from './command.ts';
import { commands } from './index.ts';

/** What every command does alike, from every door: explain itself, or run. `request.text` has been cleaned. */
export async function answer(command: Command, request: CommandRequest, services: Services): Promise<Reply> {
  const { text, spelling, audience } = request;
  if (text === '') return usageReply(command, spelling);
  if (isHelp(text)) return helpReply([command, ...commands.filter((other) => other !== command)], spelling, audience);
  return await command.run(request, services);
}

export function isHelp(text: string): boolean {
  return /^(?:help|--help|\?)$/i.test(text);
}
