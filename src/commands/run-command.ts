import { isHelp } from '../reading/small-talk.ts';
import type { Reply } from '../views/blocks.ts';
import { helpReply, usageReply } from '../views/help.ts';
import type { AnyCommand, OnProgress, PendingReader } from './command.ts';
import { inquire, type Resources } from './inquire.ts';

/**
 * Runs a command the same way for every door: explains it, or answers.
 * @param text cleaned by `cleanInput`
 * @throws UserError, TransferApiError
 */
export async function runCommand(
  command: AnyCommand,
  text: string,
  reader: PendingReader,
  resources: Resources,
  onProgress?: OnProgress,
): Promise<Reply> {
  const { spelling, audience } = reader;
  if (text === '') return usageReply(command, spelling);
  if (isHelp(text)) return helpReply([command], spelling, audience);
  const asked = command.parse(text, spelling, resources.services.findReferences);
  return inquire(command, asked, reader, resources, onProgress);
}
