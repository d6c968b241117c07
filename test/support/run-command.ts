import { run } from '../../src/asking/ask.ts';
import type { Reply } from '../../src/blocks/blocks.ts';
import type { Reader, Resources } from '../../src/command.ts';
import type { CommandName } from '../../src/reading/question.ts';
import { readCommand } from '../../src/reading/question.ts';

/** The answer to a text behind a command, as every door gives it. */
export function runCommand(
  { name }: { name: CommandName },
  text: string,
  reader: Reader,
  resources: Resources,
): Promise<Reply> {
  return run(readCommand(name, text, resources.services.references), reader, resources);
}
