import { bank } from '../banks/bank.ts';
import type { AnyCommand } from '../command.ts';
import { type CommandNames, createCommandNames } from '../command-names.ts';
import { tsq } from './tsq.ts';
import { txn } from './txn.ts';

/** All commands, in the order of the help. Registration and the manifest's check read this list too. */
export const commands: readonly AnyCommand[] = [txn, tsq, bank];

export function commandNamed(name: string | undefined): AnyCommand | undefined {
  return commands.find((command) => command.name === name);
}

/** How they are written and recognised at an installation with this suffix. */
export function commandNames(suffix: string): CommandNames {
  return createCommandNames(
    commands.map(({ name }) => name),
    suffix,
  );
}
