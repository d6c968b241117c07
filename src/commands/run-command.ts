import type { Reply } from '../views/blocks.ts';
import { helpReply, usageReply } from '../views/help.ts';
import type { AnyCommand, Asker, OnProgress } from './command.ts';
import { commands } from './index.ts';
import { inquire, type Resources } from './inquire.ts';

/**
 * Runs a command the same way for every door: explains it, or answers.
 * @param text cleaned by `cleanInput`
 * @throws UserError, TransferApiError
 */
export async function runCommand(
  command: AnyCommand,
  text: string,
  asker: Asker,
  resources: Resources,
  onProgress?: OnProgress,
): Promise<Reply> {
  const { spelling, audience } = asker;
  if (text === '') return usageReply(command, spelling);
  if (isHelp(text)) return helpReply([command, ...commands.filter((other) => other !== command)], spelling, audience);
  const asked = command.parse(text, spelling, resources.services.findReferences);
  return inquire(command, asked, asker, resources, onProgress);
}

export function isHelp(text: string): boolean {
  return /^(?:help|--help|\?)$/i.test(text);
}
