import { type CommandNames, createCommandNames } from '../../src/command-names.ts';
import { commands } from '../../src/commands/index.ts';

/** How the real commands are written and recognised. */
export function namesWith(suffix: string): CommandNames {
  return createCommandNames(
    commands.map(({ name }) => name),
    suffix,
  );
}
