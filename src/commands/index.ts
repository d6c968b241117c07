import { bank } from './bank.ts';
import type { Command } from './command.ts';
import { tsq } from './tsq.ts';
import { txn } from './txn.ts';

/** What the bot can answer, in the order in which help shows it. Registration and the manifest's check read it too. */
export const commands: readonly Command[] = [txn, tsq, bank];
