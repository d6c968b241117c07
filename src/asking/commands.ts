import { bank } from '../banks/bank.ts';
import type { CommandName } from '../command-names.ts';
import { tsq } from './tsq.ts';
import { txn } from './txn.ts';

/** All commands, in the order of the help. Registration and the manifest's check read this list too. */
export const commands = [txn, tsq, bank] as const;

const byName = { txn, tsq, bank } satisfies Record<CommandName, unknown>;

export function commandNamed(name: CommandName) {
  return byName[name];
}
